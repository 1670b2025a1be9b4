"""Rules for names: the catalogue's, which settings are checked by, against the simulated Azure's own."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from azure_ai_landing_zone.catalog.names import NameRule, all_rules
from azure_ai_landing_zone.core.naming import Kind
from azure_simulator.cloud import resource_type

TYPES: dict[Kind, str] = {
    "actionGroup": "monitor:ActionGroup",
    "alertRule": "monitor:MetricAlert",
    "apiManagement": "apimanagement:ApiManagementService",
    "applicationInsights": "applicationinsights:Component",
    "autoscaleSetting": "monitor:AutoscaleSetting",
    "azureFirewall": "network:AzureFirewall",
    "bastionHost": "network:BastionHost",
    "budget": "consumption:Budget",
    "containerRegistry": "containerregistry:Registry",
    "contentSafety": "cognitiveservices:Account",
    "dataCollectionEndpoint": "monitor:DataCollectionEndpoint",
    "dataCollectionRule": "monitor:DataCollectionRule",
    "disk": "compute:Disk",
    "diskEncryptionSet": "compute:DiskEncryptionSet",
    "dnsForwardingRuleset": "dnsresolver:DnsForwardingRuleset",
    "dnsResolver": "dnsresolver:DnsResolver",
    "eventHubNamespace": "eventhub:Namespace",
    "firewallPolicy": "network:FirewallPolicy",
    "flowLog": "network:FlowLog",
    "foundryAccount": "cognitiveservices:Account",
    "grafana": "dashboard:Grafana",
    "keyVault": "keyvault:Vault",
    "logAnalyticsWorkspace": "operationalinsights:Workspace",
    "lustreFileSystem": "storagecache:AmlFilesystem",
    "machineLearningCompute": "machinelearningservices:Compute",
    "machineLearningWorkspace": "machinelearningservices:Workspace",
    "managedCluster": "containerservice:ManagedCluster",
    "monitorPrivateLinkScope": "monitor:PrivateLinkScope",
    "monitorScopedResource": "monitor:PrivateLinkScopedResource",
    "monitorWorkspace": "monitor:AzureMonitorWorkspace",
    "mysqlServer": "dbformysql:Server",
    "natGateway": "network:NatGateway",
    "networkInterface": "network:NetworkInterface",
    "networkSecurityGroup": "network:NetworkSecurityGroup",
    "osDisk": "compute:Disk",
    "policyAssignment": "authorization:PolicyAssignment",
    "policyExemption": "authorization:PolicyExemption",
    "privateEndpoint": "network:PrivateEndpoint",
    "prometheusRuleGroup": "alertsmanagement:PrometheusRuleGroup",
    "proximityPlacementGroup": "compute:ProximityPlacementGroup",
    "publicIPAddress": "network:PublicIPAddress",
    "resourceGroup": "resources:ResourceGroup",
    "routeTable": "network:RouteTable",
    "searchService": "search:Service",
    "storageAccount": "storage:StorageAccount",
    "subnet": "network:Subnet",
    "userAssignedIdentity": "managedidentity:UserAssignedIdentity",
    "virtualMachine": "compute:VirtualMachine",
    "virtualMachineScaleSet": "compute:VirtualMachineScaleSet",
    "virtualNetwork": "network:VirtualNetwork",
    "virtualNetworkLink": "privatedns:VirtualNetworkLink",
    "virtualNetworkPeering": "network:VirtualNetworkPeering",
}

UNCHECKED = (
    "actionGroup",
    "alertRule",
    "applicationInsights",
    "autoscaleSetting",
    "monitorPrivateLinkScope",
    "monitorScopedResource",
    "virtualNetworkPeering",
)
"""The simulated Azure takes any name of these."""

STRICTER: dict[Kind, tuple[str, str]] = {
    "contentSafety": (
        "aaaaaa- aaa_aaa aaaaaa_ aa__aaa aaa.aaa aaaaaa. aa..aaa",
        "it is part of a DNS name too",
    ),
    "foundryAccount": (
        "aaaaaa- aaa_aaa aaaaaa_ aa__aaa aaa.aaa aaaaaa. aa..aaa",
        "it is part of a DNS name too",
    ),
    "machineLearningCompute": (
        "2 25 26 27 28 29 30 31 32",
        "it is for clusters and instances both, and the simulated Azure tells them apart: see its problems",
    ),
    "managedCluster": ("1 55 56 57 58 59 60 61 62 63 aaa_aaa aa__aaa", "it is part of a DNS name too"),
    "policyAssignment": (
        "65 66 67 68 69 70 71 72 73 74 75",
        "Azure's page of 2020 has 260 characters; ours are short, whatever is in force",
    ),
    "policyExemption": (
        "65 66 67 68 69 70 71 72 73 74 75",
        "Azure's page of 2020 has 260 characters; ours are short, whatever is in force",
    ),
    **dict.fromkeys(
        ("policyAssignment", "policyExemption"),
        (
            "65 66 67 68 69 70 71 72 73 74 75",
            "Azure's page of 2020 has 260, ours are always short",
        ),
    ),
    "virtualMachine": ("aaaaaa-", "Azure's page has no hyphen at the end of a Linux machine's name"),
    "virtualMachineScaleSet": ("aaaaaa-", "Azure's page has no hyphen at the end of a Linux machine's name"),
    "virtualNetwork": ("1", "Azure's page has two characters at least; the simulated Azure's tests have one"),
    "virtualNetworkLink": ("_aaaaaa", "Azure's page begins it with a letter or digit"),
}
"""What settings refuse and the simulated Azure takes, with the reason why that stands: names by themselves,
and the lengths of names that are all letters."""


def candidates(rule: NameRule) -> Iterator[str]:
    """Names around the rule's limits, and with each sign at the start, inside and at the end."""
    for length in range(max(1, rule.shortest - 2), rule.longest + 12):
        yield "a" * length
    for sign in "-_. ()A0":
        yield from (f"{sign}aaaaaa", f"aaa{sign}aaa", f"aaaaaa{sign}", f"aa{sign}{sign}aaa")


def allows(rule: NameRule, name: str) -> bool:
    fits = rule.shortest <= len(name) <= rule.longest
    return fits and re.fullmatch(rule.pattern, name, re.ASCII) is not None


def shown(name: str) -> str:
    return str(len(name)) if set(name) == {"a"} else name


def test_every_kind_is_a_simulated_type() -> None:
    assert sorted(TYPES) == sorted(get_args(Kind))


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_what_settings_take_the_simulated_azure_takes(kind: Kind) -> None:
    simulated = resource_type.find(f"azure-native:{TYPES[kind]}")
    assert simulated is not None
    theirs, ours = simulated.name_rule, all_rules()[kind]
    assert (theirs is None) is (kind in UNCHECKED)
    if theirs is None:
        return
    names = list(candidates(ours))
    assert [shown(name) for name in names if allows(ours, name) and not theirs.allows(name)] == []
    stricter = [shown(name) for name in names if theirs.allows(name) and not allows(ours, name)]
    assert stricter == (STRICTER[kind][0].split() if kind in STRICTER else [])

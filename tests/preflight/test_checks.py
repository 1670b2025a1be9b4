"""What each check says where Azure says no, with the figures and whom to ask."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from azure_ai_landing_zone.catalog.kubernetes_versions import KUBERNETES_VERSIONS
from azure_ai_landing_zone.preflight.planning.demand import Demand, planned
from azure_ai_landing_zone.preflight.planning.machines import ACCESS
from azure_ai_landing_zone.preflight.planning.verdicts import Finding
from azure_ai_landing_zone.preflight.preflight import run_preflight
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from helpers import preflights

S = f"/subscriptions/{preflights.SUBSCRIPTION}"
HUB = f"{S}/resourceGroups/rg-hub/providers/Microsoft.Network"
GROUP = {"resourceGroupName": "rg"}
H100 = "Standard_ND96isr_H100_v5"
ZONE_NAME = "privatelink.blob.core.windows.net"
TODAY = datetime.now(UTC).date()
THERE = [one.version for one in KUBERNETES_VERSIONS.values() if one.end_of_long_term_support >= TODAY]
OLD = next(version for version in THERE if KUBERNETES_VERSIONS[version].end_of_support < TODAY)


def scale_set(**more: Any) -> tuple[str, dict[str, Any]]:
    return "compute:VirtualMachineScaleSet", {
        **GROUP,
        "vmScaleSetName": "nodes",
        "location": "eastus",
        "sku": {"name": H100, "capacity": 4.0},
        "zones": ["1"],
        **more,
    }


def findings(settings: Mapping[str, Any], *made: tuple[str, dict[str, Any]]) -> list[Finding]:
    """Of a demand of those resources, in a roomy subscription with some settings."""
    resources = tuple(planned(type_, type_, inputs, preflights.SUBSCRIPTION) for type_, inputs in made)
    whole = SubscriptionSettings.model_validate({"providers": ["*"], **settings}, strict=False)
    with preflights.subscription(whole) as cloud:
        return list(
            run_preflight(Demand(preflights.SUBSCRIPTION, resources), preflights.Asking(cloud)).findings
        )


def told(found: list[Finding]) -> list[tuple[str, str, str, str]]:
    """Verdict, text and figures of all that didn't pass."""
    return [
        (one.verdict, one.judgement.text, one.judgement.got, one.judgement.needed)
        for one in found
        if one.verdict != "passed"
    ]


def test_a_restricted_size_takes_access_not_quota() -> None:
    (found,) = [
        one
        for one in findings(
            {"restrictions": [{"sku": H100, "region": "eastus", "zones": ["1"]}]}, scale_set()
        )
        if one.verdict != "passed"
    ]
    said = found.judgement
    assert (found.topic, said.text) == (
        "restricted",
        f"the subscription may not have {H100} in zone 1 of eastus: NotAvailableForSubscription",
    )
    assert said.ask == ACCESS
    assert said.request == (
        f"Please enable {H100} for subscription {preflights.SUBSCRIPTION} in zone 1 of eastus, on-demand, "
        "Linux. Planned: 4 machines."
    )


@pytest.mark.parametrize(
    ("settings", "made", "expected"),
    [
        (
            {"restrictions": [{"sku": H100, "region": "eastus", "zones": ["2", "3"]}]},
            scale_set(),
            [],
        ),
        (
            {"regionsWithoutZones": ["eastus"]},
            scale_set(),
            [("failed", f"eastus doesn't offer {H100} in zone 1", "no zones", "zone 1")],
        ),
        (
            {"regions": ["westeurope"]},
            scale_set(zones=None),
            [
                (
                    "failed",
                    "eastus doesn't have Microsoft.Compute/virtualMachineScaleSets",
                    "1 other regions",
                    "eastus",
                ),
                ("failed", f"eastus doesn't offer {H100}", "", ""),
                ("unknown", f"Azure says nothing of {H100} in eastus", "", ""),
                (
                    "unknown",
                    f"Azure says nothing of {H100} in eastus, and so not of its quota's name",
                    "",
                    "",
                ),
                (
                    "unknown",
                    f"Azure says nothing of {H100} in eastus, and so not how many vCPUs it has",
                    "",
                    "",
                ),
            ],
        ),
        (
            {"quotas": [{"name": "lowPriorityCores", "limit": 100}]},
            scale_set(virtualMachineProfile={"priority": "Spot"}),
            [("failed", "lowPriorityCores isn't enough in eastus", "100 vCPUs left of 100", "384 vCPUs")],
        ),
        (
            {"features": []},
            scale_set(virtualMachineProfile={"securityProfile": {"encryptionAtHost": True}}),
            [
                (
                    "failed",
                    "Microsoft.Compute/EncryptionAtHost isn't registered",
                    "NotRegistered",
                    "Registered",
                )
            ],
        ),
        (
            {},
            scale_set(
                virtualMachineProfile={
                    "storageProfile": {
                        "imageReference": {
                            "publisher": "microsoft-dsvm",
                            "offer": "ubuntu-hpc",
                            "sku": "2404",
                            "version": "24.04.2020010101",
                        }
                    }
                }
            ),
            [
                (
                    "failed",
                    "eastus doesn't have ubuntu-hpc 2404 24.04.2020010101",
                    "newest 24.04.2026072901",
                    "24.04.2020010101",
                )
            ],
        ),
        (
            {},
            (
                "containerservice:ManagedCluster",
                {**GROUP, "resourceName": "aks", "location": "eastus", "kubernetesVersion": "1.20"},
            ),
            [
                (
                    "failed",
                    "AKS has no Kubernetes 1.20 in eastus",
                    ", ".join(THERE),
                    "1.20",
                )
            ],
        ),
        (
            {},
            (
                "containerservice:ManagedCluster",
                {**GROUP, "resourceName": "aks", "location": "eastus", "kubernetesVersion": OLD},
            ),
            [
                (
                    "failed",
                    f"Kubernetes {OLD} is past its support in eastus",
                    "AKSLongTermSupport",
                    "KubernetesOfficial",
                )
            ],
        ),
        (
            {
                "softDeleted": [
                    {
                        "id": f"{S}/resourceGroups/old/providers/Microsoft.KeyVault/vaults/kv-ai",
                        "location": "eastus",
                    }
                ]
            },
            (
                "resources:Resource",
                {
                    **GROUP,
                    "resourceProviderNamespace": "Microsoft.KeyVault",
                    "resourceType": "vaults",
                    "resourceName": "kv-ai",
                    "location": "eastus",
                },
            ),
            [
                ("failed", "a deleted one keeps the name kv-ai", "soft-deleted", "a free name"),
                (
                    "failed",
                    "the name kv-ai isn't free: The name 'kv-ai' is already in use.",
                    "AlreadyExists",
                    "a free name",
                ),
            ],
        ),
    ],
    ids=[
        "other zones are shut",
        "no zones",
        "another region",
        "spot",
        "feature",
        "image",
        "Kubernetes",
        "old Kubernetes",
        "soft-deleted",
    ],
)
def test_what_didn_t_pass(
    settings: Mapping[str, Any],
    made: tuple[str, dict[str, Any]],
    expected: list[tuple[str, str, str, str]],
) -> None:
    assert told(findings(settings, made)) == expected


def test_what_a_stack_has_already_is_not_asked_of_the_quota_again() -> None:
    """Azure counts it as used, and doesn't say whose it is."""
    there = {
        "id": f"{S}/resourceGroups/rg/providers/Microsoft.Compute/virtualMachineScaleSets/nodes",
        "location": "eastus",
        "orchestrationMode": "Flexible",
        "platformFaultDomainCount": 1,
        "sku": {"name": H100, "capacity": 4},
    }
    quota = [{"name": "standardNDSH100v5Family", "limit": 400}]
    found = findings({"quotas": quota, "existing": [there]}, scale_set())
    text = (
        "standardNDSH100v5Family in eastus: 16 vCPUs left of 400, and the whole stack needs 384 vCPUs; some "
        "of what is used is its own already, and Azure doesn't say how much"
    )
    assert told(found) == [("unknown", text, "", "")]


def hub(*ranges: str) -> dict[str, Any]:
    return {
        "existing": [
            {
                "id": f"{HUB}/virtualNetworks/hub",
                "location": "eastus",
                "addressSpace": {"addressPrefixes": list(ranges)},
            },
            {"id": f"{HUB}/privateDnsZones/{ZONE_NAME}", "location": "global"},
            {
                "id": f"{HUB}/privateDnsZones/{ZONE_NAME}/virtualNetworkLinks/hub",
                "location": "global",
                "virtualNetwork": {"id": f"{HUB}/virtualNetworks/hub"},
                "registrationEnabled": False,
            },
        ]
    }


def spoke(hub_name: str = "hub") -> list[tuple[str, dict[str, Any]]]:
    network = {**GROUP, "virtualNetworkName": "vnet"}
    remote = {"id": f"{HUB}/virtualNetworks/{hub_name}"}
    return [
        (
            "network:VirtualNetwork",
            {**network, "location": "eastus", "addressSpace": {"addressPrefixes": ["10.1.0.0/16"]}},
        ),
        (
            "network:VirtualNetworkPeering",
            {**network, "virtualNetworkPeeringName": "p", "remoteVirtualNetwork": remote},
        ),
    ]


def test_addresses_of_a_peer_must_not_overlap() -> None:
    network = f"{HUB}/virtualNetworks/hub"
    assert told(findings(hub("10.0.0.0/15"), *spoke())) == [
        ("failed", f"10.1.0.0/16 overlaps with 10.0.0.0/15 of {network}", "10.0.0.0/15", "10.1.0.0/16")
    ]
    assert told(findings(hub("10.0.0.0/16"), *spoke())) == []
    there_is_none = f"there is no network {HUB}/virtualNetworks/other"
    assert told(findings(hub("10.0.0.0/16"), *spoke("other"))) == [("failed", there_is_none, "", "")] * 2


def test_a_virtual_hub_takes_connections() -> None:
    network, connection = spoke()[0], f"{HUB}/virtualHubs/wan-hub/hubVirtualNetworkConnections/c"
    group = {"resourceGroupName": "rg-hub", "connectionName": "c"}

    def found(prefix: str, name: str = "wan-hub") -> list[Finding]:
        hub_ = {"id": f"{HUB}/virtualHubs/wan-hub", "location": "eastus", "addressPrefix": prefix}
        own = f"{S}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/vnet"
        joined = {**group, "virtualHubName": name, "remoteVirtualNetwork": {"id": own}}
        made = ("network:HubVirtualNetworkConnection", joined)
        return findings({"existing": [hub_]}, network, made)

    there = [one for one in found("10.0.0.0/23") if one.subject.startswith("virtual hub ")]
    assert [(one.verdict, one.subject) for one in there] == [
        ("passed", f"virtual hub {connection.rsplit('/', 2)[0]}")
    ]
    assert told(found("10.1.2.0/23")) == [
        (
            "failed",
            f"10.1.0.0/16 overlaps with 10.1.2.0/23 of {HUB}/virtualHubs/wan-hub",
            "10.1.2.0/23",
            "10.1.0.0/16",
        )
    ]
    assert told(found("10.0.0.0/23", "other")) == [
        ("failed", f"there is no virtual hub {HUB}/virtualHubs/other", "", "")
    ]


def test_a_network_is_linked_with_one_zone_of_a_name() -> None:
    network = f"{HUB}/virtualNetworks/hub"
    zone = {**GROUP, "privateZoneName": ZONE_NAME}
    link = {**zone, "virtualNetworkLinkName": "l", "virtualNetwork": {"id": network}}
    found = findings(
        hub("10.0.0.0/16"), ("privatedns:PrivateZone", zone), ("privatedns:VirtualNetworkLink", link)
    )
    other = f"{HUB}/privateDnsZones/{ZONE_NAME}"
    text = f"{network} is linked with another zone of that name already: {other}"
    assert told(found) == [("failed", text, other, "no such link")]


def test_a_deleted_workspace_comes_back() -> None:
    id_ = f"{S}/resourceGroups/rg/providers/Microsoft.OperationalInsights/workspaces/logs"
    found = findings(
        {"softDeleted": [{"id": id_, "location": "eastus"}]},
        ("operationalinsights:Workspace", {**GROUP, "workspaceName": "logs", "location": "eastus"}),
    )
    back = "in the same resource group it comes back with its logs and settings"
    text = f"a deleted one keeps the name logs: {back}"
    assert told(found) == [("warning", text, "", "")]


def test_a_type_that_nobody_knows_is_named() -> None:
    found = findings({}, ("quantum:Workspace", {"location": "eastus"}))
    text = "catalog/arm_types.csv has no quantum:Workspace, so nothing was asked about it"
    assert told(found) == [("unknown", text, "", "")]


def test_rights_at_the_groups_of_others() -> None:
    contributor = {"roleAssignments": [{"role": "Contributor", "scope": f"{S}/resourceGroups/rg"}]}
    settings = {**hub("10.0.0.0/16"), **contributor}
    found = [one for one in findings(settings, *spoke()) if one.topic == "permissions"]
    assert [(one.verdict, one.subject) for one in found] == [
        ("passed", f"make resources in {S}/resourceGroups/rg"),
        ("unknown", f"peer with networks in {S}/resourceGroups/rg-hub"),
    ]


def test_a_contributor_makes_no_locks() -> None:
    vault = f"{S}/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/kv"
    lock = ("authorization:ManagementLockByScope", {"scope": vault, "lockName": "keeps-data"})
    contributor = {"roleAssignments": [{"role": "Contributor", "scope": f"{S}/resourceGroups/rg"}]}
    (found,) = (one for one in findings(contributor, lock) if one.topic == "permissions")
    assert found.subject == f"make locks in {S}/resourceGroups/rg"
    assert (found.verdict, found.judgement.needed) == ("failed", "Microsoft.Authorization/locks/write")
    assert '--role "User Access Administrator"' in found.judgement.request

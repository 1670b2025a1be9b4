"""What a landing zone is made of, from its settings."""

from typing import Any

import pulumi
import pytest
import yaml

from azure_ai_landing_zone import (
    LandingZone,
    LandingZoneSettings,
)
from helpers.offline import SMALL
from helpers.registered import Registered, register
from helpers.settings import stack

ZONE = "training-private-dns-zones-privatelink-blob-core-windows-net"
ALONE: dict[str, Any] = {"logAnalytics": None, "costLimits": None}
"""Without what every zone has."""


def training_zone(**changes: Any) -> Registered:
    text = SMALL.read_text(encoding="utf-8")
    settings = yaml.safe_load(text)["config"]["azure-ai-landing-zone:landingZone"] | changes
    return register(lambda: LandingZone("training", LandingZoneSettings.load(settings, "settings")))


def test_locks_are_on_what_deploying_again_would_not_bring_back() -> None:
    created = {"mode": "create"}
    made = training_zone(
        protection="locked",
        keyVault=created,
        containerRegistry=created,
        searchServices=[{"name": "texts"}],
        lustreDatasets=stack("research")["lustreDatasets"],
        blobCaches=stack("research")["blobCaches"],
    )
    locks = sorted(name for type_, name in made.azure if type_ == "authorization:ManagementLockByScope")
    assert locks == [
        "training-checkpoints-account-lock",
        "training-data-account-lock",
        "training-data-file-system-lock",
        "training-key-vault-vault-lock",
        "training-logs-workspace-lock",
        "training-registry-registry-lock",
        "training-texts-account-lock",
        "training-texts-search-service-lock",
    ]
    assert not set(locks) & set(made.protected)
    assert made.inputs["training-key-vault-vault-lock"] == {
        "level": "CanNotDelete",
        "lockName": "keeps-data",
        "notes": "It holds data. Its Pulumi program made this lock; `protection` there says more.",
        "scope": "/training-key-vault-vault",
    }


def test_training_zone() -> None:
    made = training_zone()
    assert [one for one in made.azure if one[0] != "monitor:DiagnosticSetting"] == [
        ("authorization:RoleAssignment", "training-checkpoints-pretrain-access"),
        ("compute:ProximityPlacementGroup", "training-pretrain-placement-group"),
        ("compute:VirtualMachineScaleSet", "training-pretrain-scale-set"),
        ("consumption:Budget", "training-costs-zone-budget"),
        ("managedidentity:UserAssignedIdentity", "training-pretrain-identity"),
        ("network:NatGateway", "training-network-nat-gateway"),
        ("network:NetworkSecurityGroup", "training-network-endpoints-security-group"),
        ("network:NetworkSecurityGroup", "training-network-pretrain-security-group"),
        ("network:PrivateDnsZoneGroup", "training-checkpoints-blob-zone-group"),
        ("network:PrivateEndpoint", "training-checkpoints-blob-private-endpoint"),
        ("network:PublicIPAddress", "training-network-egress-address"),
        ("network:Subnet", "training-network-endpoints-subnet"),
        ("network:Subnet", "training-network-pretrain-subnet"),
        ("network:VirtualNetwork", "training-network-virtual-network"),
        ("operationalinsights:Workspace", "training-logs-workspace"),
        ("privatedns:PrivateZone", f"{ZONE}-zone"),
        ("privatedns:VirtualNetworkLink", f"{ZONE}-network-link"),
        ("resources:ResourceGroup", "training-resource-group"),
        ("storage:BlobContainer", "training-checkpoints-container"),
        ("storage:BlobServiceProperties", "training-checkpoints-blob-service"),
        ("storage:ManagementPolicy", "training-checkpoints-lifecycle"),
        ("storage:StorageAccount", "training-checkpoints-account"),
    ]
    assert [name for type_, name in made.azure if type_ == "monitor:DiagnosticSetting"] == [
        "training-checkpoints-blob-diagnostics",
        "training-checkpoints-diagnostics",
        "training-logs-diagnostics",
        "training-network-egress-address-diagnostics",
        "training-network-endpoints-security-group-diagnostics",
        "training-network-pretrain-security-group-diagnostics",
        "training-network-virtual-network-diagnostics",
        "training-pretrain-scale-set-diagnostics",
    ]
    assert made.protected == {
        "training-checkpoints-account",
        "training-checkpoints-container",
        "training-logs-workspace",
    }
    assert (
        made.inputs["training-checkpoints-pretrain-access"]["principalId"]
        == made.outputs["training-pretrain-identity"]["principalId"]
    )


def test_nodes_boot_when_their_access_and_the_way_to_the_store_are_there() -> None:
    waits_for = training_zone().dependencies["training-pretrain-scale-set"]
    assert waits_for >= {
        "training-checkpoints-pretrain-access",
        "training-checkpoints-blob-private-endpoint",
        f"{ZONE}-network-link",
        "training-network-pretrain-subnet",
        "training-pretrain-identity",
    }


def test_subnets_are_made_one_after_another() -> None:
    assert (
        "training-network-endpoints-subnet"
        in training_zone().dependencies["training-network-pretrain-subnet"]
    )


def test_absent_sections_are_not_built() -> None:
    made = training_zone(network=None, trainingClusters=[], checkpointStores=[], **ALONE)
    assert made.azure == [("resources:ResourceGroup", "training-resource-group")]


def test_what_exists_is_taken_over() -> None:
    network = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub"
    blob = "privatelink.blob.core.windows.net"
    zone = f"/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/privateDnsZones/{blob}"
    made = training_zone(
        resourceGroup={"mode": "existing", "name": "rg-given"},
        network={
            "mode": "existing",
            "virtualNetworkResourceId": network,
            "endpointSubnetResourceId": f"{network}/subnets/endpoints",
            "subnetResourceIds": {"pretrain": f"{network}/subnets/nodes"},
        },
        privateDnsZones={"dnsZones": {blob: {"mode": "existing", "resourceId": zone}}},
        **ALONE,
    )
    assert [type_ for type_, _ in made.azure] == [
        "authorization:RoleAssignment",
        "compute:ProximityPlacementGroup",
        "compute:VirtualMachineScaleSet",
        "managedidentity:UserAssignedIdentity",
        "network:PrivateDnsZoneGroup",
        "network:PrivateEndpoint",
        "storage:BlobContainer",
        "storage:BlobServiceProperties",
        "storage:ManagementPolicy",
        "storage:StorageAccount",
    ]
    assert (
        made.inputs["training-checkpoints-blob-private-endpoint"]["subnet"]["id"]
        == f"{network}/subnets/endpoints"
    )
    assert made.inputs["training-checkpoints-blob-zone-group"]["privateDnsZoneConfigs"] == [
        {"name": "zone-1", "privateDnsZoneId": zone}
    ]
    assert made.inputs["training-pretrain-scale-set"]["resourceGroupName"] == "rg-given"


def test_records_that_someone_else_writes() -> None:
    made = training_zone(privateDnsZones={"otherDnsZones": {"mode": "policyManaged"}})
    types = {type_ for type_, _ in made.azure}
    assert not types & {
        "privatedns:PrivateZone",
        "privatedns:VirtualNetworkLink",
        "network:PrivateDnsZoneGroup",
    }


def test_warnings_name_settings_as_the_stack_file_does(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: said.append(text))
    text = SMALL.read_text(encoding="utf-8")
    cluster = yaml.safe_load(text)["config"]["azure-ai-landing-zone:landingZone"]["trainingClusters"][0]
    training_zone(trainingClusters=[cluster | {"imageVersion": "latest"}])
    (about_the_image,) = (text for text in said if "is latest" in text)
    assert about_the_image.startswith("`imageVersion` is latest: nodes started at different times differ;")


def test_who_has_to_link_a_network_is_told_which_one() -> None:
    text = SMALL.read_text(encoding="utf-8")
    settings = yaml.safe_load(text)["config"]["azure-ai-landing-zone:landingZone"]
    settings["privateDnsZones"] = {"otherDnsZones": {"mode": "external"}}
    tasks: list[str] = []

    def program() -> None:
        zone = LandingZone("training", LandingZoneSettings.load(settings, "settings"))
        zone.private_dns_tasks.apply(lambda told: tasks.extend(told or []))

    register(program)
    assert [task for task in tasks if task.startswith("link ")] == [
        "link privatelink.blob.core.windows.net to /training-network-virtual-network, unless they ask a DNS "
        "server in a network that is linked"
    ]

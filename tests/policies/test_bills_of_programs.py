"""What a bill takes from the rest of the program."""

from decimal import Decimal
from typing import Any

import pytest

from azure_ai_landing_zone_policies.engine.testing import program
from azure_ai_landing_zone_policies.readers.bills import bills
from helpers.native import native
from policies.billed import EAST, MACHINE, T4, TODAY, charged, scale_set


def test_what_isn_t_known_before_deployment_is_said_so() -> None:
    group = native("resources:ResourceGroup")
    unknown = "${group.x}"
    assert charged(
        {"group": group, "it": native("network:NatGateway", location=unknown, sku={"name": unknown})}
    ) == [("sku.name isn't known before deployment",)]
    nodes = scale_set(1)
    nodes["properties"]["sku"] = {"name": unknown, "capacity": 2}
    assert charged({"group": group, "it": nodes})[0] == ("sku.name isn't known before deployment",)


def test_a_machine_that_is_shut_down_every_evening_runs_part_of_the_month() -> None:
    schedule = native("devtestlab:GlobalSchedule", status="Enabled", targetResourceId="/x/virtualMachines/vm")
    part = round(1 / 730, 6)
    assert charged({"it": MACHINE, "stop": schedule})[0] == (
        "machine",
        T4,
        "eastus",
        part,
        "hoursOfStoppedMachine",
    )
    schedule["properties"]["status"] = "Disabled"
    assert charged({"it": MACHINE, "stop": schedule})[0] == ("machine", T4, "eastus", 1)


def test_a_share_is_paid_for_as_large_as_it_is_made() -> None:
    account = native("storage:StorageAccount", **EAST, accountName="st", kind="FileStorage",
                     sku={"name": "Premium_ZRS"})  # fmt: skip
    share = native("storage:FileShare", accountName="st", shareName="homes", shareQuota=1024)
    assert charged({"account": account, "it": share}) == [("filesPremium", "Premium_ZRS", "eastus", 1024)]


def test_autoscale_says_the_least_and_the_most() -> None:
    setting = native(
        "monitor:AutoscaleSetting",
        targetResourceUri="/x/virtualMachineScaleSets/vmss",
        profiles=[{"capacity": {"minimum": "0", "maximum": "0", "default": "0"}},
                  {"capacity": {"minimum": "2", "maximum": "8", "default": "2"}}],
    )  # fmt: skip
    assert charged({"it": scale_set(4), "scale": setting}) == [
        ("machine", T4, "eastus", (0, 4, 8)),
        ("disk", "P15_LRS", "eastus", (0, 4, 8)),
    ]


def test_provisioned_throughput_is_billed_where_its_account_is() -> None:
    account = native(
        "cognitiveservices:Account", accountName="a", location="swedencentral", kind="AIServices"
    )
    deployment = native(
        "cognitiveservices:Deployment",
        accountName="a",
        sku={"name": "DataZoneProvisionedManaged", "capacity": 30},
        properties={"model": {"format": "OpenAI", "name": "gpt-5.5"}},
    )
    assert charged({"account": account, "it": deployment}) == [
        ("provisionedThroughput", "DataZoneProvisionedManaged", "swedencentral", 30)
    ]
    deployment["properties"]["properties"]["model"]["format"] = "Mistral"
    assert charged({"account": account, "it": deployment}) == [
        ("provisioned throughput of Mistral has meters that aren't known here",)
    ]


def rule(*, enabled: bool = True, **actions: int) -> dict[str, Any]:
    base = {name: {"daysAfterModificationGreaterThan": days} for name, days in actions.items()}
    filters = {"blobTypes": ["blockBlob"], "prefixMatch": ["checkpoints/"]}
    return {"enabled": enabled, "definition": {"actions": {"baseBlob": base}, "filters": filters}}


@pytest.mark.parametrize(
    ("rules", "days"),
    [
        ([], {"blobHot": 365}),
        ([rule(delete=73)], {"blobHot": 73}),
        ([rule(tierToCool=30, tierToArchive=90)], {"blobHot": 30, "blobCool": 60, "blobArchive": 275}),
        ([rule(tierToCool=30), rule(delete=100)], {"blobHot": 30, "blobCool": 70}),
        ([rule(tierToCool=0)], {"blobCool": 365}),
        ([rule(enabled=False, delete=3)], {"blobHot": 365}),
        (
            [{"definition": {"actions": {"baseBlob": {"delete": {"daysAfterCreationGreaterThan": 3}}},
                             "filters": {"blobIndexMatch": [{"name": "n", "op": "==", "value": "v"}]}}}],
            {"blobHot": 365},
        ),
        (
            [{"definition": {"actions": {"baseBlob": {"delete": {"daysAfterCreationGreaterThan": 3}}},
                             "filters": {"prefixMatch": ["runs/let-go/"]}}}],
            {"blobHot": 365},
        ),
    ],
)  # fmt: skip
def test_blobs_lie_where_the_rules_of_lifecycle_put_them(
    rules: list[dict[str, Any]], days: dict[str, int]
) -> None:
    account = native("storage:StorageAccount", **EAST, accountName="st", sku={"name": "Standard_ZRS"})
    policy = native("storage:ManagementPolicy", accountName="st", policy={"rules": rules})
    expected = [
        (tier, "Standard_ZRS", "eastus", round(float(Decimal(each) * 12 / 365), 6), "blobGbWritten")
        for tier, each in days.items()
    ]
    assert charged({"it": account, "rules": policy}) == expected


def test_a_managed_firewall_comes_with_the_first_rule_of_a_domain() -> None:
    workspace = native(
        "machinelearningservices:Workspace",
        **EAST,
        workspaceName="ml",
        managedNetwork={"isolationMode": "AllowOnlyApprovedOutbound", "firewallSku": "Basic"},
    )
    domain = native(
        "machinelearningservices:ManagedNetworkSettingsRule", workspaceName="ml", properties={"type": "FQDN"}
    )
    endpoint = native(
        "machinelearningservices:ManagedNetworkSettingsRule",
        workspaceName="ml",
        properties={"type": "PrivateEndpoint"},
    )
    assert charged({"it": workspace, "endpoint": endpoint}) == []
    assert charged({"it": workspace, "domain": domain}) == [("firewall", "Basic", "eastus", 1)]
    assert charged({"workspace": workspace, "it": endpoint}) == [("privateEndpoint", "", "global", 1)]


@pytest.mark.parametrize(
    ("where", "charges"),
    [
        ("eastus", [("peeringIngress", "", "eastus", 1, "peeringGb"),
                    ("peeringEgress", "", "eastus", 1, "peeringGb")]),
        ("westus", [("between regions it has other meters",)]),
        (None, [("the plan doesn't say whether both of its networks are in one region",)]),
    ],
)  # fmt: skip
def test_a_peering_is_billed_by_where_its_networks_are(
    where: str | None, charges: list[tuple[Any, ...]]
) -> None:
    networks = {"own": native("network:VirtualNetwork", **EAST, virtualNetworkName="own")}
    if where:
        networks["hub"] = native("network:VirtualNetwork", location=where, virtualNetworkName="hub")
    peering = native(
        "network:VirtualNetworkPeering",
        virtualNetworkName="own",
        remoteVirtualNetwork={"id": "/x/virtualNetworks/hub"},
    )
    assert charged(networks | {"it": peering}) == charges


def test_what_passes_a_virtual_hub_is_billed_with_it() -> None:
    connection = native("network:HubVirtualNetworkConnection", virtualHubName="hub", resourceGroupName="wan")
    assert charged({"it": connection}) == [
        ("what passes is billed with the virtual hub, which is the company's",)
    ]


def template(*types: str) -> dict[str, Any]:
    names = ["/".join(["n"] * each.count("/")) for each in types]
    resources = [
        {"type": each, "apiVersion": "2026-01-01", "name": name, "location": "eastus"}
        for each, name in zip(types, names, strict=True)
    ]
    return native(
        "resources:Deployment", properties={"mode": "Incremental", "template": {"resources": resources}}
    )


def test_what_a_template_makes_is_not_taken_for_nothing() -> None:
    assert charged({"it": template("Microsoft.KeyVault/vaults/keys")}) == []
    both = {"it": template("Microsoft.Network/azureFirewalls", "Microsoft.KeyVault/vaults/keys")}
    assert charged(both) == []
    assert [charged(both, name) for name in ("it/n", "it/n/n")] == [
        [
            ("firewall", "Standard", "eastus", 1.0),
            ("firewallData", "Standard", "eastus", 1.0, "firewallGb"),
        ],
        [],
    ]
    linked = native("resources:Deployment", properties={"templateLink": {"uri": "https://x/y.json"}})
    assert charged({"it": linked}) == [("its template isn't in the plan",)]


def test_what_other_packages_make_in_azure_is_named() -> None:
    """Entra's objects cost nothing; of all else nobody here knows the price."""
    made = {
        "scaleSet": {"type": "azure:compute/linuxVirtualMachineScaleSet:LinuxVirtualMachineScaleSet"},
        "vault": {"type": "azapi:index:Resource", "properties": {"type": "Microsoft.KeyVault/vaults"}},
        "app": {"type": "azuread:index/application:Application"},
    }
    found = [(bill.name, [one.unknown for one in bill.charges]) for bill in bills(program(made, TODAY))]
    assert found == [
        ("scaleSet", ["no price is kept of what package azure makes"]),
        ("vault", ["no price is kept of what package azapi makes"]),
    ]


def test_tags_are_kept_for_sums() -> None:
    nat = native("network:NatGateway", **EAST, tags={"costCenter": "4711", "later": "${group.x}"})
    found = list(bills(program({"group": native("resources:ResourceGroup"), "it": nat}, TODAY)))
    assert [bill.tags for bill in found] == [{}, {"costCenter": "4711"}]

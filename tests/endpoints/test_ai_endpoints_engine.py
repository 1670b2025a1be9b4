"""PrivateAIEndpoints on the real engine, with a hub in another subscription."""

import pytest

from helpers.offline import Program, program
from helpers.published_types import refusals

pytestmark = [pytest.mark.engine, pytest.mark.xdist_group("private-ai-endpoints")]

CODE = """
import pulumi
from pulumi_azure_native import Provider, keyvault, network, privatedns, resources, storage

from azure_ai_landing_zone import (
    LinkedNetwork, Naming, PrivateAIEndpoints, PrivateAIEndpointsArgs, PrivateEndpointTarget, Tags,
    DnsZoneCreate, DnsZoneExisting, DnsZoneExternal,
)

HUB = "00000000-0000-0000-0000-000000000002"
VAULT_ZONE = "privatelink.vaultcore.azure.net"
TAGS = Tags(owner="ml-platform@example.com", cost_center="research-4711", environment="dev")

hub = Provider("hub", subscription_id=HUB, location="eastus")
in_hub = pulumi.ResourceOptions(provider=hub)
hub_group = resources.ResourceGroup("hub-group", resource_group_name="rg-hub", location="eastus", opts=in_hub)
hub_zone = privatedns.PrivateZone("hub-zone", private_zone_name=VAULT_ZONE, location="global",
    resource_group_name=hub_group.name, opts=in_hub)
theirs = storage.StorageAccount("theirs", account_name="sttheirs0001", resource_group_name=hub_group.name,
    location="eastus", kind="StorageV2", sku=storage.SkuArgs(name="Standard_LRS"), opts=in_hub)

group = resources.ResourceGroup("group", resource_group_name="rg-dev", location="eastus")
spoke = network.VirtualNetwork("spoke", virtual_network_name="vnet-dev", resource_group_name=group.name,
    location="eastus", address_space=network.AddressSpaceArgs(address_prefixes=["10.40.0.0/16"]))
subnet = network.Subnet("endpoints", subnet_name="snet-endpoints", virtual_network_name=spoke.name,
    resource_group_name=group.name, address_prefix="10.40.0.0/26", default_outbound_access=False)
data = storage.StorageAccount("data", account_name="stdata0001", resource_group_name=group.name,
    location="eastus", kind="StorageV2", sku=storage.SkuArgs(name="Standard_LRS"))
keys = keyvault.Vault("keys", vault_name="kv-keys-0001", resource_group_name=group.name, location="eastus",
    properties=keyvault.VaultPropertiesArgs(tenant_id="00000000-0000-0000-0000-00000000000a",
        sku=keyvault.SkuArgs(family="A", name="standard"), enable_rbac_authorization=True,
        access_policies=[]))


def target(key, service, resource, **more):
    return PrivateEndpointTarget(key=key, service=service, target_resource_id=resource.id,
        subnet_resource_id=subnet.id, **more)


private = PrivateAIEndpoints("private", PrivateAIEndpointsArgs(
    location="eastus", naming=Naming(suffix="x1"), tags=TAGS, resource_group_name=group.name,
    networks=[LinkedNetwork(name="spoke", virtual_network_resource_id=spoke.id)],
    dns_zones={
        VAULT_ZONE: DnsZoneExisting(mode="existing", link_networks=True, resource_id=
            f"/subscriptions/{HUB}/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/{VAULT_ZONE}"),
        "privatelink.file.core.windows.net": DnsZoneExternal(mode="external"),
    },
    other_dns_zones=DnsZoneCreate(mode="create"),
    endpoints=[
        target("data", "storage", data, subresources=["blob", "dfs", "file"]),
        target("keys", "keyVault", keys),
        target("theirs", "storage", theirs, subresources=["queue"], request_message="for team vision"),
    ],
), pulumi.ResourceOptions(depends_on=[hub_zone]), hub_provider=hub)
pulumi.export("report", private.hub_report)
pulumi.export("records", private.records)
"""

OF_THE_COMPONENT = [
    ("network:PrivateDnsZoneGroup", "private-data-blob-zone-group"),
    ("network:PrivateDnsZoneGroup", "private-data-dfs-zone-group"),
    ("network:PrivateDnsZoneGroup", "private-keys-vault-zone-group"),
    ("network:PrivateDnsZoneGroup", "private-theirs-queue-zone-group"),
    ("network:PrivateEndpoint", "private-data-blob-private-endpoint"),
    ("network:PrivateEndpoint", "private-data-dfs-private-endpoint"),
    ("network:PrivateEndpoint", "private-data-file-private-endpoint"),
    ("network:PrivateEndpoint", "private-keys-vault-private-endpoint"),
    ("network:PrivateEndpoint", "private-theirs-queue-private-endpoint"),
    ("privatedns:PrivateZone", "private-privatelink-blob-core-windows-net-zone"),
    ("privatedns:PrivateZone", "private-privatelink-dfs-core-windows-net-zone"),
    ("privatedns:PrivateZone", "private-privatelink-queue-core-windows-net-zone"),
    ("privatedns:VirtualNetworkLink", "private-privatelink-blob-core-windows-net-spoke-link"),
    ("privatedns:VirtualNetworkLink", "private-privatelink-dfs-core-windows-net-spoke-link"),
    ("privatedns:VirtualNetworkLink", "private-privatelink-queue-core-windows-net-spoke-link"),
    ("privatedns:VirtualNetworkLink", "private-privatelink-vaultcore-azure-net-spoke-link"),
]


@pytest.fixture(scope="module")
def created(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A network with endpoints and a hub in another subscription; the tests leave it as it is."""
    started = program(tmp_path_factory.mktemp("private"), CODE)
    started.up()
    return started


def test_it_comes_up_as_planned_and_stays_as_it_is(created: Program) -> None:
    ours = {
        (resource["type"].removeprefix("azure-native:"), resource["urn"].split("::")[-1]): resource
        for resource in created.resources()
        if "PrivateAIEndpoints" in resource.get("parent", "") and resource["custom"]
    }
    assert sorted(ours) == OF_THE_COMPONENT
    hub_link = ours["privatedns:VirtualNetworkLink", "private-privatelink-vaultcore-azure-net-spoke-link"]
    assert hub_link["id"].startswith(
        "/subscriptions/00000000-0000-0000-0000-000000000002/resourceGroups/rg-hub/"
    )
    pending = ours["network:PrivateEndpoint", "private-theirs-queue-private-endpoint"]["outputs"]
    (connection,) = pending["manualPrivateLinkServiceConnections"]
    assert connection["privateLinkServiceConnectionState"]["status"] == "Pending"
    created.up("--skip-preview", "--expect-no-changes")
    created.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")


def test_what_is_left_to_others_is_an_output(created: Program) -> None:
    outputs = created.outputs()
    (address,) = [
        resource["outputs"]["customDnsConfigs"][0]["ipAddresses"][0]
        for resource in created.resources()
        if resource["urn"].endswith("::private-data-file-private-endpoint")
    ]
    assert outputs["records"] == [
        {"zone": "privatelink.file.core.windows.net", "name": "stdata0001", "addresses": [address]}
    ]
    zone = "privatelink.vaultcore.azure.net"
    assert outputs["report"].splitlines() == [
        "zone: create the private DNS zone privatelink.file.core.windows.net, and in it the A records that "
        "this stack outputs",
        "link: link privatelink.file.core.windows.net to spoke, unless they ask a DNS server in a network "
        "that is linked",
        "role: give who deploys the role Private DNS Zone Contributor on /subscriptions/"
        "00000000-0000-0000-0000-000000000002/resourceGroups/rg-hub/providers/Microsoft.Network/"
        f"privateDnsZones/{zone}",
        "approval: approve the connection of endpoint theirs-queue on theirs, with "
        "Microsoft.Storage/storageAccounts/privateEndpointConnectionsApproval/action there; nothing gets "
        "through before",
        f"record A: stdata0001 in privatelink.file.core.windows.net is {address}",
    ]


def test_azure_would_accept_every_resource(created: Program) -> None:
    assert refusals(created.resources()) == []

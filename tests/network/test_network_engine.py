"""A hub in one subscription and spokes in another, on the real engine."""

from pathlib import Path

import pytest

from helpers.offline import program
from helpers.published_types import refusals

pytestmark = pytest.mark.engine

CODE = """
import pulumi
import pulumi_azure_native as azure
from pulumi_azure_native import resources

from azure_ai_landing_zone.network.bastion import BastionCreate, BastionExisting
from azure_ai_landing_zone.network.firewall import FirewallCreate
from azure_ai_landing_zone.network.hub import HubNetwork, HubNetworkArgs
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.network.network import Network, NetworkArgs
from azure_ai_landing_zone.network.settings import HubConnection, VirtualHubConnection
from azure_ai_landing_zone.network.settings import VirtualHubRouteTables
from azure_ai_landing_zone.network.settings import NetworkSubnet, UsedRange
from azure_ai_landing_zone.network.planning.addresses import delegated_addresses, lustre_addresses

connectivity = azure.Provider("connectivity", subscription_id="00000000-0000-0000-0000-00000000000c")
theirs = pulumi.ResourceOptions(provider=connectivity)
hub_group = resources.ResourceGroup("hub", resource_group_name="rg-hub", location="eastus", opts=theirs)
group = resources.ResourceGroup("spoke", resource_group_name="rg-spoke", location="eastus")
common = {"location": "eastus", "naming": Naming(suffix="x1")}
premises = [UsedRange(address_range="10.128.0.0/9", used_by="on-premises network hq")]

hub = HubNetwork(
    "hub",
    HubNetworkArgs(
        **common,
        resource_group_name=hub_group.name,
        address_space="10.0.0.0/24",
        spoke_ranges=["10.32.0.0/11"],
        used_ranges=premises,
        firewall=FirewallCreate(mode="create", forced_tunneling=True),
        bastion=BastionCreate(mode="create"),
        gateway_room=True,
    ),
    theirs,
)
agents = "Microsoft.App/environments"
spoke = Network(
    "spoke",
    NetworkArgs(
        **common,
        resource_group_name=group.name,
        address_space="10.40.0.0/16",
        subnets=[
            NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=59),
            NetworkSubnet(name="pretrain", purpose="nodes", addresses=100),
            NetworkSubnet(name="serving", purpose="kubernetes", addresses=60, pod_range="10.244.0.0/16"),
            NetworkSubnet(name="scratch", purpose="lustre", addresses=lustre_addresses(48)),
            NetworkSubnet(
                name="agents", purpose="delegated", addresses=delegated_addresses(agents), delegation=agents
            ),
        ],
        egress="firewall",
        used_ranges=premises,
        bastion=BastionExisting(mode="existing", address_range=hub.bastion_address_range),
        hub=HubConnection(
            address_ranges=hub.address_ranges,
            virtual_network_resource_id=hub.virtual_network_resource_id,
            firewall_private_ip_address=hub.firewall_private_ip_address,
        ),
    ),
    hub_provider=connectivity,
)
alone = Network(
    "alone",
    NetworkArgs(
        **common,
        resource_group_name=group.name,
        address_space="10.41.0.0/16",
        additional_address_spaces=["10.42.0.0/24"],
        subnets=[
            NetworkSubnet(name="machines", purpose="machines", addresses=20),
            NetworkSubnet(name="compute", purpose="machineLearning", addresses=50),
        ],
        bastion=BastionCreate(mode="create", people_ranges=["20.50.0.0/16"]),
        hub=HubConnection(
            hub_side="commands",
            address_ranges=hub.address_ranges,
            virtual_network_resource_id=hub.virtual_network_resource_id,
        ),
    ),
)
wan = azure.network.VirtualWan(
    "wan", resource_group_name=hub_group.name, virtual_wan_name="wan", location="eastus", opts=theirs
)
virtual_hub = azure.network.VirtualHub(
    "virtual-hub",
    resource_group_name=hub_group.name,
    virtual_hub_name="virtual-hub",
    location="eastus",
    address_prefix="10.1.0.0/23",
    virtual_wan=azure.network.SubResourceArgs(id=wan.id),
    opts=theirs,
)
for name, more, number in (
    ("secured", {"egress": "firewall"}, 43),
    ("isolated", {"route_tables": VirtualHubRouteTables(propagated=["noneRouteTable"])}, 44),
):
    Network(
        name,
        NetworkArgs(
            **common,
            resource_group_name=group.name,
            address_space=f"10.{number}.0.0/16",
            subnets=[
                NetworkSubnet(name="nodes", purpose="nodes", addresses=100),
                NetworkSubnet(name="machines", purpose="machines", addresses=20),
            ],
            egress=more.get("egress", "natGateway"),
            hub=VirtualHubConnection(
                address_ranges=["10.1.0.0/23"],
                virtual_hub_resource_id=virtual_hub.id,
                route_tables=more.get("route_tables"),
            ),
        ),
        hub_provider=connectivity,
    )
pulumi.export("commands", alone.hub_commands)
pulumi.export("prefixes", spoke.subnet_prefixes)
pulumi.export("firewall", hub.firewall_private_ip_address)
"""

HUB = "--subscription 00000000-0000-0000-0000-00000000000c --resource-group rg-hub --vnet-name vnet-ai-hub-x1"
ALONE = (
    "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-spoke/providers/Microsoft.Network"
    "/virtualNetworks/vnet-ai-alone-x1"
)


def test_hub_and_spokes_come_up_stay_and_go(tmp_path: Path) -> None:
    made = program(tmp_path, CODE)
    made.up()
    made.up("--expect-no-changes", "--skip-preview")
    assert made.outputs() == {
        "commands": [
            f"az network vnet peering create {HUB} --name peer-ai-alone-x1 --remote-vnet {ALONE} "
            "--allow-vnet-access true --allow-forwarded-traffic false --allow-gateway-transit true",
            f"az network vnet peering sync {HUB} --name peer-ai-alone-x1",
        ],
        "prefixes": {
            "agents": "10.40.4.0/24",
            "endpoints": "10.40.0.0/26",
            "pretrain": "10.40.1.0/25",
            "scratch": "10.40.3.0/25",
            "serving": "10.40.2.0/25",
        },
        "firewall": "10.0.0.4",
    }
    in_hub = {
        resource["urn"].split("::")[-1]
        for resource in made.resources()
        if "00000000000c" in str(resource.get("id"))
    }
    assert in_hub == {
        "hub",
        "hub-bastion-address",
        "hub-bastion-host",
        "hub-bastion-security-group",
        "hub-bastion-subnet",
        "hub-firewall-address",
        "hub-firewall-appliance",
        "hub-firewall-management-address",
        "hub-firewall-management-subnet",
        "hub-firewall-policy",
        "hub-firewall-rules",
        "hub-firewall-subnet",
        "hub-gateway-route-table",
        "hub-gateway-subnet",
        "hub-virtual-network",
        "isolated-virtual-hub-connection",
        "secured-virtual-hub-connection",
        "spoke-hub-side-peering",
        "virtual-hub",
        "wan",
    }
    # The hub's half learns of ours with a refresh only; that leaves no change behind.
    made.pulumi("refresh", "--yes", "--skip-preview")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    made.up("--expect-no-changes", "--skip-preview")
    up = made.resources()
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert made.resources() == []
    assert refusals(up) == []


PINS = """
from pulumi_azure_native import resources

from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.network.network import Network, NetworkArgs
from azure_ai_landing_zone.network.settings import NetworkSubnet

group = resources.ResourceGroup("group", resource_group_name="rg", location="eastus")
Network(
    "net",
    NetworkArgs(
        location="eastus",
        naming=Naming(suffix="x1"),
        resource_group_name=group.name,
        address_space="10.40.0.0/16",
        {more}
    ),
)
"""

FIRST = """subnets=[
            NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=59),
            NetworkSubnet(name="pretrain", purpose="nodes", addresses=100),
        ],"""
THEN = """subnets=[
            NetworkSubnet(name="serving", purpose="kubernetes", addresses=500),
            NetworkSubnet(name="pretrain", purpose="nodes", addresses=120),
            NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=20),
        ],
        pinned_prefixes={"endpoints": "10.40.0.0/26", "pretrain": "10.40.1.0/25"},"""


def test_pinned_subnets_stay_while_others_come(tmp_path: Path) -> None:
    made = program(tmp_path, PINS.replace("{more}", FIRST))
    made.up("--skip-preview")
    before = {
        resource["urn"]: resource["inputs"] for resource in made.resources() if "Subnet" in resource["type"]
    }
    assert [inputs["addressPrefix"] for inputs in before.values()] == ["10.40.0.0/26", "10.40.1.0/25"]
    (tmp_path / "__main__.py").write_text(PINS.replace("{more}", THEN), encoding="utf-8")
    made.up()
    after = {
        resource["urn"]: resource["inputs"] for resource in made.resources() if "Subnet" in resource["type"]
    }
    assert {urn: after[urn] for urn in before} == before
    assert len(after) == 3

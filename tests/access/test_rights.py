"""What deployers need outside of their resource group, against what our stacks make there."""

import re
from typing import Any

import pytest

import before_azure
import recorded
import rights_docs
from helpers.settings import stack


def resource(id_: str, name: str = "one", **inputs: Any) -> dict[str, Any]:
    return {"urn": f"zone$azure-native:x:Y::{name}", "id": id_, "inputs": inputs}


OWN = "/subscriptions/s/resourceGroups/own"
HUB = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub"
WAN_HUB = "/subscriptions/s/resourceGroups/wan/providers/Microsoft.Network/virtualHubs/hub"


def test_the_table_is_fresh() -> None:
    assert rights_docs.FILE.read_text(encoding="utf-8") == rights_docs.page(), "run make docs"


def test_what_lies_elsewhere_is_written_there_and_what_is_joined_is_joined() -> None:
    own = resource(OWN)
    inside = resource(f"{OWN.lower()}/providers/Microsoft.Network/virtualNetworks/own")
    peering = resource(f"{HUB}/virtualNetworkPeerings/back", "back")
    there = resource(
        f"{inside['id']}/virtualNetworkPeerings/there", "there", remoteVirtualNetwork={"id": HUB}
    )
    budget = resource("/subscriptions/s/providers/Microsoft.Consumption/budgets/b", "budget")
    table = f"{WAN_HUB}/hubRouteTables/isolated"
    connection = resource(
        f"{WAN_HUB}/hubVirtualNetworkConnections/c",
        "connection",
        remoteVirtualNetwork={"id": inside["id"]},
        routingConfiguration={"associatedRouteTable": {"id": table}},
    )
    assert rights_docs.elsewhere([own, inside, peering, there, budget, connection]) == {
        (WAN_HUB, "Microsoft.Network/virtualHubs/hubVirtualNetworkConnections/*"): ["connection"],
        (table, "Microsoft.Network/virtualHubs/hubRouteTables/read"): ["connection"],
        (HUB, "Microsoft.Network/virtualNetworks/virtualNetworkPeerings/*"): ["back"],
        (HUB, "Microsoft.Network/virtualNetworks/peer/action"): ["there"],
        ("/subscriptions/s", "Microsoft.Consumption/budgets/*"): ["budget"],
    }


@pytest.mark.parametrize("deployer", ["hub", "prod"])
def test_bootstrap_gives_its_deployers_what_their_stacks_need_and_no_more(deployer: str) -> None:
    (item,) = (one for one in stack("bootstrap")["deployers"] if one["name"] == deployer)
    given = {action for right in item["rightsElsewhere"] for action in right["actions"]}
    needed = {action for _, action in rights_docs.elsewhere(recorded.resources(deployer))}
    assert given == needed
    roles = rights_docs.given(deployer)
    assert item["mayAssignToGroups"] == roles["Group"]
    assert item["mayAssignToWorkloads"] == roles["ServicePrincipal"]


def test_bootstrap_registers_what_the_stacks_of_its_deployers_need_and_no_more() -> None:
    asked = [before_azure.demand(deployer) for deployer in ("hub", "prod")]
    assert stack("bootstrap")["registrations"] == {
        "resourceProviders": sorted({name for one in asked for name in before_azure.to_register(one)}),
        "features": sorted({name for one in asked for name in one.features}),
    }


def test_no_name_of_one_deployment_but_a_group_s_is_in_the_table() -> None:
    assert re.findall(r"/subscriptions/\S+", rights_docs.page()) == []

"""Whether role assignments let somebody do something."""

from __future__ import annotations

import pytest

from azure_simulator.access import linked_actions, role_definitions
from azure_simulator.access.evaluation import Assignment, Permissions, allowed

WRITE = "Microsoft.Network/virtualNetworks/write"
GROUP = "/subscriptions/s/resourceGroups/rg"
NETWORK = f"{GROUP}/providers/Microsoft.Network/virtualNetworks/v"


def given(scope: str, *actions: str, without: tuple[str, ...] = ()) -> Assignment:
    return Assignment("me", (Permissions(actions, without),), scope)


@pytest.mark.parametrize(
    ("assignments", "expected"),
    [
        ([], False),
        ([given("/", "*")], True),
        ([given("/subscriptions/S", "microsoft.network/*")], True),
        ([given(GROUP, "*/write")], True),
        ([given(GROUP, "*/read")], False),
        ([given("/subscriptions/s/resourceGroups/rg2", "*")], False),
        ([given("/subscriptions/s/resourceGroups/r", "*")], False),  # a name that begins like it
        ([given(f"{NETWORK}/subnets/n", "*")], False),
        ([given(GROUP, "*", without=("Microsoft.Network/*/write",))], False),
        # NotActions are no denial: another role may allow what one leaves out
        ([given(GROUP, "*", without=("*/write",)), given(GROUP, WRITE)], True),
        ([Assignment("you", (Permissions(("*",)),), "/")], False),
    ],
)
def test_allowed(assignments: list[Assignment], expected: bool) -> None:
    assert allowed(assignments, "ME", WRITE, NETWORK) is expected


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ({}, False),
        ({"team": ["ME"]}, True),
        ({"team": ["platform"], "platform": ["me"]}, True),
        ({"team": ["you"], "platform": ["me"]}, False),
        ({"team": ["platform"], "platform": ["team"]}, False),  # each in the other
    ],
)
def test_what_a_group_has_its_members_have(groups: dict[str, list[str]], expected: bool) -> None:
    held = [Assignment("Team", (Permissions(("*",)),), "/")]
    assert allowed(held, "me", WRITE, NETWORK, groups=groups) is expected


@pytest.mark.parametrize(
    ("role", "action", "expected"),
    [
        ("Owner", "Microsoft.Authorization/roleAssignments/write", True),
        ("Contributor", "Microsoft.Authorization/roleAssignments/write", False),
        ("Contributor", "Microsoft.Authorization/roleAssignments/read", True),
        ("Contributor", "Microsoft.Network/virtualNetworks/peer/action", True),
        ("reader", WRITE, False),
        ("Network Contributor", WRITE, True),
        ("Network Contributor", "Microsoft.Compute/virtualMachines/write", False),
        ("f58310d9-a9f6-439a-9e8d-f62e7b41a168", "Microsoft.Authorization/roleAssignments/write", True),
    ],
)
def test_built_in_roles(role: str, action: str, expected: bool) -> None:
    found = role_definitions.find(role)
    assert found is not None
    assert found.permissions.allow(action) is expected


def test_what_it_takes_to_refer_to_something() -> None:
    link = "Microsoft.Network/privateDnsZones/virtualNetworkLinks"
    network = "Microsoft.Network/virtualNetworks"
    peering, endpoint = f"{network}/virtualNetworkPeerings", "Microsoft.Network/privateEndpoints"
    vault = "Microsoft.KeyVault/vaults"
    assert [
        linked_actions.needed(link, network, "virtualNetwork.id"),
        linked_actions.needed(peering, network, "remoteVirtualNetwork.id"),
        linked_actions.needed("Microsoft.Compute/disks", network, "diskAccessId"),
        linked_actions.needed(endpoint, vault, "privateLinkServiceConnections[0].privateLinkServiceId"),
        linked_actions.needed(endpoint, vault, "manualPrivateLinkServiceConnections[0].privateLinkServiceId"),
    ] == [
        f"{network}/join/action",
        f"{network}/peer/action",
        None,
        f"{vault}/privateEndpointConnectionsApproval/action",
        None,
    ]

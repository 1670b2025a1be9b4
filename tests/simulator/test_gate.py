"""What Azure Resource Manager refuses before a resource provider sees a request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from azure_simulator.cloud.arm import DEPLOYER_OBJECT_ID
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.provider.server import SimulatedAzure
from simulator.conftest import Made
from simulator.samples import SUBSCRIPTION

GROUP = "azure-native:resources:ResourceGroup"
NETWORK = "azure-native:network:VirtualNetwork"
LOCK = "azure-native:authorization:ManagementLockByScope"
ASSIGNMENT = "azure-native:authorization:RoleAssignment"
CLIENT = (
    "The client '4d3f4327-cfcf-5817-9a77-5a26c1e648a9' with object id '00000000-0000-0000-0000-000000000003'"
)
SPACE = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}}
NETWORK_ID = f"{SUBSCRIPTION}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v"


@pytest.fixture
def client_of(tmp_path: Path, connect: Any) -> Iterator[Callable[..., Any]]:
    """`client_of(roleAssignments=…)`: the group `rg` with the network `v` is there before these hold."""
    running: list[SimulatedAzure] = []

    def made(**settings: Any) -> Any:
        with SimulatedAzure(tmp_path) as azure:
            client = connect(azure)
            client.create(GROUP, "rg", resourceGroupName="rg")
            client.create(NETWORK, "v", resourceGroupName="rg", virtualNetworkName="v", **SPACE)
        running.append(SimulatedAzure(tmp_path, settings=SubscriptionSettings(**settings)).__enter__())
        return connect(running[0])

    yield made
    for azure in running:
        azure.__exit__(None, None, None)


def unauthorized(action: str, scope: str) -> str:
    return (
        f'Status=403 Code="AuthorizationFailed" Message="{CLIENT} does not have authorization to perform '
        "action "
        f"'{action}' over scope '{scope}' or the scope is invalid. If access was recently granted, please "
        'refresh your credentials."'
    )


def test_who_may_not_write_is_told_the_action(client_of: Any, refused: Any) -> None:
    client = client_of(roleAssignments=[{"role": "Reader", "scope": "/"}])
    other = f"{SUBSCRIPTION}/resourceGroups/rg2"
    with refused(unauthorized("Microsoft.Resources/subscriptions/resourceGroups/write", other)):
        client.create(GROUP, "rg2", resourceGroupName="rg2")


def test_who_may_not_even_look(client_of: Any, refused: Any) -> None:
    client = client_of(
        roleAssignments=[{"role": "Contributor", "scope": f"{SUBSCRIPTION}/resourceGroups/rg"}]
    )
    other = f"{SUBSCRIPTION}/resourceGroups/rg2"
    action = "Microsoft.Resources/subscriptions/resourceGroups/read"
    with refused(
        f"cannot check existence of resource '{other}': status code 403, "
        f'{{"error":{{"code":"AuthorizationFailed","message":"{CLIENT} does not have authorization to '
        f"perform action '{action}' over scope '{other}' or the scope is invalid. If access was recently "
        "granted, "
        'please refresh your credentials."}}'
    ):
        client.create(GROUP, "rg2", resourceGroupName="rg2")


def test_a_contributor_assigns_no_roles_and_a_role_that_is_assigned_later_counts(
    client_of: Any, refused: Any
) -> None:
    contributor = {"role": "Contributor", "scope": "/"}
    client = client_of(roleAssignments=[contributor])
    inputs = {
        "roleAssignmentName": "6a0b4a0b-0000-0000-0000-000000000001",
        "scope": NETWORK_ID,
        "principalId": "00000000-0000-0000-0000-000000000003",
        "principalType": "ServicePrincipal",
        "roleDefinitionId": f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/"
        "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
    }
    id_ = f"{NETWORK_ID}/providers/Microsoft.Authorization/roleAssignments/{inputs['roleAssignmentName']}"
    with refused(unauthorized("Microsoft.Authorization/roleAssignments/write", id_)):
        client.create(ASSIGNMENT, "a", **inputs)


def test_what_a_program_was_given_counts(tmp_path: Path, connect: Any, refused: Any) -> None:
    definitions = f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions"
    role = f"{definitions}/00000000-0000-0000-0000-0000000000aa"
    with SimulatedAzure(tmp_path) as azure:
        client = connect(azure)
        client.create(GROUP, "rg", resourceGroupName="rg")
        client.create(
            "azure-native:authorization:RoleDefinition",
            "networks",
            roleDefinitionId="00000000-0000-0000-0000-0000000000aa",
            roleName="networks",
            scope=SUBSCRIPTION,
            assignableScopes=[SUBSCRIPTION],
            permissions=[
                {
                    "actions": ["*/read", "Microsoft.Network/virtualNetworks/*"],
                    "notActions": ["Microsoft.Network/virtualNetworks/subnets/write"],
                }
            ],
        )
        client.create(
            ASSIGNMENT,
            "a",
            roleAssignmentName="6a0b4a0b-0000-0000-0000-000000000001",
            scope=SUBSCRIPTION,
            principalId="00000000-0000-0000-0000-000000000003",
            principalType="ServicePrincipal",
            roleDefinitionId=role,
        )
    with SimulatedAzure(tmp_path, settings=SubscriptionSettings(role_assignments=())) as azure:
        client = connect(azure)
        client.create(NETWORK, "v", resourceGroupName="rg", virtualNetworkName="v", **SPACE)
        with refused(
            unauthorized("Microsoft.Network/virtualNetworks/subnets/write", f"{NETWORK_ID}/subnets/n")
        ):
            client.create(
                "azure-native:network:Subnet",
                "n",
                resourceGroupName="rg",
                virtualNetworkName="v",
                subnetName="n",
                addressPrefix="10.0.0.0/24",
            )


@pytest.mark.parametrize("of_theirs", [True, False])
def test_who_deploys_has_what_a_group_of_theirs_has(client_of: Any, refused: Any, of_theirs: bool) -> None:
    team, deployers = (f"6a0b4a0b-0000-0000-0000-00000000000{number}" for number in (1, 2))
    groups = {deployers: [DEPLOYER_OBJECT_ID], team: [deployers] if of_theirs else []}
    rights = [{"role": "Reader", "scope": "/"}, {"role": "Contributor", "scope": "/", "principalId": team}]
    client = client_of(roleAssignments=rights, groups=groups)
    network = {"resourceGroupName": "rg", "virtualNetworkName": "w", **SPACE}
    if of_theirs:
        client.create(NETWORK, "w", **network)
        return
    with refused(unauthorized("Microsoft.Network/virtualNetworks/write", f"{NETWORK_ID[:-1]}w")):
        client.create(NETWORK, "w", **network)


def test_a_group_has_object_ids() -> None:
    with pytest.raises(ValueError, match="expected an object id, such as 00000000"):
        SubscriptionSettings.model_validate({"groups": {"team": []}})


def test_to_peer_takes_a_right_on_the_other_network(client_of: Any, refused: Any) -> None:
    rg2 = f"{SUBSCRIPTION}/resourceGroups/rg2"
    client = client_of(
        roleAssignments=[{"role": "Reader", "scope": "/"}, {"role": "Contributor", "scope": rg2}],
        existing=[
            {"id": f"{rg2}/providers/Microsoft.Network/virtualNetworks/w", "location": "eastus"}
            | {"properties": {"addressSpace": {"addressPrefixes": ["10.1.0.0/16"]}}}
        ],
    )
    peering = f"{rg2}/providers/Microsoft.Network/virtualNetworks/w/virtualNetworkPeerings/p"
    kind = "Microsoft.Network/virtualNetworks"
    with refused(
        f'Status=403 Code="LinkedAuthorizationFailed" Message="{CLIENT} has permission to perform action '
        f"'{kind}/virtualNetworkPeerings/write' on scope '{peering}'; however, it does not have permission "
        "to "
        f"perform action '{kind}/peer/action' on the linked scope(s) '{NETWORK_ID}' or the linked scope(s) "
        "are "
        'invalid."'
    ):
        client.create(
            "azure-native:network:VirtualNetworkPeering",
            "p",
            resourceGroupName="rg2",
            virtualNetworkName="w",
            virtualNetworkPeeringName="p",
            remoteVirtualNetwork={"id": NETWORK_ID},
        )


def test_to_connect_with_a_virtual_hub_takes_a_right_on_the_own_network(client_of: Any, refused: Any) -> None:
    wan = f"{SUBSCRIPTION}/resourceGroups/wan"
    hub = f"{wan}/providers/Microsoft.Network/virtualHubs/hub"
    client = client_of(
        roleAssignments=[{"role": "Reader", "scope": "/"}, {"role": "Contributor", "scope": wan}],
        existing=[{"id": hub, "location": "eastus", "addressPrefix": "10.1.0.0/23"}],
    )
    kind = "Microsoft.Network/virtualHubs/hubVirtualNetworkConnections"
    with refused(
        f'Status=403 Code="LinkedAuthorizationFailed" Message="{CLIENT} has permission to perform action '
        f"'{kind}/write' on scope '{hub}/hubVirtualNetworkConnections/c'; however, it does not have "
        "permission to perform action 'Microsoft.Network/virtualNetworks/peer/action' on the linked scope(s) "
        f"'{NETWORK_ID}' or the linked scope(s) are invalid.\""
    ):
        client.create(
            "azure-native:network:HubVirtualNetworkConnection",
            "c",
            resourceGroupName="wan",
            virtualHubName="hub",
            connectionName="c",
            remoteVirtualNetwork={"id": NETWORK_ID},
        )


def test_a_provider_has_to_be_registered(client_of: Any, refused: Any) -> None:
    client = client_of(providers=["Microsoft.Stor*"])
    client.create(GROUP, "rg2", resourceGroupName="rg2")  # Microsoft.Resources always is
    with refused(
        'Status=409 Code="MissingSubscriptionRegistration" Message="The subscription is not registered to '
        "use "
        "namespace 'Microsoft.Network'. See https://aka.ms/rps-not-found for how to register subscriptions.\""
    ):
        client.create(NETWORK, "w", resourceGroupName="rg", virtualNetworkName="w", **SPACE)


@pytest.mark.parametrize(
    ("scope", "level", "writes", "deletes"),
    [
        (NETWORK_ID, "CanNotDelete", True, False),
        (NETWORK_ID, "ReadOnly", False, False),
        (SUBSCRIPTION, "CanNotDelete", True, False),
        (f"{SUBSCRIPTION}/resourceGroups/rg2", "ReadOnly", True, True),
    ],
)
def test_locks(client_of: Any, refused: Any, scope: str, level: str, writes: bool, deletes: bool) -> None:
    client = client_of(locks=[{"scope": scope, "level": level}])
    _, inputs, outputs = client.read(NETWORK, NETWORK_ID)

    network = Made(NETWORK, "v", NETWORK_ID, inputs, outputs)

    def locked(operation: str) -> str:
        return (
            f'Status=409 Code="ScopeLocked" Message="The scope \'{NETWORK_ID}\' cannot perform {operation} '
            f"operation because following scope(s) are locked: '{scope}'. Please remove the lock and try "
            'again."'
        )

    if writes:
        client.update(network, **{**inputs, "tags": {"a": "b"}})
    else:
        with refused(locked("write")):
            client.update(network, **{**inputs, "tags": {"a": "b"}})
    if deletes:
        client.delete(network)
    else:
        with refused(locked("delete")):
            client.delete(network)


def test_what_is_locked_keeps_its_group(client_of: Any) -> None:
    client = client_of(locks=[{"scope": NETWORK_ID, "level": "CanNotDelete"}])

    id_ = f"{SUBSCRIPTION}/resourceGroups/rg"
    with pytest.raises(Exception, match="following scope\\(s\\) are locked"):
        client.delete(Made(GROUP, "rg", id_, {}, {}))


def test_a_lock_that_is_made_counts_for_all_below_it_and_goes_by_itself(client_of: Any, refused: Any) -> None:
    client = client_of()
    role = "/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7"
    given = client.create(
        ASSIGNMENT,
        "a",
        scope=NETWORK_ID,
        roleAssignmentName="11111111-1111-1111-1111-111111111111",
        roleDefinitionId=role,
        principalId="22222222-2222-2222-2222-222222222222",
        principalType="Group",
    )
    lock = client.create(LOCK, "l", scope=NETWORK_ID, lockName="keeps", level="CanNotDelete", notes="data")
    assert lock.id == f"{NETWORK_ID}/providers/Microsoft.Authorization/locks/keeps"
    with refused(
        f'Status=409 Code="ScopeLocked" Message="The scope \'{given.id}\' cannot perform delete operation '
        f"because following scope(s) are locked: '{NETWORK_ID}'. Please remove the lock and try again.\""
    ):
        client.delete(given)
    client.delete(lock)
    client.delete(given)


@pytest.mark.parametrize(
    ("rule", "denied"),
    [
        ({"field": "type", "equals": "microsoft.network/virtualnetworks"}, True),
        ({"field": "location", "notIn": ["eastus"]}, False),
        ({"field": "location", "notIn": ["westus"]}, True),
        ({"field": "tags['owner']", "exists": "false"}, True),
        ({"field": "name", "like": "vnet-*"}, False),
        ({"not": {"field": "name", "like": "vnet-*"}}, True),
        ({"field": "Microsoft.Network/virtualNetworks/enableDdosProtection", "notEquals": True}, True),
        (
            {"field": "Microsoft.Network/virtualNetworks/addressSpace.addressPrefixes[*]", "like": "10.*"},
            True,
        ),
        ({"field": "Microsoft.Storage/storageAccounts/sku.name", "exists": True}, False),
        ({"allOf": [{"field": "type", "contains": "network"}, {"field": "kind", "exists": True}]}, False),
        ({"anyOf": [{"field": "type", "contains": "network"}, {"field": "kind", "exists": True}]}, True),
    ],
)
def test_policies(client_of: Any, refused: Any, rule: dict[str, Any], denied: bool) -> None:
    client = client_of(policyAssignments=[{"name": "House", "if": rule}])
    inputs = {"resourceGroupName": "rg", "virtualNetworkName": "w", **SPACE}
    if not denied:
        client.create(NETWORK, "w", **inputs)
        return
    authorization = f"{SUBSCRIPTION}/providers/Microsoft.Authorization"
    with refused(
        'Status=403 Code="RequestDisallowedByPolicy" Message="Resource \'w\' was disallowed by policy. '
        "Policy "
        'identifiers: \'[{"policyAssignment":{"name":"House",'
        f'"id":"{authorization}/policyAssignments/House"}},'
        f'"policyDefinition":{{"name":"House","id":"{authorization}/policyDefinitions/House"}}}}]\'."'
    ):
        client.create(NETWORK, "w", **inputs)


ROLES = f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions"
ATTRIBUTE = "Microsoft.Authorization/roleAssignments:RoleDefinitionId"
READERS_ONLY = " AND ".join(
    f"((!(ActionMatches{{'Microsoft.Authorization/roleAssignments/{operation}'}})) OR "
    f"(@{source}[{ATTRIBUTE}] ForAnyOfAnyValues:GuidEquals {{acdd72a7-3385-48ef-bd42-f606fba81ae7}}))"
    for operation, source in (("write", "Request"), ("delete", "Resource"))
)
ADMINISTRATOR = {"role": "Role Based Access Control Administrator", "scope": "/"}


def assignment(number: int, role: str) -> dict[str, Any]:
    return {
        "roleAssignmentName": f"6a0b4a0b-0000-0000-0000-00000000000{number}",
        "scope": NETWORK_ID,
        "principalId": "00000000-0000-0000-0000-0000000000bb",
        "principalType": "Group",
        "roleDefinitionId": f"{ROLES}/{role}",
    }


def assignment_id(number: int, scope: str = NETWORK_ID) -> str:
    name = f"6a0b4a0b-0000-0000-0000-00000000000{number}"
    return f"{scope}/providers/Microsoft.Authorization/roleAssignments/{name}"


def test_a_condition_says_which_roles_may_be_given_and_taken(client_of: Any, refused: Any) -> None:
    owner, reader = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635", "acdd72a7-3385-48ef-bd42-f606fba81ae7"
    theirs = assignment_id(3)
    client = client_of(
        roleAssignments=[ADMINISTRATOR | {"condition": READERS_ONLY}],
        existing=[{"id": theirs, "properties": assignment(3, owner)}],
    )
    made = client.create(ASSIGNMENT, "a", **assignment(1, reader))
    with refused(unauthorized("Microsoft.Authorization/roleAssignments/write", assignment_id(2))):
        client.create(ASSIGNMENT, "b", **assignment(2, owner))
    client.delete(made)
    _, inputs, outputs = client.read(ASSIGNMENT, theirs)
    with refused(unauthorized("Microsoft.Authorization/roleAssignments/delete", theirs)):
        client.delete(Made(ASSIGNMENT, "c", theirs, inputs, outputs))


def test_a_condition_of_a_role_that_is_there_already_counts(client_of: Any, refused: Any) -> None:
    administrator, owner = "f58310d9-a9f6-439a-9e8d-f62e7b41a168", "8e3af657-a8ff-443c-a75c-2fe8c4bcb635"
    held = assignment(1, administrator) | {"scope": SUBSCRIPTION, "condition": READERS_ONLY}
    held |= {"principalId": "00000000-0000-0000-0000-000000000003", "conditionVersion": "2.0"}
    there = assignment_id(1, SUBSCRIPTION)
    client = client_of(roleAssignments=[], existing=[{"id": there, "properties": held}])
    with refused(unauthorized("Microsoft.Authorization/roleAssignments/write", assignment_id(2))):
        client.create(ASSIGNMENT, "b", **assignment(2, owner))


def test_a_condition_that_can_not_be_read_is_refused_where_it_is_written() -> None:
    with pytest.raises(ValueError, match="can't read 'if the moon is full' of a condition"):
        SubscriptionSettings.model_validate(
            {"roleAssignments": [ADMINISTRATOR | {"condition": "if the moon is full"}]}
        )


def test_a_policy_that_is_assigned_denies_what_is_not_exempt(client_of: Any) -> None:
    """As what the next stack makes in a subscription where `azurePolicies` holds."""
    client = client_of()
    policy_assignment = "azure-native:authorization:PolicyAssignment"
    account, scope = "azure-native:storage:StorageAccount", f"{SUBSCRIPTION}/resourceGroups/rg"
    group = {"resourceGroupName": "rg", "kind": "StorageV2", "sku": {"name": "Standard_LRS"}}
    definitions = "/providers/Microsoft.Authorization/policyDefinitions"
    keys = client.create(
        policy_assignment,
        "keys",
        policyAssignmentName="keys",
        scope=scope,
        policyDefinitionId=f"{definitions}/8c6a50c6-9ffd-4ae7-986f-5fa6111f9a54",
        parameters={"effect": {"value": "Deny"}},
    )
    open_, closed = {"accountName": "openopen", **group}, {"accountName": "closedclosed", **group}
    assert client.create(account, "closed", **closed, allowSharedKeyAccess=False).id
    with pytest.raises(Exception, match="Resource 'openopen' was disallowed by policy"):
        client.create(account, "open", **open_)
    client.create(
        "azure-native:authorization:PolicyExemption",
        "open",
        policyExemptionName="open",
        scope=scope,
        policyAssignmentId=keys.id,
        exemptionCategory="Waiver",
        expiresOn="2999-01-01T00:00:00Z",
    )
    assert client.create(account, "open", **open_).id

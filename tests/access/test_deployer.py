"""A deployer has exactly the rights that are written down."""

from fnmatch import fnmatchcase
from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.access.deployer import Deployer, DeployerArgs
from azure_ai_landing_zone.access.deployer_rights import (
    ACTIONS,
    NOT_ACTIONS,
    ROLL,
    TO_GROUPS,
    TO_WORKLOADS,
    assignment_condition,
)
from azure_ai_landing_zone.access.elsewhere import DeployerRight
from azure_ai_landing_zone.access.people import roles_of_people
from azure_ai_landing_zone.access.trust import GitHubActionsTrust
from azure_ai_landing_zone.catalog.roles import PRIVILEGED, BuiltInRole
from azure_ai_landing_zone.core.naming import Naming
from azure_simulator.cloud.resource_type import all_types
from helpers.registered import SUBSCRIPTION, Registered, register

GROUP = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/rg"
STATE = f"{GROUP}/providers/Microsoft.Storage/storageAccounts/state/blobServices/default/containers/state"
KEY = f"{GROUP}/providers/Microsoft.KeyVault/vaults/state/keys/pulumi"
HUB = "/subscriptions/00000000-0000-0000-0000-00000000000b/resourceGroups/hub"
TYPE = "Microsoft.Authorization/roleAssignments:PrincipalType"
KIND = "ForAnyOfAnyValues:StringEqualsIgnoreCase"


def args(**changes: Any) -> DeployerArgs:
    values: dict[str, Any] = {
        "location": "eastus",
        "resource_group_name": "rg-bootstrap",
        "naming": Naming(suffix="x1"),
        "right_to": "deploy",
        "deployment_scope": GROUP,
        "state_container_resource_id": STATE,
        "secrets_key_resource_id": KEY,
    }
    return DeployerArgs(**(values | changes))


def deployer(**changes: Any) -> Registered:
    return register(lambda: Deployer("pipeline", args(**changes)))


def assignments(made: Registered) -> dict[str, tuple[str, str]]:
    """Role GUID and scope of each assignment, by key."""
    return {
        name.removeprefix("pipeline-").removesuffix("-access"): (
            made.inputs[name]["roleDefinitionId"].rsplit("/", 1)[1],
            made.inputs[name]["scope"],
        )
        for type_, name in made.azure
        if type_ == "authorization:RoleAssignment"
    }


def test_deploying_takes_four_rights_each_where_it_is_needed() -> None:
    network = f"{HUB}/providers/Microsoft.Network/virtualNetworks/hub"
    peering = "Microsoft.Network/virtualNetworks/virtualNetworkPeerings/*"
    made = deployer(further_rights=[DeployerRight(key="hub-network", actions=[peering], scope=network)])
    elsewhere = made.inputs["pipeline-hub-network-role"]
    definition = made.inputs["pipeline-zone-role"]
    assert assignments(made) == {
        "zone": (definition["roleDefinitionId"], GROUP),
        "roles": (BuiltInRole.ROLE_BASED_ACCESS_CONTROL_ADMINISTRATOR.guid, GROUP),
        "state": (BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR.guid, STATE),
        "secrets": (made.inputs["pipeline-secrets-role"]["roleDefinitionId"], KEY),
        "hub-network": (elsewhere["roleDefinitionId"], network),
    }
    assert elsewhere["assignableScopes"] == [HUB]
    assert elsewhere["permissions"][0]["actions"] == [peering]
    assert elsewhere["roleName"] == "AI landing zone hub-network for pipeline x1"
    assert made.inputs["pipeline-hub-network-access"]["roleDefinitionId"].startswith(HUB.partition("/res")[0])
    assert definition == {
        "assignableScopes": [GROUP],
        "description": "Everything that an AI landing zone is made of, but keys and role assignments.",
        "permissions": [
            {
                "actions": sorted(ACTIONS),
                # Azure lets an event hub store only where whoever makes it could write.
                "dataActions": ["Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write"],
                "notActions": sorted(NOT_ACTIONS),
                "notDataActions": [],
            }
        ],
        "roleDefinitionId": "b8aee70d-9788-51ec-872a-9d25b6d87e54",
        "roleName": "AI landing zone deployer pipeline x1",
        "roleType": "CustomRole",
        "scope": GROUP,
    }
    roles = made.inputs["pipeline-roles-access"]
    assert roles["conditionVersion"] == "2.0"
    assert roles["condition"] == assignment_condition(
        TO_GROUPS, TO_WORKLOADS, made.outputs["pipeline-identity"]["principalId"]
    )
    assert roles["principalType"] == "ServicePrincipal"


def test_locks_are_made_by_who_may_and_taken_away_by_nobody_of_these() -> None:
    """Whoever takes over a pipeline would otherwise take the locks first."""
    made = deployer(may_lock=True)
    (permissions,) = made.inputs["pipeline-zone-role"]["permissions"]
    assert [one for one in permissions["actions"] if one not in ACTIONS] == [
        "Microsoft.Authorization/locks/write"
    ]
    with pytest.raises(SettingsError, match="may_lock: true, and previews make nothing: leave it out"):
        args(right_to="preview", may_lock=True)


def test_schedulers_roll_nodes_by_a_role_of_six_operations() -> None:
    """Which the deployer may give to identities, and hasn't itself."""
    made = deployer(may_roll_nodes=True, may_assign_to_workloads=[BuiltInRole.READER])
    role = made.inputs["pipeline-roll-role"]
    assert (role["roleName"], role["assignableScopes"]) == ("AI landing zone rolls of pipeline x1", [GROUP])
    assert role["permissions"] == [
        {"actions": list(ROLL), "dataActions": [], "notActions": [], "notDataActions": []}
    ]
    assert "pipeline-roll-access" not in made.inputs
    either = sorted([BuiltInRole.READER.guid, role["roleDefinitionId"]])
    condition = made.inputs["pipeline-roles-access"]["condition"]
    assert f"{{{', '.join(either)}}} AND @Request[{TYPE}] {KIND} {{'ServicePrincipal'}}" in condition
    assert f"{{{', '.join(either)}}} AND @Resource[{TYPE}] {KIND} {{'ServicePrincipal'}}" in condition
    assert "pipeline-roll-role" not in deployer().inputs
    with pytest.raises(SettingsError, match="may_roll_nodes: true, and previews make nothing: leave it out"):
        args(right_to="preview", may_roll_nodes=True)


def test_previewing_reads() -> None:
    made = deployer(right_to="preview")
    assert assignments(made) == {
        "zone": (BuiltInRole.READER.guid, GROUP),
        "state": (BuiltInRole.STORAGE_BLOB_DATA_READER.guid, STATE),
        "secrets": (made.inputs["pipeline-secrets-role"]["roleDefinitionId"], KEY),
    }
    assert [name for type_, name in made.azure if type_ == "authorization:RoleDefinition"] == [
        "pipeline-secrets-role"
    ]
    assert made.inputs["pipeline-secrets-role"]["permissions"] == [
        {
            "actions": [],
            "dataActions": ["Microsoft.KeyVault/vaults/keys/decrypt/action"],
            "notActions": [],
            "notDataActions": [],
        }
    ]


def test_the_condition_in_azure_s_own_words() -> None:
    groups = [BuiltInRole.GRAFANA_VIEWER]
    workloads = [BuiltInRole.STORAGE_BLOB_DATA_READER, BuiltInRole.ACR_PULL]
    own = "33333333-3333-3333-3333-333333333333"

    def only(operation: str, source: str) -> str:
        attribute = f"@{source}[Microsoft.Authorization/roleAssignments:"
        return (
            f"((!(ActionMatches{{'Microsoft.Authorization/roleAssignments/{operation}'}})) OR "
            f"((({attribute}RoleDefinitionId] ForAnyOfAnyValues:GuidEquals "
            "{60921a7e-fef1-4a43-9b16-a26c52ad4769} AND "
            f"{attribute}PrincipalType] ForAnyOfAnyValues:StringEqualsIgnoreCase {{'Group'}}) OR "
            f"({attribute}RoleDefinitionId] ForAnyOfAnyValues:GuidEquals "
            "{2a2b9908-6ea1-4ae2-8e65-a410df84e7d1, 7f951dda-4ed3-4680-a7ca-43fe172d538d} AND "
            f"{attribute}PrincipalType] ForAnyOfAnyValues:StringEqualsIgnoreCase "
            "{'ServicePrincipal'})) AND "
            f"{attribute}PrincipalId] ForAnyOfAllValues:GuidNotEquals {{{own}}}))"
        )

    assert (
        assignment_condition(groups, workloads, own)
        == f"{only('write', 'Request')} AND {only('delete', 'Resource')}"
    )
    assert assignment_condition(groups, workloads[::-1] * 2, own) == assignment_condition(
        groups, workloads, own
    )


def test_what_it_may_assign_can_give_away_nothing() -> None:
    assert set(TO_GROUPS) == {*roles_of_people(), BuiltInRole.STORAGE_BLOB_DATA_READER}
    assert not PRIVILEGED.intersection([*TO_GROUPS, *TO_WORKLOADS])
    assert BuiltInRole.CONTRIBUTOR not in TO_WORKLOADS
    with pytest.raises(ValueError, match="Owner can give away roles: no deployer may assign them"):
        assignment_condition([], [BuiltInRole.OWNER], "x")


LEFT_OUT = {
    "Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies": ["delete"],
}
"""What protects evidence goes by a person's hand."""

NOT_OURS = ("Microsoft.App", "Microsoft.Cache", "Microsoft.DBforPostgreSQL", "Microsoft.DocumentDB")
"""What is simulated for programs of others: no component makes any of it."""


def allowed(operation: str) -> bool:
    """As Azure reads a role: actions without notActions, `*` for anything, in any case."""

    def among(patterns: dict[str, str]) -> bool:
        return any(fnmatchcase(operation.lower(), pattern.lower()) for pattern in patterns)

    return among(ACTIONS) and not among(NOT_ACTIONS)


@pytest.mark.parametrize(
    "arm_type",
    sorted(
        {
            unit.arm.arm_type
            for unit in all_types()
            if unit.arm.arm_type.startswith("Microsoft.") and not unit.generic
            if unit.arm.arm_type.split("/")[0] not in NOT_OURS
        }
    ),
)
def test_it_may_make_and_delete_what_zones_are_made_of(arm_type: str) -> None:
    if arm_type.startswith("Microsoft.Authorization/"):
        assert not allowed(f"{arm_type}/write")
        return
    name = arm_type.replace(
        "Microsoft.Resources/resourceGroups", "Microsoft.Resources/subscriptions/resourceGroups"
    )
    left_out = [one for one in ("write", "delete") if not allowed(f"{name}/{one}")]
    assert left_out == LEFT_OUT.get(name, [])


@pytest.mark.parametrize(
    "operation",
    [
        "Microsoft.Storage/storageAccounts/listKeys/action",
        "Microsoft.ContainerRegistry/registries/listCredentials/action",
        "Microsoft.Authorization/roleAssignments/write",
        "Microsoft.Authorization/locks/delete",
        "Microsoft.KeyVault/locations/deletedVaults/purge/action",
        # root on machines and in clusters
        "Microsoft.Compute/virtualMachines/runCommand/action",
        "Microsoft.Compute/virtualMachines/runCommands/write",
        "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/runCommand/action",
        "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/runCommands/write",
        "Microsoft.Compute/virtualMachines/diagnosticRunCommand/action",
        "Microsoft.Compute/virtualMachines/diagnosticRunCommands/write",
        "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/diagnosticRunCommand/action",
        "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/diagnosticRunCommands/write",
        "Microsoft.ContainerService/managedClusters/runcommand/action",
        "Microsoft.ContainerService/managedClusters/accessProfiles/listCredential/action",
        # keys, secrets and data that leave without an identity
        "Microsoft.ApiManagement/service/gateways/listKeys/action",
        "Microsoft.ApiManagement/service/namedValues/listValue/action",
        "Microsoft.ApiManagement/service/subscriptions/listSecrets/action",
        "Microsoft.Compute/disks/beginGetAccess/action",
        "Microsoft.Compute/galleries/share/action",
        "Microsoft.Compute/restorePointCollections/restorePoints/diskRestorePoints/beginGetAccess/action",
        "Microsoft.Compute/restorePointCollections/restorePoints/retrieveSasUris/action",
        "Microsoft.Compute/snapshots/beginGetAccess/action",
        "Microsoft.Compute/virtualMachineScaleSets/disks/beginGetAccess/action",
        "Microsoft.ContainerRegistry/registries/generateCredentials/action",
        "Microsoft.ContainerRegistry/registries/tokens/write",
        "Microsoft.EventHub/namespaces/eventhubs/authorizationRules/listkeys/action",
        "Microsoft.KeyVault/managedHSMs/write",
        "Microsoft.KeyVault/vaults/deploy/action",
        "Microsoft.MachineLearningServices/workspaces/connections/listsecrets/action",
        "Microsoft.MachineLearningServices/workspaces/listKeys/action",
        "Microsoft.MachineLearningServices/workspaces/onlineEndpoints/listKeys/action",
        "Microsoft.Storage/storageAccounts/localusers/listKeys/action",
        # evidence
        "Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies/delete",
    ],
)
def test_it_may_not(operation: str) -> None:
    assert not allowed(operation)


def test_refused() -> None:
    trust = GitHubActionsTrust(mode="gitHubActions", owner="o", repository="r", branches=["main"])
    with pytest.raises(SettingsError) as raised:
        args(trusts=[trust], may_assign_to_workloads=[BuiltInRole.OWNER])
    assert str(raised.value) == (
        "2 problems in the arguments of DeployerArgs:\n"
        "  trusts[0].branches: nobody agrees before it deploys, and jobs of `pull_request_target` have that "
        "subject too: give an environment with reviewers instead\n"
        "  may_assign_to_workloads[0]: Owner can give away roles: no deployer may assign it"
    )
    with pytest.raises(SettingsError) as raised:
        args(
            further_rights=[
                DeployerRight(key="state", actions=["Microsoft.Network/*/read"], scope=HUB),
                DeployerRight(key="hub", actions=["*", "Microsoft.Authorization/*"], scope=HUB),
                DeployerRight(key="nothing", scope=HUB),
            ]
        )
    assert str(raised.value) == (
        "4 problems in the arguments of DeployerArgs:\n"
        "  further_rights[0].key: state is taken: give each its own\n"
        "  further_rights[1].actions[0]: * can give away roles: a deployer has that only under a condition\n"
        "  further_rights[1].actions[1]: Microsoft.Authorization/* can give away roles: a deployer has that "
        "only under a condition\n"
        "  further_rights[2].actions: names nothing that it may do: list operations"
    )


def test_no_two_rights_have_one_name() -> None:
    """What a right gives roles by is called after it."""
    other = DeployerRight(key="hub-roles", actions=["Microsoft.Network/*/read"], scope=HUB)
    hub = DeployerRight(key="hub", actions=["Microsoft.Network/*/read"], scope=HUB)
    giving = DeployerRight(key="hub", gives_roles=True, scope=HUB)
    assert len(args(further_rights=[hub, other]).further_rights) == 2
    for rights, key in (([other, giving], "hub"), ([giving, other], "hub-roles"), ([hub, giving], "hub")):
        with pytest.raises(
            SettingsError, match=rf"further_rights\[1\].key: {key} is taken: give each its own"
        ):
            args(further_rights=rights)


def test_roles_are_given_on_one_scope_by_one_right() -> None:
    """The right to is one assignment a scope, and Azure has no second of the same role and identity."""
    rights = [DeployerRight(key=key, gives_roles=True, scope=HUB) for key in ("registry", "store")]
    for scope, rest in ((GROUP, "registry"), (HUB.upper(), "its own right to deploy")):
        try:
            args(deployment_scope=scope, further_rights=rights)
        except SettingsError as error:
            said = str(error).splitlines()
        else:
            said = []
        assert said[-1:] == [
            f"  further_rights[1].gives_roles: {rest} gives roles on {HUB} already, and one right to is "
            "enough: leave it out here"
        ]


def test_what_it_does_elsewhere_may_be_to_data_and_to_give_roles() -> None:
    cluster = f"{HUB}/providers/Microsoft.ContainerService/managedClusters/serving"
    inside = "Microsoft.ContainerService/managedClusters/*"
    made = deployer(
        further_rights=[
            DeployerRight(key="cluster", data_actions=[inside], scope=cluster),
            DeployerRight(key="registry", gives_roles=True, scope=HUB),
        ]
    )
    assert made.inputs["pipeline-cluster-role"]["permissions"] == [
        {"actions": [], "dataActions": [inside], "notActions": [], "notDataActions": []}
    ]
    elsewhere, own = made.inputs["pipeline-registry-roles-access"], made.inputs["pipeline-roles-access"]
    assert "pipeline-registry-role" not in made.inputs
    assert (elsewhere["scope"], own["scope"]) == (HUB, GROUP)
    assert elsewhere["roleDefinitionId"].endswith(BuiltInRole.ROLE_BASED_ACCESS_CONTROL_ADMINISTRATOR.guid)
    assert elsewhere["condition"] == own["condition"]


@pytest.mark.parametrize("scope", [GROUP, GROUP.upper(), f"/subscriptions/{SUBSCRIPTION}"])
def test_it_lies_elsewhere(scope: str) -> None:
    with pytest.raises(SettingsError, match="has the deployer's own identity in it"):
        deployer(deployment_scope=scope, resource_group_name="rg")


def test_a_resource_group_is_made_for_it() -> None:
    made = register(lambda: Deployer("pipeline", args(deployment_scope=None)), id_format=None)
    assert made.inputs["pipeline-resource-group"] == {
        "resourceGroupName": "rg-ai-pipeline-x1",
        "location": "eastus",
    }
    group = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/rg-ai-pipeline-x1"
    assert made.inputs["pipeline-zone-access"]["scope"] == group
    assert "pipeline-resource-group" in made.protected


def test_a_state_is_named_by_full_ids() -> None:
    for name in ("state_container_resource_id", "secrets_key_resource_id"):
        try:
            args(**{name: "10.0.0.0/24"})
        except SettingsError as error:
            said = str(error)
        else:
            said = "nothing"
        assert f"{name}: must be a full resource id like /subscriptions/" in said

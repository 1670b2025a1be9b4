"""Every stack's deployer makes and changes all of it by itself, with what docs/reference/rights.md says, and
reaches nothing else."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

import recorded
import rights_docs
from azure_ai_landing_zone.access.deployer import Deployer, DeployerArgs
from azure_ai_landing_zone.access.deployer_rights import TO_GROUPS, TO_WORKLOADS
from azure_ai_landing_zone.access.elsewhere import DeployerRight
from azure_ai_landing_zone.core.naming import Naming
from azure_simulator.access import chains, linked_actions
from azure_simulator.access.estate import Estate, read
from azure_simulator.cloud import arm
from azure_simulator.cloud.answers import principal_id
from azure_simulator.cloud.values import texts
from helpers.registered import SUBSCRIPTION, register

BOOTSTRAP = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/rg-bootstrap/providers"
STATE = f"{BOOTSTRAP}/Microsoft.Storage/storageAccounts/state/blobServices/default/containers/state"
KEY = f"{BOOTSTRAP}/Microsoft.KeyVault/vaults/state/keys/pulumi"
IDENTITY = f"{BOOTSTRAP}/Microsoft.ManagedIdentity/userAssignedIdentities/id-ai-pipeline-x1"
DEPLOYER = principal_id(IDENTITY)

CLUSTERS = "Microsoft.ContainerService/managedClusters"
WRITE_BLOBS = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write"
BY_A_PERSON = {
    "Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies/delete",
    "Microsoft.Authorization/locks/delete",
}
"""What protects evidence, or data: `up` by a deployer never takes it away."""

Operation = tuple[str, str, bool, Mapping[str, str]]
"""What is done, on what, whether to data, and what the request says of itself."""


def id_of(stack: str, type_: str) -> str:
    (found,) = {
        str(one["id"]) for one in recorded.resources(stack) if f"azure-native:{type_}::" in one["urn"]
    }
    return found


def group_of(stack: str) -> str:
    """The one that bootstrap makes for it; what runs in a cluster has that of the cluster."""
    return id_of("inference" if stack == "inference-workloads" else stack, "resources:ResourceGroup")


def rights(stack: str) -> list[DeployerRight]:
    """As the page says."""
    found = [
        DeployerRight(key=f"r{number}", scope=scope, gives_roles=True)
        if action == rights_docs.GIVES_ROLES
        else DeployerRight(key=f"r{number}", scope=scope, actions=[action])
        for number, (scope, action) in enumerate(rights_docs.elsewhere(recorded.resources(stack)))
    ]
    if rights_docs.in_cluster(stack):
        inside = DeployerRight(
            key="cluster",
            scope=id_of("inference", "containerservice:ManagedCluster"),
            actions=list(rights_docs.IN_CLUSTER),
            data_actions=list(rights_docs.DATA_IN_CLUSTER),
        )
        found.append(inside)
    return found


@cache
def estate(stack: str) -> Estate:
    """The stack with its deployer."""
    given = rights_docs.given(stack)

    def program() -> None:
        args = DeployerArgs(
            location="eastus",
            resource_group_name="rg-bootstrap",
            naming=Naming(suffix="x1"),
            right_to="deploy",
            deployment_scope=group_of(stack),
            state_container_resource_id=STATE,
            secrets_key_resource_id=KEY,
            further_rights=rights(stack),
            may_lock=rights_docs.locks(stack),
            may_assign_to_groups=given["Group"] or list(TO_GROUPS),
            may_assign_to_workloads=given["ServicePrincipal"] or list(TO_WORKLOADS),
        )
        Deployer("pipeline", args)

    made = register(program, id_format=None)
    deployer = [
        {"urn": f"azure-native:{type_}::{name}", "id": IDENTITY, "inputs": made.inputs[name]}
        for type_, name in made.azure
    ]
    return read([*recorded.resources(stack), *deployer], principal_id)


def operations(resource: Mapping[str, Any]) -> Iterator[Operation]:
    """All that a refresh, an `up` and a replacement do of it."""
    if "$kubernetes:" in resource["urn"]:
        cluster = id_of("inference", "containerservice:ManagedCluster")
        yield f"{CLUSTERS}/listClusterUserCredential/action", cluster, False, {}
        yield f"{CLUSTERS}/customresources/write", cluster, True, {}
    id_, inputs = resource.get("id") or "", resource.get("inputs") or {}
    if not arm.is_resource_id(id_):
        return
    type_ = arm.type_of(id_) or "Microsoft.Resources/subscriptions/resourceGroups"
    yield f"{type_}/read", id_, False, {}
    if resource.get("external"):
        return
    asked = {
        f"{source}:microsoft.authorization/roleassignments:{name.lower()}": arm.name_of(str(inputs[name]))
        for source in ("Request", "Resource")
        for name in ("roleDefinitionId", "principalId", "principalType")
        if name in inputs
    }
    for verb in ("write", "delete"):
        if f"{type_}/{verb}" not in BY_A_PERSON:
            yield f"{type_}/{verb}", id_, False, asked
    for path, text in texts(inputs):
        if arm.is_resource_id(text) and (joined := linked_actions.needed(type_, arm.type_of(text), path)):
            yield joined, text, False, {}
    for one in inputs.get("properties", {}).get("template", {}).get("resources", []):
        yield f"{one['type']}/write", id_.partition("/providers/")[0], False, {}
    if store := inputs.get("captureDescription", {}).get("destination", {}).get("storageAccountResourceId"):
        yield WRITE_BLOBS, store, True, {}


@pytest.mark.parametrize("stack", rights_docs.stacks())
def test_it_makes_and_changes_all_of_its_stack(stack: str) -> None:
    held = estate(stack).holding([DEPLOYER])

    def may(action: str, scope: str, data: bool, asked: Mapping[str, str]) -> bool:
        return any(one.holds_at(scope) and one.allows(action, data=data, attributes=asked) for one in held)

    refused = [
        (resource["urn"].rpartition("::")[2], operation[0])
        for resource in recorded.resources(stack)
        for operation in operations(resource)
        if not may(*operation)
    ]
    assert refused == []


@pytest.mark.parametrize("stack", rights_docs.stacks())
def test_it_reaches_nothing_else_by_any_chain(stack: str) -> None:
    found = chains.reach(estate(stack), DEPLOYER)
    own = f"{group_of(stack).lower()}/"
    meant = {STATE, KEY, *(str(right.scope) for right in rights(stack))}
    outside = {one.scope for one in found.held if not f"{one.scope.lower()}/".startswith(own)}
    assert outside == {scope for scope in meant if not f"{scope.lower()}/".startswith(own)}
    assert found.owns() == set()

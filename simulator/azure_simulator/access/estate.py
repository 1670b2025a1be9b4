"""Estate: what there is of rights in one or more states, on plain values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from azure_simulator.access import role_definitions
from azure_simulator.access.evaluation import Assignment, Permissions, memberships

_SERVICE_ACCOUNT = re.compile(r"system:serviceaccount:([^:]+):([^:]+)")
_STATES = re.compile(r"/blobServices/default/containers/pulumi-state(-[a-z0-9-]+)?$", re.IGNORECASE)


@dataclass(slots=True)
class Estate:
    """All of it can be changed: a test plants what isn't there."""

    assignments: list[Assignment] = field(default_factory=list)
    identities: dict[str, str] = field(default_factory=dict)
    """Resource ids of user-assigned identities, by principal id."""
    workers: dict[str, set[str]] = field(default_factory=dict)
    """Principals that something works as, by its resource id."""
    nodes: dict[str, set[str]] = field(default_factory=dict)
    """Principals that the nodes of a cluster are, by its resource id."""
    pods: list[tuple[str, str]] = field(default_factory=list)
    """Namespaces of service accounts, and the principals that their pods are."""
    privileged: set[str] = field(default_factory=set)
    """Namespaces in which a pod may be root on its node."""
    roles: dict[str, tuple[Permissions, ...]] = field(default_factory=dict)
    """What the roles of the company's own allow, by the GUIDs of their definitions."""
    groups: dict[str, set[str]] = field(default_factory=dict)
    """Members of groups, which no state has: Entra ID knows them."""
    states: set[str] = field(default_factory=set)
    """Resource ids of containers with Pulumi's state."""

    def holding(self, principals: Iterable[str]) -> list[Assignment]:
        """What they have, or a group that they are in."""
        wanted = memberships(self.groups, principals)
        return [one for one in self.assignments if one.principal_id.lower() in wanted]


def read(
    resources: Sequence[Mapping[str, Any]],
    principal_of: Callable[[str], str],
    at: Mapping[str, str] | None = None,
) -> Estate:
    """The estate of resources as tools/states.py tells of them.

    principal_of: the principal of what has that resource id. at: resource groups that are to be taken for
    others, by their names, such as of a zone that is deployed into a group that a deployer has.
    """
    estate = Estate()
    for one in resources:
        if ":authorization:RoleDefinition::" in one["urn"]:
            parts = one["inputs"].get("permissions", [])
            guid = str(one["inputs"]["roleDefinitionId"]).lower()
            estate.roles[guid] = tuple(map(Permissions.of, parts))
    for one in resources:
        id_, inputs = str(one.get("id", "")), one.get("inputs", {})
        _add(estate, one["urn"], id_, inputs, principal_of)
    if at:
        _move(estate, at)
    return estate


def _add(
    estate: Estate,
    urn: str,
    id_: str,
    inputs: Mapping[str, Any],
    principal_of: Callable[[str], str],
) -> None:
    if ":authorization:RoleAssignment::" in urn:
        guid = str(inputs["roleDefinitionId"]).rpartition("/")[2].lower()
        built_in = role_definitions.find(guid)
        if built_in is None and guid not in estate.roles:
            raise LookupError(f"{urn}: role_definitions.csv has no role {guid}")
        permissions = estate.roles[guid] if built_in is None else (built_in.permissions,)
        estate.assignments.append(
            Assignment(str(inputs["principalId"]), permissions, str(inputs["scope"]), inputs.get("condition"))
        )
    elif ":managedidentity:UserAssignedIdentity::" in urn:
        estate.identities[principal_of(id_)] = id_
    elif ":managedidentity:FederatedIdentityCredential::" in urn:
        if account := _SERVICE_ACCOUNT.fullmatch(str(inputs["subject"])):
            owner = id_.partition("/federatedIdentityCredentials/")[0]
            estate.pods.append((account.group(1), principal_of(owner)))
    elif urn.partition("::")[0].endswith("kubernetes:core/v1:Namespace"):
        metadata = inputs.get("metadata", {})
        if metadata.get("labels", {}).get("pod-security.kubernetes.io/enforce") == "privileged":
            estate.privileged.add(str(metadata["name"]))
    elif _STATES.search(id_) and "/roleAssignments/" not in id_:
        estate.states.add(id_)
    if isinstance(inputs.get("identity"), Mapping):
        estate.workers.setdefault(id_, set()).update(_works_as(id_, inputs["identity"], principal_of))
    if kubelet := inputs.get("identityProfile", {}).get("kubeletidentity"):
        estate.nodes[id_] = {principal_of(str(kubelet["resourceId"]))}


def _works_as(id_: str, identity: Mapping[str, Any], principal_of: Callable[[str], str]) -> Iterator[str]:
    if "SystemAssigned" in str(identity.get("type")):
        yield principal_of(id_)
    given = identity.get("userAssignedIdentities") or ()
    yield from (principal_of(str(one)) for one in given)


def _move(estate: Estate, at: Mapping[str, str]) -> None:
    def moved(id_: str) -> str:
        for before, after in at.items():
            group = rf"/resourceGroups/{re.escape(before)}(?=/|$)"
            id_ = re.sub(group, f"/resourceGroups/{after}", id_, flags=re.IGNORECASE)
        return id_

    estate.assignments = [one.moved(moved(one.scope)) for one in estate.assignments]
    estate.identities = {principal: moved(id_) for principal, id_ in estate.identities.items()}
    estate.workers = {moved(id_): found for id_, found in estate.workers.items()}
    estate.nodes = {moved(id_): found for id_, found in estate.nodes.items()}
    estate.states = {moved(id_) for id_ in estate.states}

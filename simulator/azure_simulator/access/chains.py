"""What somebody can become by any chain of rights: searched until nothing new is found.

A step is one of: to be an identity whose trusts one may write, or which one may hand to a machine; to run
what works as an identity, as the owner of a machine, a cluster, a job or a gateway; to start pods of its
service account, or as root on its node; to write the state that it deploys from; to give a role to an
identity that one makes; to change what a role allows. Sources: takeovers.csv, and the pages of evaluation.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from azure_simulator.access import role_definitions
from azure_simulator.access.estate import Estate
from azure_simulator.access.evaluation import Assignment, Permissions, memberships
from azure_simulator.access.ids import type_of
from azure_simulator.access.takeovers import TAKEOVERS, Takes

_ASSIGN = "Microsoft.Authorization/roleAssignments/write"
_ASKED = "Request:microsoft.authorization/roleassignments"
_DEFINE = "Microsoft.Authorization/roleDefinitions/write"
_MAKE_IDENTITY = "Microsoft.ManagedIdentity/userAssignedIdentities/write"
_WRITE_BLOBS = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write"
_START_PODS = "Microsoft.ContainerService/managedClusters/pods/write"
_IN_CLUSTER = Permissions((), data_actions=("Microsoft.ContainerService/managedClusters/*",))
_EVERYTHING = Permissions(("*",), data_actions=("*",))

UNGUARDED = frozenset({"default", "kube-system"})
"""Namespaces of every cluster that no Pod Security label is on."""

PUPPET = "00000000-0000-0000-0000-00000000f00d"
"""An identity that somebody makes to have a role by."""


@dataclass(slots=True)
class Reach:
    """What somebody can be, and so may do."""

    becomes: dict[str, str]
    """How, by principal."""
    held: list[Assignment] = field(default_factory=list)

    def may(self, action: str, scope: str, *, data: bool = False) -> bool:
        return any(one.holds_at(scope) and one.allows(action, data=data) for one in self.held)

    def places(self, action: str, *, data: bool = False) -> set[str]:
        """The scopes that it may do something at, and below."""
        return {one.scope for one in self.held if one.allows(action, data=data)}

    def owns(self) -> set[str]:
        """Scopes at which it gives whom it likes what it likes."""
        return self.places(_ASSIGN) | self.places(_DEFINE)


def reach(estate: Estate, principal_id: str) -> Reach:
    """From one principal on."""
    found = Reach({principal_id: "itself"})
    gained: list[Assignment] = []
    while True:
        found.held = [*estate.holding(found.becomes), *gained]
        new = {one: how for one, how in _next(estate, found) if one not in found.becomes}
        more = [one for one in _gains(estate, found, principal_id) if one not in found.held]
        if not new and not more:
            return found
        found.becomes |= new
        gained += dict.fromkeys(more)


def _next(estate: Estate, found: Reach) -> Iterator[tuple[str, str]]:
    """Whom it can be by one more step, and how."""
    for principal, id_ in estate.identities.items():
        yield from ((principal, how) for how in _taken(found, "identity", id_))
    for id_, principals in estate.workers.items():
        workspace, _, compute = id_.partition("/computes/")
        ways = [*_taken(found, "workers", id_), *(_taken(found, "computes", workspace) if compute else ())]
        yield from ((principal, how) for principal in principals for how in ways)
    for cluster, nodes in estate.nodes.items():
        roots = [one for one in sorted({*estate.privileged, *UNGUARDED}) if _starts_pods(found, cluster, one)]
        yield from ((principal, f"root on nodes by pods in {roots[0]}") for principal in nodes if roots)
        for namespace, principal in estate.pods:
            if roots or _starts_pods(found, cluster, namespace):
                yield principal, f"pods in {namespace}"
    for container in estate.states:
        if found.may(_WRITE_BLOBS, container, data=True):
            for one in estate.assignments:
                deploys = one.principal_id in estate.identities and one.holds_at(container)
                if deploys and one.allows(_WRITE_BLOBS, data=True):
                    yield one.principal_id, f"writes {container}, which it deploys from"


def _gains(estate: Estate, found: Reach, principal_id: str) -> Iterator[Assignment]:
    """What else it may do after one more step."""
    for one in found.held:
        for takeover in TAKEOVERS:
            if takeover.takes == "data" and one.allows(takeover.action, data=takeover.data):
                yield Assignment(PUPPET, (Permissions((), data_actions=(f"{takeover.on}/*",)),), one.scope)
        if one.allows(_DEFINE):
            yield Assignment(PUPPET, (_EVERYTHING,), one.scope)
        yield from _given(estate, found, one, principal_id)
    for cluster in estate.nodes:
        if any(_starts_pods(found, cluster, one) for one in {*estate.privileged, *UNGUARDED}):
            yield Assignment(PUPPET, (_IN_CLUSTER,), cluster)


def _given(estate: Estate, found: Reach, by: Assignment, principal_id: str) -> Iterator[Assignment]:
    """Roles that an assignment lets it give to itself, to a group that it is in, or to an identity that it
    makes."""
    takers = [("ServicePrincipal", PUPPET)] if found.places(_MAKE_IDENTITY) else []
    takers.append(("ServicePrincipal" if principal_id in estate.identities else "Group", principal_id))
    own = {one.lower() for one in found.becomes}
    takers += [("Group", one) for one in sorted(memberships(estate.groups, own) - own)]
    roles = {role.guid: (role.permissions,) for role in role_definitions.every()} | estate.roles
    for guid, permissions in roles.items():
        for kind, taker in takers:
            asked = {"roledefinitionid": guid, "principaltype": kind, "principalid": taker}
            attributes = {f"{_ASKED}:{name}": value for name, value in asked.items()}
            if by.allows(_ASSIGN, attributes=attributes):
                yield Assignment(PUPPET, permissions, by.scope)


def _taken(found: Reach, takes: Takes, id_: str) -> Iterator[str]:
    """How it takes over what something is or works as."""
    type_ = type_of(id_)
    for one in TAKEOVERS:
        if one.takes == takes and one.on.lower() == type_ and found.may(one.action, id_, data=one.data):
            yield f"{one.action} on {id_}"


def _starts_pods(found: Reach, cluster: str, namespace: str) -> bool:
    return found.may(_START_PODS, f"{cluster}/namespaces/{namespace}", data=True)

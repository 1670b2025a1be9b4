"""Who may do what, and what anybody can become by it, asked of the model of Azure's roles."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from azure_ai_landing_zone_policies.page.model import Principal, Right
from azure_ai_landing_zone_policies.page.state import State
from azure_simulator.access import chains, role_definitions
from azure_simulator.access.conditions import ConditionError
from azure_simulator.access.estate import Estate, read


def principals(state: State) -> tuple[Principal, ...]:
    """Everybody who has a role of this state's, and every identity that it makes."""
    known = _Principals(state)
    given: dict[str, list[Right]] = {}
    kinds: dict[str, str] = {}
    roles = _custom_roles(state)
    for one in _of(state, "authorization:RoleAssignment"):
        inputs = one["inputs"]
        id_ = str(inputs.get("principalId", "")).lower()
        role = str(inputs.get("roleDefinitionId", "")).rpartition("/")[2].lower()
        built_in = role_definitions.find(role)
        kinds.setdefault(id_, str(inputs.get("principalType") or ""))
        given.setdefault(id_, []).append(
            Right(
                built_in.name if built_in else roles.get(role, f"the role {role}"),
                _scope(str(inputs.get("scope", ""))),
                one["urn"].rpartition("::")[2],
                bool(inputs.get("condition")),
            )
        )
    estate, unsure = _estate(state, known.of)
    found = []
    for id_ in sorted({*given, *known.identities}, key=lambda one: (known.name(one), one)):
        becomes, why = _becomes(estate, id_, known) if estate else ((), unsure)
        rights = sorted(given.get(id_, []), key=lambda one: (one.scope, one.role))
        kind = kinds.get(id_) or "ServicePrincipal"
        found.append(Principal(known.name(id_), kind, known.works(id_), tuple(rights), becomes, why))
    return tuple(found)


class _Principals:
    """Whose principal ids are whose, by what Azure answered."""

    def __init__(self, state: State) -> None:
        self._by_id: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._works: dict[str, list[str]] = {}
        self.identities: list[str] = []
        for one in state.resources:
            outputs, name = one["outputs"], one["urn"].rpartition("::")[2]
            own = _mapping(outputs.get("identity")).get("principalId")
            if ":managedidentity:UserAssignedIdentity::" in one["urn"]:
                own = outputs.get("principalId")
                if own:
                    self.identities.append(str(own).lower())
            if own:
                self._by_id[one["id"].lower()] = str(own).lower()
                self._names[str(own).lower()] = one["id"].rpartition("/")[2] or name
        for one in state.resources:
            self._see(one)

    def _see(self, one: Mapping[str, Any]) -> None:
        name, identity = one["urn"].rpartition("::")[2], _mapping(one["inputs"].get("identity"))
        users = [str(each) for each in identity.get("userAssignedIdentities") or ()]
        if "SystemAssigned" in str(identity.get("type")):
            users.append(one["id"])
        kubelet = _mapping(_mapping(one["inputs"].get("identityProfile")).get("kubeletidentity"))
        if kubelet.get("resourceId"):
            users.append(str(kubelet["resourceId"]))
        for user in users:
            self._works.setdefault(self.of(user), []).append(name)
        if ":managedidentity:FederatedIdentityCredential::" in one["urn"]:
            owner = one["id"].lower().partition("/federatedidentitycredentials/")[0]
            self._works.setdefault(self.of(owner), []).append(str(one["inputs"].get("subject", name)))

    def of(self, id_: str) -> str:
        """The principal of a resource; its id itself where Azure's answer isn't in the state."""
        return self._by_id.get(id_.lower(), id_.lower())

    def name(self, principal: str) -> str:
        return self._names.get(principal, principal)

    def works(self, principal: str) -> tuple[str, ...]:
        return tuple(sorted({*self._works.get(principal, [])}))


def _estate(state: State, principal_of: Callable[[str], str]) -> tuple[Estate | None, str]:
    """None, and why, if there is something in it that the model doesn't know."""
    try:
        return read(state.resources, principal_of), ""
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        return None, f"what they can become isn't known: {error}"


def _becomes(estate: Estate, principal: str, known: _Principals) -> tuple[tuple[str, ...], str]:
    try:
        found = chains.reach(estate, principal).becomes
    except ConditionError as error:
        return (), f"what it can become isn't known: {error}"
    others = ((known.name(one), _without_paths(how)) for one, how in found.items() if one != principal)
    return tuple(sorted(f"{name}: {how}" for name, how in others)), ""


def _without_paths(text: str) -> str:
    """With the names of resources in place of their ids."""
    return re.sub(r"/subscriptions/[^\s,]*/([^/\s,]+)", r"\1", text)


def _of(state: State, type_: str) -> Iterable[Mapping[str, Any]]:
    return (one for one in state.resources if f":{type_}::" in one["urn"])


def _custom_roles(state: State) -> dict[str, str]:
    found = _of(state, "authorization:RoleDefinition")
    return {
        str(one["inputs"].get("roleDefinitionId")).rpartition("/")[2].lower(): str(
            one["inputs"].get("roleName")
        )
        for one in found
    }


def _scope(id_: str) -> str:
    """What it is and what it is called."""
    where, _, inner = id_.strip("/").partition("/providers/")
    if not inner:
        group = where.partition("/resourceGroups/")[2]
        return f"resource group {group}" if group else "the whole subscription"
    parts = inner.rpartition("/providers/")[2].split("/")
    kinds, names = parts[1::2], parts[2::2]
    return f"{kinds[-1] if kinds else parts[0]} {'/'.join(names)}"


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}

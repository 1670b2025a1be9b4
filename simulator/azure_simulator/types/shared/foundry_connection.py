"""What connections of a Foundry account and of its projects have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.cognitive_services_child import AccountChild

_WITHOUT = ("AAD", "None")
"""Ways to sign in that need no credentials."""


class FoundryConnection(AccountChild):
    fixed: ClassVar[tuple[str, ...]] = ("properties.category",)
    name_rule: ClassVar[NameRule | None] = NameRule(
        r"[A-Za-z0-9][\w-]{2,32}",
        "3-33 letters, digits, underscores and hyphens, starting with a letter or digit",
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        given = props.get("properties")
        if not isinstance(given, Mapping):
            return
        kind = dig(given, "authType")
        for name in ("category", "target"):
            if name not in given and not (name == "target" and kind == "CustomKeys"):
                yield f"properties.{name}", f"a connection needs its {name}"
        if kind in _WITHOUT and given.get("credentials") is not None:
            yield "properties.credentials", f"a connection of authType {kind} takes no credentials"

    def create(self, put: Put) -> Mapping[str, Any]:
        kind = dig(put.props, "properties.authType")
        bare = kind not in (*_WITHOUT, "ManagedIdentity") and "credentials" not in put.props["properties"]
        if put.old is None and bare:  # they are never told, so an import has none
            text = f"A connection of authType {kind} needs credentials."
            raise ArmError(400, "ValidationError", text, seen=OURS)
        put.props["properties"] = {
            key: value for key, value in put.props["properties"].items() if key != "credentials"
        }
        return {"properties": {"isSharedToAll": False, "metadata": {}, **put.props["properties"]}}

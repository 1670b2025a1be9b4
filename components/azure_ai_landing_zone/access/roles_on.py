"""Roles that identities ask for on what a zone has one of."""

from collections.abc import Iterator, Mapping
from typing import Literal

from azure_ai_landing_zone.catalog.roles import PRIVILEGED, BuiltInRole
from azure_ai_landing_zone.core.problem import Problem

Grantor = Literal["containerRegistry", "keyVault", "telemetry"]
"""Parts of a zone that there is one of and that give out access: the registry, the vault, and Application
Insights."""

GRANTOR_TYPES: Mapping[Grantor, str] = {
    "containerRegistry": "Microsoft.ContainerRegistry/registries",
    "keyVault": "Microsoft.KeyVault/vaults",
    "telemetry": "Microsoft.Insights/components",
}

RolesOn = dict[Grantor, list[BuiltInRole]]
"""Roles of one identity, such as containerRegistry: [AcrPull]."""


def roles_problems(roles_on: RolesOn, given: set[Grantor]) -> Iterator[Problem]:
    """What is wrong with them in a zone where `given` give out roles."""
    for grantor, roles in roles_on.items():
        if grantor not in given:
            there = ", ".join(sorted(given)) or "none"
            yield Problem((grantor,), f"this zone has none: those that give out roles are {there}")
        for number, role in enumerate(roles):
            if role in PRIVILEGED:
                text = f"{role} can give away roles: choose a narrower one"
                yield Problem((grantor, number), text)
            elif not role.suits(GRANTOR_TYPES[grantor]):
                text = f"{role} is a role on {role.resource_type}, and means nothing here"
                yield Problem((grantor, number), text)

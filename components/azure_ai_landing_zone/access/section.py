"""Who a landing zone lets do what: identities of workloads, groups of people, and pipelines that deploy."""

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import Field

from azure_ai_landing_zone.access.deployer import Deployer, DeployerArgs, DeployerPlan
from azure_ai_landing_zone.access.identity import (
    ExistingIdentity,
    ManagedIdentity,
    ManagedIdentityArgs,
    ManagedIdentityTrusts,
)
from azure_ai_landing_zone.access.trust import FederatedTrust
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import AccessGrant, Key
from azure_ai_landing_zone.sections.site import PulumiState, Site, fields_of

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


class IdentitySettings(ManagedIdentityTrusts):
    """An identity of the zone for a workload of its own."""

    name: Key
    """Of the identity within the zone; none that a training cluster has."""
    roles_on: RolesOn = Field(default={})
    """What it may do."""


class DeployerSettings(DeployerPlan):
    """An identity that pipelines deploy as."""

    name: Key
    """Of the deployer within the zone."""
    deploys_to: Literal["resourceGroup", "subscription"] = "resourceGroup"
    """What it may change: this zone's resource group, or all of the subscription, to make zones with groups
    of their own."""
    state_container_resource_id: str | None = None
    """Full id of the blob container with Pulumi's state. Left out: the one of `pulumi_state`."""
    secrets_key_resource_id: str | None = None
    """Full id of the Key Vault key of the secrets provider. Left out: the one of `pulumi_state`."""


def make_identity(
    site: Site, name: str, trusts: list[FederatedTrust], existing: ExistingIdentity | None = None
) -> ManagedIdentity:
    args = ManagedIdentityArgs(**site.common, label=name, trusts=trusts, existing=existing)
    return ManagedIdentity(f"{site.name}-{name}", args, site.child())


def grants_on(
    grantor: Grantor, roles: Iterable[tuple[str, RolesOn]], identities: Mapping[str, ManagedIdentity]
) -> list[AccessGrant]:
    """The grants of one part of the zone, from what each identity asks for."""
    return [
        AccessGrant(
            key=name if number == 0 else f"{name[:13]}-{number}",
            principal_id=identities[name].principal_id,
            role=role,
        )
        for name, wanted in roles
        for number, role in enumerate(wanted.get(grantor, []))
    ]


def make_deployer(site: Site, settings: DeployerSettings, state: PulumiState | None) -> Deployer:
    container, key = settings.state_container_resource_id, settings.secrets_key_resource_id
    whole = f"/subscriptions/{site.subscription_id}"
    return Deployer(
        f"{site.name}-{settings.name}",
        DeployerArgs(
            **site.common,
            **fields_of(settings, DeployerPlan),
            label=settings.name,
            deployment_scope=whole if settings.deploys_to == "subscription" else site.resource_group_id,
            state_container_resource_id=container or _of(state).container_resource_id,
            secrets_key_resource_id=key or _of(state).key_resource_id,
        ),
        site.child(),
    )


def _of(state: PulumiState | None) -> PulumiState:
    if state is None:
        raise ValueError("a deployer without state, which the settings' checks refuse")
    return state

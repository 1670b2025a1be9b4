"""Identities of a landing zone: for workloads, and for pipelines that deploy."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from azure_ai_landing_zone.access.deployer import Deployer, DeployerArgs, DeployerSettings
from azure_ai_landing_zone.access.identity import ManagedIdentity, ManagedIdentitySettings
from azure_ai_landing_zone.access.roles_on import RolesOn
from azure_ai_landing_zone.core.model import fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Item
from azure_ai_landing_zone.stores.pulumi_state_section import PulumiState, PulumiStateItem


class IdentityItem(ManagedIdentitySettings, Item):
    """An identity of the zone for a workload of its own."""

    makes: ClassVar[type[object]] = ManagedIdentity

    roles_on: RolesOn = Field(default={})
    """What it may do."""

    def identities(self) -> list[NeededIdentity]:
        return [NeededIdentity(roles_on=self.roles_on, roles_path=("roles_on",), trusts=self.trusts)]

    def make(self, made: Made) -> Part:
        identity = made.identity(self)
        return Part(component=identity, outputs=identity.client_id)


class DeployerItem(DeployerSettings, Item):
    """An identity that pipelines deploy as."""

    makes: ClassVar[type[object]] = Deployer
    after: ClassVar[tuple[type[Needs], ...]] = (PulumiStateItem,)

    deploys_to: Literal["resourceGroup", "subscription"] = "resourceGroup"
    """What it may change: this zone's resource group, or all of the subscription, to make zones with groups
    of their own."""
    state_container_resource_id: str | None = None
    """Full id of the blob container with Pulumi's state. Left out: the one of `pulumi_state`."""
    secrets_key_resource_id: str | None = None
    """Full id of the Key Vault key of the secrets provider. Left out: the one of `pulumi_state`."""

    def taken_names(self) -> list[str]:
        return [self.name]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return [("userAssignedIdentity", self.key)]

    def problems(self, others: Others) -> list[Problem]:
        if others.has(PulumiStateItem):
            return []
        return [
            Problem((field,), "missing: this stack has no `pulumi_state`, which would have it")
            for field in ("state_container_resource_id", "secrets_key_resource_id")
            if getattr(self, field) is None
        ]

    def make(self, made: Made) -> Part:
        site = made.site
        container, key = self.state_container_resource_id, self.secrets_key_resource_id
        whole = f"/subscriptions/{site.subscription_id}"
        component = Deployer(
            f"{site.name}-{self.key}",
            DeployerArgs(
                **site.common,
                **fields_of(self, DeployerSettings),
                label=self.key,
                deployment_scope=whole if self.deploys_to == "subscription" else site.resource_group_id,
                state_container_resource_id=container or made.the(PulumiState).container_resource_id,
                secrets_key_resource_id=key or made.the(PulumiState).key_resource_id,
            ),
            site.child(),
        )
        return Part(
            component=component, outputs={"clientId": component.client_id, "rights": component.rights}
        )


def identity_problems(setting: str, names: Sequence[str], others: Others) -> Iterator[Problem]:
    """Names in `setting` that no identity of the zone has, or that are given twice. None of them while a part
    is wrong in itself: it may be the one that has it."""
    if not others.is_whole:
        return
    known = [known for _, needs in others.each(Needs) for known, _, _ in needs.named_identities()]
    for number, name in enumerate(names):
        if name not in known:
            yield Problem((setting, number), nothing_called("identity of the zone", name, known))
        elif name in names[:number]:
            yield Problem((setting, number), f"{name} is given twice")

"""The container registry of a landing zone."""

from typing import Annotated, ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.roles_on import Grantor
from azure_ai_landing_zone.core.model import Named
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.sections.site import ONE
from azure_ai_landing_zone.stores import container_registry
from azure_ai_landing_zone.stores.container_registry import (
    ContainerRegistry,
    ContainerRegistryArgs,
    ContainerRegistryCreate,
    ContainerRegistryExisting,
)
from azure_ai_landing_zone.stores.key_vault import KeyName, KeyVault
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey


class ContainerRegistryItem(Section):
    """A registry for images of workloads."""

    makes: ClassVar[type[object]] = ContainerRegistry
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem,)
    grantor: ClassVar[Grantor | None] = "containerRegistry"

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("registry", "containerRegistry", "registry")]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return container_registry.azure_names(ONE)

    def make(self, made: Made) -> Part:
        assert isinstance(self, ContainerRegistryCreate | ContainerRegistryExisting)  # noqa: S101
        site, key, vaults = made.site, None, list[KeyVault]()
        if isinstance(self, WithEncryptionKey):
            key, vaults = self.encryption_key(made), self.key_vaults(made)
        component = ContainerRegistry(
            f"{site.name}-registry",
            ContainerRegistryArgs(
                **site.common,
                label=ONE,
                registry=self,
                private_endpoint=made.place(self, "registry"),
                access=[*made.grants_on("containerRegistry"), *site.people.access("containerRegistry")],
                encryption_key=key,
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=vaults),
        )
        return Part(component=component, outputs={"container_registry_login_server": component.login_server})


class ContainerRegistryCreateItem(ContainerRegistryCreate, WithEncryptionKey, ContainerRegistryItem):
    """A registry of the zone's own."""

    opener: ClassVar[Named | None] = Named(name="registry-key")

    encryption_key_name: KeyName | None = None
    """One of `keyVault.keys`, or a key of an existing vault, where keyVault has `trustedServices`: from the
    first day or never, and it can't be taken back. Left out: Microsoft's key."""

    def identities(self) -> list[NeededIdentity]:
        return self.key_identities()

    def problems(self, others: Others) -> list[Problem]:
        return list(self.key_problems(others))


class ContainerRegistryExistingItem(ContainerRegistryExisting, ContainerRegistryItem):
    """A registry that someone else answers for."""


ContainerRegistryItemChoice = Annotated[
    ContainerRegistryCreateItem | ContainerRegistryExistingItem, Field(discriminator="mode")
]

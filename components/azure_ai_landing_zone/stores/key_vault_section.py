"""The Key Vault of a landing zone."""

from typing import Annotated, ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.roles_on import Grantor
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.sections.site import ONE
from azure_ai_landing_zone.stores import key_vault
from azure_ai_landing_zone.stores.key_vault import (
    RESOURCE_TYPE,
    KeyVault,
    KeyVaultArgs,
    KeyVaultCreate,
    KeyVaultExisting,
)


class KeyVaultItem(Section):
    """A vault for secrets of workloads."""

    makes: ClassVar[type[object]] = KeyVault
    grantor: ClassVar[Grantor | None] = "keyVault"

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("vault", "keyVault", "vault")]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return key_vault.azure_names(ONE)

    def make(self, made: Made) -> Part:
        assert isinstance(self, KeyVaultCreate | KeyVaultExisting)  # noqa: S101
        site = made.site
        component = KeyVault(
            f"{site.name}-key-vault",
            KeyVaultArgs(
                **site.common,
                label=ONE,
                vault=self,
                private_endpoint=made.place(self, "vault"),
                access=[*made.grants_on("keyVault"), *site.people.access("keyVault")],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        watched = AlertTarget(
            key="zone-vault", resource_type=RESOURCE_TYPE, target_resource_id=component.vault_resource_id
        )
        return Part(
            component=component, outputs={"key_vault_uri": component.vault_uri}, alert_targets=[watched]
        )


class KeyVaultCreateItem(KeyVaultCreate, KeyVaultItem):
    """A vault of the zone's own."""


class KeyVaultExistingItem(KeyVaultExisting, KeyVaultItem):
    """A vault that someone else answers for."""


KeyVaultItemChoice = Annotated[KeyVaultCreateItem | KeyVaultExistingItem, Field(discriminator="mode")]

"""The Key Vault of a landing zone."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.access.roles_on import Grantor
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import Named
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.sections.site import ONE
from azure_ai_landing_zone.stores import key_vault
from azure_ai_landing_zone.stores.key_vault import (
    RESOURCE_TYPE,
    KeyName,
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


class WithEncryptionKey(Section):
    """What may be encrypted with a key in the zone's vault. Whoever is one is made after the vault."""

    opener: ClassVar[Named | None] = None
    """The name of the identity that opens the key, of what there is one of; others' are called after them."""

    encryption_key_name: KeyName | None = None
    """One of `keyVault.keys`, or a key of an existing vault, where keyVault has `trustedServices`. Azure
    takes its newest version by itself. Left out: Microsoft's key."""

    def key_identities(self) -> list[NeededIdentity]:
        if self.encryption_key_name is None:
            return []
        role = BuiltInRole.KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER
        return [NeededIdentity("key", called=self.opener, roles_on={"keyVault": [role]})]

    def key_problems(self, others: Others, *, made_here: bool = True) -> Iterator[Problem]:
        """`made_here`: whether the zone makes what is encrypted."""
        path, vault = ("encryption_key_name",), others.only(KeyVaultItem)
        if self.encryption_key_name is None:
            return
        if not made_here:
            yield Problem(path, "goes with what is made here: leave it out")
        if not others.has(KeyVaultItem):
            yield Problem(path, "missing: this zone has no `key_vault` to keep it in")
        elif isinstance(vault, KeyVaultCreate):
            if self.encryption_key_name not in vault.keys:
                there = ", ".join(vault.keys) or "none"
                text = f"no key of `key_vault` is called {self.encryption_key_name}: there are {there}"
                yield Problem(path, text)
            if not vault.trusted_services:
                yield Problem(
                    path, "`key_vault.trusted_services` has to be true, or Azure doesn't get at the key"
                )
            if not vault.purge_protection:
                yield Problem(path, "`key_vault.purge_protection` has to be true for keys that encrypt")

    def encryption_key(self, made: Made) -> EncryptionKey | None:
        """For the component."""
        if self.encryption_key_name is None:
            return None
        name = self.identity_name("key") if self.opener is None else self.opener.name
        return made.the(KeyVault).encryption_key(self.encryption_key_name, made.identities[name])

    def key_vaults(self, made: Made) -> list[KeyVault]:
        """What the component waits for: the key is opened as soon as that is made."""
        return [] if self.encryption_key_name is None else [made.the(KeyVault)]

"""The Key Vault of a landing zone."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.access.roles_on import Grantor, RolesOn
from azure_ai_landing_zone.access.section import part_identity_problems, people_parts_problems
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import IdentityName, Named
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
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
    SecretName,
)

_READS_ALL = (
    BuiltInRole.KEY_VAULT_ADMINISTRATOR,
    BuiltInRole.KEY_VAULT_SECRETS_OFFICER,
    BuiltInRole.KEY_VAULT_SECRETS_USER,
)


class KeyVaultItem(Section):
    """A vault for secrets of workloads."""

    makes: ClassVar[type[object]] = KeyVault
    grantor: ClassVar[Grantor | None] = "keyVault"

    secret_readers: dict[SecretName, list[IdentityName]] = Field(default={})
    """By name of a secret: identities of the zone that read it, by Key Vault Secrets User on it alone. What
    `rolesOn` of an identity says is for the whole vault."""
    people_secrets: list[SecretName] = Field(default=[])
    """Secrets that data scientists read, each by a role on it alone. They have none on the vault, and can't
    list what is in it."""

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("vault", "keyVault", "vault")]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return key_vault.azure_names(ONE)

    def problems(self, others: Others) -> Sequence[Problem]:
        return [
            *part_identity_problems("secret_readers", self.secret_readers, others),
            *self._reader_problems(others),
            *people_parts_problems("people_secrets", self.people_secrets, others),
        ]

    def _reader_problems(self, others: Others) -> Iterator[Problem]:
        # Key Vault takes names for the same that differ in case alone. Source: learn.microsoft.com/azure/
        # key-vault/general/about-keys-secrets-certificates, 2026-11-22.
        known = [one.lower() for one in self.secret_readers]
        for number, secret in enumerate(self.secret_readers):
            if known[number] in known[:number]:
                first = [*self.secret_readers][known.index(known[number])]
                yield Problem(("secret_readers", secret), f"Key Vault takes it for {first}: say it once")
        roles = {
            name: one.roles_on.get("keyVault", [])
            for _, needs in others.each(Needs)
            for name, _, one in needs.named_identities()
        }
        for secret, readers in self.secret_readers.items():
            for number, name in enumerate(readers):
                for role in roles.get(name, []):
                    if role in _READS_ALL:
                        text = f"{name} reads all secrets as {role}: take one or the other out"
                        yield Problem(("secret_readers", secret, number), text)

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
                secret_access=made.part_access(
                    self.secret_readers, BuiltInRole.KEY_VAULT_SECRETS_USER, self.people_secrets, "secret"
                ),
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

    def key_roles(self) -> RolesOn:
        """Of who opens the key."""
        role = BuiltInRole.KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER
        return {} if self.encryption_key_name is None else {"keyVault": [role]}

    def key_identities(self) -> list[NeededIdentity]:
        roles = self.key_roles()
        return [NeededIdentity("key", called=self.opener, roles_on=roles)] if roles else []

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

"""Where other stacks keep Pulumi's state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pulumi
from pydantic import Field, StrictBool

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.grants import grant_access
from azure_ai_landing_zone.core.model import Key, Named
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES
from azure_ai_landing_zone.network.address_ranges import AllowedIpRange
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.stores import key_vault, storage_account
from azure_ai_landing_zone.stores.key_vault import KeyVault, KeyVaultArgs, KeyVaultCreate
from azure_ai_landing_zone.stores.storage_account import (
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
    StorageService,
)

STATE = "state"
STATE_CONTAINER = "pulumi-state"
STATE_KEY = "pulumi"
ACCOUNT_KEY = "account"
"""Encrypts the account, where that isn't Microsoft's to do. It is renewed; those of stacks aren't: Pulumi's
secrets provider decrypts with the newest version alone."""
_OPENER = Named(name="state-key")


def state_container(environment: str) -> str:
    """Of the states that an environment's pipelines write."""
    return f"{STATE_CONTAINER}-{environment}"


def state_key(environment: str) -> str:
    """Of their secrets."""
    return f"{STATE_KEY}-{environment}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PulumiState:
    """Where other stacks keep their state."""

    container_resource_ids: Mapping[str, pulumi.Output[str]]
    """By environment."""
    key_resource_ids: Mapping[str, pulumi.Output[str]]
    """By environment."""


class PulumiStateItem(Section):
    """Where Pulumi keeps the state of other stacks: blob containers with versions, and keys that encrypt
    secrets. A stack with this is brought up once, by a person, with its own state on that person's disk."""

    makes: ClassVar[type[object]] = PulumiState

    allowed_ip_ranges: list[AllowedIpRange] = Field(default=[])
    """Public addresses that people and pipelines come from. None: public access is off altogether."""
    private_way_in: StrictBool = False
    """The private way in: endpoints of the account and of the vault, in this stack's own `network` or in that
    of the runners."""
    state_environments: list[Key] = Field(default=[], max_length=20)
    """Whose pipelines have a container and a key of their own, and reach no other. Stacks that read each
    other's outputs are in one. This stack's own state lies in a container that people alone reach."""

    customer_key: StrictBool = False
    """Whether the account is encrypted with a key in the state's own vault, which Azure renews each year. The
    vault then lets in Azure's trusted services."""

    def identities(self) -> list[NeededIdentity]:
        return [NeededIdentity(called=_OPENER)] if self.customer_key else []

    def endpoints(self) -> list[NeededEndpoint]:
        if not self.private_way_in:
            return []
        return [NeededEndpoint("blob", "storage", "blob"), NeededEndpoint("vault", "keyVault", "vault")]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        services: list[StorageService] = ["blob"] if self.private_way_in else []
        return [*storage_account.azure_names(STATE, services), *key_vault.azure_names(STATE)]

    def make(self, made: Made) -> Part:
        site = made.site
        name, people = f"{site.name}-{STATE}", site.people.access("storageAccount")
        containers = {None: STATE_CONTAINER} | {one: state_container(one) for one in self.state_environments}
        keys = {None: STATE_KEY} | {one: state_key(one) for one in self.state_environments}
        rotation = {ACCOUNT_KEY: 365} if self.customer_key else {}
        role = BuiltInRole.KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER
        openers = [made.grant(_OPENER.name, role)] if self.customer_key else []
        vault = KeyVault(
            f"{name}-vault",
            KeyVaultArgs(
                **site.common,
                label=STATE,
                vault=KeyVaultCreate(
                    mode="create",
                    keys=[*keys.values(), *rotation],
                    key_rotation_days=rotation,
                    trusted_services=self.customer_key,
                    allowed_ip_ranges=self.allowed_ip_ranges,
                ),
                private_endpoint=made.place_if_needed(self, "vault"),
                access=[*openers, *site.people.access("keyVault")],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        account = StorageAccount(
            name,
            StorageAccountArgs(
                **site.common,
                label=STATE,
                account=StorageAccountCreate(
                    mode="create",
                    containers=list(containers.values()),
                    versioning=True,
                    soft_delete_days=30,
                    allowed_ip_ranges=self.allowed_ip_ranges,
                ),
                private_endpoints={"blob": made.place(self, "blob")} if self.private_way_in else {},
                access=[grant for grant in people if grant.role not in BLOB_ROLES],
                encryption_key=vault.encryption_key(ACCOUNT_KEY, made.identities[_OPENER.name])
                if self.customer_key
                else None,
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=[vault] if self.customer_key else []),
        )
        if not self.allowed_ip_ranges and not self.private_way_in:
            account.warn(
                "nobody reaches the state of other stacks: `allowed_ip_ranges` is empty, and there is no "
                "`private_way_in`; give the public addresses that people and pipelines come from, or a "
                "network that they are in, before any stack keeps its state there"
            )
        for environment, container in containers.items():
            grant_access(
                name if environment is None else f"{name}-{environment}",
                [grant for grant in people if grant.role in BLOB_ROLES],
                scope=account.container_resource_ids[container],
                subscription_id=site.subscription_id,
                opts=site.child(),
            )
        host = vault.vault_uri.apply(lambda uri: uri.removeprefix("https://").rstrip("/"))
        state = PulumiState(
            container_resource_ids={
                one: account.container_resource_ids[state_container(one)] for one in self.state_environments
            },
            key_resource_ids={one: vault.key_resource_ids[state_key(one)] for one in self.state_environments},
        )
        places = {
            environment: {
                "backend": pulumi.Output.concat(
                    f"azblob://{container}?storage_account=", account.account_name
                ),
                "secretsProvider": pulumi.Output.concat(
                    "azurekeyvault://", host, f"/keys/{keys[environment]}"
                ),
            }
            for environment, container in containers.items()
        }
        own = places.pop(None)
        return Part(component=state, outputs={"pulumi_state": {**own, "environments": places}})

    def problems(self, others: Others) -> list[Problem]:  # noqa: ARG002
        return [
            Problem(("state_environments", number), f"{one} is given twice")
            for number, one in enumerate(self.state_environments)
            if one in self.state_environments[:number]
        ]

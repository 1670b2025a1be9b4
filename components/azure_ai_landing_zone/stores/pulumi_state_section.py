"""Where other stacks keep Pulumi's state."""

from dataclasses import dataclass
from typing import ClassVar

import pulumi
from pydantic import Field

from azure_ai_landing_zone.core.grants import grant_access
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES
from azure_ai_landing_zone.network.address_ranges import AllowedIpRange
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.stores import key_vault, storage_account
from azure_ai_landing_zone.stores.key_vault import KeyVault, KeyVaultArgs, KeyVaultCreate
from azure_ai_landing_zone.stores.storage_account import (
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
)

STATE = "state"
STATE_CONTAINER = "pulumi-state"
STATE_KEY = "pulumi"


@dataclass(frozen=True, slots=True, kw_only=True)
class PulumiState:
    """Where other stacks keep their state."""

    container_resource_id: pulumi.Output[str]
    key_resource_id: pulumi.Output[str]


class PulumiStateItem(Section):
    """Where Pulumi keeps the state of other stacks: a blob container with versions, and a key that encrypts
    secrets. A stack with this is brought up once, by a person, with its own state on that person's disk."""

    makes: ClassVar[type[object]] = PulumiState

    allowed_ip_ranges: list[AllowedIpRange] = Field(default=[])
    """Public addresses that people and pipelines come from. There is no private way in yet: the state is
    older than every network."""

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return [*storage_account.azure_names(STATE, []), *key_vault.azure_names(STATE)]

    def make(self, made: Made) -> Part:
        site = made.site
        name, people = f"{site.name}-{STATE}", site.people.access("storageAccount")
        account = StorageAccount(
            name,
            StorageAccountArgs(
                **site.common,
                label=STATE,
                account=StorageAccountCreate(
                    mode="create",
                    containers=[STATE_CONTAINER],
                    versioning=True,
                    soft_delete_days=30,
                    allowed_ip_ranges=self.allowed_ip_ranges,
                ),
                access=[grant for grant in people if grant.role not in BLOB_ROLES],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        container_id = account.container_resource_ids[STATE_CONTAINER]
        grant_access(
            name,
            [grant for grant in people if grant.role in BLOB_ROLES],
            scope=container_id,
            subscription_id=site.subscription_id,
            opts=site.child(),
        )
        vault = KeyVault(
            f"{name}-vault",
            KeyVaultArgs(
                **site.common,
                label=STATE,
                vault=KeyVaultCreate(
                    mode="create", keys=[STATE_KEY], allowed_ip_ranges=self.allowed_ip_ranges
                ),
                access=site.people.access("keyVault"),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        host = vault.vault_uri.apply(lambda uri: uri.removeprefix("https://").rstrip("/"))
        state = PulumiState(
            container_resource_id=container_id, key_resource_id=vault.key_resource_ids[STATE_KEY]
        )
        place = {
            "backend": pulumi.Output.concat(
                f"azblob://{STATE_CONTAINER}?storage_account=", account.account_name
            ),
            "secretsProvider": pulumi.Output.concat("azurekeyvault://", host, f"/keys/{STATE_KEY}"),
        }
        return Part(component=state, outputs={"pulumi_state": place})

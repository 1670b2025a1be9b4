"""Flow logs of the networks that a zone makes, with what they are kept in."""

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import Input, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES
from azure_ai_landing_zone.network import flow_logs
from azure_ai_landing_zone.network.flow_logs import FlowLogs, FlowLogsArgs, FlowLogsSettings
from azure_ai_landing_zone.network.hub import HubNetwork
from azure_ai_landing_zone.network.network import Network
from azure_ai_landing_zone.network.section import HubNetworkItem, NetworkExistingItem, NetworkItem
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspace
from azure_ai_landing_zone.operations.section import LogAnalyticsItem
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.stores import storage_account
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey
from azure_ai_landing_zone.stores.storage_account import (
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
)

STORE = "flowlogs"
"""The account's label: what its name says."""

_WATCHER = re.compile(
    r"/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\.Network/networkWatchers/[^/]+", re.I
)

WRITER = "flow-logs"
"""The identity that writes records."""


class FlowLogsItem(FlowLogsSettings, WithEncryptionKey):
    """Who connected to whom in the networks of this stack, for queries and alerts."""

    makes: ClassVar[type[object]] = FlowLogs
    after: ClassVar[tuple[type[Needs], ...]] = (
        KeyVaultItem,
        LogAnalyticsItem,
        HubNetworkItem,
        NetworkItem,
    )
    requires: ClassVar[Mapping[type[Needs], str]] = {
        LogAnalyticsItem: "`flow_logs` are summed up into a workspace"
    }

    network_watcher_resource_id: str | None = None
    """Of the region's network watcher, in the stack's subscription. Left out: the one that Azure itself
    made, in NetworkWatcherRG."""

    @property
    def title(self) -> str:
        return WRITER

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("store", "storage", "blob")]

    def identities(self) -> list[NeededIdentity]:
        return [NeededIdentity(), *self.key_identities()]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:
        return [
            *storage_account.azure_names(STORE, ["blob"]),
            *flow_logs.azure_names(zone, ["hub", "network"]),
        ]

    def problems(self, others: Others) -> list[Problem]:
        return [*self._problems(others), *self.key_problems(others)]

    def _problems(self, others: Others) -> Iterator[Problem]:
        own = self.network_watcher_resource_id
        if own is not None and not _WATCHER.fullmatch(own):
            text = f"must be the full id of a Microsoft.Network/networkWatchers, got {own!r}"
            yield Problem(("network_watcher_resource_id",), text)
        if isinstance(others.only(NetworkItem), NetworkExistingItem) and not others.has(HubNetworkItem):
            text = "the network is somebody else's, who has its flow logs as well: remove this"
            yield Problem((), text)

    def make(self, made: Made) -> Part:
        site = made.site
        networks: dict[str, Input[str]] = {}
        if (hub := made.only(HubNetwork)) is not None:
            networks["hub"] = hub.virtual_network_resource_id
        if (network := made.only(Network)) is not None:
            networks["network"] = network.virtual_network_resource_id
        # Nobody changes what was seen of a network, least of all who works in it.
        people = site.people.model_copy(update={"data_scientists": None}).access("storageAccount")
        reads = {"role": BuiltInRole.STORAGE_BLOB_DATA_READER}
        readers = [one.model_copy(update=reads) if one.role in BLOB_ROLES else one for one in people]
        account = StorageAccount(
            f"{site.name}-flow-logs-store",
            StorageAccountArgs(
                **site.common,
                label=STORE,
                # Network Watcher is one of the services that storage trusts.
                account=StorageAccountCreate(mode="create", trusted_services=True),
                private_endpoints={"blob": made.place(self, "store")},
                encryption_key=self.encryption_key(made),
                access=[
                    made.grant(WRITER, BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR),
                    *readers,
                ],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=self.key_vaults(made)),
        )
        component = FlowLogs(
            f"{site.name}-flow-logs",
            FlowLogsArgs(
                **site.common,
                **fields_of(self, FlowLogsSettings),
                label=site.name,
                virtual_network_resource_ids=networks,
                storage_account_resource_id=account.account_resource_id,
                identity_resource_id=made.identities[WRITER].identity_resource_id,
                network_watcher_resource_id=self.network_watcher_resource_id,
                workspace_resource_id=made.the(LogAnalyticsWorkspace).workspace_resource_id,
            ),
            site.child(depends_on=[account]),
        )
        watched = [
            AlertTarget(
                key=f"zone-{key}", resource_type="Microsoft.Network/virtualNetworks", target_resource_id=id_
            )
            for key, id_ in networks.items()
        ]
        return Part(component=component, outputs={}, alert_targets=watched)

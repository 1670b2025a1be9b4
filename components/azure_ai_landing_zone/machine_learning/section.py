"""Machine Learning workspaces of a landing zone, with its checkpoint stores as datastores."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import pulumi
from pydantic import Field, StrictBool

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.grants import grant_access
from azure_ai_landing_zone.core.model import AccessGrant, Input, Key, Model, fields_of, resource_id_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.data.checkpoints.section import CheckpointStoreItem
from azure_ai_landing_zone.data.checkpoints.store import CheckpointStore
from azure_ai_landing_zone.endpoints.zones import PrivateDnsZones
from azure_ai_landing_zone.machine_learning import workspace as workspace_module
from azure_ai_landing_zone.machine_learning.access import MACHINE_KINDS, MachineKind, read_endpoints
from azure_ai_landing_zone.machine_learning.datastore import (
    DatastoreName,
    MachineLearningDatastore,
    rule_name_problems,
)
from azure_ai_landing_zone.machine_learning.managed_network import PrivateEndpointRule
from azure_ai_landing_zone.machine_learning.resources import ApplicationInsightsCreate
from azure_ai_landing_zone.machine_learning.settings import MachineLearningWorkspaceSettings
from azure_ai_landing_zone.machine_learning.workspace import (
    MachineIdentity,
    MachineLearningWorkspace,
    MachineLearningWorkspaceArgs,
)
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspace
from azure_ai_landing_zone.operations.section import LogAnalyticsItem
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Item
from azure_ai_landing_zone.stores.closed_account import RESOURCE_TYPE
from azure_ai_landing_zone.stores.container_registry import ContainerRegistryCreate
from azure_ai_landing_zone.stores.key_vault import KeyName, KeyVaultCreate
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey
from azure_ai_landing_zone.stores.storage_account import ContainerName, StorageAccountCreate, StorageService

_READER, _WRITER = BuiltInRole.STORAGE_BLOB_DATA_READER, BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR

_STORAGE_SERVICES: tuple[StorageService, ...] = ("blob", "file")


class OtherDatastore(Model):
    """A container that someone else answers for. The zone gives roles on it, which its deployer has to be
    allowed to."""

    datastore_name: DatastoreName
    """As jobs call it."""
    account_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Of the storage account, one datastore each."""
    container_name: ContainerName
    """In the account."""
    hierarchical_namespace: StrictBool = False
    """Whether the account has folders."""
    writable: StrictBool = False
    """Whether jobs may change what is in it."""

    @property
    def container_resource_id(self) -> str:
        """The scope of roles on it."""
        return f"{self.account_resource_id}/blobServices/default/containers/{self.container_name}"


class MachineLearningWorkspaceItem(MachineLearningWorkspaceSettings, WithEncryptionKey, Item):
    """A private Machine Learning workspace of the zone."""

    makes: ClassVar[type[object]] = MachineLearningWorkspace
    after: ClassVar[tuple[type[Needs], ...]] = (CheckpointStoreItem, KeyVaultItem)

    encryption_key_name: KeyName | None = None
    """One of `keyVault.keys`, or a key of an existing vault, where keyVault has `trustedServices`: of what
    the workspace keeps, and of storage and registry that are made for it. From the first day or never. Left
    out: Microsoft's key."""
    checkpoint_datastores: list[Key] = Field(default=[])
    """Checkpoint stores of the zone, by name, that its jobs write to: datastores of the same name, with _ for
    each hyphen."""
    other_datastores: list[OtherDatastore] = Field(default=[])
    """Data of others that its jobs mount."""

    def endpoints(self) -> list[NeededEndpoint]:
        found = [NeededEndpoint("workspace", "machineLearningWorkspace", "amlworkspace")]
        if isinstance(self.storage, StorageAccountCreate):
            found += [NeededEndpoint(service, "storage", service) for service in _STORAGE_SERVICES]
        if isinstance(self.vault, KeyVaultCreate):
            found.append(NeededEndpoint("vault", "keyVault", "vault"))
        if isinstance(self.registry, ContainerRegistryCreate):
            found.append(NeededEndpoint("registry", "containerRegistry", "registry"))
        return found

    def identities(self) -> list[NeededIdentity]:
        machines = (NeededIdentity(kind) for kind in self._machine_kinds)
        return [NeededIdentity(roles_on=self.key_roles()), *machines, *self.key_identities()]

    @property
    def _machine_kinds(self) -> list[MachineKind]:
        """Of the machines that there are."""
        return [kind for kind in MACHINE_KINDS if kind != "notebooks" or self.compute_instances]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return workspace_module.azure_names(self.key, self)

    def problems(self, others: Others) -> list[Problem]:
        return [
            *self._datastore_problems(others),
            *self._rule_problems(),
            *self._telemetry_problems(others),
            *self.key_problems(others),
        ]

    def make(self, made: Made) -> Part:
        site, stores = made.site, made.others.of(CheckpointStoreItem)
        itself = made.identity(self)
        machines = {kind: made.identity(self, kind) for kind in self._machine_kinds}
        workspace = made.only(LogAnalyticsWorkspace)
        name = f"{site.name}-{self.key}"
        roles: list[Input[str]] = []
        for key in self.checkpoint_datastores:
            store, own = made.of(CheckpointStore, key), f"{name}-{stores[key].key}"
            roles += self._grant_on_data(
                made, own, stores[key].writer_role, store.container_resource_id, store.account_resource_id
            )
            endpoints = store.private_endpoint_resource_ids
            read_endpoints(own, endpoints, itself.principal_id, site.subscription_id, site.child())
        for one in self.other_datastores:
            role = _WRITER if one.writable else _READER
            key = one.datastore_name.replace("_", "-")
            roles += self._grant_on_data(
                made, f"{name}-{key}", role, one.container_resource_id, one.account_resource_id
            )
        roles += self._grant_on_targets(made, name)
        places = {service: made.place_if_needed(self, service) for service in _STORAGE_SERVICES}
        component = MachineLearningWorkspace(
            name,
            MachineLearningWorkspaceArgs(
                **site.common,
                **fields_of(self, MachineLearningWorkspaceSettings),
                label=self.key,
                private_endpoint=made.place(self, "workspace"),
                storage_private_endpoints={one: place for one, place in places.items() if place is not None},
                key_vault_private_endpoint=made.place_if_needed(self, "vault"),
                container_registry_private_endpoint=made.place_if_needed(self, "registry"),
                identity_resource_id=itself.identity_resource_id,
                principal_id=itself.principal_id,
                machine_identities={
                    kind: MachineIdentity(
                        identity_resource_id=one.identity_resource_id, principal_id=one.principal_id
                    )
                    for kind, one in machines.items()
                },
                log_analytics_workspace_resource_id=workspace.workspace_resource_id if workspace else None,
                datastores=[
                    *(
                        _of_store(stores[key], made.of(CheckpointStore, key))
                        for key in self.checkpoint_datastores
                    ),
                    *(
                        MachineLearningDatastore(**fields_of(one, MachineLearningDatastore))
                        for one in self.other_datastores
                    ),
                ],
                encryption_key=self.encryption_key(made),
                roles_assigned_on=roles,
                access=site.people.access("machineLearningWorkspace"),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=[*made.present(PrivateDnsZones), *self.key_vaults(made)]),
        )
        outputs: dict[str, Any] = {
            "workspaceName": component.workspace_name,
            "workspaceResourceId": component.workspace_resource_id,
            "studioUrl": component.studio_url,
            "trackingUri": component.tracking_uri,
            "computeNames": component.compute_names,
        }
        return Part(component=component, outputs=outputs)

    def _grant_on_data(
        self,
        made: Made,
        name: str,
        role: BuiltInRole,
        container_id: Input[str],
        account_id: Input[str],
    ) -> list[pulumi.Output[str]]:
        """Jobs and notebooks get the role, the workspace shows what is there and approves its private
        endpoint; when each was given."""
        site, itself = made.site, made.identity(self).principal_id
        on_container = [
            *(
                AccessGrant(key=kind, principal_id=made.identity(self, kind).principal_id, role=role)
                for kind in self._machine_kinds
                if kind != "images"
            ),
            AccessGrant(key="workspace", principal_id=itself, role=_READER),
        ]
        return [
            assignment.created_on
            for grants, scope in ((on_container, container_id), ([_approver(itself)], account_id))
            for assignment in grant_access(
                name, grants, scope=scope, subscription_id=site.subscription_id, opts=site.child()
            )
        ]

    def _grant_on_targets(self, made: Made, name: str) -> list[pulumi.Output[str]]:
        """The workspace approves the private endpoints that rules ask for; one assignment for each
        target."""
        site, itself = made.site, made.identity(self).principal_id
        seen = {one.account_resource_id.lower() for one in self.other_datastores}
        found: list[pulumi.Output[str]] = []
        for key, rule in self.managed_network.outbound_rules.items():
            if not isinstance(rule, PrivateEndpointRule):
                continue
            target = str(rule.target_resource_id)
            if target.lower() not in seen:
                found += [
                    one.created_on
                    for one in grant_access(
                        f"{name}-{key}-rule",
                        [_approver(itself)],
                        scope=target,
                        subscription_id=site.subscription_id,
                        opts=site.child(),
                    )
                ]
            seen.add(target.lower())
        return found

    def _datastore_problems(self, others: Others) -> Iterator[Problem]:
        known = others.of(CheckpointStoreItem)
        for number, key in enumerate(self.checkpoint_datastores):
            path = ("checkpoint_datastores", number)
            if key in self.checkpoint_datastores[:number]:
                yield Problem(path, f"{key} is there twice")
            elif key not in known and known.complete:
                yield Problem(path, nothing_called("checkpoint store", key, known))
        taken = [key.replace("-", "_") for key in self.checkpoint_datastores]
        for number, one in enumerate(self.other_datastores):
            if one.datastore_name in taken:
                at = ("other_datastores", number, "datastore_name")
                yield Problem(at, f"{one.datastore_name} is the name of another datastore: give each its own")
            taken.append(one.datastore_name)
            ids = [other.account_resource_id.lower() for other in self.other_datastores[:number]]
            if one.account_resource_id.lower() in ids:
                first = ids.index(one.account_resource_id.lower())
                at = ("other_datastores", number, "account_resource_id")
                text = f"is that of [{first}] already, and the managed network takes one endpoint to it"
                yield Problem(at, f"{text}: leave one of them out")

    def _rule_problems(self) -> Iterator[Problem]:
        names = [key.replace("-", "_") for key in self.checkpoint_datastores]
        names += [one.datastore_name for one in self.other_datastores]
        yield from rule_name_problems(self.managed_network.outbound_rules, names)

    def _telemetry_problems(self, others: Others) -> Iterator[Problem]:
        makes = isinstance(self.application_insights, ApplicationInsightsCreate)
        if makes and not others.has(LogAnalyticsItem):
            text = "is made here and keeps its data in `log_analytics`: add that, or take an existing one"
            yield Problem(("application_insights",), text)


def _approver(principal_id: Input[str]) -> AccessGrant:
    role = BuiltInRole.AZURE_AI_ENTERPRISE_NETWORK_CONNECTION_APPROVER
    return AccessGrant(key="approver", principal_id=principal_id, role=role)


def _of_store(settings: CheckpointStoreItem, store: CheckpointStore) -> MachineLearningDatastore:
    return MachineLearningDatastore(
        datastore_name=settings.key.replace("-", "_"),
        account_resource_id=store.account_resource_id,
        container_name=store.container_name,
        hierarchical_namespace=settings.hierarchical_namespace,
    )

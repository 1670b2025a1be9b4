"""Machine Learning workspaces of a landing zone, with its checkpoint stores as datastores."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import pulumi
from pydantic import Field, StrictBool

from azure_ai_landing_zone.access.grants import grant_access
from azure_ai_landing_zone.access.section import RolesOn
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Key,
    Model,
    PrivateEndpointPlace,
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.data.checkpoints.store import CheckpointStore
from azure_ai_landing_zone.machine_learning import workspace as machine_learning_workspace
from azure_ai_landing_zone.machine_learning.access import read_endpoints
from azure_ai_landing_zone.machine_learning.datastore import (
    DatastoreName,
    MachineLearningDatastore,
    rule_name_problems,
)
from azure_ai_landing_zone.machine_learning.managed_network import PrivateEndpointRule
from azure_ai_landing_zone.machine_learning.resources import ApplicationInsightsCreate
from azure_ai_landing_zone.machine_learning.settings import MachineLearningPlan
from azure_ai_landing_zone.machine_learning.workspace import (
    MachineLearningWorkspace,
    MachineLearningWorkspaceArgs,
)
from azure_ai_landing_zone.sections.section import Part, Section, SectionEndpoint
from azure_ai_landing_zone.sections.site import fields_of
from azure_ai_landing_zone.stores.container_registry import ContainerRegistryCreate
from azure_ai_landing_zone.stores.key_vault import KeyVaultCreate
from azure_ai_landing_zone.stores.section import CheckpointStoreSettings, writer_role
from azure_ai_landing_zone.stores.storage_account import (
    RESOURCE_TYPE,
    ContainerName,
    StorageAccountCreate,
    StorageService,
)

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts

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


class MachineLearningWorkspaceSettings(MachineLearningPlan, Section):
    """A private Machine Learning workspace of the zone."""

    checkpoint_datastores: list[Key] = Field(default=[])
    """Checkpoint stores of the zone, by name, that its jobs write to: datastores of the same name, with _ for
    each hyphen."""
    other_datastores: list[OtherDatastore] = Field(default=[])
    """Data of others that its jobs mount."""

    def endpoints(self) -> list[SectionEndpoint]:
        found = [SectionEndpoint(f"{self.name}-workspace", "machineLearningWorkspace", "amlworkspace")]
        if isinstance(self.storage, StorageAccountCreate):
            found += [
                SectionEndpoint(f"{self.name}-{service}", "storage", service) for service in _STORAGE_SERVICES
            ]
        if isinstance(self.vault, KeyVaultCreate):
            found.append(SectionEndpoint(f"{self.name}-vault", "keyVault", "vault"))
        if isinstance(self.registry, ContainerRegistryCreate):
            found.append(SectionEndpoint(f"{self.name}-registry", "containerRegistry", "registry"))
        return found

    def identities(self) -> dict[str, RolesOn]:
        return {self.name: {}, self._jobs: {}}

    def azure_names(self) -> list[tuple[Kind, str]]:
        return machine_learning_workspace.azure_names(self.name, self)

    def problems(self, parts: "Parts") -> list[Problem]:
        return [
            *(self.offer_problems(parts.location) if parts.location is not None else []),
            *self.quota_problems(parts.gpu_quota, is_there="gpu_quota" in parts.present),
            *self._datastore_problems(parts),
            *self._rule_problems(),
            *self._telemetry_problems(parts),
        ]

    def make(self, made: "Made") -> Part:
        site, zones = made.site, made.zones
        itself, jobs = made.identities[self.name], made.identities[self._jobs]
        stores = {one.name: one for one in made.settings.checkpoint_stores}
        name = f"{site.name}-{self.name}"
        roles: list[Input[str]] = []
        for key in self.checkpoint_datastores:
            store, writer = made.stores[key], writer_role(stores[key])
            roles += self._grant_on_data(
                made, f"{name}-{key}", writer, store.container_resource_id, store.account_resource_id
            )
            endpoints = store.private_endpoint_resource_ids
            read_endpoints(
                f"{name}-{key}", endpoints, itself.principal_id, site.subscription_id, site.child()
            )
        for one in self.other_datastores:
            role = _WRITER if one.writable else _READER
            key = one.datastore_name.replace("_", "-")
            roles += self._grant_on_data(
                made, f"{name}-{key}", role, one.container_resource_id, one.account_resource_id
            )
        roles += self._grant_on_targets(made, name)
        makes_vault = isinstance(self.vault, KeyVaultCreate)
        makes_registry = isinstance(self.registry, ContainerRegistryCreate)
        storage_places: dict[StorageService, PrivateEndpointPlace] = {}
        if isinstance(self.storage, StorageAccountCreate):
            storage_places = {service: zones.place("storage", service) for service in _STORAGE_SERVICES}
        component = MachineLearningWorkspace(
            name,
            MachineLearningWorkspaceArgs(
                **site.common,
                **fields_of(self, MachineLearningPlan),
                label=self.name,
                private_endpoint=zones.place("machineLearningWorkspace", "amlworkspace"),
                storage_private_endpoints=storage_places,
                key_vault_private_endpoint=zones.place("keyVault", "vault") if makes_vault else None,
                container_registry_private_endpoint=zones.place("containerRegistry", "registry")
                if makes_registry
                else None,
                identity_resource_id=itself.identity_resource_id,
                principal_id=itself.principal_id,
                jobs_identity_resource_id=jobs.identity_resource_id,
                jobs_principal_id=jobs.principal_id,
                log_analytics_workspace_resource_id=made.workspace.workspace_resource_id
                if made.workspace is not None
                else None,
                datastores=[
                    *(_of_store(stores[key], made.stores[key]) for key in self.checkpoint_datastores),
                    *(
                        MachineLearningDatastore(**fields_of(one, MachineLearningDatastore))
                        for one in self.other_datastores
                    ),
                ],
                assignment_resource_ids=roles,
                access=site.people.access("machineLearningWorkspace"),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=[zones.component] if zones.component else []),
        )
        outputs: dict[str, Any] = {
            "workspaceName": component.workspace_name,
            "workspaceResourceId": component.workspace_resource_id,
            "studioUrl": component.studio_url,
            "trackingUri": component.tracking_uri,
            "computeNames": component.compute_names,
        }
        return Part(component=component, outputs=outputs)

    @property
    def _jobs(self) -> str:
        """The identity that its machines have."""
        return f"{self.name}-jobs"

    def _grant_on_data(
        self,
        made: "Made",
        name: str,
        role: BuiltInRole,
        container_id: Input[str],
        account_id: Input[str],
    ) -> list[pulumi.Output[str]]:
        """Jobs get the role, the workspace shows what is there and approves its private endpoint; the ids of
        the assignments."""
        site, itself = made.site, made.identities[self.name].principal_id
        jobs = made.identities[self._jobs].principal_id
        on_container = [
            AccessGrant(key="jobs", principal_id=jobs, role=role),
            AccessGrant(key="workspace", principal_id=itself, role=_READER),
        ]
        return [
            assignment.id
            for grants, scope in ((on_container, container_id), ([_approver(itself)], account_id))
            for assignment in grant_access(
                name, grants, scope=scope, subscription_id=site.subscription_id, opts=site.child()
            )
        ]

    def _grant_on_targets(self, made: "Made", name: str) -> list[pulumi.Output[str]]:
        """The workspace approves the private endpoints that rules ask for; one assignment for each
        target."""
        site, itself = made.site, made.identities[self.name].principal_id
        seen = {one.account_resource_id.lower() for one in self.other_datastores}
        found: list[pulumi.Output[str]] = []
        for key, rule in self.managed_network.outbound_rules.items():
            if not isinstance(rule, PrivateEndpointRule):
                continue
            target = str(rule.target_resource_id)
            if target.lower() not in seen:
                found += [
                    one.id
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

    def _datastore_problems(self, parts: "Parts") -> Iterator[Problem]:
        if None in parts.checkpoint_stores:
            return  # the one that is meant may be the one that is wrong
        known = [store.name for store in parts.checkpoint_stores if store is not None]
        for number, key in enumerate(self.checkpoint_datastores):
            path = ("checkpoint_datastores", number)
            if key in self.checkpoint_datastores[:number]:
                yield Problem(path, f"{key} is there twice")
            elif key not in known:
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

    def _telemetry_problems(self, parts: "Parts") -> Iterator[Problem]:
        makes = isinstance(self.application_insights, ApplicationInsightsCreate)
        if makes and "log_analytics" not in parts.present:
            text = "is made here and keeps its data in `log_analytics`: add that, or take an existing one"
            yield Problem(("application_insights",), text)


def _approver(principal_id: Input[str]) -> AccessGrant:
    role = BuiltInRole.AZURE_AI_ENTERPRISE_NETWORK_CONNECTION_APPROVER
    return AccessGrant(key="approver", principal_id=principal_id, role=role)


def _of_store(settings: CheckpointStoreSettings, store: CheckpointStore) -> MachineLearningDatastore:
    return MachineLearningDatastore(
        datastore_name=settings.name.replace("-", "_"),
        account_resource_id=store.account_resource_id,
        container_name=store.container_name,
        hierarchical_namespace=settings.hierarchical_namespace,
    )

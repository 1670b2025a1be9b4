"""MachineLearningWorkspace: Azure Machine Learning that only its own network and people reach."""

from typing import Any

import pulumi
from pulumi_azure_native import machinelearningservices
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.access.role_wait import ROLE_WAIT_SECONDS, after_roles
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Model,
    PrivateEndpointPlace,
    Protection,
    refuse,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.size_warnings import warn_of_size
from azure_ai_landing_zone.machine_learning import resources as machine_learning_resources
from azure_ai_landing_zone.machine_learning.access import MACHINE_KINDS, MachineKind, grant_before_workspace
from azure_ai_landing_zone.machine_learning.compute import common_of, make_cluster, make_instance
from azure_ai_landing_zone.machine_learning.datastore import (
    MachineLearningDatastore,
    make_datastore,
    rule_name_problems,
)
from azure_ai_landing_zone.machine_learning.managed_network import make_rules
from azure_ai_landing_zone.machine_learning.resources import (
    ApplicationInsightsCreate,
    Ground,
    Places,
    make_ground,
)
from azure_ai_landing_zone.machine_learning.settings import MachineLearningWorkspaceSettings
from azure_ai_landing_zone.stores.storage_account import StorageService

RESOURCE_TYPE = "Microsoft.MachineLearningServices/workspaces"


class MachineIdentity(Model):
    """A user-assigned identity that machines have."""

    identity_resource_id: Input[str]
    """Its full id."""
    principal_id: Input[str]
    """Its object id."""


class MachineLearningWorkspaceArgs(ComponentArgs, MachineLearningWorkspaceSettings):
    """What a MachineLearningWorkspace is made of."""

    private_endpoint: PrivateEndpointPlace
    """The only way in, with three addresses and two zones: privatelink.api.azureml.ms and
    privatelink.notebooks.azure.net."""
    storage_private_endpoints: dict[StorageService, PrivateEndpointPlace] = Field(default={})
    """For people: blob and file of storage that is made here."""
    key_vault_private_endpoint: PrivateEndpointPlace | None = None
    """Of a vault that is made here. Left out: something else makes it."""
    container_registry_private_endpoint: PrivateEndpointPlace | None = None
    """Of a registry that is made here. Left out: something else makes it."""
    identity_resource_id: Input[str]
    """A user-assigned identity that the workspace works as; its roles come before the workspace."""
    principal_id: Input[str]
    """The same identity's object id."""
    machine_identities: dict[MachineKind, MachineIdentity]
    """Whom machines work as: `jobs` the clusters, `images` the image builder, and `notebooks` people's own
    computers, which may be left out where there are none."""
    log_analytics_workspace_resource_id: Input[str] | None = None
    """For an Application Insights that is made here."""
    datastores: list[MachineLearningDatastore] = Field(default=[])
    """Data that jobs mount."""
    roles_assigned_on: list[Input[str]] = Field(default=[])
    """When others gave the workspace's identity roles, such as on the accounts of datastores: `created_on` of
    each assignment. They are waited for with its own."""
    access: list[AccessGrant] = Field(default=[])
    """Who works in it. With AzureML Data Scientist come roles on the workspace's storage."""
    encryption_key: EncryptionKey | None = None
    """Of what the workspace keeps of jobs, models and data, and of storage and registry that are made here.
    The workspace opens it as `identity_resource_id`, which has the same role on the vault, and the others as
    the key's own identity. From the first day or never. Left out: Microsoft's."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data."""

    @model_validator(mode="after")
    def _check_workspace(self) -> "MachineLearningWorkspaceArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        makes_telemetry = isinstance(self.application_insights, ApplicationInsightsCreate)
        if makes_telemetry and self.log_analytics_workspace_resource_id is None:
            text = "missing: `application_insights` that is made here keeps its data there"
            problems.append(Problem(("log_analytics_workspace_resource_id",), text))
        names = [one.datastore_name for one in self.datastores]
        problems += rule_name_problems(self.managed_network.outbound_rules, names)
        for number, name in enumerate(names):
            if name in names[:number]:
                path = ("datastores", number, "datastore_name")
                problems.append(Problem(path, f"{name} is the name of [{names.index(name)}] already"))
        for kind in MACHINE_KINDS:
            if kind not in self.machine_identities and (kind != "notebooks" or self.compute_instances):
                text = f"{kind} is missing: jobs, the image builder and people's computers have one each"
                problems.append(Problem(("machine_identities",), text))
        refuse(MachineLearningWorkspaceArgs, problems)
        return self


class MachineLearningWorkspace(Component):
    """A workspace without keys, without a public way in, whose machines are in a network of its own.

    Made in this order, because Azure asks for it: what it stands on; the roles of its identity on that, and a
    wait until they are known; the workspace with its managed network; private endpoints out of that network,
    one after another; machines. Azure keeps no copy of a deleted workspace that has no system-assigned
    identity (learn.microsoft.com/azure/machine-learning/concept-soft-delete, 2025-11-13): its name is free at
    once, and it is gone for good.
    """

    workspace_name: pulumi.Output[str]
    workspace_resource_id: pulumi.Output[str]
    tracking_uri: pulumi.Output[str]
    """For MLflow."""
    studio_url: pulumi.Output[str]
    """For people, from inside the network."""
    compute_names: pulumi.Output[dict[str, str]]
    """What jobs call the machines, by their name here: `compute: azureml:<name>`."""
    storage_account_resource_id: pulumi.Output[str]
    key_vault_resource_id: pulumi.Output[str]
    container_registry_resource_id: pulumi.Output[str]

    def __init__(
        self, name: str, args: MachineLearningWorkspaceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, lambda label: azure_names(label, args))
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        for size in args.sizes():
            warn_of_size(size, args.location)
        places = Places(
            args.storage_private_endpoints,
            args.key_vault_private_endpoint,
            args.container_registry_private_endpoint,
        )
        ground = make_ground(
            making,
            args,
            places,
            args.log_analytics_workspace_resource_id,
            args.encryption_key,
            args.protection,
        )
        roles = grant_before_workspace(
            making,
            ground,
            principal_id=args.principal_id,
            machine_principal_ids={kind: one.principal_id for kind, one in args.machine_identities.items()},
            people=args.access,
        )
        opened_on = args.encryption_key.roles_assigned_on if args.encryption_key is not None else []
        ready = after_roles([*roles, *args.roles_assigned_on, *opened_on], ROLE_WAIT_SECONDS)
        workspace = _make_workspace(making, ground, ready, args)
        endpoints = making.endpoint(args.private_endpoint, workspace.id, "amlworkspace")
        rules = make_rules(
            making,
            {
                **args.managed_network.outbound_rules,
                **{key: rule for one in args.datastores for key, rule in one.rules().items()},
            },
            workspace,
            # A workspace is changed once at a time.
            pulumi.ResourceOptions.merge(pulumi.ResourceOptions(depends_on=list(endpoints)), ready),
        )
        for datastore in args.datastores:
            make_datastore(making, datastore, workspace)
        machines = _make_machines(making, workspace, [*endpoints, *rules], args)

        self.workspace_name = workspace.name
        self.workspace_resource_id = workspace.id
        self.tracking_uri = workspace.ml_flow_tracking_uri
        self.studio_url = pulumi.Output.concat(
            "https://ml.azure.com/?wsid=", workspace.id, f"&tid={making.tenant_id}"
        )
        self.compute_names = pulumi.Output.all(**machines)
        self.storage_account_resource_id = ground.storage
        self.key_vault_resource_id = ground.key_vault
        self.container_registry_resource_id = ground.container_registry
        self._end()


def _make_workspace(
    making: Making, ground: Ground, ready: pulumi.ResourceOptions, args: MachineLearningWorkspaceArgs
) -> "machinelearningservices.Workspace":
    network = args.managed_network
    workspace = machinelearningservices.Workspace(
        f"{making.name}-workspace",
        workspace_name=making.azure_name("machineLearningWorkspace"),
        kind="Default",
        sku=machinelearningservices.SkuArgs(name="Basic", tier=machinelearningservices.SkuTier.BASIC),
        friendly_name=making.label,
        identity=machinelearningservices.ManagedServiceIdentityArgs(
            type="UserAssigned", user_assigned_identities=[args.identity_resource_id]
        ),
        primary_user_assigned_identity=args.identity_resource_id,
        storage_account=ground.storage,
        key_vault=ground.key_vault,
        container_registry=ground.container_registry,
        application_insights=ground.application_insights,
        # A name: the cluster is made after the workspace.
        image_build_compute=making.names.of("machineLearningCompute", args.image_builder.name),
        system_datastores_auth_mode="Identity",
        public_network_access="Disabled",
        v1_legacy_mode=False,
        hbi_workspace=False,
        managed_network=machinelearningservices.ManagedNetworkSettingsArgs(
            isolation_mode=network.isolation_mode, firewall_sku=network.firewall_sku
        ),
        # Left alone, the first machine would make the network, for half an hour, and time out.
        provision_network_now=True,
        opts=pulumi.ResourceOptions.merge(
            making.keeper(
                # Azure shows all rules here too, and a refresh would take them for ours.
                ignore_changes=["managedNetwork.outboundRules"],
                replace_on_changes=[*_FROM_THE_FIRST_DAY],
                delete_before_replace=True,
                custom_timeouts=pulumi.CustomTimeouts(create="90m", update="90m", delete="1h"),
            ),
            ready,
        ),
        **_encryption(making, args),
        **making.place,
    )
    making.watch(workspace.id, RESOURCE_TYPE)
    itself = AccessGrant(key="workspace", principal_id=args.principal_id, role=BuiltInRole.CONTRIBUTOR)
    making.grant([itself, *args.access], workspace.id)
    return workspace


_FROM_THE_FIRST_DAY = ("enableServiceSideCMKEncryption", "encryption.keyVaultProperties.keyVaultArmId")
"""Azure takes another key of the same vault later, and nothing else: a preview says that the workspace would
be replaced, and stops where it is protected."""


def _encryption(making: Making, args: MachineLearningWorkspaceArgs) -> dict[str, Any]:
    """On Azure ML's side, or it would make a group with Cosmos DB, a search service and storage in the
    subscription. With the version that there is when it is made: Azure takes no other by itself. Sources:
    MicrosoftDocs/azure-ai-docs@3551178:articles/machine-learning/concept-customer-managed-keys.md, of
    2025-01-28, and how-to-setup-customer-managed-keys.md, 2025-02-05; Azure/azure-quickstart-templates:
    quickstarts/microsoft.machinelearningservices/machine-learning-workspace-cmk-service-side-encryption, of
    2026-11-23.
    """
    key = args.encryption_key
    if key is None:
        return {}
    return {
        "enable_service_side_cmk_encryption": True,
        "encryption": machinelearningservices.EncryptionPropertyArgs(
            status=machinelearningservices.EncryptionStatus.ENABLED,
            identity=machinelearningservices.IdentityForCmkArgs(
                user_assigned_identity=args.identity_resource_id
            ),
            key_vault_properties=machinelearningservices.KeyVaultPropertiesArgs(
                key_vault_arm_id=key.key_vault_resource_id,
                key_identifier=key.version_url(making, "metadata-key", "machineLearningWorkspace"),
            ),
        ),
    }


def _make_machines(
    making: Making,
    workspace: "machinelearningservices.Workspace",
    after: list[pulumi.Resource],
    args: MachineLearningWorkspaceArgs,
) -> dict[str, pulumi.Output[str]]:
    """Once the managed network lets them out; the machines' Azure names by their own."""
    common = {
        kind: common_of(making, workspace, one.identity_resource_id, after)
        for kind, one in args.machine_identities.items()
    }
    builder = args.image_builder
    return {
        builder.name: make_cluster(making, builder, common["images"]).name,
        **{one.name: make_cluster(making, one, common["jobs"]).name for one in args.compute_clusters},
        **{one.name: make_instance(making, one, common["notebooks"]).name for one in args.compute_instances},
    }


def azure_names(label: str, plan: MachineLearningWorkspaceSettings) -> list[tuple[Kind, str]]:
    """What a MachineLearningWorkspace called so names."""
    return [
        ("machineLearningWorkspace", label),
        ("privateEndpoint", f"{label}-amlworkspace"),
        *plan.machine_names(),
        *machine_learning_resources.azure_names(label, plan),
    ]

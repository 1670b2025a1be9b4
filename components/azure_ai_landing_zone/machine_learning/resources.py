"""What a Machine Learning workspace stands on: storage, secrets, images, telemetry."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pulumi
from pydantic import Field

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Model, PrivateEndpointPlace, Protection, resource_id_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations import telemetry as application_insights
from azure_ai_landing_zone.operations.telemetry import (
    ApplicationInsights,
    ApplicationInsightsArgs,
    TelemetrySampling,
)
from azure_ai_landing_zone.stores import container_registry, key_vault, storage_account
from azure_ai_landing_zone.stores.container_registry import (
    ContainerRegistry,
    ContainerRegistryArgs,
    ContainerRegistryCreate,
    ContainerRegistryExisting,
)
from azure_ai_landing_zone.stores.key_vault import KeyVault, KeyVaultArgs, KeyVaultCreate, KeyVaultExisting
from azure_ai_landing_zone.stores.storage_account import (
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
    StorageAccountExisting,
    StorageService,
)


class ApplicationInsightsCreate(TelemetrySampling):
    """An Application Insights of the workspace's own, in the Log Analytics workspace."""

    mode: Literal["create"]
    """Made here."""


class ApplicationInsightsExisting(Model):
    """One that someone else answers for."""

    mode: Literal["existing"]
    """Taken over."""
    application_insights_resource_id: Annotated[str, resource_id_of("Microsoft.Insights/components")]
    """Full id."""


class WorkspaceResources(Model):
    """What a workspace stands on. Storage and vault can't be exchanged later without a new workspace."""

    storage: StorageAccountCreate | StorageAccountExisting = Field(
        default=StorageAccountCreate(mode="create", trusted_services=True), discriminator="mode"
    )
    """For notebooks, code, logs and models; a standard account without folders."""
    vault: KeyVaultCreate | KeyVaultExisting = Field(
        default=KeyVaultCreate(mode="create", trusted_services=True), discriminator="mode"
    )
    """For secrets of connections."""
    registry: ContainerRegistryCreate | ContainerRegistryExisting = Field(
        default=ContainerRegistryCreate(mode="create", trusted_services=True), discriminator="mode"
    )
    """For images of environments: Premium, the only one with private endpoints."""
    application_insights: ApplicationInsightsCreate | ApplicationInsightsExisting = Field(
        default=ApplicationInsightsCreate(mode="create"), discriminator="mode"
    )
    """For telemetry of endpoints."""


def resource_problems(resources: WorkspaceResources) -> Iterator[Problem]:
    """What Azure ML can't work with.

    Source: learn.microsoft.com/azure/machine-learning/how-to-secure-workspace-vnet (2024-07-08).
    """
    for field in ("storage", "vault", "registry"):
        section = getattr(resources, field)
        if section.mode == "create" and not section.trusted_services:
            text = "has to be true: Azure ML comes in as a trusted service, and has no other way"
            yield Problem((field, "trusted_services"), text)
    storage = resources.storage
    if isinstance(storage, StorageAccountCreate):
        if storage.account_sku.startswith("Premium_"):
            text = f"must be a Standard_ one, got {storage.account_sku}: a workspace also needs file shares"
            yield Problem(("storage", "account_sku"), text)
        if storage.hierarchical_namespace:
            text = "must be false: a workspace's own storage has no folders; make data a datastore instead"
            yield Problem(("storage", "hierarchical_namespace"), text)


@dataclass(frozen=True, slots=True)
class Places:
    """Private endpoints of what is made here; what is taken over has its own."""

    storage: dict[StorageService, PrivateEndpointPlace]
    key_vault: PrivateEndpointPlace | None
    container_registry: PrivateEndpointPlace | None


@dataclass(frozen=True, slots=True)
class Ground:
    """Full ids of what a workspace stands on."""

    storage: pulumi.Output[str]
    storage_endpoints: Mapping[StorageService, Input[str]]
    """Private endpoints that are made here."""
    key_vault: pulumi.Output[str]
    container_registry: pulumi.Output[str]
    application_insights: pulumi.Output[str]


def make_ground(
    making: Making,
    resources: WorkspaceResources,
    places: Places,
    log_analytics_workspace_resource_id: Input[str] | None,
    encryption_key: EncryptionKey | None,
    protection: Protection,
) -> Ground:
    """Roles are given by who makes the workspace."""
    name, opts = making.name, making.child()
    common: dict[str, Any] = {**making.common, "label": making.label}
    guarded: dict[str, Any] = {**common, "diagnostics": making.diagnostics, "protection": protection}
    storage = StorageAccount(
        f"{name}-storage",
        StorageAccountArgs(
            **guarded,
            account=resources.storage,
            private_endpoints=places.storage,
            encryption_key=encryption_key if isinstance(resources.storage, StorageAccountCreate) else None,
        ),
        opts,
    )
    vault = KeyVault(
        f"{name}-vault",
        KeyVaultArgs(**guarded, vault=resources.vault, private_endpoint=places.key_vault),
        opts,
    )
    registry = ContainerRegistry(
        f"{name}-registry",
        ContainerRegistryArgs(
            **guarded,
            registry=resources.registry,
            private_endpoint=places.container_registry,
            encryption_key=encryption_key
            if isinstance(resources.registry, ContainerRegistryCreate)
            else None,
        ),
        opts,
    )
    telemetry = resources.application_insights
    if isinstance(telemetry, ApplicationInsightsExisting):
        insights_id = pulumi.Output.from_input(telemetry.application_insights_resource_id)
    else:
        assert log_analytics_workspace_resource_id is not None, "the arguments' check asks for it"  # noqa: S101
        insights_id = ApplicationInsights(
            f"{name}-telemetry",
            ApplicationInsightsArgs(
                **common,
                sampling_percent=telemetry.sampling_percent,
                workspace_resource_id=log_analytics_workspace_resource_id,
            ),
            opts,
        ).application_insights_resource_id
    return Ground(
        storage=storage.account_resource_id,
        storage_endpoints=storage.private_endpoint_resource_ids,
        key_vault=vault.vault_resource_id,
        container_registry=registry.registry_resource_id,
        application_insights=insights_id,
    )


def azure_names(label: str, resources: WorkspaceResources) -> list[tuple[Kind, str]]:
    """What the resources of a workspace called so name."""
    names: list[tuple[Kind, str]] = []
    if isinstance(resources.storage, StorageAccountCreate):
        names += storage_account.azure_names(label, ["blob", "file"])
    if isinstance(resources.vault, KeyVaultCreate):
        names += key_vault.azure_names(label)
    if isinstance(resources.registry, ContainerRegistryCreate):
        names += container_registry.azure_names(label)
    if isinstance(resources.application_insights, ApplicationInsightsCreate):
        names += application_insights.azure_names(label)
    return names

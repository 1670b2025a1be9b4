"""ContainerRegistry: images that only Entra identities pull, over a private endpoint."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import containerregistry
from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.access.grants import access_problems, grant_access
from azure_ai_landing_zone.core.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Model,
    PrivateEndpointPlace,
    Protection,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.endpoints.endpoint import private_endpoint

RESOURCE_TYPE = "Microsoft.ContainerRegistry/registries"


class ContainerRegistryCreate(Model):
    """A Premium registry of the zone's own: only Premium has private endpoints."""

    mode: Literal["create"]
    """Made here."""
    zone_redundancy: StrictBool = True
    """Survives the loss of a zone. Set to false where the region has no zones; it can't be changed later."""
    untagged_retention_days: StrictInt = Field(default=30, ge=0, le=365)
    """Images that lost their last tag are deleted after so many days."""
    export: StrictBool = False
    """Whether images may be copied to other registries from outside: import and export pipelines."""
    trusted_services: StrictBool = False
    """Lets in Azure's own services on Microsoft's list. Azure Machine Learning builds images that way."""


class ContainerRegistryExisting(Model):
    """A registry that someone else answers for: only role assignments and an endpoint are added."""

    mode: Literal["existing"]
    """Taken over."""
    registry_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it."""


ContainerRegistrySettings = Annotated[
    ContainerRegistryCreate | ContainerRegistryExisting, Field(discriminator="mode")
]


class ContainerRegistryArgs(ComponentArgs):
    """What a ContainerRegistry is made of."""

    registry: ContainerRegistrySettings = ContainerRegistryCreate(mode="create")
    """Made here, or taken over."""
    private_endpoint: PrivateEndpointPlace | None = None
    """The way in, with two addresses; its zone is privatelink.azurecr.io. Left out: made elsewhere."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: roles on it, nothing wider."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data."""

    @model_validator(mode="after")
    def _check_access(self) -> "ContainerRegistryArgs":
        refuse(ContainerRegistryArgs, list(access_problems(self.access, RESOURCE_TYPE)))
        return self


class ContainerRegistry(Component):
    """A registry without an admin user, without anonymous pulls and without a public way in.

    It gives out access for the whole registry (AcrPull, AcrPush). pulumi-azure-native 3.29 uses API version
    2023-01-01-preview, which has no access by repository.
    """

    registry_name: pulumi.Output[str]
    registry_resource_id: pulumi.Output[str]
    login_server: pulumi.Output[str]
    """Such as <registry>.azurecr.io; resolves inside the network."""

    def __init__(
        self, name: str, args: ContainerRegistryArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        label = args.label or name
        check_names(ContainerRegistry, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        if isinstance(args.registry, ContainerRegistryExisting):
            registry = containerregistry.Registry.get(
                f"{name}-registry", args.registry.registry_resource_id, self._child()
            )
            subscription_id = args.registry.registry_resource_id.split("/")[2]
        else:
            registry = self._make_registry(name, names.of("containerRegistry", label), args.registry, args)
            diagnose(
                name,
                args.diagnostics,
                resource_id=registry.id,
                resource_type=RESOURCE_TYPE,
                opts=self._child(),
            )
            subscription_id = self._subscription_id()
        if args.private_endpoint is not None:
            private_endpoint(
                name,
                azure_name=names.of("privateEndpoint", f"{label}-registry"),
                resource_group_name=args.resource_group_name,
                location=args.location,
                subnet_resource_id=args.private_endpoint.subnet_resource_id,
                target_resource_id=registry.id,
                group_id="registry",
                private_dns_zone_resource_ids=args.private_endpoint.private_dns_zone_resource_ids,
                tags=args.tags.as_azure() if args.tags else None,
                opts=self._child(),
            )
        grant_access(
            name, args.access, scope=registry.id, subscription_id=subscription_id, opts=self._child()
        )

        self.registry_name = registry.name
        self.registry_resource_id = registry.id
        self.login_server = registry.login_server
        self.register_outputs(
            {
                "registry_name": self.registry_name,
                "registry_resource_id": self.registry_resource_id,
                "login_server": self.login_server,
            }
        )

    def _make_registry(
        self, name: str, azure_name: str, registry: ContainerRegistryCreate, args: ContainerRegistryArgs
    ) -> "containerregistry.Registry":
        return containerregistry.Registry(
            f"{name}-registry",
            registry_name=azure_name,
            resource_group_name=args.resource_group_name,
            location=args.location,
            sku=containerregistry.SkuArgs(name="Premium"),
            admin_user_enabled=False,
            anonymous_pull_enabled=False,
            # Layers then come from a host name of this registry alone, not from all of Azure's blob storage.
            data_endpoint_enabled=True,
            network_rule_bypass_options="AzureServices" if registry.trusted_services else "None",
            network_rule_set=containerregistry.NetworkRuleSetArgs(default_action="Deny"),
            policies=containerregistry.PoliciesArgs(
                export_policy=containerregistry.ExportPolicyArgs(
                    status="enabled" if registry.export else "disabled"
                ),
                retention_policy=containerregistry.RetentionPolicyArgs(
                    status="enabled", days=registry.untagged_retention_days
                ),
            ),
            public_network_access="Disabled",
            zone_redundancy="Enabled" if registry.zone_redundancy else "Disabled",
            tags=args.tags.as_azure() if args.tags else None,
            opts=self._child(protect=args.protection == "on"),
        )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a ContainerRegistry called so names."""
    return [("containerRegistry", label), ("privateEndpoint", f"{label}-registry")]

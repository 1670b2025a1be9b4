"""ContainerRegistry: images that only Entra identities pull, over a private endpoint."""

from typing import Annotated, Any, Literal

import pulumi
from pulumi_azure_native import containerregistry
from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
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
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.stores.image_cache import ImageCache, make_cache

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
    """Lets in Azure's own services on Microsoft's list. Azure Machine Learning builds images that way, and
    the registry's own cache needs it."""
    image_cache: ImageCache | None = None
    """Keeps copies of public images, for `imageRegistry` of what runs in a cluster, and for clusters without
    a way out. Left out: only what is pushed."""

    @model_validator(mode="after")
    def _check_cache(self) -> "ContainerRegistryCreate":
        if self.image_cache is not None:
            problems = [
                Problem(("image_cache", *one.path), one.message) for one in self.image_cache.problems()
            ]
            if not self.trusted_services:
                text = (
                    "must be true with `image_cache`: Azure fills the cache of a closed registry as one of "
                    "its trusted services"
                )
                problems.append(Problem(("trusted_services",), text))
            refuse(ContainerRegistryCreate, problems)
        return self


class ContainerRegistryExisting(Model):
    """A registry that someone else answers for: only role assignments and an endpoint are added."""

    mode: Literal["existing"]
    """Taken over."""
    registry_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it."""


ContainerRegistryChoice = Annotated[
    ContainerRegistryCreate | ContainerRegistryExisting, Field(discriminator="mode")
]


class ContainerRegistryArgs(ComponentArgs):
    """What a ContainerRegistry is made of."""

    registry: ContainerRegistryChoice = ContainerRegistryCreate(mode="create")
    """Made here, or taken over."""
    private_endpoint: PrivateEndpointPlace | None = None
    """The way in, with two addresses; its zone is privatelink.azurecr.io. Left out: made elsewhere."""
    encryption_key: EncryptionKey | None = None
    """A key of the customer's own: from the first day or never, and it can't be taken back. Left out:
    Microsoft's."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: roles on it, nothing wider."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data; `locked`: and Azure to delete it."""

    @model_validator(mode="after")
    def _check_access(self) -> "ContainerRegistryArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        if self.encryption_key is not None and isinstance(self.registry, ContainerRegistryExisting):
            text = "goes with a registry that is made here: leave it out"
            problems.append(Problem(("encryption_key",), text))
        refuse(ContainerRegistryArgs, problems)
        return self


class ContainerRegistry(Component):
    """A registry without an admin user, without anonymous pulls and without a public way in.

    It gives out access for the whole registry (AcrPull, AcrPush). Access by repository needs the mode
    AbacRepositoryPermissions, which pulumi-azure-native 3.29 doesn't know (it uses API version
    2023-01-01-preview), and in which Azure doesn't honor these two. Source:
    MicrosoftDocs/azure-management-docs:articles/container-registry/
    container-registry-rbac-abac-repository-permissions.md, 2026-11-23.
    """

    registry_name: pulumi.Output[str]
    registry_resource_id: pulumi.Output[str]
    login_server: pulumi.Output[str]
    """Such as <registry>.azurecr.io; resolves inside the network."""

    def __init__(
        self, name: str, args: ContainerRegistryArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        if isinstance(args.registry, ContainerRegistryExisting):
            its_id: Input[str] = args.registry.registry_resource_id
            registry = containerregistry.Registry.get(f"{name}-registry", its_id, making.child())
        else:
            registry = _make_registry(making, args.registry, args.encryption_key)
            its_id = registry.id
            making.lock(its_id, "registry")
            making.watch(registry.id, RESOURCE_TYPE)
            if args.registry.image_cache is not None:
                make_cache(making, args.registry.image_cache, registry, args.location)
        making.endpoint(args.private_endpoint, its_id, "registry")
        making.grant(args.access, its_id)
        self.registry_name = registry.name
        self.registry_resource_id = pulumi.Output.from_input(its_id)
        self.login_server = registry.login_server
        self._end()


def _make_registry(
    making: Making, registry: ContainerRegistryCreate, key: EncryptionKey | None
) -> "containerregistry.Registry":
    return containerregistry.Registry(
        f"{making.name}-registry",
        registry_name=making.azure_name("containerRegistry"),
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
        opts=making.keeper() if key is None else _encrypted(making, key),
        **({} if key is None else _encryption(key)),
        **making.place,
    )


def _encrypted(making: Making, key: EncryptionKey) -> pulumi.ResourceOptions:
    """One that is there already can't get a key: a preview says that it would be replaced, and stops where it
    is protected. Source: MicrosoftDocs/azure-docs:articles/container-registry/
    tutorial-customer-managed-keys.md, 2026-11-23."""
    anew = making.keeper(replace_on_changes=["encryption"], delete_before_replace=True)
    return pulumi.ResourceOptions.merge(anew, key.ready())


def _encryption(key: EncryptionKey) -> dict[str, Any]:
    """No version: the registry looks for a new one every hour. Source: as above."""
    return {
        "identity": containerregistry.IdentityPropertiesArgs(
            type=containerregistry.ResourceIdentityType.USER_ASSIGNED,
            # The id is a key here, and may not be known yet.
            user_assigned_identities=pulumi.Output.from_input(key.identity_resource_id).apply(
                lambda known: {known: containerregistry.UserIdentityPropertiesArgs()}
            ),
        ),
        "encryption": containerregistry.EncryptionPropertyArgs(
            status=containerregistry.EncryptionStatus.ENABLED,
            key_vault_properties=containerregistry.KeyVaultPropertiesArgs(
                identity=key.client_id,
                key_identifier=pulumi.Output.concat(key.key_vault_uri, "keys/", key.key_name),
            ),
        ),
    }


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a ContainerRegistry called so names."""
    return [("containerRegistry", label), ("privateEndpoint", f"{label}-registry")]

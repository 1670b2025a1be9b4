"""LandingZone: everything that a stack's settings ask for, put together."""

from typing import Any

import pulumi
from pulumi_azure_native import managedidentity, resources

from azure_ai_landing_zone import checkpoint_store, network, training_cluster
from azure_ai_landing_zone.checkpoint_store import CheckpointStore, CheckpointStoreArgs
from azure_ai_landing_zone.component import Component, check_names
from azure_ai_landing_zone.landing_zone_checks import ENDPOINTS, subnets_of
from azure_ai_landing_zone.landing_zone_sections import (
    CheckpointStoreSettings,
    NetworkExisting,
    PrivateDnsZonesCreate,
    PrivateDnsZonesExisting,
    ResourceGroupExisting,
    TrainingClusterSettings,
)
from azure_ai_landing_zone.landing_zone_settings import LandingZoneSettings
from azure_ai_landing_zone.model import AccessGrant, Input, PrivateEndpointPlace
from azure_ai_landing_zone.naming import Kind, Names
from azure_ai_landing_zone.network import Network, NetworkArgs
from azure_ai_landing_zone.private_dns_zones import BLOB_ZONE, PrivateDnsZones, PrivateDnsZonesArgs
from azure_ai_landing_zone.roles import BuiltInRole
from azure_ai_landing_zone.training_cluster import TrainingCluster, TrainingClusterArgs


class LandingZone(Component):
    """A resource group with network, identities, checkpoint stores and training clusters, made in the order
    in which they need each other."""

    resource_group_name: pulumi.Output[str]
    virtual_network_resource_id: pulumi.Output[str | None]
    egress_ip_address: pulumi.Output[str | None]
    """The public address that the outside sees; none for a network that isn't ours."""
    training_clusters: pulumi.Output[dict[str, Any]]
    """By name: scaleSetName, scaleSetResourceId, identityClientId, scratchPath."""
    checkpoint_stores: pulumi.Output[dict[str, Any]]
    """By name: accountName, containerUrl, peakTb."""

    def __init__(
        self,
        name: str,
        args: LandingZoneSettings,
        opts: pulumi.ResourceOptions | None = None,
        *,
        hub_provider: pulumi.ProviderResource | None = None,
    ) -> None:
        """`hub_provider`: an azure-native provider for the subscription of the hub, where that is another
        one."""
        check_names(LandingZone, args.naming, _azure_names(name, args))
        super().__init__(name, opts)
        self._settings = args
        self._hub_provider = hub_provider
        self._zones: PrivateDnsZones | None = None
        names = self._names(args.naming)
        # Components get the suffix itself: all of a zone's names end alike, also in tests of a single one.
        self._common: dict[str, Any] = {
            "location": args.location,
            "naming": args.naming.model_copy(update={"suffix": names.suffix}),
            "tags": args.tags,
            "resource_group_name": self._make_resource_group(name, names),
        }
        self.resource_group_name = pulumi.Output.from_input(self._common["resource_group_name"])
        subnet_ids = self._make_network(name)
        zones = self._make_zones(name)
        identities = {
            cluster.name: self._make_identity(name, names, cluster) for cluster in args.training_clusters
        }
        stores = {
            store.name: self._make_store(name, store, subnet_ids[ENDPOINTS], zones, identities)
            for store in args.checkpoint_stores
        }
        clusters = {
            cluster.name: self._make_cluster(
                name, cluster, subnet_ids[cluster.name], identities[cluster.name], stores
            )
            for cluster in args.training_clusters
        }

        self.training_clusters = pulumi.Output.from_input(
            {
                key: {
                    "scaleSetName": cluster.scale_set_name,
                    "scaleSetResourceId": cluster.scale_set_resource_id,
                    "identityClientId": identities[key].client_id,
                    "scratchPath": cluster.scratch_path,
                }
                for key, cluster in clusters.items()
            }
        )
        self.checkpoint_stores = pulumi.Output.from_input(
            {
                key: {
                    "accountName": store.account_name,
                    "containerUrl": store.container_url,
                    "peakTb": store.peak_tb,
                }
                for key, store in stores.items()
            }
        )
        self.register_outputs(
            {
                "resource_group_name": self.resource_group_name,
                "virtual_network_resource_id": self.virtual_network_resource_id,
                "egress_ip_address": self.egress_ip_address,
                "training_clusters": self.training_clusters,
                "checkpoint_stores": self.checkpoint_stores,
            }
        )

    def _make_resource_group(self, name: str, names: Names) -> Input[str]:
        settings = self._settings
        if isinstance(settings.resource_group, ResourceGroupExisting):
            return settings.resource_group.name
        return resources.ResourceGroup(
            f"{name}-resource-group",
            resource_group_name=names.of("resourceGroup", name),
            location=settings.location,
            tags=settings.tags.as_azure(),
            opts=self._child(),
        ).name

    def _make_network(self, name: str) -> dict[str, Input[str]]:
        """The ids of subnets, by cluster name and `endpoints`."""
        settings = self._settings.network
        self.virtual_network_resource_id = pulumi.Output.from_input(None)
        self.egress_ip_address = pulumi.Output.from_input(None)
        if settings is None:
            return {}
        if isinstance(settings, NetworkExisting):
            self.virtual_network_resource_id = pulumi.Output.from_input(settings.virtual_network_resource_id)
            return {ENDPOINTS: settings.endpoint_subnet_resource_id, **settings.cluster_subnet_resource_ids}
        subnets = subnets_of(self._settings.training_clusters)
        made = Network(
            f"{name}-network",
            NetworkArgs(
                **self._common,
                label=name,
                address_space=settings.address_space,
                egress=settings.egress,
                subnets=subnets,
            ),
            self._child(),
        )
        self.virtual_network_resource_id = made.virtual_network_resource_id.apply(str)
        self.egress_ip_address = made.egress_ip_address
        return {subnet.name: made.subnet_resource_ids[subnet.name] for subnet in subnets}

    def _make_zones(self, name: str) -> dict[str, Input[str]]:
        """The ids of private DNS zones, by zone name; none when someone else writes the records."""
        settings = self._settings.private_dns_zones
        if isinstance(settings, PrivateDnsZonesExisting):
            return dict(settings.zone_resource_ids)
        if not isinstance(settings, PrivateDnsZonesCreate) or not self._settings.checkpoint_stores:
            return {}
        common = self._common
        if settings.hub_resource_group_name is not None:
            common = common | {"resource_group_name": settings.hub_resource_group_name}
        self._zones = PrivateDnsZones(
            f"{name}-private-dns-zones",
            PrivateDnsZonesArgs(
                **common,
                label=name,
                zone_names=[BLOB_ZONE],
                virtual_network_resource_id=self.virtual_network_resource_id.apply(str),
            ),
            self._child(),
            hub_provider=self._hub_provider,
        )
        return {BLOB_ZONE: self._zones.zone_resource_ids[BLOB_ZONE]}

    def _make_identity(
        self, name: str, names: Names, cluster: TrainingClusterSettings
    ) -> managedidentity.UserAssignedIdentity:
        return managedidentity.UserAssignedIdentity(
            f"{name}-{cluster.name}-identity",
            resource_name_=names.of("userAssignedIdentity", cluster.name),
            resource_group_name=self._common["resource_group_name"],
            location=self._settings.location,
            tags=self._settings.tags.as_azure(),
            opts=self._child(),
        )

    def _make_store(
        self,
        name: str,
        store: CheckpointStoreSettings,
        subnet_id: Input[str],
        zones: dict[str, Input[str]],
        identities: dict[str, managedidentity.UserAssignedIdentity],
    ) -> CheckpointStore:
        writers = [
            AccessGrant(
                key=cluster.name,
                principal_id=identities[cluster.name].principal_id,
                role=BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR,
            )
            for cluster in self._settings.training_clusters
            if cluster.checkpoint_store == store.name
        ]
        return CheckpointStore(
            f"{name}-{store.name}",
            CheckpointStoreArgs(
                **self._common,
                **store.model_dump(exclude={"name"}),
                label=store.name,
                private_endpoint=PrivateEndpointPlace(
                    subnet_resource_id=subnet_id, private_dns_zone_resource_ids=list(zones.values())
                ),
                access=writers,
                protection=self._settings.protection,
            ),
            self._child(),
        )

    def _make_cluster(
        self,
        name: str,
        cluster: TrainingClusterSettings,
        subnet_id: Input[str],
        identity: managedidentity.UserAssignedIdentity,
        stores: dict[str, CheckpointStore],
    ) -> TrainingCluster:
        store = stores.get(cluster.checkpoint_store or "")
        return TrainingCluster(
            f"{name}-{cluster.name}",
            TrainingClusterArgs(
                **self._common,
                **cluster.model_dump(exclude={"name", "checkpoint_store"}),
                label=cluster.name,
                subnet_resource_id=subnet_id,
                identity_resource_id=identity.id,
            ),
            # Nodes ask for tokens and names as soon as they boot: their access and the store's address
            # come first.
            self._child(depends_on=[resource for resource in (store, self._zones) if resource is not None]),
        )


def _azure_names(name: str, settings: LandingZoneSettings) -> list[tuple[Kind, str]]:
    clusters = [cluster.name for cluster in settings.training_clusters]
    wanted: list[tuple[Kind, str]] = [("resourceGroup", name)]
    wanted += network.azure_names(name, [ENDPOINTS, *clusters])
    for cluster in clusters:
        wanted += [("userAssignedIdentity", cluster), *training_cluster.azure_names(cluster)]
    for store in settings.checkpoint_stores:
        wanted += checkpoint_store.azure_names(store.name)
    return wanted

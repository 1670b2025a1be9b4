"""LandingZoneSettings: what a stack file says."""

from typing import Any

import pulumi
from pulumi.runtime.config import is_config_secret
from pydantic import Field, TypeAdapter, ValidationError, model_validator

from azure_ai_landing_zone.component import PACKAGE
from azure_ai_landing_zone.landing_zone_checks import Parts, zone_problems
from azure_ai_landing_zone.landing_zone_sections import (
    CheckpointStoreSettings,
    NetworkSettings,
    PrivateDnsZonesCreate,
    PrivateDnsZonesSettings,
    ResourceGroupCreate,
    ResourceGroupSettings,
    TrainingClusterSettings,
)
from azure_ai_landing_zone.model import Model, Protection, Region, Tags, refuse
from azure_ai_landing_zone.naming import Naming
from azure_ai_landing_zone.planning.problem import Problem
from azure_ai_landing_zone.settings_error import SettingsError, in_stack_file, problems_of

KEY = "landingZone"
"""Of the stack configuration, in the namespace azure-ai-landing-zone."""


class LandingZoneSettings(Model):
    """A landing zone. An absent section is not built."""

    location: Region
    """Azure region, such as southcentralus."""
    resource_group: ResourceGroupSettings = ResourceGroupCreate(mode="create")
    """Where everything goes."""
    naming: Naming = Naming()
    """How Azure resources are named."""
    tags: Tags
    """Tags of every resource that takes tags."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data."""
    network: NetworkSettings | None = None
    """Needed as soon as there is a cluster or a store."""
    private_dns_zones: PrivateDnsZonesSettings = PrivateDnsZonesCreate(mode="create")
    """Where private endpoints have their names."""
    training_clusters: list[TrainingClusterSettings] = Field(default=[])
    """Each its own InfiniBand fabric. Append new ones at the end: their subnets lie one after another."""
    checkpoint_stores: list[CheckpointStoreSettings] = Field(default=[])
    """Each a storage account of its own."""

    @model_validator(mode="after")
    def _check_parts(self) -> "LandingZoneSettings":
        parts = Parts(
            location=self.location,
            naming=self.naming,
            network=self.network,
            has_network=self.network is not None,
            private_dns_zones=self.private_dns_zones,
            training_clusters=self.training_clusters,
            cluster_sizes=[cluster.size for cluster in self.training_clusters],
            checkpoint_stores=self.checkpoint_stores,
        )
        refuse(LandingZoneSettings, zone_problems(parts))
        return self

    @classmethod
    def from_stack(cls) -> "LandingZoneSettings":
        """The settings of the stack that runs. Raises SettingsError."""
        subject = f"{PACKAGE}:{KEY} of stack {pulumi.get_stack()}"
        if is_config_secret(f"{PACKAGE}:{KEY}"):
            text = (
                "has a `secure:` value, and settings are read as plain text, which would show it: put the "
                "secret "
                "into a Key Vault and its name here"
            )
            raise SettingsError(subject, [Problem((), text)])
        data = pulumi.Config(PACKAGE).get_object(KEY)
        if data is None:
            text = f"missing: this stack has no {PACKAGE}:{KEY}; stacks/Pulumi.dev.yaml is one to start from"
            raise SettingsError(subject, [Problem((), text)])
        return cls.load(data, subject)

    @classmethod
    def load(cls, data: Any, subject: str) -> "LandingZoneSettings":
        """The settings in a stack file's value. Raises SettingsError with all problems at once.

        Sections that are right by themselves are held against each other even when another one is wrong.
        """
        try:
            return cls.model_validate(data, by_alias=True, by_name=False)
        except ValidationError as error:
            problems = problems_of(cls, error, stack_file=True)
        if isinstance(data, dict):
            more = [in_stack_file(problem) for problem in zone_problems(_readable_parts(data))]
            problems += [problem for problem in more if problem not in problems]
        raise SettingsError(subject, problems)


def _size_of(cluster: Any) -> str | None:
    size = cluster.get("size") if isinstance(cluster, dict) else None
    return size if isinstance(size, str) else None


def _readable_parts(data: dict[str, Any]) -> Parts:
    def read(kind: Any, value: Any) -> Any:
        try:
            return TypeAdapter(kind).validate_python(value, by_alias=True, by_name=False)
        except ValidationError:
            return None

    def items(kind: Any, key: str) -> list[Any]:
        value = data.get(key)
        return [read(kind, item) for item in value] if isinstance(value, list) else []

    clusters = data.get("trainingClusters")
    return Parts(
        location=read(Region, data.get("location")),
        naming=read(Naming, data.get("naming", {})),
        network=read(NetworkSettings, data.get("network")),
        has_network=data.get("network") is not None,
        private_dns_zones=read(PrivateDnsZonesSettings, data.get("privateDnsZones", {"mode": "create"})),
        training_clusters=items(TrainingClusterSettings, "trainingClusters"),
        cluster_sizes=[_size_of(cluster) for cluster in clusters] if isinstance(clusters, list) else [],
        checkpoint_stores=items(CheckpointStoreSettings, "checkpointStores"),
    )

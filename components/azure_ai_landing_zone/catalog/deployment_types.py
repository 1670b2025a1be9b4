"""The types of model deployments: where they process prompts, and whether their throughput is provisioned.

Rows are in deployment_types.csv. Batch types are left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.models_provisioned import Processing
from azure_ai_landing_zone.catalog.table import data_file, keyed

DeploymentType = Literal[
    "Standard",
    "GlobalStandard",
    "DataZoneStandard",
    "ProvisionedManaged",
    "GlobalProvisionedManaged",
    "DataZoneProvisionedManaged",
]
"""Azure's name of a deployment's SKU."""


@dataclass(frozen=True, slots=True)
class TypeOfDeployment:
    """One SKU."""

    deployment_type: DeploymentType
    processing: Processing
    provisioned: bool
    """False: paid by the token."""
    source: str
    as_of: date


def load(text: str, file: str = "deployment_types.csv") -> Mapping[DeploymentType, TypeOfDeployment]:
    """By Azure's name. Raises CatalogError with every problem in the file."""
    return keyed(TypeOfDeployment, file, text, "a type")


@cache
def all_types() -> Mapping[DeploymentType, TypeOfDeployment]:
    """Every type by Azure's name."""
    return load(data_file("deployment_types.csv"))


def find(name: str) -> TypeOfDeployment | None:
    """The type of that name; None for one that isn't here."""
    return next((one for one in all_types().values() if one.deployment_type == name), None)


def pay_as_you_go(processing: Processing) -> DeploymentType:
    """The type that is paid by the token and processes prompts there."""
    return next(
        one.deployment_type
        for one in all_types().values()
        if one.processing == processing and not one.provisioned
    )

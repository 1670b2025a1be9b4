"""ModelDeployment: a model that an account answers with."""

from collections.abc import Sequence
from typing import Annotated, Any

import pulumi
from pulumi_azure_native import cognitiveservices
from pydantic import Field, StrictInt

from azure_ai_landing_zone.catalog import models
from azure_ai_landing_zone.catalog.deployment_types import DeploymentType
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Model, matching
from azure_ai_landing_zone.models.planning.deployments import (
    DeploymentRequest,
    VersionUpgrade,
    deployment_order,
)

DeploymentName = Annotated[
    str,
    matching(
        r"[A-Za-z0-9][\w.-]{1,63}", "2 to 64 letters, digits, _ . and -, starting with a letter or digit"
    ),
]


class ModelDeployment(Model):
    """One deployment. What Azure would refuse of it is refused before anything is made."""

    name: DeploymentName
    """What callers ask for; changing it replaces the deployment."""
    model: str = Field(min_length=1, max_length=100)
    """By Azure's name, such as gpt-5.5."""
    version: str = Field(min_length=1, max_length=40)
    """Such as 2026-04-24. Retired ones are refused, those that end within 90 days are reported."""
    publisher: str | None = Field(default=None, max_length=40)
    """What Azure calls a model's format, such as OpenAI. Left out: that of the catalogue, or OpenAI."""
    deployment_type: DeploymentType
    """Where prompts are processed (Standard and ProvisionedManaged: in the account's region), and whether it
    is paid by the token or by the hour (…ProvisionedManaged)."""
    capacity: StrictInt = Field(ge=1)
    """Thousands of tokens a minute, or provisioned throughput units (PTU), in steps that differ by model."""
    spillover: DeploymentName | None = None
    """Of a provisioned deployment: the one paid by the token that takes what it has no room for, of the same
    model and version and processed in the same place."""
    version_upgrade: VersionUpgrade | None = None
    """When Azure moves it to another version by itself. Left out: once its own has expired. Provisioned
    deployments stay where they are, until they stop."""
    content_filter: str | None = None
    """One of the account's `contentFilters`. Left out: the first; none for embeddings, speech and images."""

    def request(self) -> DeploymentRequest:
        """As plans see it."""
        return DeploymentRequest(
            name=self.name,
            model=self.model,
            version=self.version,
            deployment_type=self.deployment_type,
            capacity=self.capacity,
            spillover=self.spillover,
            version_upgrade=self.version_upgrade,
            content_filter=self.content_filter,
        )

    def azure_format(self) -> str:
        """What Azure calls its publisher."""
        known = models.find(self.model, self.version)
        return self.publisher or (known.format if known else "OpenAI")


def make_deployments(
    making: Making,
    deployments: Sequence[ModelDeployment],
    inside: dict[str, Any],
    *,
    filters: Sequence[str],
    after: Sequence[pulumi.Resource],
) -> list[pulumi.Resource]:
    """One after another, since an account refuses a second write meanwhile; provisioned ones last, so that
    they are deleted first. `inside`: the account's name, its group and tags. `filters`: names of its content
    filters, made before `after` or in it. What the account's next child has to wait for."""
    settings = {one.name: one for one in deployments}
    last = list(after)
    for request in deployment_order([one.request() for one in deployments]):
        first = filters[0] if filters and request.takes_filter else None
        last = [
            cognitiveservices.Deployment(
                f"{making.name}-{request.name}-deployment",
                deployment_name=request.name,
                sku=cognitiveservices.SkuArgs(name=request.deployment_type, capacity=request.capacity),
                properties=cognitiveservices.DeploymentPropertiesArgs(
                    model=cognitiveservices.DeploymentModelArgs(
                        format=settings[request.name].azure_format(),
                        name=request.model,
                        version=request.version,
                    ),
                    rai_policy_name=request.content_filter or first,
                    spillover_deployment_name=request.spillover,
                    version_upgrade_option=None
                    if request.is_provisioned
                    else request.version_upgrade or "OnceCurrentVersionExpired",
                ),
                opts=making.child(depends_on=last),
                **inside,
            )
        ]
    return last

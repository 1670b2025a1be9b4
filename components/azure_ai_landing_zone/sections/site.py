"""What all parts of a landing zone have in common: names, tags, where logs go, and how children are made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pulumi

from azure_ai_landing_zone.access.people import People
from azure_ai_landing_zone.core.diagnostics import Diagnostics
from azure_ai_landing_zone.core.model import Model, Protection


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A landing zone while it is being put together."""

    name: str
    """Of the landing zone, and of what there is one of in it."""
    common: dict[str, Any]
    """The arguments that every component takes."""
    subscription_id: str
    protection: Protection
    people: People
    diagnostics: Diagnostics
    child: Callable[..., pulumi.ResourceOptions]
    """Options of a child of the landing zone."""
    hub_provider: pulumi.ProviderResource | None
    """For the hub's subscription, where that is another one."""

    @property
    def resource_group_id(self) -> pulumi.Output[str]:
        """Full id of the zone's resource group."""
        return pulumi.Output.concat(
            f"/subscriptions/{self.subscription_id}/resourceGroups/", self.common["resource_group_name"]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PulumiState:
    """Where other stacks keep their state."""

    container_resource_id: pulumi.Output[str]
    key_resource_id: pulumi.Output[str]
    backend: pulumi.Output[str]
    """For `pulumi login`."""
    secrets_provider: pulumi.Output[str]
    """For `pulumi stack init --secrets-provider`."""


ONE = "zone"
"""What names say of a resource that a zone has one of and whose name may not be long."""


def fields_of(settings: Model, model: type[Model]) -> dict[str, Any]:
    """The part of a section that a component's arguments inherit from `model`."""
    return {name: getattr(settings, name) for name in model.model_fields}

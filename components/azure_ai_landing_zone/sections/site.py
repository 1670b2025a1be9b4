"""What all parts of a landing zone have in common: names, tags, where logs go, and how children are made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import pulumi

from azure_ai_landing_zone.access.people import People
from azure_ai_landing_zone.core.diagnostics import Diagnostics
from azure_ai_landing_zone.core.model import Protection

ONE = "zone"
"""What names say of a resource that a zone has one of and whose name may not be long."""

DiagnosticSettings = Literal["managed", "external"]


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
    diagnostic_settings: DiagnosticSettings
    """Who writes them."""
    diagnostics: Diagnostics
    """What every component does with its logs and metrics."""
    child: Callable[..., pulumi.ResourceOptions]
    """Options of a child of the landing zone."""
    hub_provider: pulumi.ProviderResource | None
    """For the hub's subscription, where that is another one."""

    @property
    def location(self) -> str:
        """Of the zone; single parts may lie elsewhere."""
        return str(self.common["location"])

    @property
    def resource_group_id(self) -> pulumi.Output[str]:
        """Full id of the zone's resource group."""
        return pulumi.Output.concat(
            f"/subscriptions/{self.subscription_id}/resourceGroups/", self.common["resource_group_name"]
        )

"""What public addresses, NAT gateways, Bastions and firewalls share: zones that stay as they were made."""

from __future__ import annotations

from typing import Any, ClassVar

from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import ResourceType


class ZonalNetworkType(ResourceType):
    fixed: ClassVar[tuple[str, ...]] = ("zones",)

    def change_refused(self, id_: str, path: str, before: Any, after: Any) -> ArmError:
        if path != "zones":
            return super().change_refused(id_, path, before, after)
        return ArmError(
            400,
            "ResourceAvailabilityZonesCannotBeModified",
            f"Resource {id_} has an existing availability zone constraint {', '.join(before)} and the "
            f"request has availability zone constraint {', '.join(after)}, which do not match. Zones cannot "
            "be added/updated/removed once the resource is created. The resource cannot be updated from "
            "regional to zonal or vice-versa.",
            seen=LOGS,
        )

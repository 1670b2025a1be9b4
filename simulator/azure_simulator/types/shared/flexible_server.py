"""What flexible servers of Azure's databases share, and what lies in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections

SUBNET = "network.delegatedSubnetResourceId"
_STORAGE = "storage.storageSizeGB"
_TIERS = {"Burstable": "Standard_B", "GeneralPurpose": "Standard_D", "MemoryOptimized": "Standard_E"}


class FlexibleServer(ResourceType):
    fixed: ClassVar[tuple[str, ...]] = (SUBNET,)
    name_rule: ClassVar[NameRule | None] = NameRule(
        r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]",
        "3-63 lowercase letters, digits and hyphens, starting and ending with a letter or digit",
    )
    """Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules."""
    globally_unique: ClassVar[bool] = True

    def refuse_less_storage(self, put: Put) -> None:
        before = None if put.old is None else dig(put.old.body, _STORAGE)
        after = dig(put.props, _STORAGE)
        if before is not None and after is not None and after < before:
            raise self.change_refused(put.id, _STORAGE, before, after)

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return {"privateEndpointConnections": connections} if connections else {}

    def serial_with(self, id_: str) -> str | None:
        return id_


class ServerPart(ResourceType):
    """What is written one after the other on a server."""

    server: ClassVar[type[FlexibleServer]]

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)

    def busy(self, scope: str) -> ArmError | None:
        return self.server().busy(scope)


class ServerParameter(ServerPart):
    """The API has no delete: it keeps its value when the program lets it go."""

    name_rule: ClassVar[NameRule | None] = NameRule(
        r"[\w.-]{1,256}", "1-256 letters, digits, underscores, periods and hyphens"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "value" not in props:
            yield "value", "a parameter needs its value"


def tier_problems(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    tier, size = dig(props, "sku.tier"), dig(props, "sku.name")
    begins = _TIERS.get(str(tier))
    if begins and isinstance(size, str) and not size.startswith(begins):
        yield "sku.name", f"{size} is no size of tier {tier}: {begins}…"
    if tier == "Burstable" and has_standby(props):
        yield "highAvailability.mode", "tier Burstable has no high availability"


def has_standby(props: Mapping[str, Any]) -> bool:
    return dig(props, "highAvailability.mode") in ("SameZone", "ZoneRedundant")


def password_missing() -> ArmError:
    text = "The administrator password is required while password authentication is enabled."
    return ArmError(400, "InvalidParameterValue", text, seen=OURS)

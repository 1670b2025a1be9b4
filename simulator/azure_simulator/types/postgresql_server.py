"""Microsoft.DBforPostgreSQL/flexibleServers"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, OURS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.storage_account import private_endpoint_connections
from azure_simulator.types.subnet import check_subnet_region

_SUBNET, _ZONE = "network.delegatedSubnetResourceId", "network.privateDnsZoneArmResourceId"
_TIERS = {"Burstable": "Standard_B", "GeneralPurpose": "Standard_D", "MemoryOptimized": "Standard_E"}
_STORAGE_GIB = (32, 64, 128, 256, 512, 1024, 2048, 4095, 4096, 8192, 16384, 32767)
"""Of Premium SSD. Source: learn.microsoft.com/azure/postgresql/flexible-server/concepts-storage."""
_RESERVED = ("admin", "administrator", "azure_pg_admin", "azure_superuser", "guest", "public", "root")


class PostgresqlServer(ResourceType):
    pulumi_type = "azure-native:dbforpostgresql:Server"
    path = "…/Microsoft.DBforPostgreSQL/flexibleServers/{serverName}"
    source = "learn.microsoft.com/rest/api/postgresql/servers/create-or-update (2025-08-01)"
    replaces = frozenset(
        {"location", "administratorLogin", "availabilityZone", "pointInTimeUTC", "sourceServerResourceId"}
    )
    fixed = (_SUBNET,)
    name_rule = NameRule(
        r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]",
        "3-63 lowercase letters, digits and hyphens, starting and ending with a letter or digit",
    )
    """Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules."""
    globally_unique = True
    defaults = given(
        {
            "authConfig": {"activeDirectoryAuth": "Disabled", "passwordAuth": "Enabled"},
            "backup": {"backupRetentionDays": 7, "geoRedundantBackup": "Disabled"},
            "dataEncryption": {"type": "SystemManaged"},
            "highAvailability": {"mode": "Disabled", "state": "NotEnabled"},
            "maintenanceWindow": {
                "customWindow": "Disabled",
                "dayOfWeek": 0,
                "startHour": 0,
                "startMinute": 0,
            },
            "network": {"publicNetworkAccess": "Enabled"},
            "replicaCapacity": 5,
            "replicationRole": "Primary",
            "state": "Ready",
            "storage": {"autoGrow": "Disabled", "storageSizeGB": 128},
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if dig(props, "createMode") in (None, "Default", "Create") and "createMode" not in _unknown(props):
            yield from _new_server_problems(props)
        tier, name = dig(props, "sku.tier"), dig(props, "sku.name")
        begins = _TIERS.get(str(tier))
        if begins and name is not None and not name.startswith(begins):
            yield "sku.name", f"{name} is no size of tier {tier}: {begins}…"
        if tier == "Burstable" and dig(props, "highAvailability.mode") in ("SameZone", "ZoneRedundant"):
            yield "highAvailability.mode", "tier Burstable has no high availability"
        size, kind = dig(props, "storage.storageSizeGB"), dig(props, "storage.type")
        if size is not None and kind in (None, "Premium_LRS") and size not in _STORAGE_GIB:
            yield (
                "storage.storageSizeGB",
                f"{size} is none of {', '.join(str(gib) for gib in _STORAGE_GIB)}",
            )
        days = dig(props, "backup.backupRetentionDays")
        if days is not None and not 7 <= days <= 35:
            yield "backup.backupRetentionDays", f"{days} is outside 7 to 35"
        network = props.get("network") or {}
        if "delegatedSubnetResourceId" in network and "privateDnsZoneArmResourceId" not in network:
            yield _ZONE, "a server in a subnet needs a private DNS zone"
        if "delegatedSubnetResourceId" in network and network.get("publicNetworkAccess") == "Enabled":
            yield "network.publicNetworkAccess", "a server in a subnet has no public access"

    def create(self, put: Put) -> Mapping[str, Any]:
        subnet_id = dig(put.props, _SUBNET)
        subnet = put.cloud.store.get(str(subnet_id)) if subnet_id else None
        if subnet is not None:
            check_subnet_region(self, put, subnet.id)
            _check_delegation(subnet)
        if put.old is None:
            _check_password(put)
        before, after = (
            dig(put.old.body, "storage.storageSizeGB") if put.old else None,
            dig(put.props, "storage.storageSizeGB"),
        )
        if before is not None and after is not None and after < before:
            raise self.change_refused(put.id, "storage.storageSizeGB", before, after)
        for secret in ("administratorLoginPassword", "createMode", "pointInTimeUTC"):
            put.props.pop(secret, None)
        answer: dict[str, Any] = {
            "fullyQualifiedDomainName": f"{arm.name_of(put.id).lower()}.postgres.database.azure.com"
        }
        if subnet is not None:
            answer["network"] = {"publicNetworkAccess": "Disabled"}
        return answer

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return {"privateEndpointConnections": connections} if connections else {}

    def serial_with(self, id_: str) -> str | None:
        return id_

    def busy(self, scope: str) -> ArmError:
        return server_busy(scope)

    def name_taken(self, name: str) -> ArmError:
        text = f"Specified server name '{name}' is already used."
        return ArmError(409, "ServerNameAlreadyExists", text, seen="the code; the words are ours")


def server_busy(scope: str) -> ArmError:
    return ArmError(
        409,
        "ServerIsBusy",
        f"Cannot complete operation while server '{arm.name_of(scope)}' is busy processing another "
        "operation. Try again later.",
        seen=LOGS,
    )


def _unknown(props: Mapping[str, Any]) -> set[str]:
    """Names of properties that are there and not known yet."""
    return {name for name in props if dig(props, name) is None}


def _new_server_problems(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("sku", "storage"):
        if name not in props:
            yield name, f"a new server needs its {name}"
    if dig(props, "authConfig.passwordAuth") != "Disabled" and "administratorLogin" not in props:
        yield "administratorLogin", "password authentication is on by default and needs it"
    login = dig(props, "administratorLogin")
    if login is not None and (login.lower() in _RESERVED or login.lower().startswith("pg_")):
        yield "administratorLogin", f"'{login}' is reserved: {', '.join(_RESERVED)} and pg_…"


def _check_password(put: Put) -> None:
    """Which is never told, so an import has none."""
    fresh = dig(put.props, "createMode") in (None, "Default", "Create")
    by_password = dig(put.props, "authConfig.passwordAuth") != "Disabled"
    if fresh and by_password and "administratorLoginPassword" not in put.props:
        raise password_missing()


def password_missing() -> ArmError:
    text = "The administrator password is required while password authentication is enabled."
    return ArmError(400, "InvalidParameterValue", text, seen=OURS)


def _check_delegation(subnet: Resource) -> None:
    services = [dig(delegation, "serviceName") for _, delegation in each(subnet.body, "delegations")]
    if services != ["Microsoft.DBforPostgreSQL/flexibleServers"]:
        raise ArmError(
            400,
            "InvalidSubnetDelegation",
            f"The subnet {subnet.id} must be delegated to Microsoft.DBforPostgreSQL/flexibleServers.",
            seen=OURS,
        )

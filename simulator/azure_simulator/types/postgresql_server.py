"""Microsoft.DBforPostgreSQL/flexibleServers"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, OURS, ArmError
from azure_simulator.cloud.resource_type import Put, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared.flexible_server import (
    SUBNET,
    FlexibleServer,
    password_missing,
    tier_problems,
)
from azure_simulator.types.subnet import check_subnet_region

_ZONE = "network.privateDnsZoneArmResourceId"
_STORAGE_GIB = (32, 64, 128, 256, 512, 1024, 2048, 4095, 4096, 8192, 16384, 32767)
"""Of Premium SSD. Source: learn.microsoft.com/azure/postgresql/flexible-server/concepts-storage."""
_RESERVED = ("admin", "administrator", "azure_pg_admin", "azure_superuser", "guest", "public", "root")


class PostgresqlServer(FlexibleServer):
    pulumi_type = "azure-native:dbforpostgresql:Server"
    path = "…/Microsoft.DBforPostgreSQL/flexibleServers/{serverName}"
    source = "learn.microsoft.com/rest/api/postgresql/servers/create-or-update (2025-08-01)"
    replaces = frozenset(
        {"location", "administratorLogin", "availabilityZone", "pointInTimeUTC", "sourceServerResourceId"}
    )
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
        yield from tier_problems(props)
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
        subnet_id = dig(put.props, SUBNET)
        subnet = put.cloud.store.get(str(subnet_id)) if subnet_id else None
        if subnet is not None:
            check_subnet_region(self, put, subnet.id)
            _check_delegation(subnet)
        if put.old is None:
            _check_password(put)
        self.refuse_less_storage(put)
        for secret in ("administratorLoginPassword", "createMode", "pointInTimeUTC"):
            put.props.pop(secret, None)
        answer: dict[str, Any] = {
            "fullyQualifiedDomainName": f"{arm.name_of(put.id).lower()}.postgres.database.azure.com"
        }
        if subnet is not None:
            answer["network"] = {"publicNetworkAccess": "Disabled"}
        return answer

    def busy(self, scope: str) -> ArmError:
        return ArmError(
            409,
            "ServerIsBusy",
            f"Cannot complete operation while server '{arm.name_of(scope)}' is busy processing another "
            "operation. Try again later.",
            seen=LOGS,
        )

    def name_taken(self, name: str) -> ArmError:
        text = f"Specified server name '{name}' is already used."
        return ArmError(409, "ServerNameAlreadyExists", text, seen="the code; the words are ours")


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


def _check_delegation(subnet: Resource) -> None:
    services = [dig(delegation, "serviceName") for _, delegation in each(subnet.body, "delegations")]
    if services != ["Microsoft.DBforPostgreSQL/flexibleServers"]:
        raise ArmError(
            400,
            "InvalidSubnetDelegation",
            f"The subnet {subnet.id} must be delegated to Microsoft.DBforPostgreSQL/flexibleServers.",
            seen=OURS,
        )

"""Microsoft.DBforMySQL/flexibleServers"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Put, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.flexible_server import (
    FlexibleServer,
    has_standby,
    password_missing,
    tier_problems,
)

_VERSIONS = ("5.7", "8.0.21", "8.4", "9.3")
"""Source of these and of what a standby asks for: Azure/bicep-registry-modules@0021497:avm/res/db-for-my-sql/
flexible-server/main.bicep."""
_RESERVED = ("admin", "administrator", "azure_superuser", "guest", "public", "root", "sa")
"""Source: MicrosoftDocs/azure-docs@0120615:articles/mysql/flexible-server/
quickstart-create-server-portal.md."""
_SECRETS = ("administratorLoginPassword", "createMode", "restorePointInTime")


class MysqlServer(FlexibleServer):
    """What a password has to be is the settings' to say: Azure's answer couldn't be found."""

    pulumi_type = "azure-native:dbformysql:Server"
    path = "…/Microsoft.DBforMySQL/flexibleServers/{serverName}"
    source = "learn.microsoft.com/azure/mysql/flexible-server/concepts-service-tiers-storage (2024-06-18)"
    replaces = frozenset(
        {"location", "administratorLogin", "availabilityZone", "restorePointInTime", "sourceServerResourceId"}
    )
    defaults = given(
        {
            "backup": {"backupRetentionDays": 7, "geoRedundantBackup": "Disabled"},
            "highAvailability": {"mode": "Disabled", "state": "NotEnabled"},
            "maintenanceWindow": {
                "customWindow": "Disabled",
                "dayOfWeek": 0,
                "startHour": 0,
                "startMinute": 0,
            },
            "network": {"publicNetworkAccess": "Enabled"},
            "replicaCapacity": 10,
            "replicationRole": "None",
            "state": "Ready",
            "storage": {"autoGrow": "Enabled", "autoIoScaling": "Disabled", "storageSizeGB": 20},
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from tier_problems(props)
        if has_standby(props) and dig(props, "storage.autoGrow") == "Disabled":
            yield "storage.autoGrow", "a server with high availability has it enabled"
        version = dig(props, "version")
        if version is not None and version not in _VERSIONS:
            yield "version", f"{version} is none of {', '.join(_VERSIONS)}"
        gib = dig(props, "storage.storageSizeGB")
        if gib is not None and not 20 <= gib <= 16_384:
            yield "storage.storageSizeGB", f"{gib} is outside 20 to 16384"
        days = dig(props, "backup.backupRetentionDays")
        if days is not None and not 1 <= days <= 35:
            yield "backup.backupRetentionDays", f"{days} is outside 1 to 35"
        login = dig(props, "administratorLogin")
        if isinstance(login, str) and login.lower() in _RESERVED:
            yield "administratorLogin", f"'{login}' is reserved: {', '.join(_RESERVED)}"
        network = props.get("network") or {}
        if "delegatedSubnetResourceId" in network and "privateDnsZoneResourceId" not in network:
            yield "network.privateDnsZoneResourceId", "a server in a subnet needs a private DNS zone"

    def create(self, put: Put) -> Mapping[str, Any]:
        if put.old is None:
            _check_new(put)
        else:
            self._check_change(put, put.old)
        for name in _SECRETS:
            put.props.pop(name, None)
        return {"fullyQualifiedDomainName": f"{arm.name_of(put.id).lower()}.mysql.database.azure.com"}

    def _check_change(self, put: Put, old: Resource) -> None:
        self.refuse_less_storage(put)
        modes = [dig(one, "highAvailability.mode") for one in (old.body, put.props)]
        if modes[0] != modes[1] == "ZoneRedundant":
            raise self.change_refused(put.id, "highAvailability.mode", *modes)

    def busy(self, scope: str) -> ArmError:
        text = f"Server '{arm.name_of(scope)}' is busy with another operation. Please try again later."
        return ArmError(409, "ServerIsBusy", text, seen=OURS)

    def name_taken(self, name: str) -> ArmError:  # noqa: ARG002
        where = "github.com/Azure/azure-service-operator/issues/2428 (the words)"
        return ArmError(409, "ServerNameAlreadyExists", "Specified server name is already used.", seen=where)


def _check_new(put: Put) -> None:
    """The password is never told, so an import has none."""
    if dig(put.props, "createMode") in (None, "Default") and "administratorLoginPassword" not in put.props:
        raise password_missing()

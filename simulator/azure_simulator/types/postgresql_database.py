"""Microsoft.DBforPostgreSQL/flexibleServers/databases"""

from __future__ import annotations

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, ResourceType, given
from azure_simulator.types.postgresql_server import server_busy


class PostgresqlDatabase(ResourceType):
    """Azure makes a database and never changes one."""

    pulumi_type = "azure-native:dbforpostgresql:Database"
    path = "…/Microsoft.DBforPostgreSQL/flexibleServers/{serverName}/databases/{databaseName}"
    source = "learn.microsoft.com/rest/api/postgresql/databases/create (2025-08-01)"
    fixed = ("charset", "collation")
    name_rule = NameRule(
        r"[A-Za-z_][\w-]{0,62}",
        "1-63 letters, digits, underscores and hyphens, starting with a letter or underscore",
    )
    defaults = given({"charset": "UTF8", "collation": "en_US.utf8"})

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)

    def busy(self, scope: str) -> ArmError:
        return server_busy(scope)

"""Microsoft.DBforPostgreSQL/flexibleServers/databases"""

from __future__ import annotations

from azure_simulator.cloud.resource_type import NameRule, given
from azure_simulator.types.postgresql_server import PostgresqlServer
from azure_simulator.types.shared.flexible_server import ServerPart


class PostgresqlDatabase(ServerPart):
    """Azure makes a database and never changes one."""

    server = PostgresqlServer
    pulumi_type = "azure-native:dbforpostgresql:Database"
    path = "…/Microsoft.DBforPostgreSQL/flexibleServers/{serverName}/databases/{databaseName}"
    source = "learn.microsoft.com/rest/api/postgresql/databases/create (2025-08-01)"
    fixed = ("charset", "collation")
    name_rule = NameRule(
        r"[A-Za-z_][\w-]{0,62}",
        "1-63 letters, digits, underscores and hyphens, starting with a letter or underscore",
    )
    defaults = given({"charset": "UTF8", "collation": "en_US.utf8"})

"""Microsoft.DBforPostgreSQL/flexibleServers/configurations"""

from __future__ import annotations

from azure_simulator.cloud.resource_type import given
from azure_simulator.types.postgresql_server import PostgresqlServer
from azure_simulator.types.shared.flexible_server import ServerParameter


class PostgresqlConfiguration(ServerParameter):
    server = PostgresqlServer
    pulumi_type = "azure-native:dbforpostgresql:Configuration"
    path = "…/Microsoft.DBforPostgreSQL/flexibleServers/{serverName}/configurations/{configurationName}"
    source = "learn.microsoft.com/rest/api/postgresql/configurations/update (2025-08-01)"
    defaults = given({"isConfigPendingRestart": False, "isReadOnly": False, "source": "user-override"})

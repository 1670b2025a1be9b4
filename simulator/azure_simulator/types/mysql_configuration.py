"""Microsoft.DBforMySQL/flexibleServers/configurations"""

from __future__ import annotations

from azure_simulator.cloud.resource_type import given
from azure_simulator.types.mysql_server import MysqlServer
from azure_simulator.types.shared.flexible_server import ServerParameter


class MysqlConfiguration(ServerParameter):
    server = MysqlServer
    pulumi_type = "azure-native:dbformysql:Configuration"
    path = "…/Microsoft.DBforMySQL/flexibleServers/{serverName}/configurations/{configurationName}"
    source = "learn.microsoft.com/rest/api/mysql/flexibleserver/configurations/update (2023-12-30)"
    defaults = given({"isConfigPendingRestart": "False", "isReadOnly": "False", "source": "user-override"})

"""Microsoft.DBforMySQL/flexibleServers/databases"""

from __future__ import annotations

from azure_simulator.cloud.resource_type import NameRule, given
from azure_simulator.types.mysql_server import MysqlServer
from azure_simulator.types.shared.flexible_server import ServerPart


class MysqlDatabase(ServerPart):
    server = MysqlServer
    pulumi_type = "azure-native:dbformysql:Database"
    path = "…/Microsoft.DBforMySQL/flexibleServers/{serverName}/databases/{databaseName}"
    source = "learn.microsoft.com/rest/api/mysql/flexibleserver/databases/create-or-update (2023-12-30)"
    name_rule = NameRule(r"[\w-]{1,64}", "1-64 letters, digits, underscores and hyphens")
    defaults = given({"charset": "utf8mb4", "collation": "utf8mb4_0900_ai_ci"})

"""Microsoft.DBforMySQL/flexibleServers/databases"""

from __future__ import annotations

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, ResourceType, given
from azure_simulator.types.mysql_server import server_busy


class MysqlDatabase(ResourceType):
    pulumi_type = "azure-native:dbformysql:Database"
    path = "…/Microsoft.DBforMySQL/flexibleServers/{serverName}/databases/{databaseName}"
    source = "learn.microsoft.com/rest/api/mysql/flexibleserver/databases/create-or-update (2023-12-30)"
    name_rule = NameRule(r"[\w-]{1,64}", "1-64 letters, digits, underscores and hyphens")
    defaults = given({"charset": "utf8mb4", "collation": "utf8mb4_0900_ai_ci"})

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)

    def busy(self, scope: str) -> ArmError:
        return server_busy(scope)

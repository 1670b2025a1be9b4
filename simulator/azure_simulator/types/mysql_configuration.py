"""Microsoft.DBforMySQL/flexibleServers/configurations"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, ResourceType, given
from azure_simulator.types.mysql_server import server_busy


class MysqlConfiguration(ResourceType):
    """A server parameter. The API has no delete: it keeps its value when the program lets it go."""

    pulumi_type = "azure-native:dbformysql:Configuration"
    path = "…/Microsoft.DBforMySQL/flexibleServers/{serverName}/configurations/{configurationName}"
    source = "learn.microsoft.com/rest/api/mysql/flexibleserver/configurations/update (2023-12-30)"
    name_rule = NameRule(r"[\w.-]{1,256}", "1-256 letters, digits, underscores, periods and hyphens")
    defaults = given({"isConfigPendingRestart": "False", "isReadOnly": "False", "source": "user-override"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "value" not in props:
            yield "value", "a parameter needs its value"

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)

    def busy(self, scope: str) -> ArmError:
        return server_busy(scope)

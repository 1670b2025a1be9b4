"""Microsoft.OperationalInsights/workspaces"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator import arm
from azure_simulator.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.values import dig


class LogAnalyticsWorkspace(ResourceType):
    pulumi_type = "azure-native:operationalinsights:Workspace"
    path = "…/Microsoft.OperationalInsights/workspaces/{workspaceName}"
    source = "learn.microsoft.com/rest/api/loganalytics/workspaces/create-or-update (2023-09-01)"
    replaces = frozenset({"location"})
    name_rule = NameRule(
        r"[A-Za-z0-9][A-Za-z0-9-]{2,61}[A-Za-z0-9]",
        "4-63 letters, digits and hyphens, starting and ending with a letter or digit",
    )
    defaults = given(
        {
            "features": {"enableLogAccessUsingOnlyResourcePermissions": True},
            "publicNetworkAccessForIngestion": "Enabled",
            "publicNetworkAccessForQuery": "Enabled",
            "retentionInDays": 30,
            "sku": {"name": "PerGB2018"},
            "workspaceCapping": {"dailyQuotaGb": -1, "dataIngestionStatus": "RespectQuota"},
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        days = dig(props, "retentionInDays")
        if isinstance(days, int) and not 30 <= days <= 730 and days != 7:
            yield "retentionInDays", f"{days} is outside 30 to 730"

    def create(self, put: Put) -> Mapping[str, Any]:
        return {"customerId": arm.stable_guid(put.id, "customer")}

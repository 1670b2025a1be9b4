"""Microsoft.OperationalInsights/workspaces"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig


class LogAnalyticsWorkspace(ResourceType):
    pulumi_type = "azure-native:operationalinsights:Workspace"
    path = "…/Microsoft.OperationalInsights/workspaces/{workspaceName}"
    source = "learn.microsoft.com/rest/api/loganalytics/workspaces/create-or-update (2023-09-01)"
    replaces = frozenset({"location"})
    name_rule = NameRule(
        r"[A-Za-z0-9][A-Za-z0-9-]{2,61}[A-Za-z0-9]",
        "4-63 letters, digits and hyphens, starting and ending with a letter or digit",
    )
    soft_delete = True
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
        quota = dig(props, "workspaceCapping.dailyQuotaGb")
        if quota is not None and quota != -1 and quota < 0.023:
            yield "workspaceCapping.dailyQuotaGb", f"{quota} is less than 0.023, and not -1 for no limit"

    def create(self, put: Put) -> Mapping[str, Any]:
        """Under the name of one deleted in the last 14 days it is that one again, with its data.
        learn.microsoft.com/azure/azure-monitor/logs/delete-workspace"""
        for deleted in put.cloud.store.buried(self.pulumi_type):
            if not arm.same_id(deleted.id, put.id):
                continue
            if arm.location(str(put.props["location"])) != arm.location(str(deleted.body["location"])):
                raise ArmError(
                    409,
                    "Conflict",
                    f"The workspace name '{arm.name_of(put.id)}' is not unique",
                    seen="MicrosoftDocs/azure-docs: Delete and recover Azure Log Analytics workspace",
                )
            put.cloud.store.unbury(deleted.id)
        return {"customerId": arm.stable_guid(put.id, "customer")}

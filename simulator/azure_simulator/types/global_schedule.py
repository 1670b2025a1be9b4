"""Microsoft.DevTestLab/schedules: auto-shutdown of a virtual machine"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig


class GlobalSchedule(ResourceType):
    pulumi_type = "azure-native:devtestlab:GlobalSchedule"
    path = "…/Microsoft.DevTestLab/schedules/{name}"
    source = "learn.microsoft.com/azure/virtual-machines/auto-shutdown-vm"
    fixed = ("targetResourceId",)
    auto_name = "random"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        time = dig(props, "dailyRecurrence.time")
        if isinstance(time, str) and not re.fullmatch(r"([01]\d|2[0-3])[0-5]\d", time):
            yield "dailyRecurrence.time", f"'{time}' is no time of the form HHmm"
        minutes = dig(props, "notificationSettings.timeInMinutes")
        if isinstance(minutes, int) and not 15 <= minutes <= 120:
            yield "notificationSettings.timeInMinutes", f"{minutes} is outside 15 to 120"

    def create(self, put: Put) -> Mapping[str, Any]:
        if put.props.get("taskType") != "ComputeVmShutdownTask":
            return {}
        target = str(put.props.get("targetResourceId"))
        wanted = f"shutdown-computevm-{arm.name_of(target)}"
        group, own_group = arm.group_of(target) or "", arm.group_of(put.id) or ""
        if arm.name_of(put.id).lower() != wanted.lower() or group.lower() != own_group.lower():
            raise ArmError(
                400,
                "InvalidScheduleId",
                f"The schedule of {target} must be called {wanted}, in the resource group {group}.",
                seen="the code: Azure/bicep#4944; the words are ours",
            )
        return {"uniqueIdentifier": arm.stable_guid(put.id, "schedule")}

"""Microsoft.Insights/autoscaleSettings"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig, each


class AutoscaleSetting(ResourceType):
    pulumi_type = "azure-native:monitor:AutoscaleSetting"
    aliases = ("azure-native:insights:AutoscaleSetting",)
    path = "…/Microsoft.Insights/autoscaleSettings/{autoscaleSettingName}"
    source = "learn.microsoft.com/azure/azure-monitor/autoscale/autoscale-understanding-settings"
    replaces = frozenset({"location"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        profiles = list(each(props, "profiles"))
        if len(profiles) > 20:
            yield "profiles", f"at most 20 profiles, got {len(profiles)}"
        names: set[str] = set()
        for path, profile in profiles:
            name = str(dig(profile, "name"))
            if name in names:
                yield f"{path}.name", f"another profile is called '{name}'"
            names.add(name)
            least, most, usual = (_count(profile, field) for field in ("minimum", "maximum", "default"))
            if None not in (least, most, usual) and not least <= usual <= most:  # type: ignore[operator]
                yield f"{path}.capacity", f"minimum {least} ≤ default {usual} ≤ maximum {most} doesn't hold"
            for field in ("hours", "minutes"):
                times = dig(profile, f"recurrence.schedule.{field}")
                if isinstance(times, list) and len(times) != 1:
                    yield f"{path}.recurrence.schedule.{field}", "a recurrence begins at one time of the day"

    def create(self, put: Put) -> Mapping[str, Any]:
        target = str(put.props.get("targetResourceUri"))
        for other in put.cloud.store.mentioning(target):
            if other.token == self.pulumi_type and not arm.same_id(other.id, put.id):
                text = f"The resource {target} has the autoscale setting {other.id} already."
                raise ArmError(409, "Conflict", text, seen=OURS)
        return {}


def _count(profile: Mapping[str, Any], field: str) -> int | None:
    text = dig(profile, f"capacity.{field}")
    return int(text) if isinstance(text, str) and text.isdigit() else None

"""ScheduledScaling: a scale set has nodes in working hours, and none outside of them."""

import json

import pulumi
from pulumi_azure_native import monitor
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.model import Input, Model, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.week import Day, TimeOfDay, hours_problems
from azure_ai_landing_zone.machines.auto_shutdown import WindowsTimeZone


class WorkingHours(Model):
    """When a scale set has nodes.

    A node that goes loses its local disks and whatever it was computing: jobs need checkpoints. And
    nothing keeps its place: GPUs that were given back may be somebody else's in the morning, and Azure
    offers no capacity reservation for ND sizes. It pays for clusters that are idle at night; a training run
    of days wants none of it.
    """

    node_count: StrictInt = Field(ge=1, le=300)
    """In working hours."""
    from_time: TimeOfDay = "07:00"
    """When nodes are asked for; ND nodes take about a quarter of an hour to boot."""
    to_time: TimeOfDay = "19:00"
    """When they go."""
    days: list[Day] = Field(
        default=["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], min_length=1, max_length=7
    )
    """Days with working hours."""
    time_zone: WindowsTimeZone = "UTC"
    """Of both times; daylight saving time is followed."""

    @model_validator(mode="after")
    def _check_hours(self) -> "WorkingHours":
        refuse(WorkingHours, [*hours_problems(self.from_time, self.to_time, self.days)])
        return self


class ScheduledScalingArgs(ComponentArgs, WorkingHours):
    """What a ScheduledScaling is made of."""

    scale_set_resource_id: Input[str]
    """The scale set. Its own node count must be left to this: it takes `ignore_changes` on sku.capacity."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """Where its decisions are logged."""


class ScheduledScaling(Component):
    """An autoscale setting that follows the clock alone."""

    autoscale_resource_id: pulumi.Output[str]
    """Of the setting."""

    def __init__(
        self, name: str, args: ScheduledScalingArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics)
        azure_name = making.azure_name("autoscaleSetting")
        setting = monitor.AutoscaleSetting(
            f"{name}-autoscale",
            autoscale_setting_name=azure_name,
            name=azure_name,
            enabled=True,
            target_resource_uri=args.scale_set_resource_id,
            target_resource_location=args.location,
            profiles=_profiles(args),
            opts=making.child(),
            **making.place,
        )
        making.watch(setting.id, "Microsoft.Insights/autoscalesettings")
        self.autoscale_resource_id = setting.id
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a ScheduledScaling called so names."""
    return [("autoscaleSetting", label)]


def _profiles(hours: WorkingHours) -> "list[monitor.AutoscaleProfileArgs]":
    """A recurrence says when a profile begins and never when it ends: its end is a second recurrence of the
    default profile, whose name says so in JSON. Source:
    learn.microsoft.com/azure/azure-monitor/autoscale/autoscale-multiprofile, 2025-08-01."""
    work, default = "working-hours", "no-nodes"
    ends = json.dumps({"name": default, "for": work}, separators=(",", ":"))
    return [
        _profile(default, 0, None),
        _profile(work, hours.node_count, _recurrence(hours, hours.from_time)),
        _profile(ends, 0, _recurrence(hours, hours.to_time)),
    ]


def _profile(
    name: str, nodes: int, recurrence: "monitor.RecurrenceArgs | None"
) -> "monitor.AutoscaleProfileArgs":
    count = str(nodes)
    return monitor.AutoscaleProfileArgs(
        name=name,
        capacity=monitor.ScaleCapacityArgs(minimum=count, maximum=count, default=count),
        rules=[],
        recurrence=recurrence,
    )


def _recurrence(hours: WorkingHours, time: str) -> "monitor.RecurrenceArgs":
    hour, minute = time.split(":")
    return monitor.RecurrenceArgs(
        frequency=monitor.RecurrenceFrequency.WEEK,
        schedule=monitor.RecurrentScheduleArgs(
            time_zone=hours.time_zone, days=list(hours.days), hours=[int(hour)], minutes=[int(minute)]
        ),
    )

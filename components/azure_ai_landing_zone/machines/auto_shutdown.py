"""Auto-shutdown: a single virtual machine is off at night."""

from typing import Annotated, ClassVar

import pulumi
from pulumi_azure_native import compute, devtestlab
from pydantic import AfterValidator, Field, StrictInt

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.core.week import TimeOfDay
from azure_ai_landing_zone.operations.action_group import EmailAddress


def _windows_time_zone(value: str) -> str:
    if "/" in value or not value.strip():
        raise ValueError(
            f"must be a time zone as Windows calls it, such as UTC or W. Europe Standard Time, got {value!r}"
        )
    return value


WindowsTimeZone = Annotated[str, AfterValidator(_windows_time_zone)]
"""Such as UTC or W. Europe Standard Time; Azure's schedules don't know Europe/Berlin."""


class AutoShutdown(Model):
    """When a machine is switched off, every day. Nothing switches it on again.

    For single machines only: scale sets take a schedule, AKS scales its pools.
    """

    refused: ClassVar[dict[str, str]] = {
        "webhook_url": "such an address carries a secret: give `notify_email`",
    }

    time: TimeOfDay
    """When the machine is deallocated, which ends what it costs except its disks."""
    time_zone: WindowsTimeZone = "UTC"
    """Of that time; daylight saving time is followed."""
    notify_email: EmailAddress | None = None
    """Who hears of it beforehand, with a link to put it off."""
    notify_minutes: StrictInt = Field(default=30, ge=15, le=120)
    """How long beforehand."""


def shut_down_daily(
    making: Making, shutdown: AutoShutdown, machine: "compute.VirtualMachine"
) -> "devtestlab.GlobalSchedule":
    """The schedule of one machine, in the machine's own resource group. It has to be called after the
    machine (github.com/Azure/bicep/issues/4944)."""
    notified = shutdown.notify_email is not None
    return devtestlab.GlobalSchedule(
        f"{making.name}-auto-shutdown",
        name=pulumi.Output.concat("shutdown-computevm-", machine.name),
        status="Enabled",
        task_type="ComputeVmShutdownTask",
        daily_recurrence=devtestlab.DayDetailsArgs(time=shutdown.time.replace(":", "")),
        time_zone_id=shutdown.time_zone,
        target_resource_id=machine.id,
        notification_settings=devtestlab.NotificationSettingsArgs(
            status="Enabled" if notified else "Disabled",
            email_recipient=shutdown.notify_email,
            time_in_minutes=shutdown.notify_minutes if notified else None,
        ),
        opts=making.child(),
        **making.place,
    )

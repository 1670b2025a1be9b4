"""How many replicas a service has."""

from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.model import Model, matching, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.week import Day, TimeOfDay, cron, hours_problems


class FixedScale(Model):
    """As many replicas as are asked for."""

    mode: Literal["fixed"]
    """No scaling."""
    replicas: StrictInt = Field(default=1, ge=1, le=1000)
    """How many there are."""


class ServingHours(Model):
    """When a service has replicas. A node takes minutes to come, and a model to load: begin earlier."""

    replicas: StrictInt = Field(ge=1, le=1000)
    """At least, in these hours; outside of them `min_replicas` are enough, or 0."""
    from_time: TimeOfDay = "07:00"
    """When they are asked for."""
    to_time: TimeOfDay = "19:00"
    """From when on they aren't: what is still asked for something goes later."""
    days: list[Day] = Field(
        default=["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], min_length=1, max_length=7
    )
    """Days with these hours."""
    time_zone: Annotated[
        str, matching(r"UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+", "a time zone such as Europe/Berlin, or UTC")
    ]
    """Of both times, by the IANA's database, as KEDA takes it; daylight saving time is followed."""

    @model_validator(mode="after")
    def _check_hours(self) -> "ServingHours":
        refuse(ServingHours, [*hours_problems(self.from_time, self.to_time, self.days)])
        return self

    def trigger(self) -> dict[str, Any]:
        """Of KEDA. Source: keda.sh/docs/2.17/scalers/cron, 2026-11-22."""
        start, end = (cron(time, self.days) for time in (self.from_time, self.to_time))
        told = {"timezone": self.time_zone, "start": start, "end": end}
        return {"type": "cron", "metadata": told | {"desiredReplicas": str(self.replicas)}}


class _Scale(Model):
    """Bounds of scaling."""

    min_replicas: StrictInt = Field(default=1, ge=1, le=1000)
    """Never fewer."""
    max_replicas: StrictInt = Field(ge=1, le=1000)
    """Never more."""

    @model_validator(mode="after")
    def _check_bounds(self) -> "_Scale":
        if self.max_replicas < self.min_replicas:
            text = f"must be at least `min_replicas`, which is {self.min_replicas}, got {self.max_replicas}"
            refuse(type(self), [Problem(("max_replicas",), text)])
        return self


class _KedaScale(_Scale):
    """What KEDA can beside: it counts from no replica on."""

    min_replicas: StrictInt = Field(default=1, ge=0, le=1000)
    """Never fewer. 0 takes `serving_hours`: without a replica nothing reports a queue, and nothing brings
    one."""
    serving_hours: ServingHours | None = None
    """When there are more at least. Left out: the same at all times."""

    @model_validator(mode="after")
    def _check_scale(self) -> "_KedaScale":
        hours, problems = self.serving_hours, []
        if hours is None and self.min_replicas == 0:
            text = (
                "0 takes `serving_hours`: without a replica nothing reports a queue, and nothing brings one"
            )
            problems.append(Problem(("min_replicas",), text))
        if hours is not None and not self.min_replicas < hours.replicas <= self.max_replicas:
            text = (
                f"must be more than `min_replicas`, {self.min_replicas}, and at most `max_replicas`, "
                f"{self.max_replicas}, got {hours.replicas}"
            )
            problems.append(Problem(("serving_hours", "replicas"), text))
        refuse(type(self), problems)
        return self


class QueueScale(_KedaScale):
    """By how many requests wait; KEDA asks Azure's managed Prometheus."""

    mode: Literal["queue"]
    """Waiting requests, as vLLM counts them, and how full its cache is."""
    waiting_requests: StrictInt = Field(default=5, ge=1)
    """Per replica: above that there is another one."""
    cache_percent: StrictInt = Field(default=80, ge=1, le=100)
    """Of the memory for keys and values that requests fill, on average: above that there is another one.
    Requests wait only when it is full, and then a node takes minutes to come."""
    cpu_percent: StrictInt | None = Field(default=None, ge=1, le=100)
    """Scales on processors too, for what happens before the GPU."""


class GpuScale(_KedaScale):
    """By how busy the replicas' GPUs are; KEDA asks Azure's managed Prometheus."""

    mode: Literal["gpu"]
    """GPU utilisation."""
    gpu_percent: StrictInt = Field(default=80, ge=1, le=100)
    """On average: above that there is another one."""
    cpu_percent: StrictInt | None = Field(default=None, ge=1, le=100)
    """Scales on processors too, for what happens before the GPU."""


class CpuScale(_Scale):
    """By the load of processors alone, as a plain HorizontalPodAutoscaler."""

    mode: Literal["cpu"]
    """For servers that have no metrics of their own."""
    target_cpu_percent: StrictInt = Field(default=70, ge=1, le=100)
    """Of what a replica asks for, on average."""


ScalingChoice = Annotated[FixedScale | QueueScale | GpuScale | CpuScale, Field(discriminator="mode")]

"""Rule azure-ml-compute-stops-when-idle."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.durations import minutes


def _cluster(**scale: object) -> dict[str, object]:
    return {
        "properties": {
            "computeType": "AmlCompute",
            "properties": {
                "vmSize": "Standard_NC24ads_A100_v4",
                "scaleSettings": {"minNodeCount": 0, "maxNodeCount": 4, **scale},
            },
        }
    }


@rule(
    on=("machinelearningservices:Compute",),
    area="training",
    severity="high",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/machine-learning/how-to-manage-optimize-cost",),
    parameters=(Parameter("maxMinutes", "whole number", 60, "how long nodes may idle"),),
    passes=_cluster(nodeIdleTimeBeforeScaleDown="PT15M"),
    fails=_cluster(),
)
def azure_ml_compute_stops_when_idle(props: View) -> Iterator[str | CantTell]:
    """Azure ML machines stop when nothing runs on them

    Idle nodes of a cluster, and a compute instance over the weekend, cost as much as busy ones. Give
    clusters nodeIdleTimeBeforeScaleDown, and instances idleTimeBeforeShutdown or a schedule that stops them.
    """
    type_ = props.text("properties.computeType")
    inner = "properties.properties"
    if type_ == "AmlCompute":
        yield from _too_long(props, f"{inner}.scaleSettings.nodeIdleTimeBeforeScaleDown", "PT15M")
    elif type_ == "ComputeInstance" and not props.given(f"{inner}.schedules.computeStartStop"):
        yield from _too_long(props, f"{inner}.idleTimeBeforeShutdown", "PT1H")


def _too_long(props: View, path: str, example: str) -> Iterator[str]:
    value, allowed = props.text(path), props.parameter("maxMinutes")
    if value is None:
        yield f"{path} isn't set; set it to at most {allowed} minutes, such as {example}"
        return
    idle = minutes(value)
    if idle is None:
        raise CantTell(f"{path} is {value}, which is no duration such as {example}")
    if idle > allowed:
        yield f"{path} is {value}, and {allowed} minutes are allowed; lower it, for instance to {example}"

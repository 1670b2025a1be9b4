"""Rule azure-ml-compute-starts-from-zero."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _cluster(minimum: int) -> dict[str, object]:
    return {
        "properties": {
            "computeType": "AmlCompute",
            "properties": {
                "vmSize": "Standard_NC24ads_A100_v4",
                "scaleSettings": {"minNodeCount": minimum, "maxNodeCount": 4},
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
    passes=_cluster(0),
    fails=_cluster(1),
)
def azure_ml_compute_starts_from_zero(props: View) -> Iterator[str | CantTell]:
    """Azure ML clusters have no nodes when nothing runs, or say why

    Nodes below minNodeCount never stop, whatever the idle time says: one A100 node that waits is over 2,600
    dollars a month. Set it to 0, or give the reason in the tag `warmCapacity`.
    """
    path = "properties.properties.scaleSettings.minNodeCount"
    minimum = props.number(path)
    if minimum and not props.entry("tags", "warmCapacity"):
        nodes = "1 node runs" if minimum == 1 else f"{minimum} nodes run"
        yield (
            f"{path} is {minimum}, so that {nodes} day and night; set it to 0, or give the reason in the tag "
            "warmCapacity"
        )

"""Rule azure-ml-low-priority-is-retired."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _cluster(priority: str) -> dict[str, object]:
    return {"properties": {"computeType": "AmlCompute", "properties": {"vmPriority": priority}}}


@rule(
    on=("machinelearningservices:Compute",),
    area="training",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/machine-learning/how-to-manage-optimize-cost",),
    passes=_cluster("Dedicated"),
    fails=_cluster("LowPriority"),
)
def azure_ml_low_priority_is_retired(props: View) -> Iterator[str | CantTell]:
    """Azure ML clusters are dedicated

    Azure ended low-priority machines in Azure ML on 2026-03-31, and the API still takes the value: the
    cluster comes into being and never gets a node. Set Dedicated; spot machines exist in scale sets and AKS.
    """
    path = "properties.properties.vmPriority"
    if (props.text(path) or "").lower() == "lowpriority":
        yield f"{path} is LowPriority, which Azure ended on 2026-03-31; set it to Dedicated"

"""Rule provisioned-throughput-spills-over."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(**more: object) -> dict[str, object]:
    model = {"format": "OpenAI", "name": "gpt-5.5", "version": "2026-04-24"}
    return {
        "reserved": {
            "type": "azure-native:cognitiveservices:Deployment",
            "properties": {
                "sku": {"name": "GlobalProvisionedManaged", "capacity": 15},
                "properties": {"model": model, **more},
            },
        }
    }


@stack_rule(
    on=("cognitiveservices:Deployment",),
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/foundry/openai/how-to/spillover-traffic-management",),
    baseline="advisory",
    passes=_program(spilloverDeploymentName="standard"),
    fails=_program(),
)
def provisioned_throughput_spills_over(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Provisioned throughput has somewhere to go when it is full

    Provisioned units are billed by the hour, used or not, so that there are just enough of them for a usual
    day; above that every call ends in 429. Name a standard deployment of the same model in
    spilloverDeploymentName, or put a gateway in front that has a second backend.
    """
    sku = props.text("sku.name") or ""
    if "provisioned" not in sku.lower() or props.given("properties.spilloverDeploymentName"):
        return
    if len(stack.of("apimanagement:Backend")) < 2:
        yield (
            f"sku.name is {sku} without properties.spilloverDeploymentName, so that calls beyond it end "
            "in 429; name a standard deployment of the same model"
        )

"""Rule hourly-cost-is-within-the-ceiling."""

from collections.abc import Iterator

from azure_ai_landing_zone.cost.compute import Line
from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.compute_cost import estimate_of


def _program(nodes: int) -> dict[str, object]:
    return {
        "program": {"type": "pulumi:pulumi:Stack"},
        "nodes": {
            "type": "azure-native:compute:VirtualMachineScaleSet",
            "properties": {
                "location": "eastus",
                "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": nodes},
            },
        },
    }


@stack_rule(
    on=("pulumi:Stack",),
    area="cost",
    severity="high",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/well-architected/cost-optimization/set-spending-guardrails",),
    parameters=(
        Parameter("maxHourlyUsd", "number", None, "what the machines may cost an hour, in dollars", 500),
    ),
    passes=_program(4),
    fails=_program(8),
)
def hourly_cost_is_within_the_ceiling(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """The machines of a program cost no more than was agreed

    One H100 node is about 98 dollars an hour, and a changed digit in a pull request is easily overlooked.
    With maxHourlyUsd set for the environment, a plan above it stops. Counted are machines that run as soon
    as the plan is deployed, at list prices; what has no price is named, never taken for free.
    """
    ceiling = props.parameter("maxHourlyUsd")
    if ceiling is None:
        return
    found = estimate_of(stack)
    if found.usd > ceiling:
        lines = sorted(
            (line for line in found.lines if line.usd), key=lambda line: line.usd or 0, reverse=True
        )
        shown = "; ".join(_shown(line) for line in lines[:3])
        yield (
            f"its machines cost {found.usd:.2f} dollars an hour, and {ceiling:g} are allowed ({shown}); "
            "take fewer or smaller ones, or raise maxHourlyUsd"
        )
    elif found.unpriced:
        names = "; ".join(f"{line.machines.name}: {line.unknown}" for line in found.unpriced)
        raise CantTell(f"its machines cost at least {found.usd:.2f} dollars an hour, without {names}")


def _shown(line: Line) -> str:
    machines = line.machines
    return f"{machines.name} {machines.count} × {machines.size} {line.usd:.2f}"

"""Rule hourly-cost-is-within-the-ceiling."""

from collections.abc import Iterator
from decimal import Decimal

from azure_ai_landing_zone.catalog.price_meters import HOURS_A_MONTH, MACHINE, SPOT
from azure_ai_landing_zone.cost.estimate import Line, total
from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.bills import estimate_of


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
    found = estimate_of(stack).of(MACHINE, SPOT)
    usd = _hourly(*found)
    unpriced = [line for line in found if line.monthly is None]
    if usd > ceiling:
        lines = sorted((line for line in found if line.monthly), key=_hourly, reverse=True)
        shown = "; ".join(f"{line.bill.name} {line.charge.what} {_hourly(line):.2f}" for line in lines[:3])
        yield (
            f"its machines cost {usd:.2f} dollars an hour, and {ceiling:g} are allowed ({shown}); "
            "take fewer or smaller ones, or raise maxHourlyUsd"
        )
    elif unpriced:
        names = "; ".join(f"{line.bill.name}: {line.unknown}" for line in unpriced)
        raise CantTell(f"its machines cost at least {usd:.2f} dollars an hour, without {names}")


def _hourly(*lines: Line) -> Decimal:
    """As soon as the plan is deployed, before anything scales."""
    return total(lines).expected / HOURS_A_MONTH

"""Rule expensive-program-has-a-budget."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_PROGRAM = {
    "program": {"type": "pulumi:pulumi:Stack"},
    "nodes": {
        "type": "azure-native:compute:VirtualMachineScaleSet",
        "properties": {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}},
    },
}


@stack_rule(
    on=("pulumi:Stack",),
    area="cost",
    severity="medium",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/cost-management-billing/costs/tutorial-acm-create-budgets",),
    baseline="advisory",
    only_with_ai=True,
    passes=_PROGRAM
    | {
        "budget": {
            "type": "azure-native:consumption:Budget",
            "properties": {
                "amount": 50000,
                "category": "Cost",
                "notifications": {"forecast": {"enabled": True, "threshold": 80}},
            },
        }
    },
    fails=_PROGRAM,
)
def expensive_program_has_a_budget(_props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A program with AI has a budget that tells somebody

    Azure stops nothing when money runs out, and an H100 node that was forgotten on Friday has cost 4,700
    dollars on Monday. Add a consumption Budget for the resource group, with a notification. If the budgets
    are in another program, disable this rule.
    """
    budgets = stack.of("consumption:Budget", "costmanagement:Budget")
    if not stack.some(budgets, lambda budget: bool(budget.keys("notifications"))):
        yield "no consumption Budget with a notification is in the program; add one for its resource group"

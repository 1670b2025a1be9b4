"""Rule cost-is-within-the-budget."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from azure_ai_landing_zone.cost.estimate import Estimate
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.bills import estimate_of
from azure_ai_landing_zone_policies.readers.budgets import held
from azure_ai_landing_zone_policies.readers.price_settings import (
    PriceSettingsError,
    folder_of,
    price_list,
)

_SHOWN = 3


def _program(amount: int) -> dict[str, object]:
    return {
        "nodes": {
            "type": "azure-native:compute:VirtualMachineScaleSet",
            "properties": {
                "location": "eastus",
                "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
                "virtualMachineProfile": {
                    "storageProfile": {
                        "osDisk": {
                            "createOption": "FromImage",
                            "diskSizeGB": 256,
                            "managedDisk": {"storageAccountType": "Premium_LRS"},
                        }
                    }
                },
            },
        },
        "budget": {
            "type": "azure-native:consumption:Budget",
            "properties": {
                "amount": amount,
                "category": "Cost",
                "timeGrain": "Monthly",
                "notifications": {"forecast": {"enabled": True, "threshold": 80}},
            },
        },
    }


@stack_rule(
    on=("consumption:Budget", "costmanagement:Budget"),
    area="cost",
    severity="high",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/cost-management-billing/costs/tutorial-acm-create-budgets",),
    passes=_program(300_000),
    fails=_program(200_000),
)
def cost_is_within_the_budget(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A plan costs no more than its own budgets

    A budget that the plan itself breaks warns of nothing: it is over in the first month, and nobody minds the
    message any more. Counted is what costs something as soon as the plan is deployed, of what the budget is
    for, at the prices of the catalogue or of cost.yaml; what has no price is left out, so that it costs at
    least that: `ailz cost` names it. Take less of it, or plan more.
    """
    try:
        found = held(props, _priced(stack))
    except PriceSettingsError as error:
        raise CantTell(str(error)) from error
    at_least = "at least " if found.unknown else ""
    if found.beyond:
        dearest = "; ".join(f"{name} {usd:.0f}" for name, usd in found.dearest[:_SHOWN])
        yield (
            f"{found.amount:.0f} a month are planned, and what it is for costs {at_least}"
            f"{found.expected:.0f} as soon as it is deployed ({dearest}); take less of it, or plan more"
        )


@lru_cache(maxsize=8)
def _priced(stack: Stack) -> Estimate:
    """Once for all budgets of a program."""
    return estimate_of(stack, price_list(folder_of(Path.cwd())))

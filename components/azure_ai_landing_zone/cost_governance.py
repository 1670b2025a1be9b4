"""CostGovernance: what a zone may cost."""

from collections.abc import Iterator

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.budget import Budget, make_budget
from azure_ai_landing_zone.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.model import Input, Model, refuse
from azure_ai_landing_zone.naming import Kind
from azure_ai_landing_zone.planning.problem import Problem


class CostLimits(Model):
    """A zone's budgets, as far as plain values say."""

    budgets: list[Budget] = Field(min_length=1)
    """One for the zone (its resource group), and as many as there are teams and groups to be told."""

    @model_validator(mode="after")
    def _check_keys(self) -> "CostLimits":
        refuse(CostLimits, list(self._problems()))
        return self

    def _problems(self) -> Iterator[Problem]:
        keys = [budget.key for budget in self.budgets]
        for number, key in enumerate(keys):
            if key in keys[:number]:
                text = f"{key} is the key of [{keys.index(key)}] already"
                yield Problem(("budgets", number, "key"), text)


class CostGovernanceArgs(ComponentArgs, CostLimits):
    """What a CostGovernance is made of."""

    action_group_resource_ids: list[Input[str]] = Field(default=[])
    """Who hears of every budget, beside each budget's own e-mail addresses."""

    @model_validator(mode="after")
    def _check_contacts(self) -> "CostGovernanceArgs":
        if not self.action_group_resource_ids:
            text = "nobody would hear of this budget: give it e-mail addresses, or the zone an action group"
            refuse(
                CostGovernanceArgs,
                [
                    Problem(("budgets", number, "emails"), text)
                    for number, budget in enumerate(self.budgets)
                    if not budget.emails
                ],
            )
        return self


class CostGovernance(Component):
    """The budgets of a zone. Deleting them changes no bill, so nothing here is protected."""

    budget_names: pulumi.Output[list[str]]
    """As Azure's cost management shows them."""

    def __init__(
        self, name: str, args: CostGovernanceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        label = args.label or name
        check_names(CostGovernance, args.naming, azure_names(label, args.budgets))
        super().__init__(name, opts)
        names = self._names(args.naming)
        subscription = f"/subscriptions/{self._subscription_id()}"
        group = pulumi.Output.concat(subscription, "/resourceGroups/", args.resource_group_name)
        made = [
            make_budget(
                name,
                budget,
                azure_name=names.of("budget", f"{label}-{budget.key}"),
                scope=subscription if budget.counts == "subscription" else group,
                action_group_resource_ids=args.action_group_resource_ids,
                opts=self._child(),
            )
            for budget in args.budgets
        ]
        self.budget_names = pulumi.Output.all(*(budget.name for budget in made)).apply(list)
        self.register_outputs({"budget_names": self.budget_names})


def azure_names(label: str, budgets: list[Budget]) -> list[tuple[Kind, str]]:
    """What a CostGovernance called so names."""
    return [("budget", f"{label}-{budget.key}") for budget in budgets]

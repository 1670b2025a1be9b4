"""DefenderPlans: what Microsoft Defender for Cloud watches in a subscription."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pulumi
from pydantic import AfterValidator, Field, StrictInt, model_validator

from azure_ai_landing_zone.catalog.defender_plans import DefenderPlan, all_plans
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Model, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.template_deployment import subscription_deployment

RESOURCE_TYPE = "Microsoft.Security/pricings"

API_VERSION = "2023-01-01"
"""The newest that Azure publishes for deployments to subscriptions.
Source: learn.microsoft.com/azure/templates/microsoft.security/2023-01-01/pricings, 2026-11-23."""

_SCANNING = "OnUploadMalwareScanning"

_GB = 10000
"""Source: StorageAccounts in catalog/defender_plans.csv."""

_WITHOUT = {"P1": "AgentlessVmScanning"}
"""Sub-plans, and the extension of their plan that they lack: Azure refuses a plan that names it, on or off.
Source: github.com/Azure/Azure-Landing-Zones/issues/1678, InvalidInputJson, 2026-01-07."""


def _plan(name: str) -> str:
    if name not in all_plans():
        raise ValueError(f"must be one of {', '.join(all_plans())}, got {name!r}")
    return name


class DefenderPlanSettings(Model):
    """One plan."""

    pricing_name: Annotated[str, AfterValidator(_plan)]
    """As Azure calls it, such as KeyVaults."""
    tier: Literal["Free", "Standard"] = "Standard"
    """`Standard` watches, and is paid for; `Free` turns the plan off."""
    sub_plan: str | None = None
    """Of plans that have several, such as PerKeyVault."""
    extensions: list[str] = Field(default=[])
    """What is on of what the plan offers beside itself; all else is turned off."""
    monthly_malware_scanning_gb: StrictInt = Field(default=_GB, ge=1)
    """With OnUploadMalwareScanning: after so much, an account's blobs aren't scanned for the rest of the
    month. 10000 is what Azure's own definition begins with."""

    @model_validator(mode="after")
    def _check(self) -> "DefenderPlanSettings":
        refuse(DefenderPlanSettings, list(self._problems(all_plans()[self.pricing_name])))
        return self

    def _problems(self, plan: DefenderPlan) -> Iterator[Problem]:
        if self.monthly_malware_scanning_gb != _GB and _SCANNING not in self.extensions:
            text = f"goes with {_SCANNING} among `extensions`: leave it out"
            yield Problem(("monthly_malware_scanning_gb",), text)
        if self.tier == "Free":
            for field in ("sub_plan", "extensions"):
                if getattr(self, field):
                    yield Problem((field,), "goes with `tier` Standard: leave it out")
            return
        if self.sub_plan is not None and self.sub_plan not in plan.sub_plans:
            allowed = f"one of {', '.join(plan.sub_plans)}" if plan.sub_plans else "left out"
            yield Problem(("sub_plan",), f"must be {allowed} with {plan.name}, got {self.sub_plan!r}")
        if self.sub_plan is None and len(plan.sub_plans) > 1:
            text = f"missing: {plan.name} is one of {', '.join(plan.sub_plans)}, at different prices"
            yield Problem(("sub_plan",), text)
        offered = self._offered(plan)
        for number, one in enumerate(self.extensions):
            if one not in offered:
                allowed = f"one of {', '.join(offered)}" if offered else "left out"
                what = f"{plan.name} {self.sub_plan}" if one in plan.extensions else plan.name
                yield Problem(("extensions", number), f"must be {allowed} with {what}, got {one!r}")
            elif one in self.extensions[:number]:
                yield Problem(("extensions", number), f"{one} is given twice")

    def properties(self) -> dict[str, Any]:
        """As Azure has them."""
        if self.tier == "Free":
            return {"pricingTier": "Free"}
        plan = all_plans()[self.pricing_name]
        found: dict[str, Any] = {"pricingTier": "Standard"}
        if plan.sub_plans:
            found["subPlan"] = self.sub_plan or plan.sub_plans[0]
        if plan.extensions:
            found["extensions"] = [self._extension(one) for one in self._offered(plan)]
        return found

    def _offered(self, plan: DefenderPlan) -> list[str]:
        lacking = _WITHOUT.get(self.sub_plan or "")
        return [one for one in plan.extensions if one != lacking]

    def _extension(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = {"name": name, "isEnabled": str(name in self.extensions)}
        if name == _SCANNING and name in self.extensions:
            cap = str(self.monthly_malware_scanning_gb)
            found["additionalExtensionProperties"] = {"CapGBPerMonthPerStorageAccount": cap}
        return found


class DefenderPlansSettings(Model):
    """Plans of a subscription, as far as plain values say."""

    plans: list[DefenderPlanSettings] = Field(min_length=1)
    """Those that aren't here stay as they are."""

    @model_validator(mode="after")
    def _check_plans(self) -> "DefenderPlansSettings":
        names = [one.pricing_name for one in self.plans]
        found = [
            Problem(("plans", number, "pricing_name"), f"{name} is [{names.index(name)}] already")
            for number, name in enumerate(names)
            if name in names[:number]
        ]
        refuse(DefenderPlansSettings, found)
        return self


class DefenderPlansArgs(ComponentArgs, DefenderPlansSettings):
    """What DefenderPlans are made of."""


class DefenderPlans(Component):
    """Plans of Microsoft Defender for Cloud, which a subscription has, on or off, before anybody asks.

    Made by a deployment: azure-native asks whether what it makes is there already, Azure says that it is, and
    azure-native refuses to make it (CanCreate in provider/pkg/azure/client_azcore.go, read 2026-11-23). One
    after the other, since Azure answers 409, "Another update operation is in progress", to the second of two
    at once (hashicorp/terraform-provider-azurerm#32444, 2026-05-25). Nothing deletes a plan of a
    subscription (Azure/terraform-provider-azapi#818, 2025-03-19): when this goes, the plans stay, and are
    paid for, until `commands` are run.
    """

    commands: pulumi.Output[list[str]]
    """What turns the plans off."""

    def __init__(
        self, name: str, args: DefenderPlansArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args)
        making = Making(self, name, args)
        names = [one.pricing_name for one in args.plans]
        subscription_deployment(
            f"{name}-plans",
            azure_name=f"{making.label}-defender-plans"[:64],
            location=args.location,
            template_resources=[
                {
                    "type": RESOURCE_TYPE,
                    "apiVersion": API_VERSION,
                    "name": one.pricing_name,
                    **({"dependsOn": [f"{RESOURCE_TYPE}/{names[number - 1]}"]} if number else {}),
                    "properties": one.properties(),
                }
                for number, one in enumerate(args.plans)
            ],
            tags=making.tags,
            opts=making.child(),
        )
        free = f"--tier free --subscription {making.subscription_id}"
        self.commands = pulumi.Output.from_input(
            [
                f"az security pricing create --name {one.pricing_name} {free}"
                for one in args.plans
                if one.tier == "Standard"
            ]
        )
        self._end()

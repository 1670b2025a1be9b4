"""What there is one of in a subscription, and so in one stack of it: its policies and its Defender plans."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from azure_ai_landing_zone.core.model import fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.section import HubNetworkItem
from azure_ai_landing_zone.operations import azure_policies
from azure_ai_landing_zone.operations.azure_policies import (
    AzurePolicies,
    AzurePoliciesArgs,
    AzurePoliciesSettings,
)
from azure_ai_landing_zone.operations.defender_plans import (
    DefenderPlans,
    DefenderPlansArgs,
    DefenderPlansSettings,
)
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.stores.pulumi_state_section import PulumiStateItem


def _own(others: Others) -> Iterator[tuple[str, str]]:
    """Definitions that something of the stack's own is against, and what that is."""
    state, hub = others.only(PulumiStateItem), others.only(HubNetworkItem)
    if state is not None and state.allowed_ip_ranges:
        text = "vault and account, which `pulumi_state.allowed_ip_ranges` opens"
        yield from ((name, text) for name in ("keyVaultPublicAccess", "storagePublicAccess"))
    if hub is not None and hub.dns_resolver.mode == "create":
        yield "subnetsPrivate", "subnets of `hub_network.dns_resolver`"


def _one_per_subscription(others: Others) -> Iterator[Problem]:
    if not others.has(HubNetworkItem) and not others.has(PulumiStateItem):
        text = (
            "is the subscription's, of which it has one: it goes into the stack that has `pulumi_state` or "
            "`hub_network`; move it there"
        )
        yield Problem((), text)


class AzurePoliciesItem(AzurePoliciesSettings, Section):
    """What Azure refuses or reports in this subscription, whoever asks: also what no pipeline ever sees."""

    makes: ClassVar[type[object]] = AzurePolicies

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:
        return azure_policies.azure_names(zone, self.assignments)

    def problems(self, others: Others) -> Sequence[Problem]:
        found = list(_one_per_subscription(others))
        against = dict(_own(others))
        for number, one in enumerate(self.assignments):
            what = against.get(one.definition)
            if what is not None and one.refuses and one.assigned_resource_group is None:
                text = (
                    f"would refuse the next change of this stack's own {what}: give `Audit`, or groups of "
                    "other stacks as `assigned_resource_group`"
                )
                found.append(Problem(("assignments", number, "effect"), text))
        return found

    def make(self, made: Made) -> Part:
        site = made.site
        component = AzurePolicies(
            f"{site.name}-azure-policies",
            AzurePoliciesArgs(**site.common, **fields_of(self, AzurePoliciesSettings), label=site.name),
            site.child(),
        )
        return Part(component=component, outputs={})


class DefenderPlansItem(DefenderPlansSettings, Section):
    """What Microsoft Defender for Cloud watches in this subscription, and is paid for by what it finds."""

    makes: ClassVar[type[object]] = DefenderPlans

    def providers(self) -> list[str]:
        """Whose plans they are."""
        return ["Microsoft.Security"]

    def problems(self, others: Others) -> Sequence[Problem]:
        return list(_one_per_subscription(others))

    def make(self, made: Made) -> Part:
        site = made.site
        component = DefenderPlans(
            f"{site.name}-defender",
            DefenderPlansArgs(**site.common, **fields_of(self, DefenderPlansSettings), label=site.name),
            site.child(),
        )
        return Part(component=component, outputs={"defender_plans": {"turnOffCommands": component.commands}})

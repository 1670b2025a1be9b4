"""AzurePolicies: what Azure itself refuses or reports, whoever asks, by definitions of its own."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import authorization
from pydantic import AfterValidator, Field, model_validator

from azure_ai_landing_zone.catalog.policy_definitions import PolicyDefinition, all_definitions
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Model, ResourceGroupName, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem

REASON = 400
"""The most characters of a reason: the description of an exemption has room for 512.
Source: MicrosoftDocs/azure-docs:articles/governance/policy/concepts/exemption-structure.md, 2026-11-23."""

_PLACE = re.compile(
    r"/subscriptions/[\w-]+/resourceGroups/([\w.()-]+)(/providers/[\w.]+(/[\w-]+/[\w.()-]+)+)?", re.I
)


def _digest(of: str) -> str:
    return hashlib.sha256(of.lower().encode()).hexdigest()[:6]


def _definition(name: str) -> str:
    if name not in all_definitions():
        raise ValueError(f"must be one of {', '.join(all_definitions())}, got {name!r}")
    return name


def _place(resource_id: str) -> str:
    if not _PLACE.fullmatch(resource_id):
        raise ValueError(f"must be the full id of a resource or a resource group, got {resource_id!r}")
    return resource_id


def _day(text: str) -> str:
    try:
        _over(text)
        return date.fromisoformat(text).isoformat()
    except (ValueError, OverflowError):
        raise ValueError(f"must be a day such as 2027-01-31, got {text!r}") from None


def _over(day: str) -> str:
    """When that day is over in UTC, as Azure has it."""
    return f"{date.fromisoformat(day) + timedelta(days=1)}T00:00:00Z"


DefinitionName = Annotated[str, AfterValidator(_definition)]


class PolicyAssignmentSettings(Model):
    """One definition of Azure's, in force."""

    definition: DefinitionName
    """Such as storagePublicAccess: docs/azure-policy.md has all of them, with Azure's own ids."""
    effect: Literal["Audit", "Deny"] = "Audit"
    """`Audit` reports what is against it, `Deny` refuses to make or change it. What is there stays."""
    enforcement_mode: Literal["Default", "DoNotEnforce"] = "Default"
    """`DoNotEnforce`: what `Deny` would refuse is reported, and let through."""
    assigned_resource_group: ResourceGroupName | None = None
    """Where it holds. Left out: in all of the subscription."""
    excluded_resource_groups: list[ResourceGroupName] = Field(default=[])
    """Where it doesn't, although the rest of the subscription has it."""

    @property
    def refuses(self) -> bool:
        return self.effect == "Deny" and self.enforcement_mode == "Default"

    @property
    def key(self) -> str:
        """For logical names."""
        group = self.assigned_resource_group
        return f"{self.definition}-in-{group}" if group else self.definition

    @property
    def azure_key(self) -> str:
        """For names in Azure, where a group's may be as long as the whole."""
        if self.assigned_resource_group is None:
            return self.definition
        return f"{self.definition}-{_digest(self.assigned_resource_group)}"

    def covers(self, resource_group: str) -> bool:
        """Whether it holds in that group."""
        if self.assigned_resource_group is not None:
            return self.assigned_resource_group.lower() == resource_group.lower()
        return resource_group.lower() not in map(str.lower, self.excluded_resource_groups)


class PolicyExemption(Model):
    """What one resource, or one resource group, is let off. `ailz exemptions` writes these from the waivers
    of policy.yaml."""

    definition: DefinitionName
    """Of one of `assignments`."""
    exempt_resource_id: Annotated[str, AfterValidator(_place)]
    """Full id of the resource, or of a resource group."""
    category: Literal["Waiver", "Mitigated"] = "Waiver"
    """`Mitigated`: what the policy wants is reached in another way."""
    owner: str = Field(min_length=1, max_length=100)
    """Who answers for it."""
    approver: str = Field(min_length=1, max_length=100)
    """Who agreed, and isn't the owner."""
    reason: str = Field(min_length=1, max_length=REASON)
    """Why."""
    until: Annotated[str, AfterValidator(_day)]
    """The last day, such as 2027-01-31, at most a year ahead of the day on which it is written. From the
    next one Azure doesn't honour it; it stays as a record until it is taken out."""

    @model_validator(mode="after")
    def _check_approver(self) -> "PolicyExemption":
        if self.approver.strip().lower() == self.owner.strip().lower():
            text = f"must be somebody else than the owner, got {self.approver!r}"
            refuse(PolicyExemption, [Problem(("approver",), text)])
        return self

    @property
    def resource_group(self) -> str:
        found = _PLACE.fullmatch(self.exempt_resource_id)
        return found[1] if found else ""

    @property
    def expires_on(self) -> str:
        return _over(self.until)


class AzurePoliciesSettings(Model):
    """Policies of a subscription, as far as plain values say."""

    assignments: list[PolicyAssignmentSettings] = Field(min_length=1)
    """What is in force, and where."""
    exemptions: list[PolicyExemption] = Field(default=[])
    """What is let off them."""

    @model_validator(mode="after")
    def _check(self) -> "AzurePoliciesSettings":
        refuse(AzurePoliciesSettings, list(self._problems()))
        return self

    def _problems(self) -> Iterator[Problem]:
        keys = [one.key.lower() for one in self.assignments]
        for number, one in enumerate(self.assignments):
            if keys[number] in keys[:number]:
                text = f"{one.definition} is assigned there already, as [{keys.index(keys[number])}]"
                yield Problem(("assignments", number), text)
            if one.assigned_resource_group is not None and one.excluded_resource_groups:
                text = "goes with all of the subscription: leave out one, this or `assigned_resource_group`"
                yield Problem(("assignments", number, "excluded_resource_groups"), text)
        seen: list[tuple[str, str]] = []
        for number, exemption in enumerate(self.exemptions):
            if not self.assigned_to(exemption):
                text = f"none of `assignments` has {exemption.definition} there: remove this exemption"
                yield Problem(("exemptions", number, "definition"), text)
            what = (exemption.definition, exemption.exempt_resource_id.lower())
            if what in seen:
                yield Problem(("exemptions", number), f"is [{seen.index(what)}] again: remove one")
            seen.append(what)

    def assigned_to(self, exemption: PolicyExemption) -> list[PolicyAssignmentSettings]:
        """The assignments that an exemption is from."""
        return [
            one
            for one in self.assignments
            if one.definition == exemption.definition and one.covers(exemption.resource_group)
        ]


class AzurePoliciesArgs(ComponentArgs, AzurePoliciesSettings):
    """What AzurePolicies are made of."""


class AzurePolicies(Component):
    """Definitions of Azure's own, in force in a subscription or in resource groups of it.

    An exemption lies on what it exempts, and goes with that. Who makes one has to hold
    `Microsoft.Authorization/policyExemptions/write` there and `policyAssignments/exempt/action` on the
    assignment. Source: MicrosoftDocs/azure-docs:articles/governance/policy/concepts/exemption-structure.md,
    2026-11-23.
    """

    policy_assignment_resource_ids: pulumi.Output[dict[str, str]]
    """Full ids, by definition; `-in-<group>` follows where it is for one resource group."""

    def __init__(
        self, name: str, args: AzurePoliciesArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, lambda label: azure_names(label, args.assignments))
        making = Making(self, name, args)
        made = {one.key: _assign(making, one) for one in args.assignments}
        for exemption in args.exemptions:
            for one in args.assigned_to(exemption):
                _exempt(making, exemption, one, made[one.key])
        self.policy_assignment_resource_ids = pulumi.Output.all(
            **{key: assignment.id for key, assignment in made.items()}
        )
        self._end()


def _assign(making: Making, one: PolicyAssignmentSettings) -> "authorization.PolicyAssignment":
    definition = all_definitions()[one.definition]
    subscription = f"/subscriptions/{making.subscription_id}"
    groups = f"{subscription}/resourceGroups"
    return authorization.PolicyAssignment(
        f"{making.name}-{one.key}",
        policy_assignment_name=making.azure_name("policyAssignment", one.azure_key),
        scope=f"{groups}/{one.assigned_resource_group}" if one.assigned_resource_group else subscription,
        policy_definition_id=f"/providers/Microsoft.Authorization/policyDefinitions/{definition.definition_id}",
        display_name=definition.display_name[:128],
        enforcement_mode=one.enforcement_mode,
        not_scopes=[f"{groups}/{group}" for group in one.excluded_resource_groups] or None,
        parameters={"effect": authorization.ParameterValuesValueArgs(value=one.effect)},
        non_compliance_messages=[authorization.NonComplianceMessageArgs(message=_message(definition))],
        opts=making.child(),
    )


def _message(definition: PolicyDefinition) -> str:
    """What somebody reads whom Azure refuses something."""
    wanted = definition.display_name.rstrip(".")
    rules = f" (in the policy pack: {', '.join(definition.rules)})" if definition.rules else ""
    return f"{wanted}{rules}. Exemptions are in the stack that assigns this, under azurePolicies."


def _exempt(
    making: Making,
    exemption: PolicyExemption,
    one: PolicyAssignmentSettings,
    assignment: "authorization.PolicyAssignment",
) -> None:
    what = exemption.exempt_resource_id.rsplit("/", 1)[-1]
    authorization.PolicyExemption(
        # Subnets and clusters may be called alike in several networks and groups.
        f"{making.name}-{one.key}-not-for-{what}-{_digest(exemption.exempt_resource_id)}",
        policy_exemption_name=making.azure_name("policyExemption", one.azure_key),
        scope=exemption.exempt_resource_id,
        policy_assignment_id=assignment.id,
        exemption_category=exemption.category,
        display_name=f"{one.definition}: {what}"[:128],
        description=exemption.reason,
        expires_on=exemption.expires_on,
        metadata={"requestedBy": exemption.owner, "approvedBy": exemption.approver},
        opts=making.child(),
    )


def azure_names(label: str, assignments: Sequence[PolicyAssignmentSettings]) -> list[tuple[Kind, str]]:
    """What AzurePolicies called so name."""
    kinds: tuple[Kind, ...] = ("policyAssignment", "policyExemption")
    return [(kind, f"{label}-{one.azure_key}") for one in assignments for kind in kinds]

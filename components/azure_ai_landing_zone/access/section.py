"""Identities of a landing zone: for workloads, and for pipelines that deploy."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.access import deployer
from azure_ai_landing_zone.access.deployer import (
    Deployer,
    DeployerArgs,
    DeployerSettings,
    state_id_problems,
)
from azure_ai_landing_zone.access.elsewhere import (
    DeployerRight,
    RightElsewhere,
    right_problems,
    twice_problems,
)
from azure_ai_landing_zone.access.identity import ManagedIdentity, ManagedIdentitySettings
from azure_ai_landing_zone.access.roles_on import RolesOn
from azure_ai_landing_zone.core.model import (
    GUID,
    Input,
    Key,
    Model,
    SubscriptionId,
    fields_of,
    matching,
    refuse,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededIdentity, Needs, Path
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Item
from azure_ai_landing_zone.stores.pulumi_state_section import PulumiState, PulumiStateItem

ResourceGroupId = Annotated[
    str,
    matching(
        rf"/subscriptions/{GUID}/resourceGroups/[\w().-]{{1,90}}",
        "the full id of a resource group, /subscriptions/<id>/resourceGroups/<name>",
    ),
]


class IdentityItem(ManagedIdentitySettings, Item):
    """An identity of the zone for a workload of its own."""

    makes: ClassVar[type[object]] = ManagedIdentity

    roles_on: RolesOn = Field(default={})
    """What it may do."""

    def identities(self) -> list[NeededIdentity]:
        return [NeededIdentity(roles_on=self.roles_on, roles_path=("roles_on",), trusts=self.trusts)]

    def make(self, made: Made) -> Part:
        identity = made.identity(self)
        return Part(component=identity, outputs=identity.client_id)


class DeploysToNewGroup(Model):
    """A resource group that is made here."""

    mode: Literal["create"]
    """The zone uses it, as `resourceGroup: {mode: existing, name: …}`: the name is in the output
    `deployers`."""


class DeploysToGroup(Model):
    """A resource group that someone else answers for."""

    mode: Literal["existing"]
    """Made elsewhere."""
    resource_group_resource_id: ResourceGroupId
    """Its full id."""


class DeploysToSubscription(Model):
    """All of another subscription, to make zones with groups of their own."""

    mode: Literal["subscription"]
    """Not the one of this stack: its identities, state and keys would be in reach."""
    subscription_id: SubscriptionId
    """Of that other one."""


class DeploysToSame(Model):
    """Where another deployer of this stack deploys to."""

    mode: Literal["sameAs"]
    """For previews of what that one deploys."""
    deployer: Key
    """Of those before it in `deployers`."""


DeploysToChoice = Annotated[
    DeploysToNewGroup | DeploysToGroup | DeploysToSubscription | DeploysToSame, Field(discriminator="mode")
]


class RightItem(RightElsewhere):
    """A few operations outside of the resource group."""

    scope_of: Key | None = None
    """On what that other deployer, before it in `deployers`, deploys to."""
    scope: str | None = None
    """On this: a full id. Left out, with `scope_of` too: on the stack's subscription."""

    @model_validator(mode="after")
    def _check_place(self) -> "RightItem":
        if self.scope_of is not None and self.scope is not None:
            refuse(RightItem, [Problem(("scope",), "says where, and so does `scope_of`: leave one out")])
        return self


class DeployerItem(DeployerSettings, Item):
    """An identity that pipelines deploy as."""

    makes: ClassVar[type[object]] = Deployer
    after: ClassVar[tuple[type[Needs], ...]] = (PulumiStateItem,)

    deploys_to: DeploysToChoice
    """What it may change, or read: never where it lies itself."""
    rights_elsewhere: list[RightItem] = Field(default=[])
    """What its zone needs outside of that, and nothing else."""
    state_environment: Key | None = None
    """One of `pulumi_state.state_environments`: whose state and key it has. Left out: the two below."""
    state_container_resource_id: str | None = None
    """Full id of the blob container with Pulumi's state. Left out: the environment's."""
    secrets_key_resource_id: str | None = None
    """Full id of the Key Vault key of the secrets provider. Left out: the environment's."""

    def taken_names(self) -> list[str]:
        return [self.name]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return deployer.azure_names(self.key)

    def problems(self, others: Others) -> list[Problem]:
        return [
            *right_problems("rights_elsewhere", self.rights_elsewhere),
            *self._place_problems(others),
            *state_id_problems(self),
            *self._state_problems(others),
        ]

    def _place_problems(self, others: Others) -> Iterator[Problem]:
        deployers = others.of(DeployerItem)
        before = list(deployers)[: list(deployers).index(self.name)] if self.name in deployers else []
        asked: list[tuple[Path, str | None]] = [
            (("rights_elsewhere", number, "scope_of"), right.scope_of)
            for number, right in enumerate(self.rights_elsewhere)
        ]
        if isinstance(self.deploys_to, DeploysToSame):
            asked.append((("deploys_to", "deployer"), self.deploys_to.deployer))
        for path, name in asked:
            if name is not None and name not in before and deployers.complete:
                yield Problem(path, nothing_called("deployer before this one", name, before))
        places = [
            right.scope or "the stack's subscription"
            if right.scope_of is None
            else _reach(right.scope_of, deployers)
            for right in self.rights_elsewhere
        ]
        own = _reach(self.name, deployers) if self.right_to == "deploy" else None
        yield from twice_problems("rights_elsewhere", self.rights_elsewhere, places, own)

    def _state_problems(self, others: Others) -> Iterator[Problem]:
        state = others.only(PulumiStateItem)
        if not others.has(PulumiStateItem):
            for field in ("state_container_resource_id", "secrets_key_resource_id"):
                if getattr(self, field) is None:
                    yield Problem((field,), "missing: this stack has no `pulumi_state`, which would have it")
            if self.state_environment is not None:
                yield Problem(
                    ("state_environment",), "is one of `pulumi_state`, which isn't here: leave it out"
                )
        elif self.state_environment is None:
            if self.state_container_resource_id is None or self.secrets_key_resource_id is None:
                text = "missing: one of `pulumi_state.state_environments`, whose state it writes or reads"
                yield Problem(("state_environment",), text)
        elif state is not None and self.state_environment not in state.state_environments:
            text = nothing_called(
                "environment of `pulumi_state`", self.state_environment, state.state_environments
            )
            yield Problem(("state_environment",), text)

    def make(self, made: Made) -> Part:
        site = made.site
        container: Input[str] | None = self.state_container_resource_id
        key: Input[str] | None = self.secrets_key_resource_id
        if self.state_environment is not None:
            state = made.the(PulumiState)
            container = container or state.container_resource_ids[self.state_environment]
            key = key or state.key_resource_ids[self.state_environment]
        if container is None or key is None:
            raise LookupError(f"{self.name} has no state, which the settings' checks refuse")
        component = Deployer(
            f"{site.name}-{self.key}",
            DeployerArgs(
                **site.common,
                **fields_of(self, DeployerSettings),
                label=self.key,
                deployment_scope=self._scope(made),
                further_rights=[
                    DeployerRight(**fields_of(right, RightElsewhere), scope=_place(right, made))
                    for right in self.rights_elsewhere
                ],
                protection=site.protection,
                state_container_resource_id=container,
                secrets_key_resource_id=key,
            ),
            site.child(),
        )
        outputs: dict[str, pulumi.Output[Any]] = {
            "clientId": component.client_id,
            "deploysTo": component.deployment_scope,
            "rights": component.rights,
        }
        if component.roll_role_definition_id is not None:
            outputs["rollRoleDefinitionId"] = component.roll_role_definition_id
        return Part(component=component, outputs=outputs)

    def _scope(self, made: Made) -> Input[str] | None:
        match self.deploys_to:
            case DeploysToNewGroup():
                return None
            case DeploysToGroup(resource_group_resource_id=id_):
                return id_
            case DeploysToSubscription(subscription_id=id_):
                return f"/subscriptions/{id_}"
            case DeploysToSame(deployer=name):
                return made.of(Deployer, name).deployment_scope


def _reach(name: str, deployers: Mapping[str, DeployerItem]) -> str | None:
    """What that deployer deploys to, in words; None where nothing is known of it."""
    if name not in deployers:
        return None
    match deployers[name].deploys_to:
        case DeploysToNewGroup():
            return f"what {name} deploys to"
        case DeploysToGroup(resource_group_resource_id=id_):
            return id_
        case DeploysToSubscription(subscription_id=id_):
            return f"/subscriptions/{id_}"
        case DeploysToSame(deployer=other):
            before = list(deployers)[: list(deployers).index(name)]
            return _reach(other, deployers) if other in before else None


def _place(right: RightItem, made: Made) -> Input[str]:
    if right.scope_of is not None:
        return made.of(Deployer, right.scope_of).deployment_scope
    return right.scope or f"/subscriptions/{made.site.subscription_id}"


def identity_problems(setting: str, names: Sequence[str], others: Others) -> Iterator[Problem]:
    """Names in `setting` that no identity of the zone has, or that are given twice. None of them while a part
    is wrong in itself: it may be the one that has it."""
    if not others.is_whole:
        return
    known = [known for _, needs in others.each(Needs) for known, _, _ in needs.named_identities()]
    for number, name in enumerate(names):
        if name not in known:
            yield Problem((setting, number), nothing_called("identity of the zone", name, known))
        elif name in names[:number]:
            yield Problem((setting, number), f"{name} is given twice")


def part_identity_problems(
    setting: str, names: Mapping[str, Sequence[str]], others: Others
) -> Iterator[Problem]:
    """The same of names by what they are let at."""
    for part, those in names.items():
        for problem in identity_problems(setting, those, others):
            yield Problem((setting, part, *problem.path[1:]), problem.message)


def people_parts_problems(setting: str, parts: Sequence[str], others: Others) -> Iterator[Problem]:
    """What is wrong with parts that data scientists are let at, by names whose casing doesn't count."""
    if parts and others.people is not None and others.people.data_scientists is None:
        yield Problem((setting,), "needs `people.data_scientists`: nobody else is let in by it")
    known = [one.lower() for one in parts]
    for number, one in enumerate(known):
        if one in known[:number]:
            yield Problem((setting, number), f"{parts[number]} is given twice")

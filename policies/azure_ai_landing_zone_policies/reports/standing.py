"""What stands, on one page: a stack's parts, who reaches it, what it costs, what rules say, what is next."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.cost.estimate import Estimate, total
from azure_ai_landing_zone.cost.price_list import PriceList
from azure_ai_landing_zone.cost.report import short
from azure_ai_landing_zone_policies.engine.pack import CLOSING
from azure_ai_landing_zone_policies.engine.project import project_around
from azure_ai_landing_zone_policies.preview.program import of_state
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell
from azure_ai_landing_zone_policies.reachability.ask import ask
from azure_ai_landing_zone_policies.reachability.read import read
from azure_ai_landing_zone_policies.readers.allowed_addresses import TYPES, allowed
from azure_ai_landing_zone_policies.readers.bills import estimate_of
from azure_ai_landing_zone_policies.readers.budgets import sentences
from azure_ai_landing_zone_policies.readers.networks import address_space
from azure_ai_landing_zone_policies.readers.price_settings import PriceSettingsError, folder_of, price_list
from azure_ai_landing_zone_policies.readers.subnet_users import used
from azure_ai_landing_zone_policies.reports.deployed import NO_STATE, judged
from azure_ai_landing_zone_policies.reports.events import EventsError

_ANYWHERE = "example.com"
"""Stands for the internet."""

_TO_DO = ("hubCommands", "privateDnsTasks", "approvalCommands", "approvalCommand", "lockCommand")
"""Outputs that tell somebody what to do before all works, or for good."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the landing zone, or of another program."""

    component: str
    name: str
    resources: int
    monthly: str
    """What it costs, in dollars or the price list's currency; empty if nothing is charged for it."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a rule says of a resource."""

    rule: str
    resource: str
    text: str
    blocks: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The page, as plain values."""

    resources: int
    """Of all parts: what deployments make too, and nothing that is only read."""
    parts: tuple[Part, ...]
    large: tuple[str, ...]
    """Machines, by number and size, and the ranges of networks."""
    reached: tuple[str, ...]
    """Ways in from the internet, and ways out to it."""
    cost: tuple[str, ...]
    """All of it, and against which budgets."""
    rules: int
    said: tuple[Said, ...]
    waivers: tuple[str, ...]
    protected: tuple[str, ...]
    """Names of what `pulumi destroy` refuses to delete."""
    to_do: tuple[tuple[str, str], ...]
    """Outputs with commands and tasks for people."""


def standing(text: str, folder: Path, today: date) -> Standing:
    """Of a state, as `pulumi stack export` writes it, by the rules and prices of the project around `folder`.

    Raises EventsError if it is no state, and where rules, policy.yaml or prices can't be read.
    """
    own = project_around(folder)
    if own.problems:
        raise EventsError("\n".join(own.problems))
    try:
        prices = price_list(folder_of(folder))
    except PriceSettingsError as error:
        raise EventsError(str(error)) from error
    found = judged(text, own.rules, own.content, today)
    if found is None:
        raise EventsError(NO_STATE)
    resources = json.loads(text)["deployment"]["resources"]
    custom = [one for one in resources if one.get("custom", True) and not _is_of_pulumi(one["type"])]
    stack = of_state([one for one in resources if not one.get("delete")], today)
    estimate = estimate_of(stack, prices)
    parts = tuple(_parts(stack, prices))
    return Standing(
        resources=sum(part.resources for part in parts),
        parts=parts,
        large=(*_machines(estimate), *_networks(stack)),
        reached=(*_ways_in(stack), *_ways_out(custom, used(stack))),
        cost=(*short(estimate), *sentences(stack, estimate)),
        rules=len(own.rules),
        said=tuple(
            Said(each.rule, each.resource, each.text, each.mandatory)
            for each in found
            if each.rule != CLOSING
        ),
        waivers=tuple(each.text for each in found if each.rule == CLOSING),
        protected=tuple(sorted(_name(one) for one in custom if one.get("protect"))),
        to_do=tuple(_to_do(resources)),
    )


def _is_of_pulumi(kind: str) -> bool:
    return kind.startswith(("pulumi:", "pulumi-python:"))


def _name(resource: Mapping[str, Any]) -> str:
    return str(resource["urn"]).rpartition("::")[2]


def _parts(stack: Stack, prices: PriceList) -> Iterator[Part]:
    lines: dict[tuple[str, str], list[Any]] = {}
    for line in estimate_of(stack, prices).lines:
        lines.setdefault((line.bill.component, line.bill.section), []).append(line)
    counts = Counter(
        (view.resource.component, view.resource.section)
        for view in stack.all()
        if view.resource.type and not _is_of_pulumi(view.resource.type)
    )
    for (component, section), count in sorted(counts.items()):
        own = lines.get((component, section), [])
        unknown = "at least " if any(line.monthly is None for line in own) else ""
        monthly = f"{unknown}{total(own).expected:,.0f}" if own else ""
        yield Part(component, section, count, monthly)


def _machines(estimate: Estimate) -> Iterator[str]:
    for line in estimate.lines:
        if line.charge.meter in ("machine", "spot"):
            yield f"{line.bill.name}: {line.charge.what}"


def _networks(stack: Stack) -> Iterator[str]:
    for view in stack.all():
        if view.resource.type == "network:VirtualNetwork":
            try:
                ranges = ", ".join(str(one.network) for one in address_space(view))
                yield f"{view.resource.name}: {ranges}"
            except CantTell:
                yield f"{view.resource.name}: can't tell its ranges"


def _ways_in(stack: Stack) -> Iterator[str]:
    for view in stack.all():
        name, kind = view.resource.name, view.resource.type
        if kind in ("network:PublicIPAddress", "network:PublicIPPrefix"):
            yield f"{name} is a public address of {view.resource.component or 'the program'}"
            continue
        try:
            places = ("publicNetworkAccess", "properties.publicNetworkAccess", "network.publicNetworkAccess")
            is_open = any((view.text(place) or "").lower() == "enabled" for place in places)
            texts = [one for each in allowed(view) for one in each.texts()] if kind in TYPES else []
        except CantTell:
            yield f"{name} ({kind}): can't tell who gets in"
            continue
        if is_open or texts:
            yield f"{name} ({kind}) is open to {', '.join(texts) or 'whoever has a token'}"


def _ways_out(resources: Sequence[Mapping[str, Any]], taken: Set[str]) -> Iterator[str]:
    land = read(resources)
    for subnet in sorted(land.subnets.values(), key=lambda one: one.ranges[0]):
        answer = ask(land, subnet, _ANYWHERE, 443)
        if answer.verdict == "reached":
            yield f"from {subnet.name} to the internet: {answer.way}"
        elif answer.verdict == "unknown":
            yield f"from {subnet.name} to the internet: can't tell, {answer.why}"
    for id_ in sorted(taken - land.subnets.keys()):
        *_, network, _, name = id_.split("/")
        yield f"in and out of subnet {name} of {network}: can't tell, it isn't of this stack"


def _to_do(resources: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for one in resources:
        if one["type"] == "pulumi:pulumi:Stack":
            yield from _tasks("", one.get("outputs") or {})


def _tasks(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        if name not in _TO_DO:
            yield from _tasks(f"{path}{name}.", inner)
            continue
        for text in inner if isinstance(inner, list) else [inner]:
            if isinstance(text, str) and text:
                yield f"{path}{name}", text

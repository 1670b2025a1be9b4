"""What the identities of a stack have to be allowed, for what works as them to work.

Rows are in needs.csv: who works as an identity, where it names another resource, and what it does there. What
it names is read from its own properties and from those of what is below it: by resource id, or by the name
that Azure gives it in DNS.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from azure_ai_landing_zone.catalog.table import records
from azure_simulator.access.estate import Estate
from azure_simulator.access.ids import name_of, top_of, type_of

_KUBELET, _ACCOUNT, _BUILDER = "kubelet", "serviceAccounts/", "imageBuildCompute"
_GROUP = "Microsoft.Resources/subscriptions/resourceGroups"
"""What has an id without a type."""
_ENDPOINT, _RULE = "Microsoft.Insights/dataCollectionEndpoints", "Microsoft.Insights/dataCollectionRules"

Said = Sequence[tuple[str, str]]
"""Paths and texts of one resource."""


@dataclass(frozen=True, slots=True)
class Need:
    who: str
    """The type of what works as the identity; `kubelet` for who pulls images of pods, `serviceAccounts/NAME`
    for pods, and `imageBuildCompute` for the machines that build a workspace's images."""
    at: str
    """The property that names the other resource, or a part of its path."""
    where: str | None
    """`PROPERTY=TEXT` that has to stand in the same resource; None: nothing."""
    on: str
    """The type of what is named. What is part of something else by that one's name in DNS beside its own; a
    rule by its endpoint."""
    action: str
    data: bool
    source: str
    as_of: date


@dataclass(frozen=True, slots=True)
class Needed:
    """One operation that has to be allowed."""

    by: str
    """The resource id of what works as the identity, or who it is in the table."""
    principals: frozenset[str]
    """Whom it works as: one of them has to be allowed it."""
    row: Need
    scope: str


def load(text: str, file: str = "needs.csv") -> Sequence[Need]:
    """Raises CatalogError with every problem in the file."""
    return tuple(row for _, row in records(Need, file, text))


NEEDS = load((files("azure_simulator.access") / "needs.csv").read_text(encoding="utf-8"))


def needed(
    resources: Sequence[Mapping[str, Any]],
    estate: Estate,
    principal_of: Callable[[str], str],
    texts_of: Callable[[Any], Iterable[tuple[str, str]]],
    names: Mapping[str, str],
) -> list[Needed]:
    """All that the identities of these resources, which the estate is of, have to be allowed.

    principal_of: the principal of what has that resource id. texts_of: paths and texts of all that is in some
    properties. names: resource ids by other names that Azure has for what they are of, such as an
    instrumentation key.
    """
    there = _There(resources, texts_of, names)
    found = list[Needed]()
    for id_, principals in estate.workers.items():
        told = there.works_with(id_, estate.workers.keys())
        builds = any((_BUILDER, name_of(id_)) in said for said in told)
        found += there.asked(_BUILDER if builds else type_of(id_), id_, frozenset(principals), told)
    pods = [
        list(texts_of(one.get("inputs"))) for one in resources if "kubernetes:" in one["urn"].split("::")[0]
    ]
    for cluster, nodes in estate.nodes.items():
        found += there.asked(_KUBELET, cluster, frozenset(nodes), pods)
    for one in resources:
        if ":managedidentity:FederatedIdentityCredential::" in one["urn"]:
            who = _ACCOUNT + str(one["inputs"]["subject"]).rpartition(":")[2]
            owner = principal_of(str(one["id"]).partition("/federatedIdentityCredentials/")[0])
            found += there.asked(who, who, frozenset({owner}), pods)
    return list(dict.fromkeys(found))


class _There:
    """What there is, and who names what of it."""

    def __init__(
        self,
        resources: Sequence[Mapping[str, Any]],
        texts_of: Callable[[Any], Iterable[tuple[str, str]]],
        names: Mapping[str, str],
    ) -> None:
        self._names = names
        self._said: dict[str, Said] = {}
        self._ids: dict[str, list[str]] = {}
        self._rules: dict[str, list[str]] = {}
        for one in resources:
            id_, inputs = str(one.get("id") or ""), one.get("inputs") or {}
            if not id_.startswith("/subscriptions/"):
                continue
            self._said[id_] = list(texts_of(inputs))
            self._said |= {part: list(texts_of(said)) for part, said in _deployed(id_, inputs)}
            type_ = type_of(id_) or _GROUP.lower()
            self._ids.setdefault(type_, []).append(id_)
            if type_ == _RULE.lower():
                endpoint = str(inputs.get("dataCollectionEndpointId")).lower()
                self._rules.setdefault(endpoint, []).append(id_)

    def works_with(self, id_: str, workers: Collection[str]) -> list[Said]:
        """Its own and that of what is below it; of what is itself below something, all of that one's. Nothing
        that works as an identity of its own."""
        root = top_of(id_)
        others = {one.lower() for one in workers} - {id_.lower(), root.lower()}
        return [
            said
            for one, said in self._said.items()
            if f"{one}/".lower().startswith(f"{root}/".lower()) and one.lower() not in others
        ]

    def asked(self, who: str, by: str, principals: frozenset[str], told: Sequence[Said]) -> Iterator[Needed]:
        rows = [row for row in NEEDS if row.who.lower() == who.lower()]
        for said in told if rows else ():
            for row in rows:
                if row.where is None or _stands(row.where, said):
                    for path, text in said:
                        if _within(row.at, path):
                            named = self._named(row.on, text, said)
                            yield from (Needed(by, principals, row, scope) for scope in named)

    def _named(self, on: str, text: str, said: Said) -> list[str]:
        """The resources of that type that a text names."""
        if on == _RULE:
            endpoints = self._named(_ENDPOINT, text, said)
            return [rule for one in endpoints for rule in self._rules.get(one.lower(), ())]
        if text.startswith("/subscriptions/") and type_of(text) == on.lower():
            return [text]
        there = self._ids.get(on.lower(), [])
        if on.count("/") == 1 or on == _GROUP:
            other = self._names.get(text)
            return [one for one in there if one == other or _in_dns(name_of(one)).search(text)]
        wholes = self._named("/".join(on.split("/")[:2]), text, said)
        return [
            one
            for one in there
            if any(one.lower().startswith(f"{whole}/".lower()) for whole in wholes)
            and any(_alone(name_of(one)).search(each) for _, each in said)
        ]


def _deployed(id_: str, inputs: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a template makes."""
    for one in inputs.get("properties", {}).get("template", {}).get("resources", []):
        namespace, *kinds = one["type"].split("/")
        parts = [part for pair in zip(kinds, one["name"].split("/"), strict=True) for part in pair]
        place = id_.partition("/providers/")[0]
        yield "/".join([place, "providers", namespace, *parts]), one.get("properties", {})


def _within(at: str, path: str) -> bool:
    return f".{at}." in f".{path.replace('[', '.[')}."


def _stands(where: str, said: Said) -> bool:
    at, _, wanted = where.partition("=")
    return any(_within(at, path) and text == wanted for path, text in said)


@cache
def _in_dns(name: str) -> re.Pattern[str]:
    """A name as it begins one in DNS, where Azure may add to it, or alone."""
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?:-[a-z0-9]+)?(?=[.:/]|$)", re.IGNORECASE)


@cache
def _alone(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")

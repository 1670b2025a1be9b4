"""What the parts of a landing zone's settings must agree on, whatever they are."""

from collections.abc import Iterator
from dataclasses import replace

from azure_ai_landing_zone.access.roles_on import Grantor, roles_problems
from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone.core.naming import Kind, name_problems
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.network.section import missing_hub_problems, missing_network_problems
from azure_ai_landing_zone.sections.needs import Needs, Path
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import ELSEWHERE, Item, Section


def zone_problems(others: Others) -> list[Problem]:
    """Everything that doesn't fit together."""
    return [
        *_names_used_twice(others),
        *_identities_used_twice(others),
        *_azure_names_used_twice(others),
        *_names_too_long(others),
        *_missing(others),
        *missing_network_problems(others),
        *missing_hub_problems(others),
        *_quota(others),
        *_roles(others),
        *_own(others),
    ]


def _own(others: Others) -> Iterator[Problem]:
    """What each part finds."""
    for path, part in others.each(Section):
        for problem in part.problems(others):
            yield Problem(_absolute(path, problem.path), problem.message)


def _absolute(path: Path, found: Path) -> Path:
    return found[1:] if found[:1] == (ELSEWHERE,) else (*path, *found)


def _names_used_twice(others: Others) -> Iterator[Problem]:
    seen: dict[tuple[str | int, str], str | int] = {}
    for (setting, number), item in others.each(Item):
        for name, field in {item.key: "former_name", item.name: "name"}.items():
            if (setting, name) in seen:
                text = f"{name} is the name of [{seen[setting, name]}] already: give each its own"
                yield Problem((setting, number, field), text)
            seen.setdefault((setting, name), number)


def _identities_used_twice(others: Others) -> Iterator[Problem]:
    """Clusters, identities and deployers are all called after the same thing: an identity."""
    seen: dict[str, str | int] = {}
    for path, needs in others.each(Needs):
        for name in needs.taken_names():
            if name in seen and seen[name] != path[0]:  # names in one list are checked above
                text = f"{name} is the name of an identity of `{seen[name]}` already: give each its own"
                yield Problem((*path, "name"), text)
            seen.setdefault(name, path[0])


_APART: tuple[Kind, ...] = ("machineLearningCompute", "userAssignedIdentity")
"""Kinds whose names are looked at above, or belong to the part that has them."""


def _azure_names_used_twice(others: Others) -> Iterator[Problem]:
    """Parts of different lists that are right by their own names, and would meet in Azure."""
    seen: dict[tuple[Kind, str], tuple[Path, Item]] = {}
    for path, item in others.each(Item):
        for kind, name in item.azure_names(""):
            first, other = seen.setdefault((kind, name), (path, item))
            if first[0] != path[0] and kind not in _APART:
                text = (
                    f"its {kind} would have the name of that of `{first[0]}` {other.name}, {name}: take "
                    "another name"
                )
                yield Problem((*path, "name"), text)


def _names_too_long(others: Others) -> Iterator[Problem]:
    if others.naming is None:
        return
    for path, item in others.each(Item):
        wanted: list[tuple[Kind, str]] = [
            *(("userAssignedIdentity", key) for _, key, _ in item.named_identities()),
            *item.azure_names(""),
        ]
        for text in name_problems(others.naming, wanted):
            yield Problem((*path, "name"), text)


def _missing(others: Others) -> Iterator[Problem]:
    reasons: dict[str, list[str]] = {}
    for _, part in others.each(Section):
        for kind, why in part.requires.items():
            if not others.has(kind):
                (setting,) = others.settings_of(kind)
                reasons.setdefault(setting, []).append(why)
    for setting, whys in reasons.items():
        yield Problem((setting,), f"missing: {', and '.join(dict.fromkeys(whys))}")


def _quota(others: Others) -> Iterator[Problem]:
    quota, counted = others.gpu_quota, list[GpuDemand]()
    for path, needs in others.each(Needs):
        for demand in needs.gpu_demands():
            demand = replace(demand, path=(*path, *demand.path))
            size = find(demand.size)
            if demand.project is not None and "gpu_quota" not in others.present:
                text = "goes with `gpu_quota`: add that, or leave this out"
                yield Problem((*demand.path, "project"), text)
            elif demand.project is None and quota is not None and size is not None and size.gpus != 0:
                projects = ", ".join(quota.projects)
                text = f"missing: `gpu_quota` gives GPUs to projects only, which are {projects}"
                yield Problem((*demand.path, "project"), text)
            elif demand.project is not None:
                counted.append(demand)
    if quota is not None:
        yield from quota.problems(counted)


def _roles(others: Others) -> Iterator[Problem]:
    given: set[Grantor] = set()
    for setting, parts in others.parts.items():
        for part in parts:
            # What is wrong in itself is reported already, and may well be meant to give out roles.
            kinds = others.settings[setting].kinds if part is None else (type(part),)
            if part is None or part.gives_roles():
                given |= {kind.grantor for kind in kinds if kind.grantor is not None}
    for path, needs in others.each(Needs):
        for one in needs.identities():
            if one.roles_path is not None:
                for problem in roles_problems(one.roles_on, given):
                    yield Problem((*path, *one.roles_path, *problem.path), problem.message)

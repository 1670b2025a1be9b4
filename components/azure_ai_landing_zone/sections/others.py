"""Others: the parts of a stack file by themselves, before it is known that they fit together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel

from azure_ai_landing_zone.access.people import People
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.sections.needs import Needs, Path

N = TypeVar("N", bound=Needs)


class Those(dict[str, N]):
    """Parts of one kind that are right by themselves, by name."""

    complete: bool
    """Whether that is all of them. A name that isn't there may else be of one that is wrong in itself, and
    reported already."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a stack file that holds parts."""

    kinds: tuple[type[Needs], ...]
    """What they may be."""
    is_list: bool
    """Else there is at most one."""


@cache
def part_settings(model: type[BaseModel]) -> Mapping[str, Setting]:
    """The settings of a stack file that hold parts, by name."""
    found = {}
    for name, info in model.model_fields.items():
        is_list = get_origin(info.annotation) is list
        wanted = get_args(info.annotation)[0] if is_list else info.annotation
        kinds = tuple(kind for kind in _classes(wanted) if issubclass(kind, Needs))
        if kinds:
            found[name] = Setting(kinds, is_list)
    return found


def _classes(annotation: Any) -> Iterator[type]:
    if isinstance(annotation, type):
        yield annotation
    for inner in get_args(annotation):
        yield from _classes(inner)


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """None stands for a setting that is absent, or wrong in itself and reported already."""

    location: str | None
    naming: Naming | None
    people: People | None
    gpu_quota: GpuQuota | None
    hub_subscription_id: str | None
    present: frozenset[str]
    """Names of all settings that are there, right or wrong."""
    settings: Mapping[str, Setting]
    """Those that hold parts, by name."""
    parts: Mapping[str, Sequence[Needs | None]]
    """By setting; None for what is wrong in itself."""

    def each(self, kind: type[N]) -> Iterator[tuple[Path, N]]:
        """All that are right, with their paths."""
        for setting, parts in self.parts.items():
            for number, part in enumerate(parts):
                if isinstance(part, kind):
                    yield (setting, number) if self.settings[setting].is_list else (setting,), part

    def of(self, kind: type[N]) -> Those[N]:
        """All that are right, by name."""
        found = Those({part.title: part for _, part in self.each(kind)})
        found.complete = not any(
            part is None
            for setting, parts in self.parts.items()
            if any(issubclass(one, kind) for one in self.settings[setting].kinds)
            for part in parts
        )
        return found

    def only(self, kind: type[N]) -> N | None:
        """The one that there is, if it is right."""
        return next((part for _, part in self.each(kind)), None)

    def has(self, kind: type[Needs]) -> bool:
        """Whether there is any, right or wrong."""
        return any(self.parts[setting] for setting in self.settings_of(kind))

    def settings_of(self, kind: type[Needs]) -> list[str]:
        """Names of the settings that hold parts of that kind."""
        return [
            name
            for name, setting in self.settings.items()
            if any(issubclass(one, kind) for one in setting.kinds)
        ]

    @property
    def is_whole(self) -> bool:
        """Whether every part is right by itself."""
        return not any(part is None for parts in self.parts.values() for part in parts)

    def outside_of_hub(self, resource_id: str | None) -> list[str]:
        """What is wrong with the id of something of the hub's: all of that lies in the hub's subscription,
        since one provider makes it."""
        if self.hub_subscription_id is None or resource_id is None:
            return []
        subscription = resource_id.split("/")[2]
        if subscription.lower() == self.hub_subscription_id.lower():
            return []
        return [f"is in subscription {subscription}, not in `hub_subscription_id`: correct one of them"]

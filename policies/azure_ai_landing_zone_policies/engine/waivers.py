"""Exceptions to rules, as data: which rule, which resources, whose, why and until when."""

from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from typing import Any

WARN_DAYS = 30
"""How many days before its end a waiver is reported as about to end."""

FIELDS = ("resource", "owner", "reason", "until")

SCHEMA: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {field: {"type": "string", "minLength": 1} for field in FIELDS},
        "required": list(FIELDS),
        "additionalProperties": False,
    },
}
"""JSON schema of a rule's `waivers` setting."""


@dataclass(frozen=True)
class Waiver:
    """Keeps a rule from blocking the resources whose name or URN matches `resource`, a glob."""

    resource: str
    owner: str
    reason: str
    until: date
    """The last day on which it holds."""

    def covers(self, name: str, urn: str) -> bool:
        return fnmatchcase(urn if self.resource.startswith("urn:") else name, self.resource)

    def holds(self, today: date) -> bool:
        return today <= self.until


class Register:
    """Which waivers there are, and which resources needed each."""

    def __init__(self) -> None:
        self._needed: dict[tuple[str, Waiver], dict[str, None]] = {}

    def expect(self, rule: str, waivers: tuple[Waiver, ...]) -> None:
        """Note the waivers of a rule that is in force."""
        for waiver in waivers:
            self._needed.setdefault((rule, waiver), {})

    def used(self, rule: str, waiver: Waiver, resource: str) -> None:
        """Note that a waiver covers a resource about which the rule has something to say."""
        self._needed[rule, waiver][resource] = None

    def report(self, today: date) -> list[str]:
        """One sentence for each waiver that is in use, without use or about to end."""
        return [self._sentence(rule, waiver, list(by), today) for (rule, waiver), by in self._needed.items()]

    def _sentence(self, rule: str, waiver: Waiver, resources: list[str], today: date) -> str:
        whose = f"the waiver of {waiver.owner} for {waiver.resource}"
        if not resources:
            return f"{rule}: no resource needs {whose}; remove it"
        if not waiver.holds(today):
            return f"{rule}: {whose} ended on {waiver.until}; fix {', '.join(resources)}, or extend it"
        days = (waiver.until - today).days
        end = f"ends on {waiver.until}"
        if days <= WARN_DAYS:
            end += f", in {days} {'day' if days == 1 else 'days'}; fix the cause, or extend it"
        return f"{rule}: {whose} lets {', '.join(resources)} pass ({waiver.reason}); it {end}"


def parse(settings: Any, where: str) -> tuple[tuple[Waiver, ...], tuple[str, ...]]:
    """The waivers in a rule's setting, and the problems of the others, each with its path below `where`."""
    if not isinstance(settings, list):
        return (), (f"{where}: got {settings!r}; must be a list",)
    waivers: list[Waiver] = []
    problems: list[str] = []
    for index, setting in enumerate(settings):
        found = _parse(setting, f"{where}[{index}]")
        if isinstance(found, Waiver):
            waivers.append(found)
        else:
            problems += found
    return tuple(waivers), tuple(problems)


def _parse(setting: Any, at: str) -> Waiver | list[str]:
    if not isinstance(setting, dict):
        return [f"{at}: got {setting!r}; must have {', '.join(FIELDS)}"]
    allowed = ", ".join(FIELDS)
    problems = [f"{at}.{name}: unknown; must be one of {allowed}" for name in setting if name not in FIELDS]
    for field in FIELDS:
        if field not in setting:
            problems.append(f"{at}.{field}: missing")
        elif not isinstance(setting[field], str) or not setting[field].strip():
            problems.append(f"{at}.{field}: got {setting[field]!r}; must be text")
    if problems:
        return problems
    try:
        until = date.fromisoformat(setting["until"])
    except ValueError:
        return [f"{at}.until: got {setting['until']!r}; must be a date such as 2027-01-31"]
    return Waiver(setting["resource"], setting["owner"], setting["reason"], until)

"""Exceptions to rules, as data: which rule, which resources, whose, why and until when."""

from dataclasses import dataclass
from datetime import date, timedelta
from fnmatch import fnmatchcase
from typing import Any

WARN_DAYS = 30
"""How many days before its end a waiver is reported as about to end."""

LONGEST_DAYS = 365
"""How many days ahead a waiver may end, where the house says nothing shorter or longer."""

FIELDS = ("resource", "owner", "approver", "reason", "until")

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
    approver: str
    """Who agreed, and isn't the owner."""
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


@dataclass(frozen=True)
class Life:
    """How long waivers may still hold."""

    today: date
    longest_days: int = LONGEST_DAYS

    @property
    def last(self) -> date:
        try:
            return self.today + timedelta(days=self.longest_days)
        except OverflowError:
            return date.max


def parse(settings: Any, where: str, life: Life | None = None) -> tuple[tuple[Waiver, ...], tuple[str, ...]]:
    """The waivers in a rule's setting, and the problems of the others, each with its path below `where`.

    Without `life` they may end on any day.
    """
    if not isinstance(settings, list):
        return (), (f"{where}: got {settings!r}; must be a list",)
    waivers: list[Waiver] = []
    problems: list[str] = []
    for index, setting in enumerate(settings):
        found = _parse(setting, f"{where}[{index}]", life)
        if isinstance(found, Waiver):
            waivers.append(found)
        else:
            problems += found
    return tuple(waivers), tuple(problems)


def _parse(setting: Any, at: str, life: Life | None) -> Waiver | list[str]:
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
    resource, until = setting["resource"], setting["until"]
    if _matches_everything(resource):
        problems.append(f"{at}.resource: got {resource!r}; must not match everything: name what it is for")
    if setting["approver"].strip().lower() == setting["owner"].strip().lower():
        problems.append(f"{at}.approver: got {setting['approver']!r}; must be somebody else than the owner")
    try:
        end = date.fromisoformat(until)
    except ValueError:
        return [*problems, f"{at}.until: got {until!r}; must be a date such as 2027-01-31"]
    if life and end > life.last:
        latest = f"{life.last} at the latest, {life.longest_days} days from today"
        problems.append(f"{at}.until: got {until!r}; must be {latest}")
    return problems or Waiver(resource, setting["owner"], setting["approver"], setting["reason"], end)


def _matches_everything(pattern: str) -> bool:
    """Whether it matches names that have nothing in common."""
    names = ("\x01", "\x02\x03")
    if pattern.startswith("urn:"):
        return all(fnmatchcase(f"urn:pulumi:{name}::{name}::{name}::{name}", pattern) for name in names)
    return all(fnmatchcase(name, pattern) for name in names)

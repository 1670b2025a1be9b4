"""Writes docs/reference/profiles.md: what each stack is refused in each kind of subscription.

Nothing is run: what `make states` recorded of a stack is asked of the simulated Azure again, in order. What
depends on something that was refused isn't asked for, as with `pulumi up --continue-on-error`.
"""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import recorded
from azure_simulator.cloud import resource_type
from azure_simulator.cloud.arm import ArmError, ProviderError
from azure_simulator.cloud.seeds import seed
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import Locks, Subscription
from azure_simulator.cloud.subscription_settings import PROFILES, SubscriptionSettings
from azure_simulator.cloud.values import texts

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "reference" / "profiles.md"

FIRST = ("hub", "inference")
"""Stacks that others refer to: they are there already, from a time when all was allowed."""

_LONGEST = 240
"""Characters of words that are written out."""

_HEAD = """# What stacks are refused

Each stack of this repository in each kind of subscription ([subscription.md](../subscription.md)): what is
refused at once, and how many resources wait behind that. In `roomy`, the default, nothing is. Long words end
with an ellipsis: [refusals.md](refusals.md) has them all. This page is written by `make docs`.
"""


@dataclass(frozen=True)
class Refusal:
    resource: str
    """The logical name."""
    words: str
    """With Azure's code before them."""


def page() -> str:
    """The text of the page."""
    lines = [_HEAD]
    for profile, settings in subscriptions().items():
        lines += [f"## {profile}", ""]
        for stack in recorded.stacks():
            refused, waiting = refusals(stack, settings)
            lines += [f"### {profile}: {stack}", ""]
            if not refused:
                lines += ["Nothing is refused.", ""]
                continue
            lines += ["| refused | why |", "| --- | --- |", *_rows(refused), ""]
            lines += [f"{waiting} more resources wait for these.", ""]
    return "\n".join(lines)


def _rows(refused: list[Refusal]) -> Iterator[str]:
    """Those with the same words in one row."""
    by_words: dict[str, list[str]] = {}
    for one in refused:
        by_words.setdefault(one.words, []).append(one.resource)
    for words, names in by_words.items():
        short = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
        yield f"| {', '.join(f'`{name}`' for name in names)} | {short.replace('|', '&#124;')} |"


def subscriptions() -> dict[str, SubscriptionSettings]:
    """The profiles that refuse anything, and what is left of a new one's refusals after a day's work."""
    found = {name: SubscriptionSettings.profile(name) for name in PROFILES[1:]}
    registered = {"providers": ("*",), "features": ("*",)}
    later = found["new"].model_copy(update=registered)
    return {"new": found["new"], "new, with its providers registered": later, **found}


def refusals(stack: str, settings: SubscriptionSettings) -> tuple[list[Refusal], int]:
    """What is refused at once, and how many resources depend on that."""
    before = FIRST[: FIRST.index(stack)] if stack in FIRST else FIRST
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(_with(before).name, folder, dirs_exist_ok=True)
        with Store(Path(folder)) as store:
            cloud = _subscription(store, settings)
            there = recorded.THERE / f"{stack}.yaml"
            if there.exists():
                seed(cloud, SubscriptionSettings.read_existing(there).existing, ())
            return _ask(stack, cloud)


@cache
def _with(stacks: tuple[str, ...]) -> "tempfile.TemporaryDirectory[str]":
    """A store in which these are there."""
    folder = tempfile.TemporaryDirectory()
    with Store(Path(folder.name)) as store:
        for stack in stacks:
            _ask(stack, _subscription(store, SubscriptionSettings()))
    return folder


def _subscription(store: Store, settings: SubscriptionSettings) -> Subscription:
    return Subscription(store, locks=Locks(hold_s=0), settings=settings)


def _ask(stack: str, cloud: Subscription) -> tuple[list[Refusal], int]:
    refused: list[Refusal] = []
    missing: set[str] = set()
    waiting = 0
    for one in _in_order(stack):
        unit = resource_type.find(one["urn"].rsplit("::", 1)[0].rsplit("$", 1)[-1])
        if missing & set(one.get("after", [])):
            missing.add(one["urn"])
            waiting += unit is not None
        elif unit is not None and not _is_masked(one):
            try:
                cloud.gate.check_read(one["id"])
                if not one.get("external"):
                    cloud.deploy(unit, one["id"], _sealed(one.get("inputs", {})))
            except (ArmError, ProviderError) as refusal:
                missing.add(one["urn"])
                refused.append(_refusal(one["urn"].rsplit("::", 1)[-1], refusal))
    return refused, waiting


def _sealed(inputs: Any) -> Any:
    """What machines begin with is recorded readable; Azure sees no id in it, since it gets base64."""
    if isinstance(inputs, Mapping):
        return {name: _sealed(value) for name, value in inputs.items() if name != "customData"}
    return [_sealed(value) for value in inputs] if isinstance(inputs, list) else inputs


def _is_masked(resource: Mapping[str, Any]) -> bool:
    """Of long texts only a hash is recorded: what Azure would read in them can't be asked. In what
    machines begin with it reads nothing."""
    found = texts(resource.get("inputs", {}))
    return any(" characters, sha256 " in text for path, text in found if "customData" not in path)


def _refusal(name: str, refusal: ArmError | ProviderError) -> Refusal:
    words = f"{refusal.code}: {refusal.message}" if isinstance(refusal, ArmError) else str(refusal)
    return Refusal(name, words)


@cache
def _in_order(stack: str) -> list[Mapping[str, Any]]:
    """A stack's resources, each after what it depends on."""
    by_urn = {one["urn"]: one for one in recorded.resources(stack)}
    order: dict[str, Mapping[str, Any]] = {}

    def take(urn: str) -> None:
        if urn in order or urn not in by_urn:
            return
        for other in by_urn[urn].get("after", []):
            take(other)
        order[urn] = by_urn[urn]

    for urn in by_urn:
        take(urn)
    return list(order.values())


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")

"""Writes the tables of docs/before-azure.md that follow from the stacks: what has to be registered, which
quota to ask for, what Azure says that it takes long for, and what all of it was tested with.

Read from what `make states` recorded, as large as each stack may become.
"""

import csv
import re
import tempfile
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import recorded
from azure_ai_landing_zone import LandingZoneSettings
from azure_ai_landing_zone.cli.selected_stack import stack_file
from azure_ai_landing_zone.preflight.planning.demand import Demand, Machines, SizeDemand, planned
from azure_ai_landing_zone.preflight.planning.machines import CORES, SPOT
from azure_ai_landing_zone.sections.needs import Needs
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import Locks, Subscription
from azure_simulator.cloud.subscription_settings import ALWAYS_REGISTERED, SubscriptionSettings
from azure_simulator.engine import build
from azure_simulator.rest import listings
from azure_simulator.rest.request import Request
from marked import put_into

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "before-azure.md"
TIMES = Path(__file__).with_name("azure_times.csv")
"""What a page of Azure's says of a type, in its words, and when that was read."""

_QUOTA = "| stack | region | quota | ask for | because of |\n| --- | --- | --- | --- | --- |\n"
_REGISTERED = "| stack | resource providers | features |\n| --- | --- | --- |\n"
_TIMES = "| what | takes | in |\n| --- | --- | --- |\n"
_VERSIONS = "| what | allowed | tested with |\n| --- | --- | --- |\n"


def page(before: str) -> str:
    """The page, its tables written anew."""
    tables = {
        "registered": _REGISTERED + "".join(map(_registered, recorded.stacks())),
        "quota": _QUOTA + "".join(row for stack in recorded.stacks() for row in _quota_rows(stack)),
        "times": _TIMES + "".join(_time_rows()),
        "versions": _VERSIONS + "".join(_version_rows()),
    }
    for mark, table in tables.items():
        before = put_into(before, mark, f"\n{table}\n")
    return before


@cache
def demand(stack: str) -> Demand:
    """What the stack asks of its subscription."""
    parts = list[Needs]()
    settings = stack_file(ROOT, stack).zone
    if settings is not None:
        zone = LandingZoneSettings.load(settings, stack)
        parts += [needs for _, needs in zone.others().each(Needs)]
    types = [(one["urn"].rpartition("$")[2].partition("::"), one) for one in recorded.resources(stack)]
    return Demand(
        subscription="",
        resources=[
            planned(type_.removeprefix("azure-native:"), name, one.get("inputs") or {}, "")
            for (type_, _, name), one in types
            if type_.startswith("azure-native:") and not one.get("external")
        ],
        sizes=[SizeDemand(one.size, one.nodes, one.spot) for needs in parts for one in needs.gpu_demands()],
        providers=frozenset(namespace for needs in parts for namespace in needs.providers()),
    )


def to_register(asked: Demand) -> list[str]:
    """Resource providers that a new subscription hasn't."""
    return [one for one in asked.namespaces if one not in ALWAYS_REGISTERED]


def quotas(asked: Demand) -> dict[tuple[str, str], tuple[int, list[Machines]]]:
    """vCPUs by region and by quota, as Azure names it, with the machines that take them."""
    found: dict[tuple[str, str], tuple[int, list[Machines]]] = {}
    for one in asked.machines:
        family, vcpus = _sizes()[one.size]
        if one.machine_learning:
            names = [f"{family} Cluster Dedicated vCPUs"]
        else:
            names = [SPOT] if one.spot else [family, CORES]
        for name in names if one.nodes else ():
            before, machines = found.get((one.region, name), (0, []))
            found[one.region, name] = before + vcpus * one.nodes, [*machines, one]
    return found


@cache
def _sizes() -> dict[str, tuple[str, int]]:
    """Of each size the family that has its quota, and its vCPUs, as the simulated Azure answers."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        cloud = Subscription(store, locks=Locks(hold_s=0), settings=SubscriptionSettings())
        asked = Request.to("GET", "/", {"$filter": "location eq 'eastus'"}, {})
        return {
            one["name"]: (one["family"], int(one["capabilities"][0]["value"]))
            for one in listings.sizes(cloud, asked)
        }


def _quota_rows(stack: str) -> Iterator[str]:
    asked = demand(stack)
    for (region, name), (vcpus, machines) in sorted(quotas(asked).items()):
        what = ", ".join(f"{one.nodes} × {one.size}" for one in machines)
        yield f"| {stack} | {region} | {name} | {vcpus:,} vCPUs | {what} |\n"
    models: dict[tuple[str, str, str], int] = {}
    for each in asked.models:
        key = (each.region, each.model, each.sku)
        models[key] = models.get(key, 0) + each.capacity
    for (region, model, sku), capacity in sorted(models.items()):
        unit = "units" if "Provisioned" in sku else "thousand tokens a minute"
        yield f"| {stack} | {region} | {model}, {sku} | {capacity:,} {unit} | deployments |\n"


def _registered(stack: str) -> str:
    asked = demand(stack)
    cells = (", ".join(names) for names in (to_register(asked), asked.features))
    return f"| {stack} | {' | '.join(cells)} |\n" if asked.namespaces else ""


def _time_rows() -> Iterator[str]:
    made = {stack: {one.type for one in demand(stack).resources} for stack in recorded.stacks()}
    with TIMES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            stacks = ", ".join(stack for stack, types in made.items() if row["type"] in types)
            yield f"| `{row['type']}` | {row['takes']} ([page]({row['page']}), {row['read']}) | {stacks} |\n"


def _version_rows() -> Iterator[str]:
    """Of Pulumi: what pyproject.toml allows, and what the locked environment of the tests has."""
    yield f"| the command `pulumi` | from {build.VERSION} on | {build.VERSION} |\n"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for said in project["dependencies"]:
        name, allowed = re.split(r"(?=>)", said, maxsplit=1)
        if name.startswith("pulumi"):
            (version,) = re.findall(rf"^{name}==(\S+)", locked, re.MULTILINE)
            yield f"| Python's `{name}` | {allowed} | {version} |\n"


if __name__ == "__main__":
    FILE.write_text(page(FILE.read_text(encoding="utf-8")), encoding="utf-8")

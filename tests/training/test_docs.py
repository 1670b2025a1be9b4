"""What the pages on training clusters and machines show is what works."""

import re
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from pydantic.alias_generators import to_camel

from azure_ai_landing_zone import LandingZoneSettings
from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.core.errors import in_camel_case
from azure_ai_landing_zone.machines.planning.images import hpc_image_sku
from azure_ai_landing_zone.training.planning import node_changes
from helpers.registered import register
from helpers.settings import SUBJECT, stack

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("training", "dev-machines")
NAMED = re.compile(r"`(\w+)`")
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me"


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    found: list[str] = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found
    return found


@pytest.mark.parametrize("page", PAGES)
def test_sections_are_accepted(page: str) -> None:
    for block in blocks(page, "yaml"):
        LandingZoneSettings.load(stack() | yaml.safe_load(block), SUBJECT)


@pytest.mark.parametrize("page", PAGES)
def test_programs_run(page: str) -> None:
    for block in blocks(page, "python"):
        names: dict[str, Any] = {
            "group": SimpleNamespace(name="rg"),
            "subnet": SimpleNamespace(id="/subnet"),
            "identity": SimpleNamespace(id="/identity"),
            "public_key": KEY,
        }
        made = register(lambda code=block, scope=names: exec(code, scope))  # type: ignore[misc]  # noqa: S102
        assert made.azure


def test_the_table_of_sizes_is_the_catalogue() -> None:
    text = (DOCS / "training.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (Standard_\w+) \| (\d) × .* \| (\d) × (\d+) Gb/s \| ([\w-]+) \|$", text, re.M)
    assert len(rows) == 6
    for name, gpus, adapters, rate, image in rows:
        size = sizes.VM_SIZES[name]
        assert size.gpus == int(gpus)
        assert (size.infiniband_ports, size.infiniband_port_gbps) == (int(adapters), Decimal(rate))
        assert hpc_image_sku(size) == image
        assert image in VM_IMAGES


def test_day_two_names_what_waits_and_what_is_refused() -> None:
    rows = [line for line in (DOCS / "day-two.md").read_text(encoding="utf-8").splitlines() if "|" in line]

    def settings(told: str) -> set[str]:
        return {
            name
            for row in rows
            if row.split(" | ")[1].startswith(told)
            for name in NAMED.findall(row.split(" | ")[0])
        }

    waits = {
        name for what in node_changes._APPLIED_LATER.values() for name in NAMED.findall(in_camel_case(what))
    }
    settled = {to_camel(what) for what in node_changes._SETTLED.values()} - {
        "label"
    }  # no setting of stack files
    assert settings("later: ") == waits
    assert settings("refused in the preview") == settled | {"size"}
    assert settings("later still") == {"sshPublicKey"}

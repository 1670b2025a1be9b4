"""What a node does at its first boot, as cloud-init's customData, and what it runs at every boot."""

import base64
import bz2
import io
import json
import tarfile
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from azure_ai_landing_zone.catalog import single_facts

SCRATCH = "/mnt/scratch"
"""Where nodes have their local disks, striped; gone when a node is deallocated or moved."""

SETTINGS = "/etc/azure-ai-landing-zone/node.json"
ARCHIVE = "/var/lib/azure-ai-landing-zone/node-setup.tar.bz2"

_LIBRARY = "usr/local/lib/azure-ai-landing-zone/azure_ai_landing_zone"
_ACCOUNTING = "slurm_account"
"""What the files begin with that only a scheduler with a slurmdbd gets: those of all other machines stay as
they are."""
_FOLDERS = {
    ".sh": "usr/local/sbin",
    ".service": "etc/systemd/system",
    ".path": "etc/systemd/system",
    ".timer": "etc/systemd/system",
}


class CustomDataTooLong(ValueError):
    """Azure would refuse it."""


def custom_data(told: Mapping[str, Any]) -> str:
    """cloud-config in base64 for a node that is told that about itself: the same text for the same version of
    this package and the same settings, so that no node differs. Raises CustomDataTooLong.
    """
    data, most = cloud_config(told).encode(), single_facts.whole("customDataBytes")
    if len(data) > most:
        raise CustomDataTooLong(
            f"customData would have {len(data)} bytes; Azure allows {most}: mount less, or give stores "
            "shorter settings"
        )
    return base64.b64encode(data).decode()


def cloud_config(told: Mapping[str, Any]) -> str:
    """What cloud-init reads. JSON is YAML, and has one way to be written."""
    config = {
        "write_files": [
            {
                "path": SETTINGS,
                "permissions": "0644",
                "owner": "root:root",
                "content": json.dumps(told, indent=1, sort_keys=True) + "\n",
            },
            {
                "path": ARCHIVE,
                "permissions": "0644",
                "owner": "root:root",
                "encoding": "b64",
                "content": base64.b64encode(_archive(accounting=_accounts(told))).decode(),
            },
        ],
        "runcmd": [
            ["python3", "-m", "tarfile", "--extract", ARCHIVE, "/"],
            ["systemctl", "daemon-reload"],
            ["systemctl", "enable", *units(told)],
            # Not waited for: stores and roles take their time, and cloud-init has one of its own.
            ["systemctl", "start", "--no-block", *units(told)],
        ],
    }
    return "#cloud-config\n" + json.dumps(config, indent=1) + "\n"


def units(told: Mapping[str, Any]) -> list[str]:
    """The units that a machine runs, in the order in which they wait for each other."""
    role = (told.get("slurm") or {"role": None})["role"]
    data = ["mount-data.service"] if told.get("mounts") else []
    people = ["slurm-people.timer"] if role and told["slurm"].get("peopleSecret") else []
    if role == "scheduler":
        timers = ["slurm-prove.timer", "slurm-roll.timer"]
        return [*data, *people, "slurm.service", *timers, *_accounting_units(told)]
    if role == "login":
        return [*data, *people, "metadata-guard.service", "slurm.service"]
    reports = ["fabric-report.path"] if told.get("reports") else []
    joins = ["slurm-node.service"] if role else []
    return [
        "mount-scratch.service",
        "node-environment.service",
        "metadata-guard.service",
        *data,
        *people,
        "fabric-gate.service",
        *reports,
        "scheduled-events.service",
        *joins,
    ]


def _accounts(told: Mapping[str, Any]) -> bool:
    return "accounting" in (told.get("slurm") or {})


def _accounting_units(told: Mapping[str, Any]) -> list[str]:
    if not _accounts(told):
        return []
    timers = ["slurm-accounts.timer"] if told["slurm"]["accounting"]["accountsSecret"] else []
    return ["slurm-accounting.service", *timers]


def contents(*, accounting: bool = False) -> Iterator[tuple[str, str, int]]:
    """Path, text and mode of every file that a node gets, sorted; with `accounting` those of a scheduler with
    a slurmdbd."""
    folder = files(__name__)
    for package in ("", "node_setup/"):
        yield f"{_LIBRARY}/{package}__init__.py", "", 0o644

    def here(*folders: str) -> Iterator[Traversable]:
        for file in sorted(folder.joinpath(*folders).iterdir(), key=lambda file: file.name):
            if accounting or not file.name.replace("-", "_").startswith(_ACCOUNTING):
                yield file

    for file in here("on_node"):
        if file.name.endswith((".py", ".conf")):
            yield f"{_LIBRARY}/node_setup/on_node/{file.name}", file.read_text(encoding="utf-8"), 0o644
    for file in here():
        name, dot, ending = file.name.rpartition(".")
        place = _FOLDERS.get(dot + ending)
        if place is not None:
            script = ending == "sh"
            called = name.replace("_", "-") + ("" if script else dot + ending)
            yield f"{place}/{called}", file.read_text(encoding="utf-8"), 0o755 if script else 0o644


@cache
def _archive(*, accounting: bool) -> bytes:
    """All of them. In bzip2, whose one implementation writes the same bytes everywhere; zlib has several."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, text, mode in contents(accounting=accounting):
            entry = tarfile.TarInfo(path)
            entry.size, entry.mode = len(text.encode()), mode
            archive.addfile(entry, io.BytesIO(text.encode()))
    return bz2.compress(packed.getvalue(), 9)

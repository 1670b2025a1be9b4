"""Machines of every GPU on the real engine: they come up, stay as they are, and are made anew around their
data disk."""

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.offline import Program, program
from helpers.published_types import refusals

pytestmark = pytest.mark.engine

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me"

MACHINES = f"""
import json
from pathlib import Path

from azure_ai_landing_zone import (
    AccessGrant, BuiltInRole, DevMachine, DevMachineArgs, ManagedIdentity, ManagedIdentityArgs, Network,
    NetworkArgs, NetworkSubnet,
)
from pulumi_azure_native import resources

group = resources.ResourceGroup("group", resource_group_name="rg-dev", location="eastus")
common = dict(location="eastus", resource_group_name=group.name)
network = Network("net", NetworkArgs(
    **common, address_space="10.0.0.0/20",
    subnets=[NetworkSubnet(name="machines", purpose="machines", addresses=20)],
))
identity = ManagedIdentity("me", ManagedIdentityArgs(**common))
for name, settings in json.loads(Path("machines.json").read_text()).items():
    DevMachine(name, DevMachineArgs(
        **common, **settings,
        ssh_public_key="{KEY}",
        subnet_resource_id=network.subnet_resource_ids["machines"],
        identity_resource_ids=[identity.identity_resource_id],
        access=[AccessGrant(
            key="me", principal_id=identity.principal_id, role=BuiltInRole.VIRTUAL_MACHINE_USER_LOGIN
        )],
        protection="off",
    ))
"""
HPC = {"image_version": "24.04.2026072901"}
UBUNTU = {"image_version": "24.04.202607290"}
SETTINGS: dict[str, dict[str, Any]] = {
    "a10": {"size": "Standard_NV6ads_A10_v5", **UBUNTU, "zone": "1"},
    "a100": {"size": "Standard_NC24ads_A100_v4", **HPC},
    "h100": {"size": "Standard_NC40ads_H100_v5", **HPC},
    "t4": {"size": "Standard_NC4as_T4_v3", **HPC},
    "v710": {"size": "Standard_NV4ads_V710_v5", "image_version": "22.04.202607290", "data_disk": None},
}


def write(made: Program, settings: dict[str, dict[str, Any]]) -> None:
    (made.offline.folder / "machines.json").write_text(json.dumps(settings), encoding="utf-8")


def test_a_machine_of_every_gpu(tmp_path: Path) -> None:
    made = program(tmp_path, MACHINES)
    write(made, SETTINGS)
    made.up("--skip-preview")
    whole = ["auto-shutdown", "data-disk", "entra-login", "interface", "machine", "me-access"]
    with_driver = sorted([*whole, "driver"])
    of_machines = {
        "a10": with_driver,
        "a100": whole,
        "h100": whole,
        "t4": whole,
        "v710": [role for role in with_driver if role != "data-disk"],
    }
    names = [resource["urn"].split("::")[-1] for resource in made.resources() if resource["custom"]]
    found = {
        key: sorted(name.removeprefix(f"{key}-") for name in names if name.startswith(f"{key}-"))
        for key in SETTINGS
    }
    assert found == of_machines
    made.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")

    # Another image makes a machine anew, with what hangs on it; its data disk and address stay.
    machines = {"a10": SETTINGS["a10"] | {"image_version": "24.04.202609010"}}
    write(made, SETTINGS | machines)
    steps = made.pulumi("preview", "--json").output
    replaced = {
        step["urn"].split("::")[-1]: step["op"]
        for step in json.loads(steps[steps.index("{") :])["steps"]
        if step["op"] not in ("same", "create-replacement", "delete-replaced")
    }
    assert replaced == {
        "a10-auto-shutdown": "replace",
        "a10-driver": "replace",
        "a10-entra-login": "replace",
        "a10-machine": "replace",
        "a10-me-access": "replace",
    }
    made.up("--skip-preview")
    made.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")
    up = made.resources()
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert refusals(up) == []

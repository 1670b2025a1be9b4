"""On the engine: what needs a new role waits for it once, when it is created, and leaves nothing behind."""

import json
import os
import re
import signal
import subprocess

import psutil
import pytest

from azure_simulator.engine.attach import FOLDER_VARIABLE
from helpers.offline import Program, program, saving_each_step

pytestmark = pytest.mark.engine

SECONDS = 15
CODE = f"""
from pulumi_azure_native import authorization, managedidentity, resources, storage
from azure_ai_landing_zone.access.role_wait import after_roles

group = resources.ResourceGroup("group", resource_group_name="rg-wait", location="eastus")
identity = managedidentity.UserAssignedIdentity(
    "identity", resource_name_="id-wait", resource_group_name=group.name
)
role = authorization.RoleAssignment(
    "role",
    role_assignment_name="00000000-0000-4000-8000-000000000001",
    principal_id=identity.principal_id,
    principal_type="ServicePrincipal",
    scope=group.id,
    role_definition_id="/subscriptions/00000000-0000-0000-0000-000000000001/providers/"
    "Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7",
)
storage.StorageAccount(
    "later",
    account_name="stwait0001",
    resource_group_name=group.name,
    kind="StorageV2",
    sku={{"name": "Standard_LRS"}},
    opts=after_roles([role.created_on], {SECONDS}),
)
"""
WAITS = re.compile(r"later waits (\d+) s, until Azure knows its roles everywhere")


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A program that waits although its Azure is simulated; its state goes from test to test."""
    return saving_each_step(program(tmp_path_factory.mktemp("waiting"), CODE))


def command(verb: str, *arguments: str) -> list[str]:
    """The simulator tells programs not to wait; this tells them otherwise."""
    waits = "AZURE_AI_LANDING_ZONE_WAITS=on"
    return ["env", waits, "pulumi", verb, "--stack", "dev", "--non-interactive", *arguments]


def engine_of(made: Program) -> psutil.Process:
    found = []
    for process in psutil.process_iter():
        try:
            here = process.environ().get(FOLDER_VARIABLE) == str(made.offline.folder / ".offline")
        except (psutil.Error, OSError):
            continue
        found += [process] if here and process.name() == "pulumi" else []
    (engine,) = found
    return engine


def test_a_preview_does_not_wait(waiting: Program) -> None:
    assert "waits" not in waiting.offline.run(*command("preview")).output


def test_a_run_that_is_killed_in_the_wait_loses_nothing(waiting: Program) -> None:
    up = waiting.offline.command(*command("up", "--yes", "--skip-preview"))
    folder, environment = waiting.offline.folder, {**os.environ, **waiting.offline.environment}
    with subprocess.Popen(up, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = next(found for line in running.stdout if (found := WAITS.search(line)))
        engine_of(waiting).send_signal(signal.SIGKILL)
        running.stdout.read()
    assert int(told[1]) in (SECONDS - 1, SECONDS)
    made = {one["urn"].split("::")[-1] for one in waiting.resources()}
    assert made & {"group", "identity", "role", "later"} == {"group", "identity", "role"}


def test_the_next_run_waits_what_is_left(waiting: Program) -> None:
    waiting.offline.run("pulumi", "cancel", "--yes", "--stack", "dev")
    said = waiting.offline.run(*command("up", "--yes", "--skip-preview")).output
    told = WAITS.search(said)
    assert told is not None
    assert int(told[1]) < SECONDS - 1
    assert "later created" in said


def test_no_later_run_waits_and_nothing_of_it_is_in_the_state_but_its_name(waiting: Program) -> None:
    said = waiting.offline.run(*command("up", "--yes", "--skip-preview", "--expect-no-changes")).output
    said += waiting.offline.run(*command("refresh", "--yes", "--skip-preview", "--expect-no-changes")).output
    assert "waits" not in said
    state = waiting.resources()
    assert [one["resourceHooks"] for one in state if "resourceHooks" in one] == [
        {"BeforeCreate": ["azure-native:storage:StorageAccount_later_before_create_0"]}
    ]
    assert "__provider" not in json.dumps(state)


def test_it_is_destroyed_without_the_program(waiting: Program) -> None:
    (waiting.offline.folder / "__main__.py").unlink()
    assert "later deleted" in waiting.offline.run(*command("destroy", "--yes", "--skip-preview")).output

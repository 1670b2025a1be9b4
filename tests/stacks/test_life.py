"""Each stack on the real engine: it comes up, stays as it is, is closed and accounted for, and Azure would
accept it."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from helpers import walk
from helpers.offline import ROOT, Settings, Zone, zone
from helpers.published_types import refusals
from helpers.shown import check_out, on_stack
from helpers.walk import Resource

pytestmark = pytest.mark.engine

NEEDS = {"clients": "hub", "inference-workloads": "inference", "models": "hub", "prod": "hub"}
"""Stacks that come after another one, in the same subscription."""

QUERIES = "publicNetworkAccessForQuery is Enabled"
PUBLIC = {
    stack: [f"{stack}-logs-workspace: {QUERIES}"]
    for stack in ("bootstrap", "clients", "dev", "hub", "models", "research", "smoke", "training")
}
PUBLIC["models"].append(f"models-observability-telemetry-application-insights: properties.{QUERIES}")
PUBLIC["training"].append("training-gates-collection-endpoint: networkAcls.publicNetworkAccess is Enabled")
"""People with a role on the workspace ask it from the portal, and nodes of training, with a token of theirs,
send what their gate found; prod has a monitor private link instead."""


def _of_flow_logs(stack: str) -> dict[str, str]:
    return {
        f"{stack}-flow-logs-store-admins-blobs-access": "administrators read raw records",
        f"{stack}-flow-logs-store-flow-logs-access": "Network Watcher makes the container itself",
    }


WIDE_ACCESS = {
    "bootstrap": {
        "bootstrap-hub-activity-log-access": "the subscription's activity log goes to the hub's workspace",
        "bootstrap-hub-flow-logs-access": "network watchers are in a group of Azure's own",
        "bootstrap-hub-roles-access": "gives roles in the hub's group, under a condition",
        "bootstrap-hub-zone-access": "deploys the hub",
        "bootstrap-previewer-zone-access": "reads what prod's deployer deploys",
        "bootstrap-prod-budgets-access": "a budget of a cost centre is the subscription's",
        "bootstrap-prod-flow-logs-access": "network watchers are in a group of Azure's own",
        "bootstrap-prod-hub-access": "joins prod's network to the hub's, which has no id yet",
        "bootstrap-prod-roles-access": "gives roles in prod's group, under a condition",
        "bootstrap-prod-zone-access": "deploys prod",
    },
    "inference": {
        "inference-dashboards-resources-self-access": "Grafana shows the metrics of all of the zone"
    },
    "hub": _of_flow_logs("hub"),
    "prod": {
        "prod-dashboards-resources-self-access": "Grafana shows the metrics of all of the zone",
        **_of_flow_logs("prod"),
    },
    "research": {
        **dict.fromkeys(
            (
                "research-ml-storage-admins-access",
                "research-ml-storage-images-access",
                "research-ml-storage-jobs-access",
                "research-ml-storage-notebooks-access",
                "research-ml-storage-scientists-access",
                "research-ml-storage-workspace-1-access",
            ),
            "Azure ML makes the containers of a workspace's storage itself",
        ),
        "research-data-cache-blobs-access": "Azure wants it on Lustre's account, which holds nothing else",
    },
}
"""Role assignments at a resource group or wider, with the reason."""

FINDING = re.compile(r"\[(?:advisory|mandatory)] \[severity: \w+]\s+(\S+)\s+\(\S+ (\S+)\)")
"""Rule and resource of a finding in the engine's summary."""

ADVISED = {
    "models": [
        ("keys-rotate", "models-key-vault-keys"),
        ("model-is-offered-in-its-region", "models-germany-models-chat-deployment"),
        ("model-is-offered-in-its-region", "models-sweden-models-chat-deployment"),
    ],
}
"""All that the pack says of our own stacks, in preview and after: keys of the vault stay, and Azure's list of
models by region may be behind."""

STACKS = sorted(
    (path.name.split(".")[1] for path in (ROOT / "stacks").glob("Pulumi.*.yaml")),
    key=lambda stack: (NEEDS.get(stack, stack), stack in NEEDS, stack),
)
"""Those that need each other one after another: they live in one folder."""

LAST = [stack for stack in STACKS if stack not in NEEDS.values()]

folders: dict[str, Path] = {}


@dataclass
class Created:
    """A stack that is up."""

    zone: Zone
    state: str

    @property
    def stack(self) -> str:
        return self.zone.stack

    @property
    def resources(self) -> list[Resource]:
        found: list[Resource] = json.loads(self.state)["deployment"]["resources"]
        return found


def scope(stack: str) -> str:
    """The first of those that live in one folder, in one process (tests/conftest.py), and the stack."""
    return f"{NEEDS.get(stack, stack)}+{stack}"


@pytest.fixture(scope="module", params=STACKS, ids=scope)
def created(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Created:
    """A stack, created once as README says, with the policy pack; these tests leave it as it is."""
    first = NEEDS.get(request.param, request.param)
    if first not in folders:
        folders[first] = tmp_path_factory.mktemp(first)
        check_out(folders[first])
        if first != request.param:  # when a test is run alone
            zone(folders[first], first).pulumi("up", "--yes", "--skip-preview")
    made = zone(folders[first], request.param)
    made.offline.environment["PATH"] = f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    said = made.offline.run("make", "up", f"STACK={made.stack}").output
    assert "azure-ai-landing-zone@v" in said
    assert sorted(set(FINDING.findall(said))) == ADVISED.get(made.stack, [])
    return Created(made, made.state())


def test_the_commands_that_the_pages_show_of_it_run(created: Created) -> None:
    for command in on_stack(created.stack):
        created.zone.offline.run("bash", "-c", command)


def test_a_second_up_changes_nothing(created: Created) -> None:
    created.zone.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")


def test_a_refresh_finds_nothing(created: Created) -> None:
    created.zone.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")


def test_azure_would_accept_every_resource(created: Created) -> None:
    assert refusals(created.resources) == []


def test_no_key_or_password_lies_in_the_state(created: Created) -> None:
    assert walk.secrets(created.resources) == []


def test_every_resource_that_takes_tags_has_the_settings_tags(created: Created) -> None:
    assert walk.without_tags(created.resources) == []


def test_every_resource_that_has_logs_or_metrics_sends_them(created: Created) -> None:
    assert walk.without_diagnostics(created.resources) == []


def test_nothing_is_reached_from_the_internet(created: Created) -> None:
    assert walk.public(created.resources) == PUBLIC.get(created.stack, [])


def test_access_is_given_on_one_thing_at_a_time(created: Created) -> None:
    assert walk.wide_access(created.resources) == sorted(WIDE_ACCESS.get(created.stack, {}))


def _sales(settings: Settings) -> None:
    (gateway,) = settings["modelGateways"]
    settings["identities"].append({"name": "sales"})
    gateway["teams"].append({"name": "sales", "tokensPerMinute": 1000, "models": ["chat"]})
    gateway["teamCallers"]["sales"] = ["sales"]


def _no_sales(settings: Settings) -> None:
    (gateway,) = settings["modelGateways"]
    del settings["identities"][-1], gateway["teams"][-1], gateway["teamCallers"]["sales"]


@pytest.mark.parametrize("created", ["models"], indirect=True, ids=scope)
def test_a_team_comes_and_goes_with_one_up(created: Created) -> None:
    """And the second one leaves everything as it was before the first."""
    there = created.zone
    before = {one["urn"]: one.get("inputs") for one in there.resources()}
    there.edit(_sales)
    there.pulumi("up", "--yes", "--skip-preview")
    new = {one["urn"].rpartition("::")[2] for one in there.resources() if one["urn"] not in before}
    assert {"models-sales-identity", "models-front-gateway-caller-sales-1"} <= new
    there.edit(_no_sales)
    there.pulumi("up", "--yes", "--skip-preview")
    assert {one["urn"]: one.get("inputs") for one in there.resources()} == before


@pytest.mark.parametrize(
    "created", LAST, indirect=True, ids=lambda stack: f"{NEEDS.get(stack, stack)}+{stack}"
)
def test_destroying_leaves_nothing_but_what_is_protected_and_says_what_that_is(created: Created) -> None:
    _down(created.zone)
    first = NEEDS.get(created.stack)
    others = [stack for stack in LAST if NEEDS.get(stack) == first]
    if first is None or others[-1] != created.stack:
        return
    for stack in others:  # what they keep may need what the first one has
        there = Zone(created.zone.offline, stack)
        there.offline.run("pulumi", "-C", str(ROOT), "state", "unprotect", "--all", "--yes", "--stack", stack)
        _down(there)
        assert there.resources() == []
    _down(Zone(created.zone.offline, first))


def _down(there: Zone) -> None:
    """By the command that people have, which says what stays."""
    protected = {one["urn"]: one["id"] for one in there.resources() if one.get("protect")}
    said = there.offline.run("make", "down", f"STACK={there.stack}").output
    left = there.resources()
    assert {one["urn"] for one in left if one.get("protect")} == set(protected)
    assert walk.kept(left) == []
    assert [id_ for id_ in protected.values() if id_ not in said] == []

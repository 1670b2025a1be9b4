"""What a roll decides, before a Slurm and a scale set that are dictionaries."""

import re
from pathlib import Path

import pytest

from azure_ai_landing_zone.node_setup.on_node import settings
from azure_ai_landing_zone.node_setup.on_node.roll import Refused, parsed
from azure_ai_landing_zone.node_setup.on_node.roll_state import load
from azure_ai_landing_zone.node_setup.on_node.scale_set import Instance
from node_setup.roll_world import World


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(settings, "load", lambda: {"slurm": {"proven": []}})
    return World(tmp_path)


def test_one_after_another(world: World) -> None:
    world.start("reimage")
    world.look(4)
    assert (world.done, world.steps) == (["update 0", "reimage 0"], "returns waits waits")
    world.comes_back("n0")
    world.look()
    assert world.slurm["n0"][0] == "IDLE", "resumed"
    world.look()
    assert world.steps == "done drains waits"


@pytest.mark.parametrize(("at_once", "steps"), [("1", "waits waits drains"), ("2", "drains waits drains")])
def test_nodes_that_are_out_already_count(world: World, at_once: str, steps: str) -> None:
    """And are the first to be taken."""
    world.slurm["n2"] = ("IDLE+DRAIN", "fan [root@2026-11-22T10:00:00]")
    world.start("reimage", "--at-once", at_once)
    world.look()
    assert world.steps == steps
    assert world.slurm["n2"][1].startswith("roll: reimage; was: fan")


def test_no_node_is_taken_while_another_is_out(world: World) -> None:
    world.slurm["n2"] = ("DOWN", "")
    world.start("reimage", "n0", "n1")
    world.look(3)
    assert world.steps == "waits waits"


def test_jobs_are_waited_for_without_limit(world: World) -> None:
    world.slurm["n0"] = ("MIXED", "")
    world.start("reimage", "n0", "--wait-minutes", "5")
    world.look(20)
    assert (world.steps, world.done, world.roll.stopped) == ("drains", [], False)


@pytest.mark.parametrize("how", ["reimage", "retire"])
def test_suspended_jobs_are_waited_for(world: World, how: str) -> None:
    """Slurm calls their nodes idle. Source: github.com/SchedMD/slurm, src/slurmctld/node_mgr.c, where it
    waits with a reboot for them; 2026-11-22."""
    world.suspended = {"n0"}
    world.start(how, "n0")
    world.look(4)
    assert (world.steps, world.done) == ("drains", [])
    world.suspended = set()
    world.look(4)
    assert world.done == (["update 0", "reimage 0"] if how == "reimage" else ["delete 0"])


@pytest.mark.parametrize("at_once", ["1", "2"])
def test_nodes_that_came_meanwhile_hide_none_that_are_out(world: World, at_once: str) -> None:
    world.start("reimage", "n0", "n1", "--at-once", at_once)
    for number in (3, 4):
        world.machines[f"n{number}"] = Instance(str(number), True, "Succeeded")
        world.comes_back(f"n{number}")
        world.count += 1
    world.slurm["n2"] = world.slurm["n4"] = ("DOWN", "")
    world.look()
    assert world.steps == "waits waits"


@pytest.mark.parametrize(
    ("state", "reason", "why"),
    [
        ("IDLE+DRAIN", "fabric gate: gpu-count: 7 of 8 [root@2026-11-22T10:00:00]",
         "was drained when it came back: fabric gate: gpu-count: 7 of 8 [root@2026-11-22T10:00:00]"),
        ("IDLE+DRAIN", "fan [root@1970-01-01T10:00:00]",
         "was drained when it came back: fan [root@1970-01-01T10:00:00]"),
        ("IDLE+DRAIN", "scheduled event: Reboot [root@2026-11-22T10:00:00]",
         "it isn't back: scheduled event: Reboot [root@2026-11-22T10:00:00], after 5 minutes"),
        ("DOWN+NOT_RESPONDING", "", "it isn't back: its gate, or Azure, keeps it, after 5 minutes"),
        ("IDLE", "", "its fabric isn't proven, after 5 minutes"),
    ],
)  # fmt: skip
def test_a_node_that_fails_stops_the_roll(world: World, state: str, reason: str, why: str) -> None:
    world.start("reimage", "--wait-minutes", "5")
    world.look(4)
    world.boot["n0"], world.slurm["n0"] = world.time + 1, (state, reason)
    world.proven.discard("n0")
    world.look(7)
    assert [turn.why for turn in world.roll.turns] == [why, "", ""]
    assert (world.steps, world.roll.stopped) == ("returns waits waits", True)
    assert list(world.roll.lines())[:2] == ["train: reimage, 1 at once: stopped", f"  n0 returns: {why}"]
    world.slurm["n0"] = ("IDLE", "")
    world.comes_back("n0")
    world.rolls.go_on(parsed(["continue", "train"]))
    world.look()
    assert world.steps == "done drains waits"


@pytest.mark.parametrize("reason", ["fabric gate: gpu-count: 7 of 8", "scheduled event: Reboot"])
def test_what_a_start_has_ended_keeps_no_node(world: World, reason: str) -> None:
    """A node whose gate drained it before has passed it since: slurmd starts after it only."""
    world.start("reimage", "n0")
    world.look(4)
    world.slurm["n0"] = ("IDLE+DRAIN", f"{reason} [root@1970-01-01T00:00:00]")
    world.comes_back("n0")
    world.look(2)
    assert world.steps == "done"


def test_the_others_that_are_out_still_come_back(world: World) -> None:
    world.start("reimage", "--at-once", "2", "--wait-minutes", "5")
    world.look(4)
    world.comes_back("n1")
    world.slurm["n1"] = ("MIXED", "")
    world.proven.discard("n1")
    world.look(7)
    assert (world.steps, world.roll.stopped) == ("returns returns waits", True)
    world.proven.add("n1")
    world.look(2)
    assert world.steps == "returns done waits"


def test_what_azure_refuses_is_said_once_and_tried_again(world: World) -> None:
    world.refuses["update"] = 409
    world.start("reimage", "n0", "--wait-minutes", "5")
    world.look(4)
    assert world.roll.trouble == "Azure says 409 Nope: not now"
    assert (world.folder / "train.log").read_text(encoding="utf-8").count("409") == 1
    world.refuses.clear()
    world.look(2)
    assert (world.done, world.roll.trouble) == (["update 0", "reimage 0"], "")


@pytest.mark.parametrize(("how", "request_", "done"), [
    ("reimage", "update", ["update 0", "reimage 0"]),
    ("retire", "delete", ["delete 0"]),
])  # fmt: skip
@pytest.mark.parametrize("states", ["MIXED", "IDLE", "MIXED+DRAIN"])
def test_a_node_that_somebody_gave_back_meanwhile_loses_no_jobs(
    world: World, how: str, request_: str, done: list[str], states: str
) -> None:
    """People, or its agent after an event of Azure's: it is drained and waited for anew."""
    world.refuses[request_] = 409
    world.start(how, "n0")
    world.look(3)
    world.slurm["n0"] = (states, "scheduled event: Reboot [root@1970-01-01T00:00:00]")
    world.refuses.clear()
    world.look(3)
    assert world.slurm["n0"][1].startswith("roll: ")
    if states != "IDLE":
        assert (world.steps, world.done) == ("drains", [])
    world.slurm["n0"] = ("IDLE+DRAIN", world.slurm["n0"][1])
    world.look(3)
    assert world.done == done


def test_what_azure_refuses_for_good_stops_the_roll(world: World) -> None:
    world.refuses["update"] = 403
    world.start("reimage", "n0", "--wait-minutes", "5")
    world.look(9)
    assert world.roll.turns[0].why == "Azure says 403 Nope: not now, after 5 minutes"


def test_another_machine_comes(world: World) -> None:
    world.start("replace", "n1", "n2", "--at-once", "2")
    world.look(4)
    assert (world.done, world.count) == (["delete 1", "delete 2", "scale 3"], 3)
    for number in (3, 4):
        world.machines[f"n{number}"] = Instance(str(number), True, "Succeeded")
        world.comes_back(f"n{number}")
    world.look(2)
    assert [(turn.node, turn.comes, turn.step) for turn in world.roll.turns] == [
        ("n1", "n3", "done"), ("n2", "n4", "done"),
    ]  # fmt: skip


@pytest.mark.parametrize("state", ["Succeeded", "Deleting"])
def test_a_node_that_does_not_go_keeps_no_other_away(world: World, state: str) -> None:
    """Whether Azure counts it still, or not any more."""
    world.start("replace", "n1", "n2", "--at-once", "2", "--wait-minutes", "5")
    world.stays = {"2": state}
    world.look(12)
    assert [bool(turn.why) for turn in world.roll.turns] == [False, True]
    assert (world.steps, world.count) == ("returns deletes", 3)


def test_a_number_of_nodes_that_azure_refuses_for_good_stops_the_roll(world: World) -> None:
    """A quota, or no machine left."""
    world.refuses["scale"] = 409
    world.start("replace", "n1", "n2", "--wait-minutes", "5")
    world.look(9)
    assert [turn.why for turn in world.roll.turns] == ["Azure says 409 Nope: not now, after 5 minutes", ""]
    assert (world.steps, world.roll.stopped) == ("deleted waits", True)
    world.refuses.clear()
    world.rolls.go_on(parsed(["continue", "train"]))
    world.look()
    assert (world.steps, world.count) == ("returns waits", 3)


def test_a_number_of_nodes_that_somebody_else_changed_is_left(world: World) -> None:
    world.start("replace", "n1")
    world.look(2)
    world.count -= 1
    world.look(2)
    assert world.done == ["delete 1"]
    assert world.roll.turns[0].why == (
        "somebody else changed the number of nodes: the scale set is to have 1 nodes, and had 3 when this "
        "began"
    )


def test_a_node_that_never_joined_is_replaced(world: World) -> None:
    del world.slurm["n2"]
    world.start("replace", "n2")
    world.look()
    assert world.done == ["delete 2"]


def test_retired_nodes_are_not_missed(world: World) -> None:
    world.start("retire", "n1", "n2")
    for _ in range(8):
        world.look()
        for name in [name for name in world.slurm if name not in world.machines]:
            del world.slurm[name]
    assert (world.done, world.steps) == (["delete 1", "delete 2"], "done done")
    assert world.roll.end() == "all 2 nodes are gone: set nodeCount to 1, or an update brings others"


def test_stopped_and_ended_by_people(world: World) -> None:
    world.start("reimage")
    world.look()
    world.rolls.stop(parsed(["stop", "train"]))
    world.look(4)
    world.comes_back("n0")
    world.look(2)
    assert world.steps == "done waits waits"
    world.rolls.end(parsed(["end", "train"]))
    assert load("train", world.folder) is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["start", "other", "reimage"], "no scale set of other is known here: there are train"),
        (["start", "train", "reimage", "n7"], "train has no n7: there are n0, n1, n2"),
        (["start", "train", "replace"], "say which nodes to replace: there are n0, n1, n2"),
        (["start", "train", "reimage", "--at-once", "0"], "--at-once must be at least 1, got 0"),
    ],
)
def test_what_is_wrong_is_said(world: World, arguments: list[str], said: str) -> None:
    with pytest.raises(Refused) as refused:
        world.rolls.start(parsed(arguments))
    assert str(refused.value) == said


ROLE = (
    "`pulumi up` brings the scale set vmss-train, and makes the scheduler's identity Virtual Machine "
    "Contributor on it, which may take ten minutes to have effect; then start it again"
)
LATER = "Start it again in some minutes"


@pytest.mark.parametrize(("status", "to_do"), [(403, ROLE), (404, ROLE), (500, LATER)])
def test_a_start_that_azure_refuses_begins_nothing(world: World, status: int, to_do: str) -> None:
    world.refuses["read"] = status
    said = f"nothing was begun: Azure says {status} Nope: not now. {to_do}"
    with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        world.start("reimage")
    assert load("train", world.folder) is None


def test_one_roll_of_a_cluster(world: World) -> None:
    with pytest.raises(Refused, match="no roll of train was ever started"):
        world.rolls.status(parsed(["status", "train"]))
    world.start("reimage")
    with pytest.raises(Refused, match="a roll of train is there already: see `status`, and `end` it first"):
        world.start("reimage")

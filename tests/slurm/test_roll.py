"""Nodes made anew on real daemons, before a scale set that a file stands for: a few at a time, killed in the
middle and carried on, and stopped by a node that fails."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.node_setup.on_node.slurm_nodes import nodes
from slurm.cluster import SCALE_SET, Cluster, running, wait

pytestmark = pytest.mark.programs

HERE = Path(__file__).parent
NAMES = [f"train{number:06d}" for number in range(5)]
FIRST = NAMES[:4]
"""Those that are there at first; the last one comes instead of another."""

FILE = "/var/spool/slurmctld/rolls/train.json"
TELLS = "cat /var/spool/slurmctld/rolls/*; scontrol show nodes --oneliner; squeue --long"
"""What is asked about a roll that doesn't end."""

AT_MOST = 420
"""Seconds for a roll here. A machine that stalls costs Slurm's own waits: 100 s between pings, two minutes
before a job whose launch failed may start again."""

ROLL = """
import os, sys
from azure_ai_landing_zone.node_setup.on_node import azure, roll
asked = azure.call
def call(method, url, *rest, **options):
    got = asked(method, url, *rest, **options)
    if f"{method} {url.partition('?')[0].rpartition('/')[2]}" == os.environ["DIES_AFTER"]:
        print("killed", flush=True)
        os._exit(9)
    return got
azure.call, azure.token = call, lambda *_, **__: "token"
sys.exit(roll.main(sys.argv[1:], "http://127.0.0.1:8099"))
"""


class Azure:
    """The scale set, and its machines."""

    def __init__(self, cluster: Cluster, file: Path) -> None:
        self.cluster, self.file, self.seen = cluster, file, 0

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.file.read_text(encoding="utf-8"))
        return state

    def write(self, **state: Any) -> None:
        self.file.write_text(json.dumps(state), encoding="utf-8")

    def anew(self) -> None:
        """A model that no node is made of yet."""
        state, self.seen = self.state, 0
        instances = {number: {"latest": False} for number in state["instances"]}
        self.write(**(state | {"instances": instances, "asked": []}))

    def happen(self) -> None:
        """What was asked of Azure becomes of the machines."""
        asked = self.state["asked"]
        for what in asked[self.seen :]:
            kind, number = what.split()
            if kind == "scale":
                self.cluster.boot(f"train{self.state['next'] - 1:06d}", restarted=True)
            elif kind != "manualupgrade":
                self.cluster.run("sh", "-c", "kill $(cat /run/slurmd.pid)", node=f"train{int(number):06d}")
            if kind == "reimage":
                self.cluster.boot(f"train{int(number):06d}", restarted=True)
        self.seen = len(asked)


@pytest.fixture(scope="module")
def azure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Azure]:
    """Four proven nodes, and a scale set that has them."""
    folder = tmp_path_factory.mktemp("slurm")
    with running(folder, NAMES) as cluster:
        wait(lambda: "UP" in cluster.run("scontrol", "ping", status=None), "slurmctld answers")
        azure = Azure(cluster, folder / "scale-set.json")
        azure.write(capacity=4, next=4, instances={str(n): {"latest": False} for n in range(4)}, asked=[])
        cluster.start(None, sys.executable, str(HERE / "scale_set_api.py"), str(azure.file), SCALE_SET)
        for node in FIRST:
            assert cluster.boot(node), cluster.logs()
        wait(lambda: len(cluster.states("train-single")) == len(FIRST), "nodes join")
        wait(lambda: whole(cluster) == set(cluster.states("train")) == set(FIRST), "nodes are proven")
        yield azure


def whole(cluster: Cluster) -> set[str]:
    """The nodes that jobs over several can have; the scheduler's own timer has run."""
    cluster.run("/usr/local/sbin/node-tool", "slurm_prove")
    shown = cluster.run("scontrol", "show", "nodes", "--oneliner")
    return {node.name for node in nodes(shown) if node.takes_jobs and node.is_proven}


def roll(cluster: Cluster, *arguments: str, dies_after: str = "", status: int | None = 0) -> str:
    library = "PYTHONPATH=/usr/local/lib/azure-ai-landing-zone"
    command = ["env", library, f"DIES_AFTER={dies_after}", "/usr/bin/python3", "-c", ROLL]
    return cluster.run(*command, *arguments, status=status)


def carry_on(azure: Azure, at_once: int, *, stops: bool = False, dies: tuple[str, ...] = ()) -> None:
    """Looks until it is over, or stops, with Azure and the scheduler's timer at work in between; some die
    after those requests. Never are more nodes out than allowed."""
    left = list(dies)

    def look() -> bool:
        said = roll(azure.cluster, "step", dies_after=left[0] if left else "", status=None)
        if said.endswith("killed\n"):
            left.pop(0)
        assert len(whole(azure.cluster)) >= len(FIRST) - at_once
        azure.happen()
        told = json.loads(azure.cluster.run("cat", FILE))
        assert stops or not told["stopped"], told
        return bool(told["stopped"]) if stops else all(turn["step"] == "done" for turn in told["turns"])

    try:
        wait(look, "the roll is over", AT_MOST)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{azure.cluster.run('sh', '-c', TELLS)}") from error
    assert left == []


def test_all_nodes_are_made_anew_two_at_a_time(azure: Azure) -> None:
    """Killed after each kind of request, it goes on where it was; who has a job keeps it to its end."""
    cluster = azure.cluster
    job = cluster.run(
        "sbatch", "--parsable", "--partition=train", f"--nodelist={FIRST[1]}", "--output=/dev/null",
        "--wrap=sleep 300",
    ).strip()  # fmt: skip
    wait(lambda: "RUNNING" in cluster.run("scontrol", "show", "job", job), "the job runs")
    roll(cluster, "start", "train", "reimage", "--at-once", "2")
    assert roll(cluster, "start", "train", "reimage", status=1) == ""
    for _ in range(2):
        roll(cluster, "step")
    assert "RUNNING" in cluster.run("scontrol", "show", "job", job)
    assert [one for one in azure.state["asked"] if one.endswith(" 1")] == []
    cluster.run("scancel", job)
    carry_on(azure, 2, dies=("POST manualupgrade", "POST reimage"))
    assert all(instance["latest"] for instance in azure.state["instances"].values())
    reimaged = [one for one in azure.state["asked"] if one.startswith("reimage")]
    assert sorted(set(reimaged)) == [f"reimage {number}" for number in range(4)]
    wait(lambda: set(cluster.states("train").values()) == {"idle"}, "all take jobs again")
    printed = cluster.run("srun", "--partition=train", "--nodes=4", "hostname")
    assert sorted(printed.split()) == FIRST


def test_a_broken_node_is_replaced_by_another(azure: Azure) -> None:
    cluster = azure.cluster
    azure.anew()
    cluster.run("scontrol", "update", f"nodename={FIRST[2]}", "state=drain", "reason=fabric gate: gpu-count")
    roll(cluster, "start", "train", "replace", FIRST[2])
    carry_on(azure, 1, dies=("POST delete", f"PATCH {SCALE_SET.rpartition('/')[2]}"))
    assert azure.state["asked"] == ["delete 2", "scale 4"]
    assert whole(cluster) == set(NAMES) - {FIRST[2]}
    assert set(cluster.states("train")) == set(NAMES) - {FIRST[2]}
    log = cluster.run("cat", "/var/spool/slurmctld/rolls/train.log")
    told = [line.partition(" train: ")[2] for line in log.splitlines()]
    assert told[-8:] == [
        f"replace {FIRST[2]}, 1 at once",
        f"{FIRST[2]} drains",
        f"{FIRST[2]} deletes",
        f"{FIRST[2]} deleted",
        f"{FIRST[2]} returns",
        f"{NAMES[4]} comes for {FIRST[2]}",
        f"{NAMES[4]} done",
        "all 1 nodes are done",
    ]


def test_a_node_that_fails_its_gate_stops_the_roll(azure: Azure) -> None:
    cluster = azure.cluster
    azure.anew()
    cluster.fault(FIRST[0], "ibstat", "slow")
    roll(cluster, "start", "train", "reimage", *FIRST[:2], "--wait-minutes", "0.05")
    carry_on(azure, 1, stops=True)
    for _ in range(2):
        roll(cluster, "step")
    assert azure.state["asked"] == ["manualupgrade 0", "reimage 0"]
    status = roll(cluster, "status", "train").splitlines()
    assert [line.partition(":")[0] for line in status[1:]] == [
        f"  {FIRST[0]} returns", f"  {FIRST[1]} waits",
    ]  # fmt: skip
    assert "it isn't back: fabric gate: infiniband-rate: mlx5_ib4:1: runs at 200 of 400 Gb/s" in status[1]
    cluster.fault(FIRST[0], "ibstat")
    assert cluster.boot(FIRST[0], restarted=True)
    cluster.run("sed", "-i", r's/"wait_minutes": 0\.05/"wait_minutes": 60/', FILE)
    roll(cluster, "continue", "train")
    carry_on(azure, 1)

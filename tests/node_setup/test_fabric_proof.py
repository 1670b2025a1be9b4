"""Bandwidth between nodes: what counts as a measurement, and who is to blame for a bad one."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.node_setup.on_node import fabric_pair, fabric_proof, proving
from azure_ai_landing_zone.node_setup.on_node.bandwidth import Measured, all_reduce, ib_write
from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from azure_ai_landing_zone.node_setup.on_node.fabric_proof import Launcher, Proof
from node_setup.recorded_outputs import H100, MI300X, recorded

TCP = "NCCL fell back to TCP (NET/Socket): InfiniBand isn't used"


@pytest.mark.parametrize(
    ("name", "measured"),
    [
        ("ib_write_bw", Measured(394.15)),
        ("ib_write_bw.slow", Measured(196.83, "196.83 Gb/s, less than 380")),
        ("ib_write_bw.roce", Measured(None, "went over Ethernet, not InfiniBand")),
        ("ib_write_bw.mebibytes", Measured(None, "measured in MiB/sec, not in gigabits")),
        (
            "ib_write_bw.refused",
            Measured(None, "no measurement: Unable to open file descriptor for socket connection"),
        ),
        (
            "ib_write_bw.no-device",
            Measured(None, "no measurement: Unable to find the Infiniband/RoCE device"),
        ),
    ],
)
def test_ib_write_bw(name: str, measured: Measured) -> None:
    assert ib_write(recorded(name), 380) == measured


@pytest.mark.parametrize(
    ("name", "measured"),
    [
        ("all_reduce", Measured(461.2)),
        ("all_reduce.old-nccl", Measured(441.0)),
        ("all_reduce.slow", Measured(183.4, "183.4 GB/s, less than 300")),
        ("all_reduce.socket", Measured(None, TCP)),
        ("all_reduce.fast-socket", Measured(None, TCP)),
        (
            "all_reduce.roce",
            Measured(None, "NCCL uses Ethernet devices (RoCE) beside or instead of InfiniBand"),
        ),
        (
            "all_reduce.no-gdr",
            Measured(None, "NCCL stages data in the hosts' memory: GPU Direct RDMA is off"),
        ),
        (
            "all_reduce.wrong",
            Measured(460.0, "wrong results: the fabric or a GPU corrupts data"),
        ),
        (
            "all_reduce.died",
            Measured(
                None, "no measurement: socketProgress: Connection closed by remote peer train00000B<53735>"
            ),
        ),
        (
            "all_reduce.silent",
            Measured(None, "NCCL's log doesn't tell of any network: run it with NCCL_DEBUG=INFO"),
        ),
    ],
)
def test_all_reduce_over_nodes(name: str, measured: Measured) -> None:
    assert all_reduce(recorded(name), 300, nodes=2) == measured


def test_all_reduce_within_a_node_needs_no_network() -> None:
    assert all_reduce(recorded("all_reduce.node"), 460, nodes=1) == Measured(476.3)
    assert all_reduce("", 460, nodes=1) == Measured(None, "no measurement: no output")


NODES = st.lists(st.from_regex(r"n[0-9]{3}", fullmatch=True), unique=True, max_size=24)


@given(NODES)
def test_every_node_is_in_a_pair_and_once_a_round(nodes: list[str]) -> None:
    turns = proving.rounds(nodes)
    for turn in turns:
        seen = [node for pair in turn for node in pair]
        assert len(seen) == len(set(seen))
    if len(nodes) > 1:
        assert {node for turn in turns for pair in turn for node in pair} == set(nodes)
    assert len(turns) <= 2


@given(st.sets(st.integers(0, 30)), st.sets(st.integers(31, 60)))
def test_every_suspect_meets_one_good_node(bad: set[int], good: set[int]) -> None:
    suspects = sorted(f"n{number:02}" for number in bad)
    fine = sorted(f"n{number:02}" for number in good)
    turns = proving.retests(list(pairwise(suspects)), fine)
    met = [pair[0] for turn in turns for pair in turn]
    assert sorted(met) == (suspects if len(suspects) > 1 and fine else [])
    for turn in turns:
        assert len({pair[1] for pair in turn}) == len(turn)


@given(NODES, st.data())
def test_slow_nodes_are_found_and_good_ones_let_go(nodes: list[str], data: st.DataObject) -> None:
    bad = data.draw(st.sets(st.sampled_from(nodes))) if nodes else set()

    def measure(some: Sequence[str]) -> bool:
        return not bad & set(some)

    slow = proving.slow_ones(nodes, measure)
    if len(nodes) > 1:
        assert slow >= bad
        assert slow in (bad, set(nodes))


def test_nodes_that_are_slow_only_together_leave_the_most_that_are_fast() -> None:
    assert proving.slow_ones(["a", "b", "c", "d"], lambda some: len(some) < 4) == {"d"}
    assert proving.slow_ones(["a", "b", "c", "d"], lambda _: False) == {"a", "b", "c", "d"}


def test_a_client_waits_for_its_server_and_measures_each_adapter() -> None:
    answers = [recorded("ib_write_bw.refused"), recorded("ib_write_bw"), recorded("ib_write_bw.slow")]
    ran: list[str] = []

    def run(command: Sequence[str]) -> Ran:
        ran.append(" ".join(command))
        text = answers.pop(0)
        return Ran(1 if "connect" in text else 0, text)

    slept: list[float] = []
    found = fabric_pair.ask("b", ["mlx5_ib0:1", "mlx5_ib1:1"], 380.0, run, slept.append)
    assert slept == [1]
    assert ran[0] == ("ib_write_bw -d mlx5_ib0 -i 1 -p 18515 -s 1048576 -q 2 -D 5 -F --report_gbits b")
    assert "-d mlx5_ib1 -i 1 -p 18516" in ran[2]
    assert found == [
        {"component": "mlx5_ib0:1", "measured": 394.15, "problem": ""},
        {"component": "mlx5_ib1:1", "measured": 196.83, "problem": "196.83 Gb/s, less than 380"},
    ]


def test_a_test_stays_at_its_adapter(tmp_path: Path) -> None:
    for device, node in {"mlx5_ib0": "1", "mlx5_ib1": "-1"}.items():
        place = tmp_path / device / "device"
        place.mkdir(parents=True)
        (place / "numa_node").write_text(f"{node}\n", encoding="utf-8")
    assert fabric_pair.near("mlx5_ib0:1", tmp_path) == ["numactl", "--cpunodebind=1", "--membind=1"]
    assert fabric_pair.near("mlx5_ib1:1", tmp_path) == fabric_pair.near("none:1", tmp_path) == []


class Cluster:
    """Nodes that answer through a launcher; some of them are slow, or fall back to TCP."""

    def __init__(self, *, slow: str = "", weak: str = "", tcp: str = "") -> None:
        self.slow, self.weak, self.tcp = slow, weak, tcp
        self.ran: list[str] = []

    def __call__(self, command: Sequence[str]) -> Ran:
        line = " ".join(command)
        self.ran.append(line)
        nodes = next(part for part in command if part.startswith("--nodelist=")).split("=")[1].split(",")
        if "all_reduce_perf" in line:
            if len(nodes) == 1:
                return Ran(0, recorded("all_reduce.slow" if nodes[0] in self.weak else "all_reduce.node"))
            return Ran(0, recorded("all_reduce.socket" if set(nodes) & set(self.tcp) else "all_reduce"))
        if "serve" in command:
            return Ran(0, "")
        bad = {nodes[0], command[-1]} & set(self.slow)
        adapter = {"component": "mlx5_ib0:1", "measured": 99.0 if bad else 394.0}
        return Ran(0, json.dumps([adapter | {"problem": "99 Gb/s, less than 380" if bad else ""}]) + "\n")


def prove(cluster: Cluster, nodes: str, told: dict[str, Any] = H100) -> tuple[Proof, set[str]]:
    proof = Proof(told, Launcher(8), cluster)
    return proof, proof(list(nodes))


@pytest.mark.parametrize("nodes", ["ab", "abc", "abcdefgh"])
def test_a_sound_cluster_is_proven(nodes: str) -> None:
    proof, bad = prove(Cluster(), nodes)
    assert bad == set()
    assert all(result.passed for result in [*proof.results, *proof.verdicts(list(nodes), bad)])
    assert {result.test for result in proof.results} == {"all-reduce", "pair", "cluster"}


@pytest.mark.parametrize(
    ("cluster", "bad", "reason"),
    [
        (Cluster(slow="c"), "c", "99 Gb/s, less than 380"),
        (Cluster(weak="b"), "b", "183.4 GB/s, less than 460"),
        (Cluster(tcp="d"), "d", TCP),
        (Cluster(slow="a", tcp="d"), "ad", "99 Gb/s, less than 380"),
    ],
    ids=["slow adapter", "weak node", "TCP", "two faults"],
)
def test_the_node_to_blame_is_named(cluster: Cluster, bad: str, reason: str) -> None:
    proof, found = prove(cluster, "abcde")
    assert found == set(bad)
    verdicts = {verdict.node: verdict for verdict in proof.verdicts(list("abcde"), found)}
    assert [name for name, verdict in verdicts.items() if not verdict.passed] == list(bad)
    assert verdicts[bad[0]].message.endswith(reason)


@pytest.mark.parametrize(
    ("told", "program"),
    [(H100, "/opt/nccl-tests/build/all_reduce_perf"), (MI300X, "/opt/rccl-tests/all_reduce_perf")],
    ids=["H100", "MI300X"],
)
def test_each_maker_has_its_own_program(told: dict[str, Any], program: str) -> None:
    cluster = Cluster()
    prove(cluster, "ab", told)
    measured = [line for line in cluster.ran if "all_reduce_perf" in line]
    assert len(measured) == 3, "each node by itself, and both together"
    assert all(program in line for line in measured)


def test_two_nodes_cannot_say_which_is_bad() -> None:
    assert prove(Cluster(slow="a"), "ab")[1] == {"a", "b"}


def test_a_tool_that_fails_is_a_failure() -> None:
    told = H100 | {"floors": H100["floors"] | {"nodeAllReduceGBps": None}}
    proof = Proof(told, Launcher(8), lambda _: Ran(1, "srun: error: Unable to create step"))
    assert proof(["a", "b"]) == {"a", "b"}
    assert proof.results[0].message == "to b: srun: error: Unable to create step"


def test_sizes_without_a_floor_are_not_judged() -> None:
    assert prove(Cluster(slow="ab"), "ab", H100 | {"floors": None})[1] == set()


def test_how_commands_get_onto_nodes() -> None:
    launcher = Launcher(8, {"NCCL_MIN_NCHANNELS": "32"})
    assert " ".join(launcher.on("a", ["x"])) == "srun --overlap --nodes=1 --ntasks=1 --nodelist=a x"
    assert " ".join(launcher.everywhere(["a", "b"], "perf", "-g", "1")) == (
        "srun --overlap --mpi=pmix --nodes=2 --ntasks-per-node=8 --nodelist=a,b "
        "--export=ALL,NCCL_MIN_NCHANNELS=32,NCCL_DEBUG=INFO bash -lc "
        "module load mpi/hpcx && exec perf -g 1"
    )


def test_no_proof_is_offered_that_cannot_run() -> None:
    """Nodes have no keys for each other: without Slurm there is nothing that starts programs on several."""
    page = (Path(__file__).parents[2] / "docs" / "fabric-gate.md").read_text(encoding="utf-8")
    tool = Path(fabric_proof.__file__).read_text(encoding="utf-8")
    assert [text.count("ssh") for text in (page, tool)] == [0, 0]

"""The gate of a node: healthy nodes pass, and each fault is caught and named."""

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone import node_setup
from azure_ai_landing_zone.node_setup.on_node import checks, fabric_gate, settings
from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from node_setup.recorded_outputs import H100, MI300X, Machine, partition_keys

HEALTHY_KEYS: dict[str, tuple[str, ...]] = {f"mlx5_ib{number}": ("0x8012", "0x7fff") for number in range(8)}


def gate(
    told: dict[str, Any],
    tmp_path: Path,
    faults: dict[str, str] | None = None,
    keys: dict[str, tuple[str, ...]] | None = None,
) -> list[str]:
    """Every finding as a sentence."""
    devices = partition_keys(tmp_path / "infiniband", HEALTHY_KEYS | (keys or {}))
    return [
        fabric_gate.sentence(finding)
        for finding in fabric_gate.findings(told, Machine(faults or {}), devices)
    ]


@pytest.mark.parametrize("told", [H100, MI300X], ids=["H100", "MI300X"])
def test_healthy_nodes_pass(told: dict[str, Any], tmp_path: Path) -> None:
    assert gate(told, tmp_path) == []


def test_scratch_is_on_the_local_disks(tmp_path: Path) -> None:
    class NoArray(Machine):
        def __call__(self, command: Sequence[str]) -> Ran:
            return Ran(32, "") if command[0] == "mountpoint" else super().__call__(command)

    devices = partition_keys(tmp_path / "infiniband", HEALTHY_KEYS)
    found = [fabric_gate.sentence(finding) for finding in fabric_gate.findings(H100, NoArray(), devices)]
    assert found == [
        "scratch-mount: /mnt/scratch is on the disk of the system: `journalctl --unit mount-scratch` says why"
    ]


FAULTS: list[tuple[str, dict[str, Any], dict[str, str], list[str]]] = [
    (
        "a GPU is lost",
        H100,
        {"nvidia-smi-list": "lost"},
        [
            "gpu-count: 7 of 8 GPUs answer: Unable to determine the device handle for "
            "GPU0000000A:00:00.0: Unknown Error"
        ],
    ),
    (
        "no driver",
        H100,
        dict.fromkeys(
            ("nvidia-smi-list", "nvidia-smi-ecc", "nvidia-smi-remapped", "nvidia-smi-nvlink"), "absent"
        ),
        [
            "gpu-count: 0 of 8 GPUs answer: nvidia-smi: command not found",
            "gpu-ecc: nvidia-smi says 'nvidia-smi: command not found'",
            "gpu-ecc: nvidia-smi says 'nvidia-smi: command not found'",
            "gpu-link: 0 of 8 GPUs tell of their NVLinks",
        ],
    ),
    (
        "memory errors",
        H100,
        {"nvidia-smi-ecc": "uncorrectable"},
        ["gpu-ecc: GPU 3: 2 uncorrectable memory errors since the start"],
    ),
    (
        "ECC is off",
        H100,
        {"nvidia-smi-ecc": "off"},
        ["gpu-ecc: GPU 6: error correction is Disabled"],
    ),
    (
        "a row waits for a restart",
        H100,
        {"nvidia-smi-remapped": "pending"},
        ["gpu-ecc: GPU 00000003:00:00.0: a spare memory row is taken into use at the next restart"],
    ),
    (
        "no spare row is left",
        H100,
        {"nvidia-smi-remapped": "failure"},
        ["gpu-ecc: GPU 0000000B:00:00.0: a broken memory row could not be replaced by a spare one"],
    ),
    (
        "a GPU fell off the bus",
        H100,
        {"kernel": "xid79"},
        ["gpu-fault: GPU 0000000a:00:00: Xid 79: pid=1122, GPU has fallen off the bus."],
    ),
    ("a program's own fault", H100, {"kernel": "xid31"}, []),
    (
        "a link is down",
        H100,
        {"nvidia-smi-nvlink": "inactive"},
        ["gpu-link: GPU 5: 17 of 18 NVLinks are active"],
    ),
    (
        "all links of a GPU are down",
        H100,
        {"nvidia-smi-nvlink": "all-inactive"},
        ["gpu-link: GPU 0: 0 of 18 NVLinks are active"],
    ),
    (
        "an adapter is missing",
        H100,
        {"ibstat": "missing"},
        [
            "infiniband-count: 7 of 8 InfiniBand ports: mlx5_ib0:1, mlx5_ib1:1, mlx5_ib2:1, mlx5_ib3:1, "
            "mlx5_ib4:1, mlx5_ib5:1, mlx5_ib6:1"
        ],
    ),
    (
        "Ethernet only",
        H100,
        {"ibstat": "ethernet-only"},
        ["infiniband-count: 0 of 8 InfiniBand ports: none"],
    ),
    (
        "no InfiniBand tools",
        H100,
        {"ibstat": "absent"},
        ["infiniband-count: 0 of 8 InfiniBand ports: none"],
    ),
    (
        "a port is down",
        H100,
        {"ibstat": "down"},
        ["infiniband-link: mlx5_ib2:1: is Down, physically Polling"],
    ),
    (
        "no subnet manager",
        H100,
        {"ibstat": "initializing"},
        ["infiniband-link: mlx5_ib6:1: is Initializing, physically LinkUp"],
    ),
    (
        "a port runs at half its rate",
        H100,
        {"ibstat": "slow"},
        ["infiniband-rate: mlx5_ib4:1: runs at 200 of 400 Gb/s"],
    ),
    ("a disk is missing", H100, {"lsblk": "missing"}, ["nvme-count: 7 of 8 local NVMe disks"]),
    (
        "an AMD GPU is lost",
        MI300X,
        {"rocm-smi-product": "missing"},
        ["gpu-count: 7 of 8 GPUs answer"],
    ),
    (
        "AMD memory errors",
        MI300X,
        {"kernel": "amd-ecc"},
        ["gpu-ecc: GPU 0002:00:00.0: uncorrectable hardware errors detected"],
    ),
    (
        "an AMD GPU was reset",
        MI300X,
        {"kernel": "amd-reset"},
        ["gpu-fault: GPU 0004:00:00.0: GPU reset begin"],
    ),
    (
        "AMD links have errors",
        MI300X,
        {"rocm-smi-xgmi": "errors"},
        ["gpu-link: GPU 4: errors on its links to other GPUs"],
    ),
    ("AMD links don't tell", MI300X, {"rocm-smi-xgmi": "unsupported"}, []),
]


@pytest.mark.parametrize(
    ("told", "faults", "sentences"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS]
)
def test_each_fault_is_caught_and_named(
    told: dict[str, Any], faults: dict[str, str], sentences: list[str], tmp_path: Path
) -> None:
    assert gate(told, tmp_path, faults) == sentences


def test_every_recorded_fault_is_in_the_table() -> None:
    folder = Path(__file__).parent / "recorded"
    names = ("nvidia", "kernel", "ibstat", "lsblk", "rocm")
    faulty = {file.stem for file in folder.glob("*.*.txt") if file.name.startswith(names)}
    tried = {f"{name}.{fault}" for row in FAULTS for name, fault in row[2].items() if fault != "absent"}
    assert faulty - {"ibstat.renamed"} == tried


PARTITIONS: list[tuple[str, dict[str, tuple[str, ...]], list[str]]] = [
    (
        "a limited member",
        {"mlx5_ib1": ("0x0012", "0x7fff")},
        [
            "infiniband-partition: mlx5_ib1:1: has no partition key of the scale set's own as a full member",
        ],
    ),
    (
        "only everybody's partition",
        {"mlx5_ib1": ("0xffff", "0x7fff")},
        [
            "infiniband-partition: mlx5_ib1:1: has no partition key of the scale set's own as a full member",
        ],
    ),
    (
        "another partition",
        {"mlx5_ib7": ("0x8013", "0x7fff")},
        [
            "infiniband-partition: ports are in different partitions: "
            + ", ".join(f"mlx5_ib{number}:1 0x8012" for number in range(7))
            + ", mlx5_ib7:1 0x8013"
        ],
    ),
    ("in the other order", {"mlx5_ib3": ("0x7fff", "0x8012")}, []),
]


@pytest.mark.parametrize(
    ("keys", "sentences"), [row[1:] for row in PARTITIONS], ids=[r[0] for r in PARTITIONS]
)
def test_partition_keys(keys: dict[str, tuple[str, ...]], sentences: list[str], tmp_path: Path) -> None:
    assert gate(H100, tmp_path, keys=keys) == sentences


def test_names_of_devices_do_not_matter(tmp_path: Path) -> None:
    """Accelerated networking took a name, and the others moved up."""
    keys = {f"mlx5_{number + 1}": ("0x8012", "0x7fff") for number in range(8)}
    devices = partition_keys(tmp_path, keys | {"mlx5_ib0": ("0xffff",)})
    assert list(fabric_gate.findings(H100, Machine({"ibstat": "renamed"}), devices)) == []


def test_a_small_size_is_checked_for_what_it_has(tmp_path: Path) -> None:
    told = H100 | {
        "gpus": {"vendor": "none", "count": 0, "nvlinks": 0},
        "infiniband": {"ports": 0, "rateGbps": 0.0},
        "nvmeDisks": 0,
    }
    machine = Machine()
    assert list(fabric_gate.findings(told, machine, tmp_path)) == []
    assert machine.ran == []
    assert checks.checks_of(told) == []


UNKNOWN_PORTS = H100 | {"infiniband": {"ports": None, "rateGbps": None}}
"""Of a size with InfiniBand whose number of ports nobody publishes."""


def test_an_unknown_number_of_ports_is_said_in_the_record(tmp_path: Path) -> None:
    devices = partition_keys(tmp_path, HEALTHY_KEYS)
    found = list(fabric_gate.findings(UNKNOWN_PORTS, Machine(), devices))
    rows = {row.check: row for row in fabric_gate.results(UNKNOWN_PORTS, found, "node-1")}
    assert "infiniband-count" in rows
    assert rows["infiniband-count"].passed
    assert rows["infiniband-count"].message == (
        "not compared: nobody publishes how many InfiniBand ports Standard_ND96isr_H100_v5 has"
    )
    assert "infiniband-rate" in rows
    assert rows["infiniband-rate"].message == (
        "not compared: nobody publishes the rate of the InfiniBand ports of Standard_ND96isr_H100_v5"
    )


@pytest.mark.parametrize(
    ("fault", "sentences"),
    [
        ("ethernet-only", ["infiniband-count: no InfiniBand port"]),
        ("missing", []),
        ("slow", []),
        ("down", ["infiniband-link: mlx5_ib2:1: is Down, physically Polling"]),
    ],
)
def test_what_can_be_judged_without_a_number_of_ports_is(
    fault: str, sentences: list[str], tmp_path: Path
) -> None:
    assert gate(UNKNOWN_PORTS, tmp_path, {"ibstat": fault}) == sentences


def test_every_check_has_a_remedy_and_a_line_in_the_runbook() -> None:
    every = {*checks.checks_of(H100), *checks.checks_of(MI300X)}
    assert every == set(checks.REMEDIES)
    page = Path(__file__).parents[2] / "docs" / "runbooks" / "fabric-gate-failed.md"
    text = page.read_text(encoding="utf-8")
    for check, remedy in checks.REMEDIES.items():
        assert f"| `{check}` | {remedy} |" in text


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine's folders, and the settings of an H100 node in Slurm."""
    (tmp_path / "node.json").write_text(json.dumps(H100 | {"slurm": {"role": "node"}}), encoding="utf-8")
    monkeypatch.setattr(settings.load, "__defaults__", (tmp_path,))
    monkeypatch.setattr(fabric_gate, "FILE", tmp_path / "fabric-gate.json")
    monkeypatch.setattr(fabric_gate, "READY", tmp_path / "run" / "ready")
    return tmp_path


def run_gate(monkeypatch: pytest.MonkeyPatch, node: Path, faults: dict[str, str], *arguments: str) -> Machine:
    machine = Machine(faults)
    devices = node / "infiniband"
    if not devices.exists():
        partition_keys(devices, HEALTHY_KEYS)
    monkeypatch.setattr(fabric_gate.findings, "__defaults__", (machine, devices))
    monkeypatch.setattr(fabric_gate.drain, "__defaults__", (machine,))
    machine.ran.append(f"status {fabric_gate.main(arguments)}")
    return machine


def test_a_healthy_node_is_ready(node: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = run_gate(monkeypatch, node, {})
    assert machine.ran[-1] == "status 0"
    assert (node / "run" / "ready").exists()
    rows = json.loads((node / "fabric-gate.json").read_text())
    assert len(rows) == 10
    assert all(row["Passed"] for row in rows)


def test_a_failed_node_is_drained_and_no_longer_ready(node: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_gate(monkeypatch, node, {})
    machine = run_gate(monkeypatch, node, {"ibstat": "slow"}, "--quiet")
    assert machine.ran[-1] == "status 1"
    assert machine.ran[-2].startswith("scontrol update NodeName=")
    assert machine.ran[-2].endswith(
        "State=DRAIN Reason=fabric gate: infiniband-rate: mlx5_ib4:1: runs at 200 of 400 Gb/s"
    )
    assert not (node / "run" / "ready").exists()
    rows = json.loads((node / "fabric-gate.json").read_text())
    assert [row["Message"] for row in rows if not row["Passed"]] == ["runs at 200 of 400 Gb/s"]


def test_nothing_is_drained_without_a_scheduler() -> None:
    def run(command: Sequence[str]) -> Ran:
        raise AssertionError(command)

    fabric_gate.drain(H100, "n", "x", run)


def test_the_gate_at_boot_waits_until_the_node_is_whole() -> None:
    """A port that comes up a minute late is no broken one, and nothing starts a unit again that waits for one
    that has failed."""
    unit = (files(node_setup) / "fabric-gate.service").read_text(encoding="utf-8")
    assert "ExecStart=/usr/local/sbin/node-tool fabric_gate --until-passed\n" in unit
    assert "TimeoutStartSec=infinity\n" in unit


LATE = [checks.Finding("infiniband-link", "mlx5_ib3:1", "is Initializing")]
LOST = [checks.Finding("gpu-count", "", "7 of 8 GPUs answer")]


@pytest.mark.parametrize(
    ("looks", "told", "waited"),
    [
        ([[]], [[]], 0),
        ([LATE, LATE, []], [[]], 30),
        # Ten minutes, then it is said, once for each thing that is wrong, and that it is over.
        ([LATE] * 45 + [[]], [LATE, []], 675),
        ([LATE] * 41 + [LOST, LOST, []], [LATE, LOST, []], 645),
    ],
)
def test_it_says_what_is_wrong_after_ten_minutes_and_looks_on(
    looks: list[list[checks.Finding]], told: list[list[checks.Finding]], waited: float
) -> None:
    answers, said, slept = iter(looks), list[list[checks.Finding]](), list[float]()
    fabric_gate.until_passed(lambda: next(answers), said.append, slept.append)
    assert (said, sum(slept)) == (told, waited)

"""What machines do to be part of a Slurm cluster, without Slurm."""

import base64
import urllib.error
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.node_setup.on_node import azure, munge_key, slurm_prove, slurm_setup
from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from azure_ai_landing_zone.node_setup.on_node.slurm_nodes import node_list, nodes, proven_comment, to_prove
from node_setup.recorded_outputs import H100

MEMBER: dict[str, Any] = {
    "role": "node",
    "partition": "train",
    "scheduler": "10.0.0.5",
    "vaultUri": "https://kv.example/",
    "mungeKeySecret": "munge",
    "reservedCores": 2,
    "reservedMemoryMib": 38912,
    "repositories": {"24.04": "slurm-ubuntu-noble"},
    "version": "25.11.5",
    "containers": None,
}
NODE = H100 | {"slurm": MEMBER, "mounts": [], "clientId": "c-1"}
URL = "https://kv.example/secrets/munge?api-version=7.4"


class Vault:
    """A Key Vault with at most one secret."""

    def __init__(self, value: bytes | None = None) -> None:
        self.value = None if value is None else base64.b64encode(value).decode()
        self.asked: list[tuple[str, str]] = []

    def call(self, method: str, url: str, bearer: str, content: Any = None, **options: Any) -> Any:
        self.asked.append((method, url))
        assert bearer == "token"
        if method == "PUT":
            self.value = content["value"]
        elif self.value is None:
            assert 404 not in options["passing"], "a node would wait"
            raise urllib.error.HTTPError(url, 404, "not found", None, None)  # type: ignore[arg-type]
        return {"value": self.value}


@pytest.fixture
def vault(monkeypatch: pytest.MonkeyPatch) -> Vault:
    made = Vault()
    monkeypatch.setattr(azure, "call", made.call)
    monkeypatch.setattr(azure, "token", lambda *_, **__: "token")
    return made


def test_the_scheduler_makes_a_key_once(vault: Vault) -> None:
    first = munge_key.fetch(NODE, make=True)
    assert len(first) == munge_key.BYTES
    assert munge_key.fetch(NODE, make=True) == first == munge_key.fetch(NODE)
    assert [method for method, _ in vault.asked] == ["GET", "PUT", "GET", "GET"]
    assert {url for _, url in vault.asked} == {URL}


def test_a_key_is_installed_for_munge_alone(tmp_path: Path) -> None:
    file = tmp_path / "munge" / "munge.key"
    assert munge_key.install(b"k" * 128, file)
    assert not munge_key.install(b"k" * 128, file)
    assert file.stat().st_mode & 0o777 == 0o400
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert munge_key.install(b"l" * 128, file)
    assert file.read_bytes() == b"l" * 128


@pytest.mark.parametrize(
    ("slurm", "command"),
    [
        (
            {},
            "/usr/sbin/slurmd -D -Z --conf-server 10.0.0.5:6817 --conf "
            "'Feature=train CoreSpecCount=2 MemSpecLimit=38912 Gres=gpu:8'",
        ),
        (
            {"reservedCores": 0, "reservedMemoryMib": 0},
            "/usr/sbin/slurmd -D -Z --conf-server 10.0.0.5:6817 --conf 'Feature=train Gres=gpu:8'",
        ),
        ({"role": "scheduler"}, "/usr/sbin/slurmctld -D"),
        ({"role": "login"}, "/usr/sbin/sackd -D --conf-server 10.0.0.5:6817"),
    ],
)
def test_daemons(slurm: dict[str, Any], command: str) -> None:
    text = slurm_setup.drop_in(NODE | {"slurm": MEMBER | slurm})
    assert f"ExecStart=\nExecStart={command}\n" in text


def test_a_node_waits_for_its_gate_and_its_data() -> None:
    text = slurm_setup.drop_in(NODE | {"mounts": [{"path": "/data"}]})
    assert "After=munge.service fabric-gate.service mount-data.service\n" in text
    assert "Requires=fabric-gate.service mount-data.service\n" in text
    assert "Requires" not in slurm_setup.drop_in(NODE | {"slurm": MEMBER | {"role": "login"}})


def test_where_slurm_comes_from() -> None:
    assert slurm_setup.source_list(NODE, "24.04") == (
        "deb [arch=amd64 signed-by=/usr/share/keyrings/microsoft-prod.gpg] "
        "https://packages.microsoft.com/repos/slurm-ubuntu-noble/ stable main\n"
    )


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("slurm 25.11.5\n", None),
        ("slurm 25.11.6", "Slurm 25.11.6 is installed, and the machines of this cluster have 25.11.5"),
        ("slurm 25.05.2", "Slurm 25.05.2 is installed, and the machines of this cluster have 25.11.5"),
        ("slurm-wlm 22.05.8", "no Slurm is installed: slurm-wlm 22.05.8"),
    ],
)
def test_another_slurm_is_refused(said: str, problem: str | None) -> None:
    assert slurm_setup.version_problem(said, "25.11.5") == problem


@pytest.mark.parametrize(
    ("installed", "changes"),
    [
        ("ii 25.11.5-1~noble", False),
        ("hi 25.11.5-1~noble", False),
        ("ii 25.11.50-1~noble", True),
        ("ii 26.05.0-1~noble", True),
        ("rc 25.11.5-1~noble", True),
        ("dpkg-query: no packages found matching slurm-smd", True),
    ],
)
def test_a_version_is_installed_only_if_it_differs_and_is_held(*, installed: str, changes: bool) -> None:
    packages = ["slurm-smd", "slurm-smd-client", "slurm-smd-slurmd", "slurm-smd-libpam-slurm-adopt"]
    versioned = " ".join(f"{name}=25.11.5*" for name in packages)
    done = slurm_setup.install_commands(MEMBER, lambda _: Ran(0, installed))
    assert [" ".join(command) for command in done] == [
        "apt-get -o DPkg::Lock::Timeout=600 update",
        "apt-get -o DPkg::Lock::Timeout=600 install --yes --no-install-recommends --allow-downgrades "
        f"--allow-change-held-packages munge {versioned}",
        f"apt-mark hold {' '.join(packages)}",
    ] * changes


def test_containers_take_what_their_plugin_is_made_with() -> None:
    slurm = MEMBER | {"role": "login", "containers": {"enroot": "4.0.1"}}
    done = slurm_setup.install_commands(slurm, lambda _: Ran(1, ""))
    versioned = "slurm-smd=25.11.5* slurm-smd-client=25.11.5* slurm-smd-sackd=25.11.5* slurm-smd-dev=25.11.5*"
    assert " ".join(done[1]).endswith(f" munge gcc git libc6-dev make {versioned}")
    assert done[2][-1] == "slurm-smd-dev"


BOOT = "2026-11-21T13:41:19"


def shown(name: str, state: str = "IDLE+DYNAMIC_NORM", comment: str = "", boot: str = BOOT) -> str:
    """One line, as recorded of slurm 22.05."""
    said = f" Comment={comment}" if comment else ""
    return (
        f"NodeName={name} Arch=x86_64 CoresPerSocket=2  CPUAlloc=0 AvailableFeatures=train,ib "
        f"ActiveFeatures=train,ib Gres=gpu:8 NodeAddr=10.9.0.11 State={state} ThreadsPerCore=1 "
        f"Partitions=train-single,train-proof  BootTime={boot} SlurmdStartTime=2026-11-21T17:40:02{said}\n"
    )


PROVEN = proven_comment(BOOT)


@pytest.mark.parametrize(
    ("boot", "is_proven"),
    [
        (BOOT, True),
        ("2026-11-21T13:41:21", True),
        ("2026-11-21T14:00:00", False),
        ("None", False),
    ],
)
def test_a_restart_makes_a_node_unproven(boot: str, is_proven: bool) -> None:
    (node,) = nodes(shown("a", comment=PROVEN, boot=boot))
    assert node.is_proven == is_proven
    assert node.features == {"train", "ib"}


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ([shown("a"), shown("b"), shown("c", comment=PROVEN)], ["a", "b"]),
        ([shown("a"), shown("c", comment=PROVEN), shown("d", comment=PROVEN)], ["a", "c"]),
        ([shown("a")], ["a"]),
        ([shown("a", comment="of somebody"), shown("b", comment=PROVEN)], ["a", "b"]),
        ([shown("a", "IDLE+DRAIN+DYNAMIC_NORM"), shown("b", comment=PROVEN)], []),
        ([shown("a", "IDLE*+DYNAMIC_NORM"), shown("b", "DOWN+DYNAMIC_NORM")], []),
        ([shown("a", "ALLOCATED+DYNAMIC_NORM")], []),
    ],
)
def test_whom_to_prove(lines: list[str], wanted: list[str]) -> None:
    assert to_prove(list(nodes("".join(lines)))) == wanted


def test_a_partition_without_nodes() -> None:
    assert node_list("PartitionName=train\n   MaxNodes=UNLIMITED\n   Nodes=(null)\n") == ""
    assert node_list("PartitionName=train\n   Nodes=train[000000,00000A]\n") == "train[000000,00000A]"


class Slurm:
    """Answers of scontrol and squeue; what changes anything is kept."""

    def __init__(self, *, listed: str = "", waiting: str = "") -> None:
        self.listed, self.waiting = listed, waiting
        self.changed: list[str] = []

    def __call__(self, command: Sequence[str]) -> Ran:
        line = " ".join(command)
        if line.startswith("scontrol show partition"):
            return Ran(0, f"PartitionName=train\n   Nodes={self.listed or '(null)'}\n")
        if line.startswith("scontrol show hostnames"):
            return Ran(0, command[3].replace(",", "\n") + "\n")
        if line.startswith("squeue"):
            return Ran(0, self.waiting)
        self.changed.append(line)
        return Ran(0, "")


def test_new_nodes_are_proven_together() -> None:
    slurm = Slurm()
    slurm_prove.prove("train", list(nodes(shown("a") + shown("b"))), slurm)
    assert slurm.changed == [
        "sbatch --partition=train-proof --nodes=2 --nodelist=a,b --gres=gpu:8 --job-name=fabric-proof "
        "--output=/var/log/fabric-proof-%j.log "
        "--wrap=/usr/local/sbin/node-tool fabric_proof a b"
    ]


def test_one_proof_at_a_time() -> None:
    slurm = Slurm(waiting="  7 train-proof fabric-p root PD 0:00 2 (Resources)\n")
    slurm_prove.prove("train", list(nodes(shown("a") + shown("b"))), slurm)
    assert slurm.changed == []


def test_proven_nodes_get_jobs_of_several() -> None:
    members = list(nodes(shown("a", comment=PROVEN) + shown("b", comment=PROVEN)))
    slurm = Slurm(listed="a")
    slurm_prove.prove("train", members, slurm)
    assert slurm.changed == ["scontrol update PartitionName=train Nodes=a,b"]
    slurm = Slurm(listed="a,b")
    slurm_prove.prove("train", members, slurm)
    assert slurm.changed == []


GONE = "DOWN+DYNAMIC_NORM+NOT_RESPONDING"


def silent(name: str, minutes: int, reason: str = "Not responding") -> str:
    """A node that is down for so long, as recorded of slurm 22.05."""
    since = (NOW - timedelta(minutes=minutes)).isoformat()
    return shown(name, GONE, PROVEN).rstrip("\n") + f" Reason={reason} [slurm@{since}]\n"


NOW = datetime(2026, 11, 22, 15, 0, 0)


@pytest.mark.parametrize(
    ("line", "resolves", "forgotten"),
    [
        (silent("b", 31), False, True),
        (silent("b", 31, "scheduled event: Preempt"), False, True),
        (silent("b", 29), False, False),
        # Its machine is there, and may come back.
        (silent("b", 31), True, False),
        # Somebody wants it down.
        (silent("b", 31, "broken fan"), False, False),
        (shown("b"), False, False),
    ],
)
def test_nodes_whose_machines_are_gone_are_forgotten(*, line: str, resolves: bool, forgotten: bool) -> None:
    """Each replacement has a name of its own: a table full of the dead refuses the living."""
    members = list(nodes(shown("a", comment=PROVEN) + line))
    found = slurm_prove.gone(members, NOW, lambda _: Ran(0 if resolves else 2, ""))
    assert found == ["b"] * forgotten

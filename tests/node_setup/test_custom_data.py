"""What a node does on its first boot is the same for every node, and cloud-init takes it."""

import ast
import base64
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml

from azure_ai_landing_zone import SettingsError, node_setup
from azure_ai_landing_zone.catalog import single_facts, sizes
from azure_ai_landing_zone.node_setup import (
    ARCHIVE,
    CustomDataTooLong,
    cloud_config,
    contents,
    custom_data,
    units,
)
from azure_ai_landing_zone.node_setup.services import (
    FabricReports,
    NodeMount,
    NodeServices,
    node_custom_data,
)
from helpers.debian import unpacked
from helpers.registered import register

CLOUD_CONFIG_KEYS = {"write_files", "runcmd"}
"""All that we use. `cloud-init schema` lets unknown ones pass, and nodes ignore them."""

LUSTRE: dict[str, Any] = {
    "kind": "lustre",
    "path": "/data/lustre",
    "source": "10.0.8.4@tcp:/lustrefs",
    "options": ["noatime", "flock"],
}
REPORTS = FabricReports(logs_ingestion_endpoint="https://e.example", rule_immutable_id="dcr-1")
BLOB: dict[str, Any] = {
    "kind": "blobfuse2",
    "path": "/data/images",
    "source": "images",
    "config": "azstorage:\n  mode: msi\n",
}
NFS: dict[str, Any] = {"kind": "nfs", "path": "/data/nfs", "source": "account.example:/account/share"}


def told(size: str = "Standard_ND96isr_H100_v5", **services: Any) -> dict[str, Any]:
    """What a node of a training cluster is told."""
    found = sizes.find(size)
    assert found is not None
    seen: list[str] = []
    register(lambda: node_custom_data(found, NodeServices(**services)).apply(seen.append))
    config = yaml.safe_load(base64.b64decode(seen[0]))
    settings: dict[str, Any] = json.loads(config["write_files"][0]["content"])
    return settings


def mounts(*kinds: dict[str, Any]) -> list[NodeMount]:
    return [NodeMount(**kind) for kind in kinds]


CASES = {
    "alone": told(),
    "mounts": told(mounts=mounts(LUSTRE, BLOB, NFS), client_id="c-1"),
    "reports": told(fabric_reports=REPORTS, client_id="c-1"),
    "amd": told("Standard_ND96isr_MI300X_v5"),
    "no gpu": told("Standard_HB176rs_v4"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_custom_data_is_cloud_config_and_never_differs(case: dict[str, Any]) -> None:
    encoded = custom_data(case)
    assert custom_data(json.loads(json.dumps(case))) == encoded
    text = base64.b64decode(encoded).decode()
    assert len(text.encode()) < single_facts.whole("customDataBytes")
    assert text.startswith("#cloud-config\n")
    config = yaml.safe_load(text)
    assert set(config) == CLOUD_CONFIG_KEYS
    assert json.loads(config["write_files"][0]["content"]) == case
    assert [command[0] for command in config["runcmd"]] == ["python3", "systemctl", "systemctl", "systemctl"]


@pytest.mark.programs
@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_cloud_init_takes_it(case: dict[str, Any], tmp_path: Path) -> None:
    """With cloud-init itself, of Debian."""
    library = unpacked("cloud-init") / "usr/lib/python3/dist-packages"
    file = tmp_path / "user-data"
    file.write_text(cloud_config(case), encoding="utf-8")
    done = subprocess.run(
        ["/usr/bin/python3", "-m", "cloudinit.cmd.main", "schema", "--config-file", str(file)],
        env={"PYTHONPATH": str(library), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"Valid cloud-config: {file}\n"), done.stderr


def unpack(config: dict[str, Any], folder: Path) -> None:
    """As cloud-init and its runcmd do."""
    archive = next(file for file in config["write_files"] if file["path"] == ARCHIVE)
    assert config["runcmd"][0][-2:] == [ARCHIVE, "/"]
    with tarfile.open(fileobj=io.BytesIO(base64.b64decode(archive["content"]))) as packed:
        packed.extractall(folder, filter="data")


def test_what_nodes_carry_changes_on_purpose() -> None:
    """One other byte, and Azure shows a change of every node: a new hash comes with what nodes do anew."""
    files = "".join(f"{path}\n{mode:o}\n{text}\n" for path, text, mode in node_setup.contents())
    told = hashlib.sha256(files.encode()).hexdigest()
    assert told == "1132f3c6218c326cc080d973b8e9edd8f24255e56eaec75a1a0653e515cc91b8"


def test_a_node_gets_every_file_of_the_package(tmp_path: Path) -> None:
    unpack(yaml.safe_load(cloud_config(told())), tmp_path)
    got = {
        str(file.relative_to(tmp_path)): file.read_text(encoding="utf-8")
        for file in tmp_path.rglob("*")
        if file.is_file()
    }
    assert got == {path: text for path, text, _ in contents()}
    for script in (tmp_path / "usr/local/sbin").iterdir():
        assert script.stat().st_mode & 0o777 == 0o755, script
    ours = Path(str(files(node_setup)))
    shipped = [file for file in ours.rglob("*") if file.suffix not in (".pyc", "") and "on_node" in str(file)]
    shipped += [file for file in ours.iterdir() if file.suffix not in (".py", "")]
    everything = list(contents(accounting=True))
    assert len(everything) == len(shipped) + 2, "two empty __init__ files make it a package"


@pytest.mark.parametrize("slurm", [None, {"role": "node"}, {"role": "login"}])
def test_machines_of_people_keep_the_metadata_service_to_root(slurm: dict[str, str] | None) -> None:
    """Its tokens open the vault with the munge key, and whoever has that is anybody in this Slurm."""
    assert "metadata-guard.service" in units(CASES["alone"] | {"slurm": slurm})


def test_units_exist_and_run_what_exists() -> None:
    there = {path: text for path, text, _ in contents()}
    installed = {Path(path).name for path in there if path.startswith("etc/systemd/system/")}
    wanted = {unit for case in CASES.values() for unit in units(case)}
    assert wanted <= installed
    for path, text in there.items():
        if not path.startswith("etc/systemd/system/"):
            continue
        for line in text.splitlines():
            if line.startswith("ExecStart="):
                program, *rest = line.removeprefix("ExecStart=").split()
                assert program.removeprefix("/") in there or program.startswith("/usr/sbin/"), line
                if program.endswith("node-tool"):
                    library = "usr/local/lib/azure-ai-landing-zone/azure_ai_landing_zone/node_setup/on_node"
                    assert f"{library}/{rest[0]}.py" in there, line


STANDARD_TARGETS = (
    "basic",
    "local-fs",
    "multi-user",
    "network-online",
    "paths",
    "shutdown",
    "sysinit",
    "timers",
)


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """With systemd's own checker, which tells of unknown keys and programs that aren't there."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze isn't here")
    unpack(yaml.safe_load(cloud_config(told())), tmp_path)
    units_folder = tmp_path / "etc/systemd/system"
    ours = sorted(unit.name for unit in units_folder.iterdir())
    for target in STANDARD_TARGETS:
        (units_folder / f"{target}.target").write_text("[Unit]\n", encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "--man=no", f"--root={tmp_path}", "verify", *ours],
        cwd=units_folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


NEWER = {"tomllib", "StrEnum", "ExceptionGroup", "TaskGroup", "Self", "UTC", "batched", "override"}
"""What Python has only since 3.11 or later."""


@pytest.mark.parametrize("path", [path for path, _, _ in contents() if path.endswith(".py")])
def test_tools_run_on_the_images_python(path: str) -> None:
    """Ubuntu 22.04 has 3.10."""
    text = next(text for name, text, _ in contents() if name == path)
    tree = ast.parse(text, feature_version=(3, 10))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {a.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for a in node.names}
    assert names & NEWER == set()


def test_no_secrets_in_what_a_node_is_told() -> None:
    with pytest.raises(SettingsError) as raised:
        NodeMount(**BLOB | {"config": "azstorage:\n  mode: key\n  account-key: c2VjcmV0\n"})
    assert "config: has account-key in it, and customData is no place for secrets" in str(raised.value)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (
            {"mounts": mounts(LUSTRE, LUSTRE)},
            "mounts[1].path: /data/lustre is the path of [0] already",
        ),
        (
            {"mounts": mounts(LUSTRE | {"path": "/mnt/scratch/x"})},
            "mounts[0].path: /mnt/scratch/x is where nodes have their local disks: take another",
        ),
        (
            {"fabric_reports": REPORTS},
            "client_id: nodes ask for tokens then: give the client id of their identity",
        ),
    ],
)
def test_refused_services(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as raised:
        NodeServices(**values)
    assert str(raised.value).splitlines()[1:] == [f"  {sentence}"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"path": "data"},
            "path: must be a folder below /mnt or /shared, or /data, /scratch or one below, "
            "such as /mnt/data: anything "
            "else of a machine is the system's own, got 'data'",
        ),
        ({"options": ["a b"]}, "options[0]: must be one option, such as noatime, got 'a b'"),
        ({"config": "x"}, "config: only blobfuse2 takes settings, lustre takes `options`: leave it out"),
        ({"kind": "blobfuse2"}, "config: blobfuse2 needs its settings here"),
    ],
)
def test_refused_mounts(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as raised:
        NodeMount(**LUSTRE | changes)
    assert str(raised.value).splitlines()[1:] == [f"  {sentence}"]


def test_custom_data_may_have_as_many_bytes_as_azure_takes() -> None:
    """65,535 before they are encoded: 87,380 characters."""
    room = 65_535 - len(cloud_config(told()))
    try:
        encoded = custom_data(told() | {"size": "x" * (room - 200)})
    except CustomDataTooLong as refused:
        encoded = str(refused)
    assert 87_000 < len(encoded) <= 87_380


def test_custom_data_that_azure_would_refuse() -> None:
    long = told() | {"mounts": [{"config": "x" * 60_000}]}
    with pytest.raises(CustomDataTooLong) as refused:
        custom_data(long)
    assert str(refused.value).endswith(
        "bytes; Azure allows 65535: mount less, or give stores shorter settings"
    )


def test_what_isnt_known_yet_is_waited_for() -> None:
    size = sizes.find("Standard_ND96isr_H100_v5")
    assert size is not None
    source = pulumi.Output.from_input("10.9.9.9@tcp:/lustrefs")
    seen: list[str] = []
    services = NodeServices(mounts=mounts(LUSTRE | {"source": source}))
    register(lambda: node_custom_data(size, services).apply(seen.append))
    assert "10.9.9.9@tcp" in base64.b64decode(seen[0]).decode()


def test_h100_is_told() -> None:
    assert CASES["alone"] | {"environment": None, "benchmarkEnvironment": None} == {
        "size": "Standard_ND96isr_H100_v5",
        "gpus": {"vendor": "nvidia", "count": 8, "nvlinks": 18},
        "infiniband": {"ports": 8, "rateGbps": 400.0},
        "nvmeDisks": 8,
        "environment": None,
        "benchmarkEnvironment": None,
        "floors": {"adapterGbps": 380.0, "nodeAllReduceGBps": 460.0, "clusterAllReduceGBps": 304.0},
        "clientId": "",
        "jobClientId": None,
        "checkpoints": None,
        "homes": None,
        "mounts": [],
        "reports": None,
        "slurm": None,
    }
    assert CASES["alone"]["environment"] == {
        "NCCL_IB_PCI_RELAXED_ORDERING": "1",
        "NCCL_IGNORE_CPU_AFFINITY": "1",
        "NCCL_TOPO_FILE": "/opt/microsoft/ndv5/topo.xml",
    }
    assert CASES["amd"]["gpus"] == {"vendor": "amd", "count": 8, "nvlinks": 0}
    assert CASES["no gpu"]["gpus"] == {"vendor": "none", "count": 0, "nvlinks": 0}

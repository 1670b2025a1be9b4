"""What jobs and containers are told of the fabric."""

import os
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from azure_ai_landing_zone import node_setup
from azure_ai_landing_zone.node_setup.on_node import infiniband, rendezvous
from azure_ai_landing_zone.node_setup.on_node.environment import (
    env_file,
    environment,
    fstab,
    interface,
    renamed,
)

ROUTES = """Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
docker0 000011AC 00000000 0001 0 0 0 0000FFFF 0 0 0
eth1 00000000 0100000A 0003 0 0 200 00000000 0 0 0
eth0 00000000 0100000A 0003 0 0 100 00000000 0 0 0
"""


def device(root: Path, name: str, layer: str) -> None:
    port = root / name / "ports" / "1"
    port.mkdir(parents=True)
    (port / "link_layer").write_text(f"{layer}\n", encoding="utf-8")


def test_containers_see_where_jobs_write_aside() -> None:
    assert fstab({"/opt/microsoft": "dir", "/etc/nccl.conf": "file"}) == (
        "/opt/microsoft /opt/microsoft none x-create=dir,bind,ro,nosuid\n"
        "/etc/nccl.conf /etc/nccl.conf none x-create=file,bind,ro,nosuid\n"
        "/mnt/scratch /mnt/scratch none x-create=dir,bind,rw,nosuid\n"
        "/run/azure-ai-landing-zone/jobs /run/azure-ai-landing-zone/jobs none x-create=dir,bind,ro,nosuid\n"
    )


def test_devices_are_told_by_their_link_layer(tmp_path: Path) -> None:
    """Whatever accelerated networking does to names."""
    for number in (10, 2, 1):
        device(tmp_path, f"mlx5_{number}", "InfiniBand")
    device(tmp_path, "mlx5_ib0", "Ethernet")
    assert infiniband.devices_of(tmp_path) == ["mlx5_1:1", "mlx5_2:1", "mlx5_10:1"]


def test_data_goes_over_infiniband_and_greetings_over_ethernet() -> None:
    found = environment({"UCX_TLS": "rc"}, ["mlx5_ib0:1", "mlx5_ib1:1"], interface(ROUTES))
    assert env_file(found) == (
        "GLOO_SOCKET_IFNAME=eth0\n"
        "NCCL_IB_HCA==mlx5_ib0:1,mlx5_ib1:1\n"
        "NCCL_SOCKET_IFNAME==eth0\n"
        "UCX_NET_DEVICES=mlx5_ib0:1,mlx5_ib1:1\n"
        "UCX_TLS=rc\n"
    )
    assert environment({}, [], None) == {}


def test_what_an_environment_file_cannot_say() -> None:
    with pytest.raises(ValueError, match="X=a b can't stand in an environment file"):
        env_file({"X": "a b"})


def test_rendezvous_of_deepspeed_and_pytorch(tmp_path: Path) -> None:
    folder = rendezvous.write(["vmss00000a", "vmss00000c"], 8, "4711", tmp_path)
    assert (folder / "hostfile").read_text() == "vmss00000a slots=8\nvmss00000c slots=8\n"
    assert (folder / "rendezvous.env").read_text() == (
        "MASTER_ADDR=vmss00000a\nMASTER_PORT=24711\nNNODES=2\nNPROC_PER_NODE=8\nWORLD_SIZE=16\n"
        "RDZV_BACKEND=c10d\nRDZV_ENDPOINT=vmss00000a:24711\nRDZV_ID=4711\n"
    )


@pytest.mark.parametrize("hosts", [[], ["a;rm -rf /"], ["-a"]])
def test_rendezvous_takes_names_of_hosts(hosts: list[str]) -> None:
    with pytest.raises(ValueError, match="not names of hosts"):
        rendezvous.files(hosts, 8)


PREPARE = """
mount -t tmpfs none /opt && mkdir /opt/microsoft
mount -t tmpfs none /dev && mkdir /dev/infiniband && touch "/dev/$1"
mount -t tmpfs none /run && mkdir -p /run/azure-ai-landing-zone/jobs/7
touch /run/azure-ai-landing-zone/jobs/7/rendezvous.env
exec bash "$2" --rm image train
"""
"""Makes a machine with a GPU and InfiniBand, in a mount namespace of its own."""


@pytest.mark.parametrize(
    ("gpu", "options"),
    [
        ("nvidiactl", '--gpus "device=2,5"'),
        (
            "kfd",
            "--device /dev/kfd --group-add video --security-opt seccomp=unconfined "
            "--device /dev/dri/renderD130 --device /dev/dri/renderD133",
        ),
    ],
)
def test_containers_get_what_their_job_has(tmp_path: Path, gpu: str, options: str) -> None:
    """Its GPUs, cores and memory, topology and rendezvous; and its number, by which they end with it."""
    job = {"SLURM_JOB_ID": "7", "SLURM_STEP_GPUS": "2,5", "SLURM_MEM_PER_NODE": "200000"}
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    cores = status.partition("Cpus_allowed_list:")[2].split()[0]
    assert started(tmp_path, gpu, job) == (
        f"run --network host --ipc host --ulimit memlock=-1 --ulimit stack=67108864 {options} "
        "--device /dev/infiniband --cap-add IPC_LOCK --volume /opt/microsoft:/opt/microsoft:ro "
        f"--label slurm-job=7 --cpuset-cpus {cores} --memory 200000m "
        "--env-file /run/azure-ai-landing-zone/jobs/7/rendezvous.env --rm image train\n"
    )


@pytest.mark.parametrize(
    ("gpu", "options"),
    [
        ("nvidiactl", "--gpus all"),
        ("kfd", "--device /dev/kfd --group-add video --security-opt seccomp=unconfined --device /dev/dri"),
    ],
)
def test_without_a_job_containers_get_all_of_the_node(tmp_path: Path, gpu: str, options: str) -> None:
    assert started(tmp_path, gpu, {}) == (
        f"run --network host --ipc host --ulimit memlock=-1 --ulimit stack=67108864 {options} "
        "--device /dev/infiniband --cap-add IPC_LOCK --volume /opt/microsoft:/opt/microsoft:ro "
        "--rm image train\n"
    )


def test_containers_end_with_their_job(tmp_path: Path) -> None:
    """One whose client was killed runs on otherwise, on GPUs that are the next job's."""
    calls = tmp_path / "calls"
    docker = tmp_path / "docker"
    script = f'#!/bin/sh\necho "$@" >>{calls}\n[ "$1" != ps ] || echo c0ffee\n'
    docker.write_text(script, encoding="utf-8")
    docker.chmod(0o755)
    text = (files(node_setup) / "slurm_epilog.sh").read_text(encoding="utf-8")
    variables = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "SLURM_JOB_ID": "7", "SLURM_JOB_UID": "0"}
    subprocess.run(
        ["sh", "-c", text.replace("/usr/local/sbin/node-tool", "true")],
        env=os.environ | variables,
        check=True,
    )
    assert calls.exists(), "no container is looked for"
    assert calls.read_text(encoding="utf-8") == ("ps --quiet --filter label=slurm-job=7\nrm --force c0ffee\n")


def started(tmp_path: Path, gpu: str, variables: dict[str, str]) -> str:
    """What fabric-container asks of Docker, on a machine with such a GPU."""
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\necho "$@"\n', encoding="utf-8")
    docker.chmod(0o755)
    script = str(files(node_setup) / "fabric_container.sh")
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-euc", PREPARE, "sh", gpu, script],
        env=os.environ | path | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare" in done.stderr:
        pytest.skip(f"no namespaces here: {done.stderr}")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_names_are_read_after_azure_has_given_them() -> None:
    unit = (files(node_setup) / "node-environment.service").read_text(encoding="utf-8")
    assert "azure_persistent_rdma_naming.service" in unit.partition("After=")[2].splitlines()[0]
    assert "ExecStart=/usr/local/sbin/node-tool environment --wait\n" in unit
    assert "node-tool environment\n" in (files(node_setup) / "slurm_prolog.sh").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("looks", "expected", "read", "waited"),
    [
        ([["mlx5_ib0:1", "mlx5_ib1:1"]], 2, ["mlx5_ib0:1", "mlx5_ib1:1"], 0),
        # Not all there yet, then under the driver's own names.
        ([[], ["mlx5_0:1"], ["mlx5_0:1", "mlx5_ib1:1"], ["mlx5_ib0:1", "mlx5_ib1:1"]], 2,
         ["mlx5_ib0:1", "mlx5_ib1:1"], 6),
        ([[], ["mlx5_ib0:1"]], None, ["mlx5_ib0:1"], 2),
        # An image without Azure's service: the driver's names are what there is.
        ([["mlx5_0:1"]] * 100, 1, ["mlx5_0:1"], 180),
        ([[]], 0, [], 0),
    ],
)  # fmt: skip
def test_renaming_is_waited_for(
    looks: list[list[str]], expected: int | None, read: list[str], waited: float
) -> None:
    answers, slept = iter(looks), list[float]()
    assert renamed(lambda: next(answers), expected, slept.append) == read
    assert sum(slept) == waited


def test_tools_read_nothing_of_the_folder_they_are_started_in(tmp_path: Path) -> None:
    """Slurm starts them as root where a job's user may write."""
    (tmp_path / "json.py").write_text("raise SystemExit('somebody else')\n", encoding="utf-8")
    library = Path(str(files(node_setup))).parents[1]
    text = (files(node_setup) / "node_tool.sh").read_text(encoding="utf-8")
    tool = tmp_path / "node-tool"
    tool.write_text(text.replace("/usr/local/lib/azure-ai-landing-zone", str(library)), encoding="utf-8")
    done = subprocess.run(
        ["sh", str(tool), "rendezvous", "--help"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "somebody else" not in done.stderr
    assert (done.returncode, done.stdout.partition(" ")[0]) == (0, "usage:"), done.stderr

"""The generated configuration on real daemons: nodes join, are proven, run jobs over several of them, fail,
are told of events, and leave."""

import json
import sys
import time
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from slurm.cluster import NODES, Cluster, running, wait

pytestmark = pytest.mark.programs

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three nodes that have joined, and whose fabric is proven."""
    with running(tmp_path_factory.mktemp("slurm")) as made:
        wait(lambda: "UP" in made.run("scontrol", "ping", status=None), "slurmctld answers")
        for node in NODES:
            assert made.boot(node), made.logs()
        wait(lambda: len(made.states("train-single")) == len(NODES), "nodes join")
        assert made.states("train") == {}, "a node is nowhere before it is proven"
        made.run("/usr/local/sbin/node-tool", "slurm_prove")
        wait(lambda: all(proven(made, node) for node in NODES), "nodes are proven")
        made.run("/usr/local/sbin/node-tool", "slurm_prove")
        yield made


def proven(cluster: Cluster, node: str) -> bool:
    return "Comment=fabric-proven " in cluster.run("scontrol", "show", "node", node)


def settle(cluster: Cluster) -> None:
    """Until nothing runs and every node takes jobs."""
    wait(lambda: set(cluster.states("train").values()) == {"idle"}, "all nodes are idle again")


def test_a_job_runs_over_several_nodes(cluster: Cluster) -> None:
    settle(cluster)
    script = "echo $(hostname) $MASTER_ADDR $NNODES $WORLD_SIZE $RDZV_ENDPOINT $SLURM_JOB_ID"
    printed = cluster.run("srun", "--partition=train", "--nodes=3", "--gres=gpu:8", "bash", "-c", script)
    lines = sorted(line.split() for line in printed.splitlines())
    assert [line[0] for line in lines] == sorted(NODES)
    leader, port = NODES[0], 20_000 + int(lines[0][5]) % 10_000
    assert {tuple(line[1:5]) for line in lines} == {(leader, "3", "24", f"{leader}:{port}")}


def test_a_job_is_told_where_infiniband_is(cluster: Cluster) -> None:
    settle(cluster)
    printed = cluster.run("srun", "--partition=train", "--nodes=2", "env").splitlines()
    ports = ",".join(f"mlx5_ib{number}:1" for number in range(8))
    assert printed.count(f"NCCL_IB_HCA=={ports}") == 2
    assert printed.count(f"UCX_NET_DEVICES={ports}") == 2
    assert printed.count("NCCL_TOPO_FILE=/opt/microsoft/ndv5/topo.xml") == 2
    assert (
        sum(line.startswith("DEEPSPEED_HOSTFILE=/run/azure-ai-landing-zone/jobs/") for line in printed) == 2
    )


def test_devices_and_partitions_are_what_the_plan_says(cluster: Cluster) -> None:
    settle(cluster)
    shown = cluster.run("scontrol", "show", "node", NODES[1])
    assert "Gres=gpu:8" in shown
    assert "AvailableFeatures=train" in shown
    assert "DYNAMIC_NORM" in shown
    refused = cluster.run("srun", "--partition=train-single", "--nodes=2", "--immediate", "true", status=1)
    assert refused == ""
    assert set(cluster.states("train-proof")) == set(NODES)


def test_jobs_of_one_gpu_share_a_node(cluster: Cluster) -> None:
    """Each gets its part of the processors and of the memory unasked, and finds as many peers as it has
    GPUs."""
    settle(cluster)
    on_one = ["--partition=train-single", "--gres=gpu:1", f"--nodelist={NODES[1]}"]
    first = cluster.run("sbatch", "--parsable", "--output=/dev/null", *on_one, "--wrap=sleep 60").strip()
    script = "echo $SLURM_GPUS_ON_NODE $NPROC_PER_NODE $WORLD_SIZE"
    printed = cluster.run("srun", "--immediate=10", *on_one, "bash", "-c", script, status=None)
    cluster.run("scancel", first)
    assert printed == "1 1 1\n"


def test_what_a_job_writes_aside_is_on_the_local_disks(cluster: Cluster) -> None:
    """A folder for temporary files that goes with the job, and caches that stay for the user's next one."""
    settle(cluster)
    show = "echo $SLURM_JOB_ID $TMPDIR $XDG_CACHE_HOME $TRITON_CACHE_DIR; touch $TMPDIR/x $XDG_CACHE_HOME/y"
    on_one = ["--partition=train-single", f"--nodelist={NODES[1]}"]
    job, *printed = cluster.run("srun", *on_one, "bash", "-c", show).split()
    scratch = "/mnt/scratch"
    assert printed == [f"{scratch}/jobs/{job}", f"{scratch}/cache/0", f"{scratch}/cache/0/triton"]
    settle(cluster)
    left = cluster.run("find", scratch, "-type", "f", node=NODES[1]).split()
    assert left == [f"{scratch}/cache/0/y"]
    own = cluster.run("srun", "--export=ALL,TMPDIR=/mnt", *on_one, "printenv", "TMPDIR")
    assert own == "/mnt\n"


FOLLOW = """
import json, sys
from azure_ai_landing_zone.node_setup.on_node import commands, people
wanted, known, role = json.loads(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3]
for command in people.changes(wanted, known, "/mnt/home", role, commands.run):
    ran = commands.run(command)
    assert ran.status == 0 or command[0] in ("pkill", "scancel"), ran.text
people.let_in(wanted)
"""


def test_a_person_runs_jobs_until_taken_from_the_list(cluster: Cluster) -> None:
    settle(cluster)
    ada = {"name": "ada", "uid": 2001, "memberOf": ["vision"], "sshPublicKeys": ["ssh-ed25519 AAAA ada"]}
    there = {"groups": [{"name": "vision", "gid": 3001}], "people": [ada]}
    library = "PYTHONPATH=/usr/local/lib/azure-ai-landing-zone"

    def follow(wanted: dict[str, Any], *known: str) -> None:
        said = [json.dumps(wanted), json.dumps(known)]
        for node in (None, *NODES):
            role = "node" if node else "scheduler"
            cluster.run("env", library, "/usr/bin/python3", "-c", FOLLOW, *said, role, node=node)

    follow(there)
    as_ada = ["setpriv", "--reuid=ada", "--regid=ada", "--init-groups"]
    job = ["srun", "--partition=train", "--nodes=2", "id"]
    printed = set(cluster.run(*as_ada, *job).splitlines())
    assert printed == {"uid=2001(ada) gid=2001(ada) groups=2001(ada),3001(vision)"}
    script = ["sbatch", "--parsable", "--partition=train", "--output=/dev/null", "--wrap=sleep 600"]
    number = cluster.run(*as_ada, *script).strip()
    follow(there | {"people": []}, "ada")
    wait(lambda: cluster.run("squeue", "--noheader", f"--user={2001}") == "", "the job is over")
    assert "JobState=CANCELLED" in cluster.run("scontrol", "show", "job", number)
    shown = cluster.run("chage", "--list", "ada", node=NODES[0])
    assert [line.split(":")[1].strip() for line in shown.splitlines() if "Account" in line] == [
        "Jan 02, 1970"
    ]


def test_a_restarted_scheduler_keeps_nodes_and_proofs(cluster: Cluster) -> None:
    settle(cluster)
    cluster.run("scontrol", "reconfigure")
    wait(lambda: cluster.states("train") == {}, "the file's partition is empty")
    cluster.run("/usr/local/sbin/node-tool", "slurm_prove")
    assert set(cluster.states("train")) == set(NODES)


def test_a_node_that_is_no_longer_proven_leaves_and_comes_back(cluster: Cluster) -> None:
    settle(cluster)
    for node in NODES:
        cluster.run("scontrol", "update", f"nodename={node}", "comment=restarted")
    cluster.run("/usr/local/sbin/node-tool", "slurm_prove")
    assert cluster.states("train") == {}
    wait(lambda: all(proven(cluster, node) for node in NODES), "nodes are proven again")
    cluster.run("/usr/local/sbin/node-tool", "slurm_prove")
    assert set(cluster.states("train")) == set(NODES)


def test_a_node_that_breaks_is_drained_with_the_reason(cluster: Cluster) -> None:
    settle(cluster)
    node = NODES[2]
    cluster.fault(node, "ibstat", "slow")
    cluster.run("/usr/local/sbin/slurm-health-check", node=node, status=1)
    shown = cluster.run("scontrol", "show", "node", node)
    assert "DRAIN" in shown
    assert "Reason=fabric gate: infiniband-rate: mlx5_ib4:1: runs at 200 of 400 Gb/s" in shown
    assert cluster.run("srun", "--partition=train", "--nodes=3", "--immediate", "true", status=1) == ""
    cluster.fault(node, "ibstat")
    cluster.run("/usr/local/sbin/slurm-health-check", node=node)
    cluster.run("scontrol", "update", f"nodename={node}", "state=resume")
    settle(cluster)


def test_a_broken_node_does_not_get_a_job(cluster: Cluster) -> None:
    """The prolog sees it, the node is drained, and the job runs elsewhere."""
    settle(cluster)
    cluster.fault(NODES[0], "nvidia-smi-nvlink", "inactive")
    printed = cluster.run(
        "srun", "--partition=train-single", f"--nodelist={NODES[0]}", "hostname", status=None
    )
    assert NODES[0] not in printed
    wait(lambda: cluster.states("train-single")[NODES[0]] in ("drain", "drng"), "the node is drained")
    cluster.fault(NODES[0], "nvidia-smi-nvlink")
    cluster.run("scancel", "--state=pending", "--user=root")
    cluster.run("/usr/local/sbin/node-tool", "fabric_gate", node=NODES[0])
    cluster.run("scontrol", "update", f"nodename={NODES[0]}", "state=resume")
    settle(cluster)


JOB = """#!/bin/bash
trap 'echo $SECONDS >"$1/checkpoint-$SLURM_PROCID"; exit 0' USR1
touch "$1/running-$SLURM_PROCID"
while :; do sleep 0.2; done
"""


@pytest.fixture(scope="module")
def metadata(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The metadata service of the first node, which is called train_0 there, and the node's agent."""
    folder = tmp_path_factory.mktemp("metadata")
    (folder / "name").write_text("train_0", encoding="utf-8")
    announce(folder)
    cluster.start(NODES[0], sys.executable, str(HERE / "metadata_service.py"), str(folder))
    cluster.start(NODES[0], "/usr/local/sbin/node-tool", "scheduled_events")
    return folder


@pytest.fixture
def azure(cluster: Cluster, metadata: Path) -> Iterator[Path]:
    """The same, with nothing announced before and after."""
    for file in (*metadata.glob("checkpoint-*"), *metadata.glob("running-*"), *metadata.glob("approved")):
        file.unlink()
    settle(cluster)
    yield metadata
    announce(metadata)
    wait(lambda: not noticed(cluster), "the event is over")
    settle(cluster)


def announce(folder: Path, kind: str = "", machine: str = "train_0", seconds: float = 900) -> str:
    """What the metadata service tells from now on: something that happens so many seconds later. When."""
    when = formatdate(time.time() + seconds, usegmt=True)
    event = {
        "EventId": f"id-{kind}", "EventType": kind, "ResourceType": "VirtualMachine", "Resources": [machine],
        "EventStatus": "Scheduled", "NotBefore": when, "EventSource": "Platform",
        "Description": "", "DurationInSeconds": -1,
    }  # fmt: skip
    document = {"DocumentIncarnation": 1, "Events": [event] if kind else []}
    draft = folder / "events.new"
    draft.write_text(json.dumps(document), encoding="utf-8")
    draft.rename(folder / "events.json")
    return when


def noticed(cluster: Cluster) -> bool:
    file = "/run/azure-ai-landing-zone/notice.json"
    return cluster.run("cat", file, node=NODES[0], status=None) != ""


def start_job(cluster: Cluster, folder: Path) -> str:
    """A job over two nodes that writes a checkpoint when it is told to; its id."""
    script = folder / "job.sh"
    script.write_text(JOB, encoding="utf-8")
    script.chmod(0o755)
    job = cluster.run(
        "sbatch", "--parsable", "--partition=train", "--nodes=2", f"--nodelist={NODES[0]},{NODES[1]}",
        "--output=/dev/null", "--comment=notice:USR1", f"--wrap=trap : USR1; srun {script} {folder}; wait",
    ).strip()  # fmt: skip
    wait(lambda: len(list(folder.glob("running-*"))) == 2, f"the job runs\n{cluster.logs()}")
    return job


@pytest.mark.parametrize("kind", ["Preempt", "Reboot", "Redeploy", "Terminate"])
def test_a_job_is_told_in_time_to_write_a_checkpoint(cluster: Cluster, azure: Path, kind: str) -> None:
    """On both of its nodes, though only one of them goes. A spot node has 30 seconds."""
    start_job(cluster, azure)
    when = announce(azure, kind)
    wait(lambda: len(list(azure.glob("checkpoint-*"))) == 2, f"checkpoints are there\n{cluster.logs()}", 30)
    reason = cluster.run("scontrol", "show", "node", NODES[0])
    assert f"Reason=scheduled event: {kind} {when}" in reason
    approved = azure / "approved"
    if kind == "Preempt":
        assert not approved.exists()
    else:
        wait(lambda: approved.exists() and f"id-{kind}" in approved.read_text(), "Azure may go ahead")


def shown(cluster: Cluster, job: str, name: str) -> str:
    """One of the values that Slurm shows of a job."""
    text = cluster.run("scontrol", "show", "job", job)
    return next(part.partition("=")[2] for part in text.split() if part.startswith(f"{name}="))


def test_a_job_that_asked_for_nothing_goes_back_into_the_queue(cluster: Cluster, azure: Path) -> None:
    """It is never killed for good: half a minute later its node is gone, and it begins again elsewhere."""
    job = cluster.run(
        "sbatch", "--parsable", "--partition=train", "--nodes=2", f"--nodelist={NODES[0]},{NODES[1]}",
        "--output=/dev/null", "--wrap=srun sleep 600",
    ).strip()  # fmt: skip
    wait(lambda: shown(cluster, job, "JobState") == "RUNNING", "the job runs")
    announce(azure, "Preempt", seconds=16)
    wait(lambda: noticed(cluster), "the notice is there")
    assert shown(cluster, job, "JobState") == "RUNNING"
    over = ("RUNNING", "COMPLETING")
    wait(lambda: shown(cluster, job, "JobState") not in over, "the job has left its nodes")
    assert (shown(cluster, job, "JobState"), shown(cluster, job, "Restarts")) == ("PENDING", "1")
    # Taken down, and not only drained, whose reason has the time.
    assert "Reason=scheduled event: Preempt [" in cluster.run("scontrol", "show", "node", NODES[0])
    cluster.run("scancel", job)


def test_a_freeze_is_told_without_a_signal(cluster: Cluster, azure: Path) -> None:
    job = start_job(cluster, azure)
    announce(azure, "Freeze")
    wait(lambda: noticed(cluster), "the notice is there")
    announce(azure)
    wait(lambda: not noticed(cluster), "the notice is gone")
    assert list(azure.glob("checkpoint-*")) == []
    assert cluster.states("train")[NODES[0]] == "alloc"
    cluster.run("scancel", job)


def test_events_of_others_are_theirs(cluster: Cluster, azure: Path) -> None:
    """The metadata service tells every node of a scale set of every node's events."""
    announce(azure, "Reboot", machine="train_1")
    time.sleep(3)
    assert not noticed(cluster)
    assert cluster.states("train")[NODES[0]] == "idle"


def test_a_retired_node_is_forgotten(cluster: Cluster) -> None:
    settle(cluster)
    node = NODES[2]
    cluster.run("scontrol", "update", f"nodename={node}", "state=down", "reason=retired")
    cluster.run("scontrol", "update", "PartitionName=train", f"Nodes={NODES[0]},{NODES[1]}")
    cluster.run("scontrol", "delete", f"nodename={node}")
    assert set(cluster.states("train-single")) == set(NODES[:2])
    cluster.run("/usr/local/sbin/node-tool", "slurm_prove")
    assert set(cluster.states("train")) == set(NODES[:2])

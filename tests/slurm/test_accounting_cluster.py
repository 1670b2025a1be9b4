"""A real slurmctld with slurmdbd and a database: who may run jobs, how many, and how long."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from azure_ai_landing_zone.slurm.accounting import (
    SlurmAccount,
    SlurmDatabaseExisting,
    SlurmQos,
    accounts_list,
    database_told,
)
from azure_ai_landing_zone.slurm.people import SlurmUser
from helpers.settings import stack
from slurm.cluster import NODES, Cluster, running, wait

pytestmark = pytest.mark.programs

KEY = stack()["trainingClusters"][0]["sshPublicKey"]
PASSWORD = "p4ss-word"

DATABASE = """set -eu
mkdir -p /mnt/database /run/mysqld /run/slurmdbd
chown slurm /run/slurmdbd
echo "10.9.0.1 scheduler" >>/etc/hosts
cd /mnt/database
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem
openssl req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out server.csr
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out server.pem
mariadb-install-db --no-defaults --user=root --datadir=/mnt/database/data
for name in ada ben eve; do useradd --no-create-home "$name"; done
cat ca.pem
"""
"""Prints what signs the server's certificate, after what others print."""
SERVER = (
    "--no-defaults", "--user=root", "--datadir=/mnt/database/data", "--socket=/run/mysqld/socket",
    "--bind-address=127.0.0.1", "--skip-name-resolve", "--require-secure-transport=ON",
    "--ssl-ca=/mnt/database/ca.pem", "--ssl-cert=/mnt/database/server.pem",
    "--ssl-key=/mnt/database/server.key", "--innodb-buffer-pool-size=64M",
)  # fmt: skip
AS_SLURM = ("/usr/bin/setpriv", "--reuid=slurm", "--regid=slurm", "--clear-groups")

WRITE = """
import json, sys
from azure_ai_landing_zone.node_setup.on_node import slurm_accounting
slurm_accounting.write(json.loads(sys.argv[1]), sys.argv[2])
"""
FOLLOW = """
import json, sys
from azure_ai_landing_zone.node_setup.on_node import commands, slurm_accounts
ran = []
def run(command):
    ran.append(" ".join(command[3:]))
    return commands.run(command)
failed = slurm_accounts.follow(json.loads(sys.argv[1]), "research", run)
print(json.dumps({"failed": failed, "ran": [one for one in ran if one and "format=" not in one]}))
"""


def python(cluster: Cluster, program: str, *arguments: str) -> str:
    """Run a program with what the scheduler has of ours."""
    library = "PYTHONPATH=/usr/local/lib/azure-ai-landing-zone"
    return cluster.run("env", library, "/usr/bin/python3", "-c", program, *arguments)


def follow(
    cluster: Cluster,
    accounts: Sequence[SlurmAccount],
    qos: Sequence[SlurmQos] = (),
    **members: Sequence[str],
) -> list[str]:
    """What the scheduler does when the vault has this; looks again, as it does, while jobs of those who leave
    are ending."""
    users = [
        SlurmUser(name=name, uid=2001 + number, account_names=list(of), ssh_public_keys=[KEY])
        for number, (name, of) in enumerate(members.items())
    ]
    looks: list[dict[str, Any]] = []

    def done() -> bool:
        looks.append(json.loads(python(cluster, FOLLOW, accounts_list(accounts, qos, users))))
        assert all("Job(s) active" in failure for failure in looks[-1]["failed"]), looks[-1]
        return not looks[-1]["failed"]

    wait(done, "Slurm has what the list says")
    first: list[str] = looks[0]["ran"]
    return first


def submit(cluster: Cluster, person: str, *options: str) -> str:
    """The job's number, or why it is refused."""
    done = subprocess.run(
        [*cluster.enter(None), "setpriv", f"--reuid={person}", f"--regid={person}", "--init-groups",
         "sbatch", "--parsable", "--output=/dev/null", "--wrap=sleep 600", *options],
        capture_output=True, text=True, check=False, cwd="/",
    )  # fmt: skip
    return (done.stdout or done.stderr).strip().removeprefix("sbatch: error: ")


def states(cluster: Cluster) -> dict[str, str]:
    """Of all jobs: what they do, or what they wait for."""
    shown = cluster.run("squeue", "--noheader", "--all", "--format=%i %T %r")
    return {
        number: reason if state == "PENDING" else state
        for number, state, reason in map(str.split, shown.splitlines())
    }


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two nodes, a scheduler, and a database that takes TLS alone; nobody has an account yet."""
    with running(tmp_path_factory.mktemp("accounting"), NODES[:2], accounting=True) as made:
        printed = made.run("bash", "-c", DATABASE)
        certificate = printed[printed.index("-----BEGIN") :]
        made.start(None, "/usr/sbin/mariadbd", *SERVER)
        sql = ["mariadb", "--no-defaults", "--socket=/run/mysqld/socket", "--execute"]
        wait(lambda: made.run(*sql, "SELECT 'up'", status=None).endswith("up\n"), "the database answers")
        grants = f"CREATE USER slurm IDENTIFIED BY '{PASSWORD}' REQUIRE SSL; "
        made.run(*sql, f"{grants}GRANT ALL ON slurm_acct_db.* TO slurm")
        database = SlurmDatabaseExisting(
            mode="existing",
            database_host="127.0.0.1",
            user_name="slurm",
            password_secret="slurm-database",
            ca_certificate=certificate,
        )
        told = database_told(database, "research", "scheduler", "slurm-accounts")
        python(made, WRITE, json.dumps(told), PASSWORD)
        made.start(None, *AS_SLURM, "/usr/sbin/slurmdbd", "-D")
        wait(lambda: made.run("sacctmgr", "show", "qos", status=None) != "", "slurmdbd answers")
        made.start(None, "/usr/sbin/slurmctld", "-D")
        wait(lambda: "UP" in made.run("scontrol", "ping", status=None), "slurmctld answers")
        for node in NODES[:2]:
            assert made.boot(node), made.logs()
        wait(lambda: len(made.states("train-single")) == 2, "nodes join")
        yield made


def test_only_slurmdbd_reads_its_password(cluster: Cluster) -> None:
    shown = cluster.run("stat", "--format=%U %G %a", "/etc/slurm/slurmdbd.conf")
    assert shown == "slurm slurm 600\n"


def test_a_server_that_others_signed_for_is_refused(cluster: Cluster) -> None:
    """With the machine's own list: slurmdbd never talks to it, and so never tells it the password."""
    folder = "/mnt/other"
    cluster.run("bash", "-c", f"mkdir {folder}; cp /etc/slurm/slurm*.conf {folder}; chown slurm {folder}/*")
    edits = {"StorageParameters": "SSL_CA=/etc/ssl/certs/ca-certificates.crt", "PidFile": f"{folder}/pid"}
    for name, value in edits.items():
        cluster.run("sed", "--in-place", f"s,^{name}=.*,{name}={value},", f"{folder}/slurmdbd.conf")
    run = f"SLURM_CONF={folder}/slurm.conf timeout 3 {' '.join(AS_SLURM)} /usr/sbin/slurmdbd -D"
    said = cluster.run("bash", "-c", f"chown slurm {folder}/slurmdbd.conf; {run} 2>&1; true")
    assert "TLS/SSL error: self-signed certificate in certificate chain" in said


def test_who_may_run_what_follows_the_list(cluster: Cluster) -> None:
    urgent = SlurmQos(name="urgent", priority=100, max_hours=5)
    vision = SlurmAccount(name="vision", max_gpus=1, max_hours=72, qos_names=["normal", "urgent"])
    small = SlurmQos(name="small", max_gpus_per_user=1)
    speech = SlurmAccount(name="speech", qos_names=["normal", "small"])
    single = ["--partition=train-single", "--gres=gpu:1"]
    known = {"ada": ["vision", "speech"], "ben": ["speech"]}

    assert submit(cluster, "ada", *single).startswith("Batch job submission failed: Invalid account")
    assert follow(cluster, [vision, speech], [urgent, small], **known) == [
        "add qos urgent",
        "modify qos urgent set Priority=100 MaxWall=05:00:00",
        "add qos small",
        "modify qos small set Priority=0 MaxTRESPerUser=gres/gpu=1",
        "add account vision cluster=research",
        "modify account vision cluster=research set GrpTRES=gres/gpu=1 MaxWall=3-00:00:00 "
        "QOS=normal,urgent DefaultQOS=normal",
        "add account speech cluster=research",
        "modify account speech cluster=research set QOS=normal,small DefaultQOS=normal",
        "add user ada account=speech cluster=research",
        "add user ada account=vision cluster=research",
        "add user ben account=speech cluster=research",
        "modify user ada cluster=research set DefaultAccount=vision",
        "modify user ben cluster=research set DefaultAccount=speech",
    ]
    assert follow(cluster, [vision, speech], [urgent, small], **known) == []

    refused = "Batch job submission failed: Invalid"
    assert submit(cluster, "eve", *single) == f"{refused} account or account/partition combination specified"
    of_others = submit(cluster, "ben", "--account=vision", *single)
    assert of_others == f"{refused} account or account/partition combination specified"
    assert submit(cluster, "ben", "--qos=urgent", *single) == f"{refused} qos specification"

    first, second = submit(cluster, "ada", *single), submit(cluster, "ada", *single)
    long = submit(cluster, "ada", "--time=73:00:00", *single)
    never = submit(cluster, "ben", "--time=101:00:00", *single)
    too_long = submit(cluster, "ada", "--qos=urgent", "--time=6:00:00", *single)
    other, more = (submit(cluster, "ben", "--qos=small", *single) for _ in range(2))
    wanted = {
        first: "RUNNING",
        second: "AssocGrpGRES",
        never: "PartitionTimeLimit",
        long: "AssocMaxWallDurationPerJobLimit",
        too_long: "QOSMaxWallDurationPerJobLimit",
        other: "RUNNING",
        more: "QOSMaxGRESPerUser",
    }
    wait(lambda: states(cluster) == wanted, f"jobs run or wait: {wanted}")
    ends = cluster.run("squeue", "--noheader", "--states=running", "--sort=i", "--format=%l")
    assert ends.split() == ["3-00:00:00", "4-04:00:00"], "who asks for none has the account's, or everybody's"

    # ben leaves, ada's project ends, and its jobs with it; she goes on in the other one, with less time.
    shorter = SlurmAccount(name="speech", max_hours=2)
    assert follow(cluster, [shorter], ada=["speech"]) == [
        "modify account speech cluster=research set MaxWall=02:00:00 QOS=normal",
        "modify user ada cluster=research set DefaultAccount=speech",
        "delete user ada account=vision cluster=research",
        "delete user ben",
        "delete account vision",
        "delete qos small",
        "delete qos urgent",
    ]
    wait(lambda: states(cluster) == {}, "their jobs are over")
    assert submit(cluster, "ben", *single).startswith(refused)
    assert follow(cluster, [shorter], ada=["speech"]) == []
    job = submit(cluster, "ada", *single)
    wait(lambda: states(cluster) == {job: "RUNNING"}, "her job runs")
    kept = cluster.run(
        "sacct", "--noheader", "--allusers", "--parsable2", "--allocations", "--format=User,Account"
    )
    assert {"ada|vision", "ben|speech"} <= set(kept.splitlines())


def test_jobs_over_whole_nodes_count_all_of_their_gpus(cluster: Cluster) -> None:
    """Also those that ask for none."""
    cluster.run("scancel", "--user=ada")
    follow(cluster, [SlurmAccount(name="speech", max_gpus=8)], ada=["speech"])
    cluster.run("scontrol", "update", "PartitionName=train", f"Nodes={','.join(NODES[:2])}")
    wait(lambda: states(cluster) == {}, "her jobs are over")
    job = submit(cluster, "ada", "--partition=train", "--nodes=2")
    wait(lambda: states(cluster) == {job: "AssocGrpGRES"}, "16 GPUs wait")
    one = submit(cluster, "ada", "--partition=train", "--nodes=1")
    cluster.run("scancel", job)
    wait(lambda: states(cluster) == {one: "RUNNING"}, "8 run")

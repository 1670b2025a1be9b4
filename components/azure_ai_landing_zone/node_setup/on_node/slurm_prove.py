"""On the scheduler, each minute: forgets nodes that are gone, has the fabric of new ones proven, and lets
proven nodes have jobs that take several."""

from collections.abc import Collection, Sequence
from datetime import datetime

from azure_ai_landing_zone.node_setup.on_node import commands, settings
from azure_ai_landing_zone.node_setup.on_node.slurm_nodes import SlurmNode, node_list, nodes, to_prove


def prove(cluster: str, members: list[SlurmNode], run: commands.Run = commands.run) -> None:
    """Bring the cluster's partition up to date, and start what is missing."""
    proven = sorted(node.name for node in members if node.is_proven)
    listed = run(["scontrol", "show", "hostnames", _partition_nodes(cluster, run) or ","]).text.split()
    if sorted(name for name in listed if name != ",") != proven:
        run(["scontrol", "update", f"PartitionName={cluster}", f"Nodes={','.join(proven)}"])
    wanted = to_prove(members)
    devices = [f"--gres={members[0].gres}"] if wanted and members[0].gres else []
    if wanted and not run(["squeue", "--noheader", f"--partition={cluster}-proof"]).text.strip():
        run([
            "sbatch", f"--partition={cluster}-proof", f"--nodes={len(wanted)}",
            f"--nodelist={','.join(wanted)}", *devices, "--job-name=fabric-proof",
            "--output=/var/log/fabric-proof-%j.log",
            f"--wrap=/usr/local/sbin/node-tool fabric_proof {' '.join(wanted)}",
        ])  # fmt: skip


def gone(members: Sequence[SlurmNode], now: datetime, run: commands.Run = commands.run) -> list[str]:
    """The nodes without a machine: Azure's DNS no longer knows it, while one that restarts keeps its name."""
    lost = [node.name for node in members if node.is_lost(now)]
    return [name for name in lost if run(["getent", "hosts", name]).status]


def _partition_nodes(cluster: str, run: commands.Run) -> str:
    return node_list(run(["scontrol", "show", "partition", cluster]).text)


def forget(names: Collection[str], there: Sequence[SlurmNode], run: commands.Run = commands.run) -> None:
    """Bring all partitions up to date, and let Slurm forget those nodes, whose machines are gone."""
    left = [node for node in there if node.name not in names]
    for cluster in settings.load()["slurm"]["proven"]:
        prove(cluster, [node for node in left if cluster in node.features], run)
    # They are in no partition's list any more.
    for name in names:
        run(["scontrol", "delete", f"nodename={name}"])


def main() -> int:
    ran = commands.run(["scontrol", "show", "nodes", "--oneliner"])
    if ran.status:
        print(ran.text)
        return 1
    there = list(nodes(ran.text))
    forget(gone(there, datetime.now()), there)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

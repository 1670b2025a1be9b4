"""Slurm's configuration for clusters that are scale sets: nodes come and go under names with gaps, so they
register themselves (dynamic nodes) and get their configuration from the scheduler (configless).

Sources: slurm.schedmd.com/dynamic_nodes.html, configless_slurm.html, slurm.conf.html, gres.conf.html (25.05);
github.com/Azure/cyclecloud-slurm README for what Azure builds, 2026-11-21.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.planning.security_rules import SCHEDULER_PORTS
from azure_ai_landing_zone.node_setup.plan_hardware import node_hardware

SRUN_PORTS = SCHEDULER_PORTS[1]

PARTITION_NAMES = "single", "proof"
"""What is appended to a cluster's name for its other two partitions."""

TABLE = 10_000
"""Of nodes that Slurm remembers, as in Azure CycleCloud: github.com/Azure/cyclecloud-slurm@049346f,
azure-slurm-install/install.py."""
FOR_JOBS = Decimal("0.9")
"""Of a node's memory, as its page gives it: the kernel sees less, and daemons need some (MemSpecLimit)."""
RESERVED_VCPUS = 4
"""Two cores that jobs don't get (CoreSpecCount), each of two threads at most."""

_DEVICES: Mapping[str, str] = MappingProxyType(
    {"nvidia": "/dev/nvidia[0-{last}]", "amd": "/dev/dri/renderD[128-{last}]"}
)


@dataclass(frozen=True, slots=True)
class SlurmCluster:
    """A training cluster as Slurm sees it: one fabric, which a job never leaves."""

    name: str
    """Of its partition, and the feature of its nodes."""
    size: VmSize
    node_limit: int


def slurm_problems(clusters: Sequence[SlurmCluster]) -> Iterator[Problem]:
    """Clusters that one Slurm can't have together."""
    if not clusters:
        return
    first = node_hardware(clusters[0].size)
    names = [cluster.name for cluster in clusters]
    for number, cluster in enumerate(clusters):
        hardware = node_hardware(cluster.size)
        if (hardware.vendor, hardware.gpus) != (first.vendor, first.gpus):
            yield Problem(
                (number,),
                f"{cluster.name} has {_gpus(hardware.gpus, hardware.vendor)} a node and {names[0]} has "
                f"{_gpus(first.gpus, first.vendor)}: the nodes of one Slurm have the same GPU devices, since "
                "they all get the same gres.conf. Give it a scheduler of its own",
            )
        for other in names:
            for ending in PARTITION_NAMES:
                if cluster.name == f"{other}-{ending}":
                    yield Problem(
                        (number,),
                        f"{cluster.name} is also a partition of {other}: name the cluster otherwise",
                    )


def _gpus(count: int, vendor: str) -> str:
    return "no GPU" if not count else f"{count} GPUs of {'NVIDIA' if vendor == 'nvidia' else 'AMD'}"


def slurm_files(
    name: str,
    clusters: Sequence[SlurmCluster],
    *,
    accounting_host: str | None = None,
    enforces_accounts: bool = False,
    max_hours: int | None = None,
) -> dict[str, str]:
    """The content of slurm.conf, cgroup.conf and gres.conf, without what only the scheduler itself knows: its
    own name and address, which it appends. `accounting_host`: where a slurmdbd runs. `enforces_accounts`:
    jobs without one of its accounts are refused, and those beyond a limit wait. `max_hours`: of every job but
    proofs."""
    return {
        "slurm.conf": _slurm_conf(
            name, clusters, [*_accounting(accounting_host), *_limits(enforces_accounts)], max_hours
        ),
        "cgroup.conf": "ConstrainCores=yes\nConstrainDevices=yes\nConstrainRAMSpace=yes\n",
        "gres.conf": _gres_conf(clusters),
    }


def _slurm_conf(
    name: str, clusters: Sequence[SlurmCluster], accounting: Sequence[str], max_hours: int | None
) -> str:
    lines = [
        f"ClusterName={name}",
        "SlurmUser=slurm",
        "AuthType=auth/munge",
        "StateSaveLocation=/var/spool/slurmctld",
        "SlurmdSpoolDir=/var/spool/slurmd",
        "SlurmctldPidFile=/run/slurmctld.pid",
        "SlurmdPidFile=/run/slurmd.pid",
        "SlurmctldLogFile=/var/log/slurm/slurmctld.log",
        "SlurmdLogFile=/var/log/slurm/slurmd.log",
        "",
        "# Nodes register themselves and get these files from the scheduler.",
        "SlurmctldParameters=enable_configless",
        # A node that comes instead of another has another name; the scheduler forgets those that are gone.
        f"MaxNodeCount={TABLE}",
        "# A new instance may have the name of a deleted one, and another address.",
        "CommunicationParameters=NoAddrCache",
        "# The scheduler asks each node itself: nodes of two clusters don't reach each other.",
        "TreeWidth=65533",
        "# Network security groups let nodes back to srun on these.",
        f"SrunPortRange={SRUN_PORTS}",
        "",
        "SelectType=select/cons_tres",
        "SelectTypeParameters=CR_Core_Memory",
        "ProctrackType=proctrack/cgroup",
        "TaskPlugin=task/affinity,task/cgroup",
        "# InfiniBand registers memory: the login node's limits don't fit.",
        "PropagateResourceLimitsExcept=MEMLOCK",
        "",
        "# A node that was down comes back when it registers; one that is drained stays so.",
        "ReturnToService=2",
        "SlurmctldTimeout=120",
        "SlurmdTimeout=300",
        "RebootProgram=/usr/sbin/reboot",
        "# Jobs write a checkpoint when they are told to end.",
        "KillWait=120",
        "JobRequeue=1",
        "",
        "# An SSH session is part of the job that it belongs to (pam_slurm_adopt), and ends with it.",
        "PrologFlags=Alloc,Contain",
        "Prolog=/usr/local/sbin/slurm-prolog",
        "Epilog=/usr/local/sbin/slurm-epilog",
        "TaskProlog=/usr/local/sbin/slurm-task-prolog",
        "HealthCheckProgram=/usr/local/sbin/slurm-health-check",
        "HealthCheckInterval=300",
        "HealthCheckNodeState=IDLE,ALLOC,MIXED",
        "",
        *accounting,
    ]
    if any(node_hardware(cluster.size).gpus for cluster in clusters):
        lines.append("GresTypes=gpu")
    for cluster in clusters:
        lines += ["", *_partitions(cluster, max_hours)]
    return "\n".join(lines) + "\n"


def _accounting(host: str | None) -> list[str]:
    if host is None:
        return ["AccountingStorageType=accounting_storage/none"]
    return [
        "AccountingStorageType=accounting_storage/slurmdbd",
        f"AccountingStorageHost={host}",
        "AccountingStorageTRES=gres/gpu",
        "JobAcctGatherType=jobacct_gather/cgroup",
    ]


def _limits(enforced: bool) -> list[str]:
    """Weights are ours: a QoS outweighs who used less of late, and that who waits for longer.

    Sources: slurm.schedmd.com/slurm.conf.html, AccountingStorageEnforce; priority_multifactor.html.
    """
    if not enforced:
        return []
    return [
        "AccountingStorageEnforce=associations,limits,qos,safe",
        "PriorityType=priority/multifactor",
        "PriorityWeightQOS=1000000",
        "PriorityWeightFairshare=100000",
        "PriorityWeightAge=1000",
    ]


def _partitions(cluster: SlurmCluster, max_hours: int | None) -> Iterator[str]:
    """One fabric, one set of partitions: a job over two scale sets would have no InfiniBand between them.

    Azure's API doesn't tell which switch a node is at: docs/slurm.md says who does, and why nobody is asked.
    A job that asks for no time has that of its partition. Source: slurm.schedmd.com/slurm.conf.html,
    DefaultTime and MaxTime.
    """
    ends = "" if max_hours is None else f" MaxTime={max_hours}:00:00"
    yield f"NodeSet={cluster.name} Feature={cluster.name}"
    shares = "".join(f" {share}" for share in _shares(cluster.size))
    yield f"PartitionName={cluster.name}-single Nodes={cluster.name} MaxNodes=1{shares}{ends} State=UP"
    if not cluster.size.has_rdma:
        yield f"PartitionName={cluster.name} Nodes={cluster.name} OverSubscribe=EXCLUSIVE{ends} State=UP"
        return
    yield "# Empty here: the scheduler puts in the nodes whose fabric is proven."
    yield f"PartitionName={cluster.name} OverSubscribe=EXCLUSIVE{ends} State=UP"
    yield (
        f"PartitionName={cluster.name}-proof Nodes={cluster.name} OverSubscribe=EXCLUSIVE AllowGroups=root "
        "Hidden=YES PriorityTier=2 State=UP"
    )


def _shares(size: VmSize) -> Iterator[str]:
    """What a job gets that doesn't ask: without them one of a single GPU gets all memory of its node.

    Source: slurm.schedmd.com/slurm.conf.html, DefMemPerCPU ("default value is 0 (unlimited)") and
    DefCpuPerGPU.
    """
    vcpus, gpus = size.vcpus, int(size.gpus or 0)
    if size.memory_gib is not None and vcpus:
        yield f"DefMemPerCPU={int(size.memory_gib * 1024 * FOR_JOBS / vcpus)}"
    if vcpus and gpus:
        yield f"DefCpuPerGPU={max(1, (vcpus - RESERVED_VCPUS) // gpus)}"


def _gres_conf(clusters: Sequence[SlurmCluster]) -> str:
    for cluster in clusters:
        hardware = node_hardware(cluster.size)
        if hardware.gpus:
            first = 128 if hardware.vendor == "amd" else 0
            return f"Name=gpu File={_DEVICES[hardware.vendor].format(last=first + hardware.gpus - 1)}\n"
    return "# no GPUs\n"

"""What the nodes of a cluster mount, report to and are scheduled by."""

import json
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import pulumi
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.core.model import Input, Model, matching, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.node_setup import SCRATCH, custom_data
from azure_ai_landing_zone.node_setup.container_runtime import ContainerRuntime
from azure_ai_landing_zone.node_setup.plan_hardware import node_hardware
from azure_ai_landing_zone.node_setup.slurm_release import VERSION, SlurmVersion, slurm_release

STREAM = "Custom-FabricGate_CL"
"""Of the data collection rule, as in the table's name."""

MountPath = Annotated[
    str,
    matching(
        r"(/mnt(?=/)|/shared(?=/)|/data|/scratch)(/[A-Za-z0-9_][\w.-]*)*",
        "a folder below /mnt or /shared, or /data, /scratch or one below, "
        "such as /mnt/data: anything else of a machine "
        "is the system's own",
    ),
]
"""Of letters, digits, _ . and -. Who writes what is mounted would otherwise write what root runs."""


PackageVersion = Annotated[str, matching(r"\d+\.\d+\.\d+(~\S+)?", "a version such as 2.5.0")]

_SECRETS = re.compile(r"\b(account-key|sas|clientsecret|oauth-token-path|AccountKey)\b")
"""Settings of blobfuse2 that hold secrets.
Source: github.com/Azure/azure-storage-fuse, setup/baseConfig.yaml."""


RESERVED_MEMORY_PERCENT = 2
"""Of each node's memory, at least 1 GiB, that jobs don't get: what slurmd, Lustre's client and blobfuse2 live
on. Ours: Azure publishes no figure."""


class NodeMount(Model):
    """One store that every node mounts, tried again until its roles take effect."""

    several_lines = ("config",)

    kind: Literal["lustre", "nfs", "aznfs", "blobfuse2"]
    """The file system; aznfs is NFS 4.1 of Azure Files within TLS, blobfuse2 at least 2.3.1."""
    path: MountPath
    """Where nodes see it."""
    source: Input[str]
    """What is mounted: `<address>@tcp:/lustrefs`, `<host>:/<share>`, or a container's name for blobfuse2."""
    options: list[Annotated[str, matching(r"[\w=.:/-]+", "one option, such as noatime")]] = Field(default=[])
    """Of the mount."""
    config: Input[str] | None = None
    """Settings of blobfuse2 in YAML, without keys: nodes come with an identity."""
    package_version: PackageVersion | None = None
    """Of blobfuse2, exactly. Left out: the image's own, where it is still supported."""

    @model_validator(mode="after")
    def _check_config(self) -> "NodeMount":
        if isinstance(self.config, str) and (found := _SECRETS.search(self.config)):
            text = f"has {found[0]} in it, and customData is no place for secrets: nodes have an identity"
            refuse(NodeMount, [Problem(("config",), text)])
        if (self.kind == "blobfuse2") != (self.config is not None):
            text = (
                "blobfuse2 needs its settings here"
                if self.config is None
                else f"only blobfuse2 takes settings, {self.kind} takes `options`: leave it out"
            )
            refuse(NodeMount, [Problem(("config",), text)])
        return self


class FabricReports(Model):
    """Where nodes send what their fabric gate found, besides a file of their own."""

    logs_ingestion_endpoint: Input[str]
    """Of the data collection endpoint, such as https://<name>.<region>-1.ingest.monitor.azure.com."""
    rule_immutable_id: Input[str]
    """Of the data collection rule, such as dcr-…; the nodes' identity is its Monitoring Metrics Publisher."""


class SlurmMembership(Model):
    """The Slurm cluster that nodes join."""

    partition: Annotated[str, matching(r"[a-z][a-z0-9-]*", "lower-case letters, digits and hyphens")]
    """Of the nodes' fabric: the name of the training cluster within Slurm."""
    scheduler_address: Input[str]
    """Of the scheduler within the network."""
    vault_uri: Input[str]
    """Of the Key Vault that the scheduler keeps the munge key in; the nodes' identity reads secrets there."""
    munge_key_secret: Annotated[str, matching(r"[A-Za-z0-9-]{1,127}", "1 to 127 letters, digits and hyphens")]
    """The name of that secret."""
    slurm_version: SlurmVersion = VERSION
    """The scheduler's own."""
    people_secret: (
        Annotated[str, matching(r"[A-Za-z0-9-]{1,127}", "1 to 127 letters, digits and hyphens")] | None
    ) = None
    """Another secret there, with the list of people who have accounts on nodes. Left out: nobody has one."""
    container_runtime: ContainerRuntime | None = None
    """The scheduler's own. Left out: jobs start none by Slurm."""
    reserved_cores: StrictInt = Field(default=2, ge=0, le=16)
    """Of each node, that jobs don't get: for daemons and file system clients."""

    def told(self, size: VmSize) -> dict[str, Any]:
        """As a node of that size is told of it."""
        memory_mib = int((size.memory_gib or 0) * 1024)
        return {
            "role": "node",
            "partition": self.partition,
            "scheduler": self.scheduler_address,
            "vaultUri": self.vault_uri,
            "mungeKeySecret": self.munge_key_secret,
            "peopleSecret": self.people_secret,
            "reservedCores": self.reserved_cores,
            "reservedMemoryMib": max(1024, memory_mib * RESERVED_MEMORY_PERCENT // 100),
            **slurm_release(self.slurm_version, self.container_runtime),
        }


class NodeServices(Model):
    """All that a node talks to; without any of it a node prepares its disks, checks itself and waits."""

    client_id: Input[str] | None = None
    """Of the nodes' identity, so that they ask for its tokens and no other's."""
    job_client_id: Input[str] | None = None
    """Of the identity whose tokens jobs get. Left out: the nodes' own."""
    mounts: list[NodeMount] = Field(default=[])
    """In the order in which they are mounted."""
    checkpoint_container_url: Input[str] | None = None
    """The blob container that jobs write checkpoints to; spot nodes need one."""
    fabric_reports: FabricReports | None = None
    """Left out: a node keeps what it found to itself."""
    homes: MountPath | None = None
    """The folder in which people have their homes: one of `mounts`, or below one."""
    slurm: SlurmMembership | None = None
    """Left out: nodes aren't scheduled, and their owner starts jobs on them (`scheduler: none`)."""

    @model_validator(mode="after")
    def _check_services(self) -> "NodeServices":
        paths = [mount.path for mount in self.mounts]
        problems = [
            Problem(("mounts", number, "path"), f"{path} is the path of [{paths.index(path)}] already")
            for number, path in enumerate(paths)
            if path in paths[:number]
        ]
        problems += [
            Problem(("mounts", number, "path"), f"{path} is where nodes have their local disks: take another")
            for number, path in enumerate(paths)
            if path == SCRATCH or path.startswith(f"{SCRATCH}/")
        ]
        asking = self.fabric_reports is not None or self.slurm is not None
        if self.client_id is None and (asking or any(m.kind == "blobfuse2" for m in self.mounts)):
            text = "nodes ask for tokens then: give the client id of their identity"
            problems.append(Problem(("client_id",), text))
        if self.client_id is None and self.job_client_id is not None:
            text = "goes with `client_id`: nodes without an identity hand out no tokens"
            problems.append(Problem(("job_client_id",), text))
        refuse(NodeServices, problems)
        return self


def mounts_told(mounts: Sequence[NodeMount]) -> list[dict[str, Any]]:
    """As a machine is told of what it mounts."""
    return [
        {
            "kind": mount.kind,
            "path": mount.path,
            "source": mount.source,
            "options": mount.options,
            "config": mount.config,
            "version": mount.package_version,
        }
        for mount in mounts
    ]


def node_custom_data(size: VmSize, services: NodeServices) -> pulumi.Output[str]:
    """The customData of a node of that size, once what it talks to is known."""
    hardware = node_hardware(size)
    floors = hardware.floors
    told = {
        "size": hardware.size,
        "gpus": {
            "vendor": hardware.vendor,
            "count": hardware.gpus,
            "nvlinks": hardware.nvlinks_per_gpu,
        },
        "infiniband": {
            "ports": hardware.infiniband_ports,
            "rateGbps": None
            if hardware.infiniband_rate_gbps is None
            else float(hardware.infiniband_rate_gbps),
        },
        "nvmeDisks": hardware.nvme_disks,
        "environment": dict(hardware.environment),
        "benchmarkEnvironment": dict(hardware.benchmark_environment),
        "checkpoints": services.checkpoint_container_url,
        "floors": None
        if floors is None
        else {
            "adapterGbps": float(floors.adapter_gbps),
            "nodeAllReduceGBps": None
            if floors.node_all_reduce_gb_per_second is None
            else float(floors.node_all_reduce_gb_per_second),
            "clusterAllReduceGBps": float(floors.cluster_all_reduce_gb_per_second),
        },
        "clientId": services.client_id or "",
        "jobClientId": services.job_client_id,
        "mounts": mounts_told(services.mounts),
        "homes": services.homes,
        "reports": None
        if services.fabric_reports is None
        else {
            "endpoint": services.fabric_reports.logs_ingestion_endpoint,
            "rule": services.fabric_reports.rule_immutable_id,
            "stream": STREAM,
        },
        "slurm": None if services.slurm is None else services.slurm.told(size),
    }
    return pulumi.Output.json_dumps(told).apply(lambda text: custom_data(json.loads(text)))

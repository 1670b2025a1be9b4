"""What the nodes of a cluster are told."""

import json
import re
from typing import Annotated, Literal

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.matching import matching
from azure_ai_landing_zone.model import Input, Model, refuse
from azure_ai_landing_zone.node_setup import SCRATCH, custom_data
from azure_ai_landing_zone.planning.fabric import node_hardware
from azure_ai_landing_zone.planning.problem import Problem

MountPath = Annotated[
    str, matching(r"(/[A-Za-z0-9_][\w.-]*)+", "an absolute path of letters, digits, _ . and -, such as /data")
]


_SECRETS = re.compile(r"\b(account-key|sas|clientsecret|oauth-token-path|AccountKey)\b")
"""Settings of blobfuse2 that hold secrets.
Source: github.com/Azure/azure-storage-fuse, setup/baseConfig.yaml."""


class NodeMount(Model):
    """One store that every node mounts, tried again until its roles take effect."""

    kind: Literal["lustre", "nfs", "blobfuse2"]
    """The file system; blobfuse2 at least 2.3.1."""
    path: MountPath
    """Where nodes see it."""
    source: Input[str]
    """What is mounted: `<address>@tcp:/lustrefs`, `<host>:/<share>`, or a container's name for blobfuse2."""
    options: list[Annotated[str, matching(r"[\w=.:/-]+", "one option, such as noatime")]] = Field(default=[])
    """Of the mount."""
    config: Input[str] | None = None
    """Settings of blobfuse2 in YAML, without keys: nodes come with an identity."""

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


class NodeServices(Model):
    """What a node uses besides its own disks."""

    mounts: list[NodeMount] = Field(default=[])
    """In the order in which they are mounted."""
    checkpoint_container_url: Input[str] | None = None
    """The blob container that jobs write checkpoints to; spot nodes need one."""

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
        refuse(NodeServices, problems)
        return self


def node_custom_data(size: VmSize, services: NodeServices) -> pulumi.Output[str]:
    """The customData of a node of that size, once what it talks to is known."""
    hardware = node_hardware(size)
    told = {
        "size": hardware.size,
        "gpus": {
            "vendor": hardware.vendor,
            "count": hardware.gpus,
            "nvlinks": hardware.nvlinks_per_gpu,
        },
        "infiniband": {
            "ports": hardware.infiniband_ports,
            "rateGbps": float(hardware.infiniband_rate_gbps),
        },
        "nvmeDisks": hardware.nvme_disks,
        "environment": dict(hardware.environment),
        "checkpoints": services.checkpoint_container_url,
        "mounts": [
            {
                "kind": mount.kind,
                "path": mount.path,
                "source": mount.source,
                "options": mount.options,
                "config": mount.config,
            }
            for mount in services.mounts
        ],
    }
    return pulumi.Output.json_dumps(told).apply(lambda text: custom_data(json.loads(text)))

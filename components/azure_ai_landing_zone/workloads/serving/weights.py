"""Where servers find the weights of their models."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.workloads.component import Image
from azure_ai_landing_zone.workloads.hub import HubCommit
from azure_ai_landing_zone.workloads.volumes import BlobFolder

WEIGHTS = "/weights"
"""Where volumes with weights are mounted."""


class DownloadedWeights(HubCommit):
    """Fetched by every replica as it starts."""

    mode: Literal["download"]
    """From Hugging Face, through the network's way out."""
    size_gib: StrictInt = Field(ge=1, le=4096)
    """The most that they take on a node's disk, what the hub's client keeps beside them included. A replica
    that takes more is evicted."""


class BlobWeights(BlobFolder):
    """A folder of a blob container, mounted with the service's identity and without keys; `staged_weights`
    fill one."""

    mode: Literal["blob"]
    """Azure Blob CSI."""


class LustreWeights(Model):
    """A folder of an Azure Managed Lustre file system."""

    mode: Literal["lustre"]
    """Azure Lustre CSI, version 0.6 or newer."""
    mgs_ip_address: str
    """Of the file system's management server."""
    path: str = ""
    """Of the model, from the file system's top."""


class ImageWeights(Model):
    """A folder of a container image, which nodes pull as they pull the server's and mount for reading: all
    replicas of a node share it. Kubernetes has it from 1.35 on, where it is on by default, and for good from
    1.36 (kubernetes/enhancements#4639); AKS's nodes too (Azure/AKS#5448, containerd 2.2 by
    Azure/AgentBaker#7796, 2026-06-05). It has to be an image: containerd mounts no other artifacts
    (containerd/containerd#11907)."""

    mode: Literal["image"]
    """A volume of Kubernetes' own (`image`)."""
    image: Image
    """Such as crzone.azurecr.io/models/qwen@sha256:…; nodes pull it as themselves."""
    size_gib: StrictInt = Field(ge=1, le=4096)
    """The most that the image has, which is told to the checks alone. A node's disk holds it twice, since
    containerd keeps what it pulled beside what it unpacked (Azure/AgentBaker#5077, 2024-10-11)."""
    path: str = ""
    """Of the model, from the image's top."""


class ClaimWeights(Model):
    """A volume that is there already."""

    mode: Literal["claim"]
    """A PersistentVolumeClaim in the service's namespace."""
    claim_name: str
    """Of the claim; many nodes have to be able to read it."""
    path: str = ""
    """Of the model, from the volume's top."""


WeightsChoice = Annotated[
    DownloadedWeights | BlobWeights | ImageWeights | LustreWeights | ClaimWeights, Field(discriminator="mode")
]

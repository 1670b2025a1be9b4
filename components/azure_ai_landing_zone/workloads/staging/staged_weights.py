"""StagedWeights: a model fetched from Hugging Face once, into a folder of a blob container."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pulumi
from pydantic import Field, StrictInt

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import Input, ObjectName
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.component import KubernetesComponent, Manifest, NamespaceName
from azure_ai_landing_zone.workloads.hub import HubCommit
from azure_ai_landing_zone.workloads.plan import NOBODY, WITHOUT_GPUS, confined
from azure_ai_landing_zone.workloads.serving.pods import (
    labels_of,
    secret_variables,
    secrets_volume,
    vault_secrets,
)
from azure_ai_landing_zone.workloads.serving.settings import SECRETS, VaultSecrets
from azure_ai_landing_zone.workloads.serving.weights import WEIGHTS
from azure_ai_landing_zone.workloads.volumes import BlobFolder, blob_driver, static_volume

_IMAGE = pins.image("mcr.microsoft.com/azurelinux/distroless/python")

_SCRIPT = Path(__file__).with_name("fetch_weights.py")

_NO_SENSE = 2
"""With which the script ends where another try changes nothing."""


class StagedWeightsSettings(BlobFolder, HubCommit):
    """A commit of a repository, and the folder that is to have it. Services read it with `weights: {mode:
    blob}`; another commit takes another folder."""

    path: str = Field(min_length=1)
    """Of the folder, from the container's top. It has nothing else."""
    size_gib: StrictInt = Field(ge=1, le=4096)
    """The most that is fetched; a repository with more is refused before its first byte."""
    left_out: list[str] = Field(default=["original/*"])
    """Globs of files that no server reads, such as what Llama has beside its safetensors."""
    stage_minutes: StrictInt = Field(default=240, ge=5, le=1440)
    """The longest that it may take."""
    vault_secrets: VaultSecrets | None = None
    """HF_TOKEN, for a gated model."""

    def problems(self) -> list[Problem]:
        """What never works; paths are the settings' own names."""
        text = self.never_in(self.size_gib)
        return [Problem(("size_gib",), text)] if text is not None else []


class StagedWeightsArgs(StagedWeightsSettings):
    """What StagedWeights are made of."""

    weights_name: ObjectName
    """Of their objects."""
    namespace: NamespaceName
    """Where they are fetched."""
    workload_client_id: Input[str]
    """The client id of the identity that writes the folder: Storage Blob Data Contributor on the container,
    and it trusts the service account of this name."""


class StagedWeights(KubernetesComponent):
    """A Job that fetches them, on the system pool: no GPU waits for it, and services that are made after it
    find all of them. It goes on where it was stopped."""

    def __init__(
        self, name: str, args: StagedWeightsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        manifests = staged_weights(args)
        job = {"job": manifests.pop("job")}
        made = self._make(name, manifests)
        timeout = f"{args.stage_minutes + 10}m"
        self._make(
            name,
            job,
            depends_on=list(made.values()),
            custom_timeouts=pulumi.CustomTimeouts(create=timeout, update=timeout),
        )
        self._end()


def place_problems(weights: Sequence[StagedWeightsSettings]) -> list[Problem]:
    """Two that are fetched into one folder; paths begin with the position."""
    problems, seen = [], list[tuple[str, str, str]]()
    for number, one in enumerate(weights):
        place = (one.storage_account_name, one.container_name, one.path.strip("/"))
        if place in seen:
            text = f"{'/'.join(place)} is another one's folder already: name another one, or stage it once"
            problems.append(Problem((number, "path"), text))
        seen.append(place)
    return problems


def casing_problem(reader: BlobFolder, weights: Sequence[StagedWeightsSettings]) -> str | None:
    """Why a reader never finds the folder that it means: names of blobs and directories are case-sensitive
    (learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata,
    2026-11)."""
    path = reader.path.strip("/")
    staged = [
        one.path.strip("/")
        for one in weights
        if (one.storage_account_name, one.container_name)
        == (reader.storage_account_name, reader.container_name)
    ]
    meant = next((one for one in staged if one.lower() == path.lower()), path)
    if path == meant or path in staged:
        return None
    return f"{path} is staged as {meant}, and blobs' names differ by casing: write it like that"


def staged_weights(args: StagedWeightsArgs) -> dict[str, Manifest]:
    """Its objects by role."""
    name, namespace = args.weights_name, args.namespace
    # Not as the container that services of that name may read.
    claim, labels = f"{name}-staging", labels_of(f"{name}-staging")
    metadata = {"name": claim, "namespace": namespace, "labels": labels}
    csi = blob_driver(args, f"{namespace}-{claim}", args.workload_client_id, read_only=False)
    return {
        "account": {
            "apiVersion": "v1",
            "kind": "ServiceAccount",
            "metadata": {
                **metadata,
                "name": name,
                "annotations": {"azure.workload.identity/client-id": args.workload_client_id},
            },
        },
        "script": {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": metadata,
            "data": {_SCRIPT.name: _SCRIPT.read_text(encoding="utf-8")},
        },
        "network": {
            "apiVersion": "networking.k8s.io/v1",
            "kind": "NetworkPolicy",
            "metadata": metadata,
            "spec": {
                "podSelector": {"matchLabels": labels},
                "policyTypes": ["Ingress", "Egress"],
                "ingress": [],
                # Names it may ask for as every pod of the namespace.
                "egress": [{"ports": [{"protocol": "TCP", "port": 443}]}],
            },
        },
        **static_volume(claim, namespace, csi, ["-o allow_other"], "ReadWriteMany"),
        **vault_secrets(name, namespace, args.vault_secrets, args.workload_client_id),
        "job": {
            "apiVersion": "batch/v1",
            "kind": "Job",
            "metadata": metadata,
            "spec": {
                "backoffLimit": 6,
                "activeDeadlineSeconds": args.stage_minutes * 60,
                # Never two at a time in one folder.
                "podReplacementPolicy": "Failed",
                "podFailurePolicy": {
                    "rules": [
                        {
                            "action": "FailJob",
                            "onExitCodes": {"operator": "In", "values": [_NO_SENSE]},
                        }
                    ]
                },
                "template": {"metadata": {"labels": labels}, "spec": _pod(args, claim)},
            },
        },
    }


def _pod(args: StagedWeightsArgs, claim: str) -> dict[str, Any]:
    mounts: list[dict[str, Any]] = [
        {"name": "weights", "mountPath": WEIGHTS},
        {"name": "script", "mountPath": "/script", "readOnly": True},
    ]
    volumes: list[dict[str, Any]] = [
        {"name": "weights", "persistentVolumeClaim": {"claimName": claim}},
        {"name": "script", "configMap": {"name": claim}},
    ]
    if args.vault_secrets is not None:
        mounts.append({"name": "secrets", "mountPath": SECRETS, "readOnly": True})
        volumes.append({"name": "secrets", "csi": secrets_volume(args.weights_name)})
    told = {
        "HUB": "https://huggingface.co",
        "REPOSITORY": args.repository,
        "REVISION": args.revision,
        "FOLDER": f"{WEIGHTS}/{args.path.strip('/')}",
        "LIMIT_GIB": str(args.size_gib),
        "LEFT_OUT": json.dumps(args.left_out),
    }
    return {
        "restartPolicy": "Never",
        "serviceAccountName": args.weights_name,
        "automountServiceAccountToken": False,
        "tolerations": WITHOUT_GPUS,
        "containers": [
            {
                "name": "fetch",
                "image": _IMAGE,
                "command": ["python3", f"/script/{_SCRIPT.name}"],
                "env": [
                    *({"name": key, "value": value} for key, value in told.items()),
                    *secret_variables(args.weights_name, args.vault_secrets),
                ],
                "resources": {
                    "requests": {"cpu": "500m", "memory": "256Mi"},
                    "limits": {"memory": "256Mi"},
                },
                "securityContext": confined(NOBODY, read_only=True),
                "volumeMounts": mounts,
            }
        ],
        "volumes": volumes,
    }

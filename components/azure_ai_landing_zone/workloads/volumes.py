"""Volumes of what is there already: folders of blob containers, and how pods find them."""

from typing import Any

from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.workloads.component import Manifest


class BlobFolder(Model):
    """A folder of a blob container, mounted as an identity and without keys."""

    storage_account_name: str
    """Reached through its private endpoint."""
    container_name: str
    """That holds the weights."""
    storage_resource_group_name: str
    """Of the account."""
    path: str = ""
    """Of the model, from the container's top."""


def static_volume(
    claim: str, namespace: str, csi: dict[str, Any], options: list[str], access_mode: str
) -> dict[str, Manifest]:
    """A volume and the claim that has it, by role."""
    common = {"accessModes": [access_mode], "storageClassName": ""}
    size = "1Ti"  # no driver of ours looks at it
    return {
        "volume": {
            "apiVersion": "v1",
            "kind": "PersistentVolume",
            "metadata": {"name": f"{namespace}-{claim}"},
            "spec": {
                **common,
                "capacity": {"storage": size},
                "persistentVolumeReclaimPolicy": "Retain",
                "mountOptions": options,
                "claimRef": {"namespace": namespace, "name": claim},
                "csi": csi,
            },
        },
        "claim": {
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": {"name": claim, "namespace": namespace},
            "spec": {
                **common,
                "volumeName": f"{namespace}-{claim}",
                "resources": {"requests": {"storage": size}},
            },
        },
    }


def blob_driver(
    folder: BlobFolder, handle: str, identity_client_id: Any, *, read_only: bool
) -> dict[str, Any]:
    """github.com/kubernetes-sigs/blob-csi-driver, docs/workload-identity-static-pv-mount.md, 2026-08: with
    the token alone no account key is read."""
    return {
        "driver": "blob.csi.azure.com",
        "readOnly": read_only,
        "volumeHandle": f"{folder.storage_account_name}_{folder.container_name}_{handle}",
        "volumeAttributes": {
            "protocol": "fuse2",
            "resourceGroup": folder.storage_resource_group_name,
            "storageAccount": folder.storage_account_name,
            "containerName": folder.container_name,
            "clientID": identity_client_id,
            "mountWithWorkloadIdentityToken": "true",
        },
    }

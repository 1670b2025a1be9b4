"""What machines and clusters need to mount a Lustre file system: commands, packages and manifests as data.

For whoever sets nodes up: `client_packages`, `repository_commands`, `mount_command`, `fstab_line` and
`unmount_command`; for whoever runs pods: `persistent_volume` and `persistent_volume_claim`.
Sources: learn.microsoft.com/azure/azure-managed-lustre/client-install, connect-clients and
automount-clients-fstab, 2024-11-11.
"""

import shlex
from typing import Any, Literal

FILE_SYSTEM = "lustrefs"
"""Azure's own name of every file system, seen from inside."""

MOUNT_OPTIONS = ("noatime", "flock")

CSI_DRIVER = "azurelustre.csi.azure.com"

Release = Literal["jammy", "noble"]
"""Ubuntu 22.04 and 24.04, which the Azure HPC images are made of."""

CLIENT_VERSIONS: dict[Release, str] = {"jammy": "2.15.5-41-gc010524", "noble": "2.17.0-19-gbb5310f"}
"""Of the Lustre client. Source: includes/client-install-version-ubuntu.md (2024-10-18) and
client-install-version-ubuntu-24.md (2026-06-19) of the pages above."""


def repository_commands(release: Release) -> list[str]:
    """As root, once: where the client's packages come from."""
    key, source = "/etc/apt/trusted.gpg.d/microsoft.gpg", "/etc/apt/sources.list.d/amlfs.list"
    repository = f"https://packages.microsoft.com/repos/amlfs-{release}/"
    return [
        f"curl -fsSL https://packages.microsoft.com/keys/microsoft.asc | gpg --dearmor --yes --output {key}",
        f"echo 'deb [arch=amd64] {repository} {release} main' > {source}",
        "apt-get update",
    ]


def client_packages(release: Release, kernel: str) -> list[str]:
    """Packages of the client for exactly that kernel (`uname -r`): its modules fit no other. Images that
    bring the client have them already."""
    return [f"amlfs-lustre-client-{CLIENT_VERSIONS[release]}={kernel}"]


def mount_command(mgs_address: str, mount_path: str) -> str:
    """As root; the folder has to exist."""
    return (
        f"mount -t lustre -o {','.join(MOUNT_OPTIONS)} {mgs_address}@tcp:/{FILE_SYSTEM} "
        f"{shlex.quote(mount_path)}"
    )


def fstab_line(mgs_address: str, mount_path: str) -> str:
    """Mounts at every boot as soon as somebody looks there; a node boots without it."""
    options = ["defaults", *MOUNT_OPTIONS, "_netdev", "nofail", "x-systemd.automount"]
    where = mount_path.replace("\\", "\\134").replace(" ", "\\040").replace("\t", "\\011")
    return f"{mgs_address}@tcp:/{FILE_SYSTEM} {where} lustre {','.join(options)} 0 0"


def unmount_command(mount_path: str) -> str:
    """As root, before a machine is deallocated: the file system waits for clients that are gone."""
    return f"umount -t lustre {shlex.quote(mount_path)}"


def persistent_volume(
    name: str, mgs_address: str, storage_tib: int, *, folder: str | None = None
) -> dict[str, Any]:
    """A static volume: the whole file system, or a folder of it. It outlives every claim; deleting it
    deletes no file.

    Source: docs/static-provisioning.md and docs/driver-parameters.md of
    github.com/kubernetes-sigs/azurelustre-csi-driver, 2026-11-21.
    """
    attributes = {"mgs-ip-address": mgs_address} | ({"sub-dir": folder} if folder else {})
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": name},
        "spec": {
            "accessModes": ["ReadWriteMany"],
            "capacity": {"storage": f"{storage_tib}Ti"},
            "csi": {"driver": CSI_DRIVER, "volumeHandle": name, "volumeAttributes": attributes},
            "mountOptions": list(MOUNT_OPTIONS),
            "persistentVolumeReclaimPolicy": "Retain",
            "storageClassName": "",
        },
    }


def persistent_volume_claim(name: str, namespace: str, volume: str, storage_tib: int) -> dict[str, Any]:
    """The claim on exactly that volume."""
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "accessModes": ["ReadWriteMany"],
            "resources": {"requests": {"storage": f"{storage_tib}Ti"}},
            "storageClassName": "",
            "volumeName": volume,
        },
    }

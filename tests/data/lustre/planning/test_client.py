"""How machines and pods mount a file system."""

import shlex
import subprocess

import pytest

from azure_ai_landing_zone.data.lustre.planning import client as lustre_client


def test_mount_command_and_fstab() -> None:
    assert lustre_client.mount_command("10.0.0.4", "/mnt/data") == (
        "mount -t lustre -o noatime,flock 10.0.0.4@tcp:/lustrefs /mnt/data"
    )
    assert lustre_client.fstab_line("10.0.0.4", "/mnt/my data") == (
        "10.0.0.4@tcp:/lustrefs /mnt/my\\040data lustre "
        "defaults,noatime,flock,_netdev,nofail,x-systemd.automount 0 0"
    )
    assert lustre_client.unmount_command("/mnt/my data") == "umount -t lustre '/mnt/my data'"


@pytest.mark.parametrize(("release", "version"), [("jammy", "2.15.5-41"), ("noble", "2.17.0-19")])
def test_the_client_is_that_of_the_kernel(release: lustre_client.Release, version: str) -> None:
    (package,) = lustre_client.client_packages(release, "6.8.0-1021-azure")
    assert package.startswith(f"amlfs-lustre-client-{version}")
    assert package.endswith("=6.8.0-1021-azure")


def test_repository_commands_are_shell() -> None:
    script = "\n".join(lustre_client.repository_commands("noble"))
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0
    assert "repos/amlfs-noble/" in script
    assert [shlex.split(line)[0] for line in script.splitlines()] == ["curl", "echo", "apt-get"]


def test_volume_and_claim_fit_each_other() -> None:
    volume = lustre_client.persistent_volume("data", "10.0.0.4", 16, folder="/train")
    claim = lustre_client.persistent_volume_claim("data", "jobs", "data", 16)
    assert volume["spec"]["csi"] == {
        "driver": "azurelustre.csi.azure.com",
        "volumeHandle": "data",
        "volumeAttributes": {"mgs-ip-address": "10.0.0.4", "sub-dir": "/train"},
    }
    assert volume["spec"]["persistentVolumeReclaimPolicy"] == "Retain"
    assert claim["spec"]["volumeName"] == volume["metadata"]["name"]
    assert claim["spec"]["resources"]["requests"] == volume["spec"]["capacity"] == {"storage": "16Ti"}
    assert claim["spec"]["storageClassName"] == volume["spec"]["storageClassName"] == ""

"""What `srun --container-image` starts containers with: pyxis hands a step to enroot, which unpacks an image
and runs it as the user, without a daemon. So they are in the job's control group, have its GPUs, and end with
it.

Source: github.com/Azure/cyclecloud-slurm@049346f, azure-slurm-install: ubuntu.sh, install.py and
templates/enroot.conf.template, for what is installed and how it is set; github.com/NVIDIA/pyxis@c908f63 and
github.com/NVIDIA/enroot@9b3a6fd for what the settings do. Read 2026-11-23.
"""

import hashlib
import shutil
import tempfile
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import azure, commands, settings

PLUGIN = Path("/opt/pyxis/spank_pyxis.so")
MADE_FROM = PLUGIN.with_name("made-from")
"""Of which commit and for which Slurm the plugin was made: another Slurm refuses to load it."""

SCRATCH = Path("/mnt/scratch/enroot")
"""Root's own, with a folder of each user in it that a job's prolog makes."""

PLUGSTACK = f"required {PLUGIN} runtime_path={SCRATCH}/pyxis container_scope=job\n"
"""Of every machine: the scheduler hands it out with the rest of its files (`slurmd_config_files` and
`client_config_files` of github.com/SchedMD/slurm, src/slurmctld/proc_req.c, 2026-11-23). Images are unpacked
on the local disks, and containers with a name end with their job as well."""

CONFIGURATION = Path("/etc/enroot/enroot.conf")
HOOKS = Path("/usr/share/enroot/hooks.d"), Path("/etc/enroot/hooks.d")
"""Where the package has hooks that it doesn't use by itself, and where those are that it does."""
FOR_SLURM = "50-slurm-pmi.sh", "50-slurm-pytorch.sh"

BUILDS_WITH = ["gcc", "git", "libc6-dev", "make"]
"""What makes the plugin, beside Slurm's own headers."""

PASSING = azure.PASSING - {401, 403, 404, 410}
"""Answers that are worth another try: who has no such file now will have none later."""


def install(told: Mapping[str, Any]) -> None:
    """What this machine needs for it; nothing that it has already."""
    slurm = told["slurm"]
    _make_pyxis(slurm["containers"], slurm["version"])
    if slurm["role"] == "node":
        _install_enroot(slurm["containers"])
        settings.write(CONFIGURATION, configuration(told["gpus"]["vendor"]))
        for name in FOR_SLURM:
            shutil.copy(HOOKS[0] / name, HOOKS[1] / name)
        # slurmd lets pyxis make only the last folder of its own.
        commands.checked("install", "--directory", "--mode=755", str(SCRATCH))


def configuration(vendor: str) -> str:
    """enroot.conf: all that is big on the local disks, apart for each user."""
    own = f"{SCRATCH}/$(id -u)"
    said = {
        "ENROOT_RUNTIME_PATH": f"{own}/run",
        "ENROOT_CACHE_PATH": "/mnt/scratch/cache/$(id -u)/enroot",
        "ENROOT_DATA_PATH": f"{own}/data",
        "ENROOT_TEMP_PATH": own,
        "ENROOT_SQUASH_OPTIONS": "-noI -noD -noF -noX -no-duplicates",
        "ENROOT_MOUNT_HOME": "yes",
        # Hooks bring GPUs of NVIDIA into a container, and nothing those of AMD: there all that the job's
        # control group allows.
        "ENROOT_RESTRICT_DEV": "yes" if vendor == "nvidia" else "no",
        "ENROOT_ROOTFS_WRITABLE": "yes",
        "MELLANOX_VISIBLE_DEVICES": "all",
    }
    return "".join(f"{name} {value}\n" for name, value in said.items())


def _make_pyxis(containers: Mapping[str, Any], version: str) -> None:
    """From its source: no package of it goes with Microsoft's Slurm. The commit's name is what git checks."""
    commit = containers["pyxis"]
    made_from = f"{commit} {version}\n"
    if PLUGIN.exists() and MADE_FROM.exists() and MADE_FROM.read_text(encoding="utf-8") == made_from:
        return
    source = f"{containers['mirror']}/pyxis.git"
    with tempfile.TemporaryDirectory() as folder:
        git = ["git", "-C", folder]
        commands.checked(*git, "init", "--quiet")
        commands.checked(*git, "fetch", "--quiet", "--depth=1", source, commit)
        commands.checked(*git, "checkout", "--quiet", commit)
        commands.checked("make", "--directory", folder)
        commands.checked("install", "-D", "--mode=644", f"{folder}/{PLUGIN.name}", str(PLUGIN))
    settings.write(MADE_FROM, made_from)


def _install_enroot(containers: Mapping[str, Any]) -> None:
    version = containers["enroot"]
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Abbrev}${Version}"]
    if all(commands.run([*query, name]).text == f"ii {version}-1" for name in containers["sha256"]):
        return
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for package, wanted in containers["sha256"].items():
            name = f"{package}_{version}-1_amd64.deb"
            url = f"{containers['mirror']}/enroot/releases/download/v{version}/{name}"
            request = urllib.request.Request(url)  # noqa: S310 (from the settings)
            content = azure.answer(request, passing=PASSING)
            if (got := hashlib.sha256(content).hexdigest()) != wanted:
                raise SystemExit(f"{url} has the SHA-256 {got}, and the settings say {wanted}")
            files.append(str(Path(folder) / name))
            Path(files[-1]).write_bytes(content)
        # apt reads files as nobody else.
        Path(folder).chmod(0o755)
        apt = ["apt-get", "-o", "DPkg::Lock::Timeout=600", "-o", "Dpkg::Options::=--force-confold"]
        commands.checked(*apt, "install", "--yes", "--allow-downgrades", *files)

"""Makes a machine part of a Slurm cluster: its scheduler, its login node or one of its nodes."""

import re
import shlex
import shutil
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import commands, containers, munge_key, settings

PACKAGES = {
    "scheduler": ["slurm-smd", "slurm-smd-client", "slurm-smd-slurmctld"],
    "login": ["slurm-smd", "slurm-smd-client", "slurm-smd-sackd"],
    "node": ["slurm-smd", "slurm-smd-client", "slurm-smd-slurmd", "slurm-smd-libpam-slurm-adopt"],
}
"""As packages.microsoft.com calls them."""

DAEMONS = {"scheduler": "slurmctld", "login": "sackd", "node": "slurmd"}

PORT = 6817
"""Of slurmctld."""

STATE = Path("/var/spool/slurmctld")
CONFIGURATION = Path("/etc/slurm")
KEYRING = Path("/usr/share/keyrings/microsoft-prod.gpg")
TRUSTED = Path("/etc/apt/trusted.gpg.d/microsoft-prod.gpg")
"""Where Azure's images have Microsoft's key: HPC images have it in the second place.
Source: github.com/Azure/cyclecloud-slurm@049346f, azure-slurm-install/ubuntu.sh."""


def daemon_command(told: Mapping[str, Any]) -> list[str]:
    """What runs in the foreground on this machine."""
    slurm = told["slurm"]
    server = f"{slurm['scheduler']}:{PORT}"
    if slurm["role"] == "scheduler":
        return ["/usr/sbin/slurmctld", "-D"]
    if slurm["role"] == "login":
        return ["/usr/sbin/sackd", "-D", "--conf-server", server]
    features = [f"Feature={slurm['partition']}"]
    if slurm["reservedCores"]:
        features.append(f"CoreSpecCount={slurm['reservedCores']}")
    if slurm["reservedMemoryMib"]:
        features.append(f"MemSpecLimit={slurm['reservedMemoryMib']}")
    if told["gpus"]["count"]:
        features.append(f"Gres=gpu:{told['gpus']['count']}")
    return ["/usr/sbin/slurmd", "-D", "-Z", "--conf-server", server, "--conf", " ".join(features)]


def drop_in(told: Mapping[str, Any]) -> str:
    """What a machine's daemon waits for, and how it is started."""
    waits = "munge.service"
    requires = ""
    if told["slurm"]["role"] == "node":
        gates = "fabric-gate.service" + (" mount-data.service" if told["mounts"] else "")
        waits += f" {gates}"
        requires = f"Requires={gates}\n"
    return (
        f"[Unit]\nAfter={waits}\n{requires}ConditionPathExists=\n\n"
        f"[Service]\nType=simple\nExecStart=\nExecStart={shlex.join(daemon_command(told))}\n"
        "LimitMEMLOCK=infinity\nRestart=on-failure\nRestartSec=30\n"
    )


def configuration(told: Mapping[str, Any], host: str, address: str) -> dict[str, str]:
    """The scheduler's files, with the one line that only it can write."""
    files: dict[str, str] = dict(told["slurm"]["files"])
    files["slurm.conf"] += f"\nSlurmctldHost={host}({address})\n"
    return files


def source_list(told: Mapping[str, Any], release: str) -> str:
    """Where Slurm comes from, for this release of Ubuntu."""
    repository = told["slurm"]["repositories"][release]
    place = f"https://packages.microsoft.com/repos/{repository}/"
    return f"deb [arch=amd64 signed-by={KEYRING}] {place} stable main\n"


PREFERENCES = """Package: slurm-smd*
Pin: origin packages.microsoft.com
Pin-Priority: 990
"""


def version_problem(said: str, wanted: str) -> str | None:
    """Why the Slurm that is installed won't do, from what `slurmctld -V` says."""
    found = re.search(r"slurm (\d+\.\d+\.\d+)", said)
    if found is None:
        return f"no Slurm is installed: {said.strip()}"
    if found[1] != wanted:
        return f"Slurm {found[1]} is installed, and the machines of this cluster have {wanted}"
    return None


PAM = Path("/etc/pam.d")
MACHINES_OWN = 2_000
"""People have numbers from there on: whoever is below administers the machine."""


def close_to_people(folder: Path = PAM) -> None:
    """Who isn't the machine's own comes in only where a job of theirs runs, and as part of it. pam_systemd
    would take the session out of the job again.
    Source: slurm.schedmd.com/pam_slurm_adopt.html, 2026-04-19."""
    sshd = folder / "sshd"
    last = (
        f"account sufficient pam_succeed_if.so quiet uid < {MACHINES_OWN}\n"
        "account required pam_slurm_adopt.so action_adopt_failure=deny action_generic_failure=deny\n"
    )
    text = sshd.read_text(encoding="utf-8")
    if last not in text:
        settings.write(sshd, f"{text.rstrip()}\n{last}")
    session = folder / "common-session"
    lines = session.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = "".join(line for line in lines if "pam_systemd.so" not in line)
    settings.write(session, kept)


def main() -> int:
    told = settings.load()
    slurm = told["slurm"]
    role, daemon = slurm["role"], DAEMONS[slurm["role"]]
    for user, uid in (("munge", slurm["mungeUid"]), ("slurm", slurm["slurmUid"])):
        _ensure_user(user, uid)
    _install(told)
    if problem := version_problem(commands.checked(f"/usr/sbin/{daemon}", "-V"), slurm["version"]):
        raise SystemExit(problem)
    if slurm["containers"]:
        containers.install(told)
    if munge_key.install(munge_key.fetch(told, make=role == "scheduler")):
        commands.checked("systemctl", "restart", "munge.service")
    if role == "node":
        close_to_people()
    if role == "scheduler":
        commands.checked("/usr/local/sbin/mount-slurm-state")
        address = commands.checked("hostname", "--all-ip-addresses").split()[0]
        for name, text in configuration(told, socket.gethostname(), address).items():
            settings.write(CONFIGURATION / name, text)
    for folder in ("/var/log/slurm", "/var/spool/slurmd"):
        commands.checked("install", "--directory", "--owner=slurm", "--group=slurm", folder)
    settings.write(Path(f"/etc/systemd/system/{daemon}.service.d/azure.conf"), drop_in(told))
    commands.checked("systemctl", "daemon-reload")
    commands.checked("systemctl", "enable", f"{daemon}.service")
    commands.checked("systemctl", "restart", f"{daemon}.service")
    return 0


def _ensure_user(name: str, uid: int) -> None:
    """Before the package does, which would take any number."""
    if commands.run(["id", "--user", name]).status:
        commands.checked("groupadd", "--gid", str(uid), name)
        commands.checked("useradd", "--system", "--uid", str(uid), "--gid", str(uid), "--no-create-home",
                 "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin", name)  # fmt: skip


def _install(told: Mapping[str, Any]) -> None:
    os_release = Path("/etc/os-release").read_text(encoding="utf-8")
    found = re.search(r'^VERSION_ID="?([\d.]+)', os_release, re.MULTILINE)
    if not KEYRING.exists():
        shutil.copy(TRUSTED, KEYRING)
    settings.write(Path("/etc/apt/sources.list.d/slurm.list"), source_list(told, found[1] if found else ""))
    settings.write(Path("/etc/apt/preferences.d/slurm"), PREFERENCES)
    for command in install_commands(told["slurm"], commands.run):
        commands.checked(*command)


def install_commands(slurm: Mapping[str, Any], run: commands.Run) -> list[list[str]]:
    """What brings this machine to the cluster's version, and keeps it there: none where it has it. A restart
    must not bring a newer one than the scheduler's."""
    names, version, others = PACKAGES[slurm["role"]], slurm["version"], ["munge"]
    if slurm["containers"]:
        names, others = [*names, "slurm-smd-dev"], [*others, *containers.BUILDS_WITH]
    there = re.compile(rf"[hi]i (\d+:)?{re.escape(version)}(?![\d.])")
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Abbrev}${Version}"]
    if all(there.match(run([*query, name]).text) for name in names):
        return []
    apt = ["apt-get", "-o", "DPkg::Lock::Timeout=600"]
    install = ["install", "--yes", "--no-install-recommends", "--allow-downgrades",
               "--allow-change-held-packages"]  # fmt: skip
    return [
        [*apt, "update"],
        [*apt, *install, *others, *(f"{name}={version}*" for name in names)],
        ["apt-mark", "hold", *names],
    ]


if __name__ == "__main__":
    raise SystemExit(main())

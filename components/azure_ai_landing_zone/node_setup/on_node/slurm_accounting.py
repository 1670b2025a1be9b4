"""On a scheduler with a database: slurmdbd beside slurmctld, keeping there what jobs took, and who may take
how much. slurmctld waits for it at its first start, and registers itself there.

Source: github.com/SchedMD/slurm, slurm-25-11-5-1: src/slurmctld/controller.c and src/slurmdbd/proc_req.c."""

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import azure, commands, munge_key, settings, slurm_setup

FILE = Path("/etc/slurm/slurmdbd.conf")
AUTHORITY = Path("/etc/slurm/database-ca.pem")
KNOWN_AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
"""Ubuntu's list."""

ROLE = "accounting"
slurm_setup.PACKAGES[ROLE] = ["slurm-smd-slurmdbd"]
"""Beside those of the scheduler, whose version it has. Source of the name: github.com/Azure/cyclecloud-slurm
@049346f, azure-slurm-install/ubuntu.sh."""

DROP_IN = f"""[Unit]
After=munge.service
ConditionPathExists=

[Service]
Type=simple
User=slurm
Group=slurm
RuntimeDirectory=slurmdbd
ExecStart=
ExecStart={shlex.join(["/usr/sbin/slurmdbd", "-D"])}
Restart=on-failure
RestartSec=30
"""


def fetch_password(told: Mapping[str, Any], **options: Any) -> str:
    """From the vault; waits for it. Without the line end that a file brings along. Raises ValueError for one
    that slurmdbd.conf can't have, and doesn't say it."""
    metadata = {"metadata": options.pop("metadata")} if "metadata" in options else {}
    bearer = azure.token(munge_key.RESOURCE, told["clientId"], **metadata, **options)
    name = told["slurm"]["accounting"]["passwordSecret"]
    url = f"{told['slurm']['vaultUri'].rstrip('/')}/secrets/{name}?api-version={munge_key.API_VERSION}"
    password = str(azure.call("GET", url, bearer, **options)["value"]).rstrip("\r\n")
    if not password or not password.isprintable() or set(password) & set("# \"'\\"):
        raise ValueError(f"the secret {name} is no password for slurmdbd.conf: no spaces, #, quotes or \\")
    return password


def configuration(accounting: Mapping[str, Any], password: str) -> str:
    """slurmdbd.conf. Source: slurm.schedmd.com/slurmdbd.conf.html."""
    authority = AUTHORITY if accounting["caCertificate"] else KNOWN_AUTHORITIES
    return "\n".join([
        f"DbdHost={accounting['dbdHost']}",
        "AuthType=auth/munge",
        "SlurmUser=slurm",
        "LogFile=/var/log/slurm/slurmdbd.log",
        "PidFile=/run/slurmdbd/slurmdbd.pid",
        "StorageType=accounting_storage/mysql",
        f"StorageHost={accounting['host']}",
        f"StoragePort={accounting['port']}",
        f"StorageLoc={accounting['database']}",
        f"StorageUser={accounting['user']}",
        f"StoragePass={password}",
        f"StorageParameters=SSL_CA={authority}",
        "",
    ])  # fmt: skip


def write(accounting: Mapping[str, Any], password: str, user: str = "slurm") -> bool:
    """The files, which only slurmdbd reads: it refuses others. Whether anything is new."""
    changed = False
    if accounting["caCertificate"]:
        changed = settings.write(AUTHORITY, accounting["caCertificate"])
    changed |= settings.write(FILE, configuration(accounting, password), 0o600)
    shutil.chown(FILE, user, user)
    return changed


def main() -> int:
    told = settings.load()
    for command in slurm_setup.install_commands(told["slurm"] | {"role": ROLE}, commands.run):
        commands.checked(*command)
    changed = write(told["slurm"]["accounting"], fetch_password(told))
    changed |= settings.write(Path("/etc/systemd/system/slurmdbd.service.d/azure.conf"), DROP_IN)
    commands.checked("systemctl", "daemon-reload")
    commands.checked("systemctl", "enable", "slurmdbd.service")
    commands.checked("systemctl", "restart" if changed else "start", "slurmdbd.service")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

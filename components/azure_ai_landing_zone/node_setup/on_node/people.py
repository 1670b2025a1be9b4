"""Keeps the people of a Slurm cluster on this machine as the vault has them: who is new gets in, who is gone
is out within minutes, on every machine, and none of them is remade for it.

People have their numbers from the list, so that files of a shared home are theirs everywhere. Who was in the
list before and isn't any more keeps name and number: files don't become somebody else's.
"""

import json
import os
import sys
import urllib.error
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import azure, commands, munge_key, settings

KEYS = settings.FOLDER / "keys"
"""A file for each: root's own, so that nobody adds to it."""
KNOWN = settings.STATE / "people.json"
"""Names of all that this machine ever had of the list, and the list that it followed last."""
SSHD = Path("/etc/ssh/sshd_config.d/10-azure-ai-landing-zone.conf")
SSHD_SAYS = f"AuthorizedKeysFile .ssh/authorized_keys {KEYS}/%u\n"

PATIENCE = 60.0
"""Seconds; the timer tries again."""


def fetch(told: Mapping[str, Any], **options: Any) -> dict[str, Any] | None:
    """The list; None where the vault has none yet."""
    metadata = {"metadata": options.pop("metadata")} if "metadata" in options else {}
    options = {"patience": PATIENCE} | options
    bearer = azure.token(munge_key.RESOURCE, told["clientId"], **metadata, **options)
    slurm = told["slurm"]
    url = f"{slurm['vaultUri'].rstrip('/')}/secrets/{slurm['peopleSecret']}"
    try:
        answer = azure.call(
            "GET",
            f"{url}?api-version={munge_key.API_VERSION}",
            bearer,
            passing=azure.PASSING - {404},
            **options,
        )
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise
    found: dict[str, Any] = json.loads(answer["value"])
    return found


def changes(
    wanted: Mapping[str, Any], known: Sequence[str], homes: str, role: str, run: commands.Run
) -> Iterator[list[str]]:
    """Commands that make the machine's accounts those of the list, each once those before it have run: first
    who is out, so that an account that can't be made keeps nobody in. What is called like a person and has
    another number is the machine's own: `useradd` refuses it, and it stays as it is."""
    here = {person["name"] for person in wanted["people"]}
    for name in known:
        if name not in here:
            # Expired since 1970: no key, no certificate and no job gets past that.
            yield ["usermod", "--expiredate", "1", "--shell", "/usr/sbin/nologin", "--groups", "", name]
            if role == "scheduler":
                yield ["scancel", f"--user={name}"]
            yield ["pkill", "--signal", "KILL", "--uid", name]
    for group in wanted["groups"]:
        if _number(run, "group", group["name"]) != group["gid"]:
            yield ["groupadd", "--gid", str(group["gid"]), group["name"]]
    for person in wanted["people"]:
        name, uid = person["name"], str(person["uid"])
        if _number(run, "group", name) != person["uid"]:
            yield ["groupadd", "--gid", uid, name]
        if not _is_here(person, run):
            yield ["useradd", "--uid", uid, "--gid", uid, "--no-create-home", "--home-dir", f"{homes}/{name}",
                   "--shell", "/bin/bash", name]  # fmt: skip
        if _is_here(person, run):
            yield ["usermod", "--expiredate", "", "--shell", "/bin/bash", "--groups",
                   ",".join(person["memberOf"]), name]  # fmt: skip


def _number(run: commands.Run, table: str, name: str) -> int | None:
    """Of what is called so on this machine; None where nothing is."""
    ran = run(["getent", table, name])
    return None if ran.status else int(ran.text.split(":")[2])


def _is_here(person: Mapping[str, Any], run: commands.Run) -> bool:
    uid: int = person["uid"]
    return _number(run, "passwd", person["name"]) == uid


def let_in(wanted: Mapping[str, Any], run: commands.Run = commands.run, folder: Path = KEYS) -> None:
    """The keys of those in the list who have their account, and of nobody else."""
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    here = [person for person in wanted["people"] if _is_here(person, run)]
    for file in folder.iterdir():
        if file.name not in [person["name"] for person in here]:
            file.unlink()
    for person in here:
        settings.write(folder / person["name"], "".join(f"{key}\n" for key in person["sshPublicKeys"]))


def make_homes(
    wanted: Mapping[str, Any],
    homes: Path,
    *,
    mounted: Callable[[Path], bool] = os.path.ismount,
    own: Callable[[Path, int, int], None] = os.chown,
) -> None:
    """A folder for each who has none, where the store is there: without it they would be on the machine's own
    disk, and hidden as soon as it comes."""
    if not any(mounted(place) for place in (homes, homes.parent) if place != Path("/")):
        return
    homes.mkdir(mode=0o755, exist_ok=True)
    for person in wanted["people"]:
        home = homes / person["name"]
        if not home.exists():
            draft = homes / f".{person['name']}.{os.uname().nodename}"
            draft.mkdir(mode=0o700, exist_ok=True)
            own(draft, person["uid"], person["uid"])
            try:
                draft.rename(home)
            except OSError:  # another machine was faster, and there is something in it
                draft.rmdir()


def main() -> int:
    told = settings.load()
    wanted = fetch(told)
    if wanted is None:
        return 0
    known: dict[str, Any] = {"names": [], "followed": None}
    if KNOWN.exists():
        known = json.loads(KNOWN.read_text(encoding="utf-8"))
    if settings.write(SSHD, SSHD_SAYS):
        commands.run(["systemctl", "reload-or-restart", "ssh.service"])
    failed = []
    if known["followed"] != wanted:
        for command in changes(wanted, known["names"], told["homes"], told["slurm"]["role"], commands.run):
            ran = commands.run(command)
            # Nothing to kill, and no job to cancel, is fine.
            if ran.status and command[0] not in ("pkill", "scancel"):
                failed.append(f"{' '.join(command)}: {ran.text.strip()}")
        here = [person["name"] for person in wanted["people"] if _is_here(person, commands.run)]
        names = sorted({*known["names"], *here})
        followed = None if failed else wanted
        settings.write(KNOWN, json.dumps({"names": names, "followed": followed}) + "\n")
    let_in(wanted)
    make_homes(wanted, Path(told["homes"]))
    for sentence in failed:
        print(sentence, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

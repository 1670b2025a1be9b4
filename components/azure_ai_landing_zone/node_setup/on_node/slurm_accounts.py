"""On a scheduler with a database: keeps accounts, QoS and people of Slurm as the vault has them. What isn't
in that list goes, but for what Slurm makes itself; nothing is done where nothing differs."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import commands, people, settings

ROOT = "root"
"""The account that Slurm makes itself, of which all others are part, and its person."""
NORMAL = "normal"
"""The QoS that Slurm makes itself, for jobs of accounts that have no other."""
NONE = "-1"
"""Takes a limit away. Source: slurm.schedmd.com/sacctmgr.html."""

SACCTMGR = ("sacctmgr", "--immediate", "--quiet")

Limits = tuple[tuple[str, str], ...]
"""Options of sacctmgr and their values, as it prints them."""


@dataclass(frozen=True, slots=True)
class There:
    """What Slurm has."""

    qos: Mapping[str, Limits]
    accounts: Mapping[str, Limits]
    members: frozenset[tuple[str, str]]
    """Person and account."""
    defaults: Mapping[str, str]
    """Each person's account."""


def read(cluster: str, run: commands.Run) -> There:
    """What there is now. Raises SystemExit where slurmdbd doesn't answer."""
    qos = {
        name: (("Priority", priority or "0"), ("MaxWall", wall), ("MaxTRESPerUser", most))
        for name, priority, wall, most in _shown(run, "qos", "Name,Priority,MaxWall,MaxTRESPerUser")
    }
    accounts = {name: _account("", "", "", "") for (name,) in _shown(run, "account", "Account")}
    members = set[tuple[str, str]]()
    asked = "Account,User,GrpTRES,MaxWall,QOS,DefaultQOS"
    for account, user, most, wall, allowed, first in _shown(run, "assoc", asked, f"cluster={cluster}"):
        if user:
            members.add((user, account))
        else:
            accounts[account] = _account(most, wall, allowed, first)
    defaults = dict[str, str]()
    for user, account in _shown(run, "user", "User,DefaultAccount"):
        defaults[user] = account
    return There(qos, accounts, frozenset(members), defaults)


def _account(most: str, wall: str, allowed: str, first: str) -> Limits:
    names = ",".join(sorted(filter(None, allowed.split(","))))
    return ("GrpTRES", most), ("MaxWall", wall), ("QOS", names), ("DefaultQOS", first)


def _shown(run: commands.Run, what: str, asked: str, *where: str) -> Iterator[list[str]]:
    ran = run(["sacctmgr", "--noheader", "--parsable2", "show", what, *where, f"format={asked}"])
    if ran.status:
        raise SystemExit(f"sacctmgr show {what}: {ran.text.strip()}")
    return (line.split("|") for line in ran.text.splitlines() if line.count("|") == asked.count(","))


def _gpus(count: int | None) -> str:
    return "" if count is None else f"gres/gpu={count}"


def wall(hours: int | None) -> str:
    """As Slurm prints a time."""
    if hours is None:
        return ""
    days, rest = divmod(hours, 24)
    return f"{days}-{rest:02}:00:00" if days else f"{rest:02}:00:00"


def changes(wanted: Mapping[str, Any], there: There, cluster: str) -> Iterator[list[str]]:
    """Commands that make it so: what is new first, so that nobody stands without an account, and people
    before the accounts that they leave."""
    qos = {NORMAL: (("Priority", "0"), ("MaxWall", ""), ("MaxTRESPerUser", ""))} | {
        one["name"]: (
            ("Priority", str(one["priority"])),
            ("MaxWall", wall(one["hours"])),
            ("MaxTRESPerUser", _gpus(one["gpusPerUser"])),
        )
        for one in wanted["qos"]
    }
    accounts = {
        one["name"]: _account(_gpus(one["gpus"]), wall(one["hours"]), ",".join(one["qos"]), one["qos"][0])
        for one in wanted["accounts"]
    }
    where = f"cluster={cluster}"
    for name, limits in qos.items():
        if name not in there.qos:
            yield [*SACCTMGR, "add", "qos", name]
        if there.qos.get(name) != limits:
            yield [*SACCTMGR, "modify", "qos", name, "set", *_options(there.qos.get(name), limits)]
    for name, limits in accounts.items():
        if name not in there.accounts:
            yield [*SACCTMGR, "add", "account", name, where]
        if there.accounts.get(name) != limits:
            options = _options(there.accounts.get(name), limits)
            yield [*SACCTMGR, "modify", "account", name, where, "set", *options]
    yield from _people(wanted["users"], there, where)
    for name in sorted(there.accounts.keys() - accounts.keys() - {ROOT}):
        yield [*SACCTMGR, "delete", "account", name]
    for name in sorted(there.qos.keys() - qos.keys()):
        yield [*SACCTMGR, "delete", "qos", name]


def _options(before: Limits | None, wanted: Limits) -> Iterator[str]:
    """Those that differ."""
    known = dict(before or ())
    for name, value in wanted:
        if known.get(name, "") != value:
            none = f"gres/gpu={NONE}" if "TRES" in name else NONE
            yield f"{name}={value or none}"


def _people(users: Sequence[Mapping[str, Any]], there: There, where: str) -> Iterator[list[str]]:
    wanted = {(user["name"], account) for user in users for account in user["accounts"]}
    first = {user["name"]: user["accounts"][0] for user in users}
    for user, account in sorted(wanted - there.members):
        yield [*SACCTMGR, "add", "user", user, f"account={account}", where]
    for user, account in first.items():
        if there.defaults.get(user) != account:
            yield [*SACCTMGR, "modify", "user", user, where, "set", f"DefaultAccount={account}"]
    for user, account in sorted(there.members - wanted):
        if user != ROOT:
            # Slurm keeps who has jobs of an account.
            yield ["scancel", f"--user={user}", f"--account={account}"]
            if user in first:
                yield [*SACCTMGR, "delete", "user", user, f"account={account}", where]
    for user in sorted(there.defaults.keys() - first.keys() - {ROOT}):
        yield [*SACCTMGR, "delete", "user", user]


def follow(wanted: Mapping[str, Any], cluster: str, run: commands.Run = commands.run) -> list[str]:
    """Make it so; what failed. Who is new and whose account the machine hasn't yet comes with the next look:
    Slurm would know no number of theirs. Who isn't new stays: a machine made anew has nobody at first."""
    there = read(cluster, run)
    here = [
        user
        for user in wanted["users"]
        if user["name"] in there.defaults or run(["id", "--user", user["name"]]).status == 0
    ]
    failed = []
    for command in changes({**wanted, "users": here}, there, cluster):
        ran = run(command)
        # Nobody's job to cancel is fine.
        if ran.status and command[0] != "scancel":
            failed.append(f"{' '.join(command)}: {ran.text.strip()}")
    return failed


def main() -> int:
    told = settings.load()
    accounting = told["slurm"]["accounting"]
    wanted = people.fetch({**told, "slurm": told["slurm"] | {"peopleSecret": accounting["accountsSecret"]}})
    if wanted is None:
        return 0
    failed = follow(wanted, accounting["cluster"])
    for sentence in failed:
        print(sentence, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

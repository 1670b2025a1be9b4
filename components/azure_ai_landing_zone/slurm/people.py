"""The people of a Slurm cluster, as plain data, and as its machines read it."""

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StrictInt

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.core.model import Key, Model, matching
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.settings import public_key

MOST_BYTES = 25_000
"""Of a secret. Source: learn.microsoft.com/azure/key-vault/secrets/about-secrets, 2026-04-02: 25 KB each."""

FIRST = 2_000
"""Numbers below are the machine's own: its administrator has 1000, and gets in everywhere."""

_NAME = r"[a-z][a-z0-9_-]{0,30}"
_OWN = frozenset({"adm", "azureuser", "disk", "docker", "lxd", "munge", "render", "shadow", "slurm", "sudo"})
"""Names of machines themselves, and of groups whose members are as good as root."""


def _no_name_of_the_machine(value: str) -> str:
    if value in _OWN or value in single_facts.words("refusedUserNames"):
        raise ValueError(f"{value} is a name of the machine's own: take another")
    return value


PersonName = Annotated[
    str,
    matching(_NAME, "a letter and up to 30 letters, digits, _ and -, all small"),
    AfterValidator(_no_name_of_the_machine),
]

_Number = Annotated[StrictInt, Field(ge=FIRST, le=59_999)]


class SlurmUserGroup(Model):
    """People who share files: of a project, of a team."""

    name: PersonName
    """Such as vision."""
    gid: _Number
    """From 2000 on; written on every file of theirs, so it never becomes another group's."""


class SlurmUser(Model):
    """Who signs in by SSH, submits jobs, and owns files. Nobody here may become root."""

    name: PersonName
    """Such as ada."""
    uid: _Number
    """From 2000 on; written on every file of theirs, so it never becomes somebody else's. Their own group has
    the same number."""
    member_of: list[PersonName] = Field(default=[], max_length=15)
    """Further groups, of `user_groups`: NFS tells 16 of them at the most, with their own."""
    account_names: list[Key] = Field(default=[])
    """Of the scheduler's `accounts`: whose jobs they submit. The first is for jobs that name none."""
    ssh_public_keys: list[Annotated[str, AfterValidator(public_key)]] = Field(min_length=1, max_length=8)
    """Each one line, ssh-ed25519 or ssh-rsa."""


def people_problems(
    people: Sequence[SlurmUser], groups: Sequence[SlurmUserGroup], administrator: str
) -> Iterator[Problem]:
    """What two of them can't both be."""
    names: dict[str, str] = {administrator: "the administrator"}
    numbers: dict[int, str] = {}
    told = [("user_groups", place, one.name, "gid", one.gid) for place, one in enumerate(groups)]
    told += [("users", place, one.name, "uid", one.uid) for place, one in enumerate(people)]
    for setting, place, name, field, value in told:
        if name in names:
            yield Problem((setting, place, "name"), f"{name} is {names[name]} already")
        names.setdefault(name, f"{setting}[{place}]")
        if value in numbers:
            yield Problem((setting, place, field), f"{value} is the number of {numbers[value]} already")
        numbers.setdefault(value, name)
    there = [group.name for group in groups]
    for number, person in enumerate(people):
        for place, name in enumerate(person.member_of):
            if name not in there:
                text = f"no group is called {name}: there are {', '.join(there) or 'none in `user_groups`'}"
                yield Problem(("users", number, "member_of", place), text)
    if (size := len(people_list(people, groups).encode())) > MOST_BYTES:
        text = f"has {size} bytes, and a secret of Key Vault {MOST_BYTES} at the most: take ssh-ed25519 keys"
        yield Problem(("users",), f"{text}, or a directory of your own")


def people_list(people: Sequence[SlurmUser], groups: Sequence[SlurmUserGroup]) -> str:
    """The secret's value: the same text for the same people."""
    told: dict[str, Any] = {
        "groups": [{"name": one.name, "gid": one.gid} for one in groups],
        "people": [
            {
                "name": one.name,
                "uid": one.uid,
                "memberOf": one.member_of,
                "sshPublicKeys": one.ssh_public_keys,
            }
            for one in people
        ],
    }
    return json.dumps(told, separators=(",", ":"), sort_keys=True)

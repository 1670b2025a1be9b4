"""People of a Slurm cluster: who is in the list has an account everywhere, who isn't any more has none."""

import json
import urllib.error
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_ai_landing_zone.node_setup.on_node import azure, people
from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from azure_ai_landing_zone.node_setup.on_node.slurm_setup import close_to_people
from helpers.registered import register
from helpers.settings import SUBJECT, problems_of
from helpers.slurm_zone import zone as slurm_zone

KEY = slurm_zone()["trainingClusters"][0]["sshPublicKey"]
ADA: dict[str, Any] = {"name": "ada", "uid": 2001, "memberOf": ["vision"], "sshPublicKeys": [KEY]}
BEN: dict[str, Any] = {"name": "ben", "uid": 2002, "memberOf": [], "sshPublicKeys": [KEY]}
VISION = {"name": "vision", "gid": 3001}


def zone(users: Sequence[dict[str, Any]] = (ADA, BEN), groups: Any = (VISION,)) -> dict[str, Any]:
    settings = slurm_zone()
    del settings["fabricGateLogs"]
    settings["sharedHomes"] = [{"name": "people", "clusters": ["pretrain"]}]
    settings["slurmSchedulers"][0] |= {"users": list(users), "userGroups": list(groups)}
    return settings


def made(settings: dict[str, Any]) -> dict[str, Any]:
    """Inputs of what is registered."""
    return register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    ).inputs


def test_who_comes_or_goes_changes_a_secret_and_no_machine() -> None:
    with_two, with_none = made(zone()), made(zone(users=[], groups=[]))
    changed = [name for name in with_two if with_two[name] != with_none[name]]
    assert changed == ["zone-slurm-people"]
    (secret,) = with_two["zone-slurm-people"]["properties"]["template"]["resources"]
    assert secret["type"] == "Microsoft.KeyVault/vaults/secrets"
    assert secret["name"].endswith("/slurm-people")
    assert json.loads(secret["properties"]["value"]) == {"groups": [VISION], "people": [ADA, BEN]}
    (empty,) = with_none["zone-slurm-people"]["properties"]["template"]["resources"]
    assert json.loads(empty["properties"]["value"]) == {"groups": [], "people": []}


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    (
        zone(users=[ADA | {"name": "root"}]),
        ["slurmSchedulers[0].users[0].name: root is a name of the machine's own: take another"],
    ),
    (
        zone(users=[ADA, BEN | {"uid": 2001}]),
        ["slurmSchedulers[0].users[1].uid: 2001 is the number of ada already"],
    ),
    (
        zone(users=[ADA, ADA | {"uid": 2003}]),
        ["slurmSchedulers[0].users[1].name: ada is users[0] already"],
    ),
    (
        zone(groups=[]),
        [
            "slurmSchedulers[0].users[0].memberOf[0]: no group is called vision: there are none in "
            "`userGroups`"
        ],
    ),
    (
        zone() | {"sharedHomes": []},
        [
            "slurmSchedulers[0].clusters: pretrain has no `sharedHomes`: name all clusters of a scheduler in "
            "one, which its login node has too"
        ],
    ),
    (
        zone(users=[ADA | {"name": f"p{n}", "uid": 2000 + n, "memberOf": []} for n in range(300)]),
        [
            "slurmSchedulers[0].users: has 51242 bytes, and a secret of Key Vault 25000 at the most: take "
            "ssh-ed25519 keys, or a directory of your own"
        ],
    ),
]


@pytest.mark.parametrize(("settings", "sentences"), WRONG, ids=[texts[0][:60] for _, texts in WRONG])
def test_what_is_wrong_is_said(settings: dict[str, Any], sentences: list[str]) -> None:
    assert problems_of(settings) == sentences


def test_machines_wait_for_no_list_that_isn_t_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    secret: dict[str, str] = {}

    def call(method: str, url: str, bearer: str, **options: Any) -> dict[str, str]:
        asked.append(f"{method} {url} {bearer}")
        assert 404 not in options["passing"], "a machine would wait"
        if not secret:
            raise urllib.error.HTTPError(url, 404, "not found", None, None)  # type: ignore[arg-type]
        return secret

    monkeypatch.setattr(azure, "call", call)
    monkeypatch.setattr(azure, "token", lambda *_, **__: "token")
    told = {"clientId": "c", "slurm": {"vaultUri": "https://kv.example/", "peopleSecret": "slurm-people"}}
    assert people.fetch(told) is None
    secret["value"] = json.dumps(BOTH)
    assert people.fetch(told) == BOTH
    assert asked == ["GET https://kv.example/secrets/slurm-people?api-version=7.4 token"] * 2


class Machine:
    """Accounts as getent tells of them, and what was run."""

    def __init__(self) -> None:
        self.passwd: dict[str, int] = {"root": 0, "azureuser": 1000}
        self.group: dict[str, int] = {"root": 0}
        self.ran: list[str] = []

    def run(self, command: Sequence[str]) -> Ran:
        if command[0] == "getent":
            number = getattr(self, command[1]).get(command[2])
            return Ran(2, "") if number is None else Ran(0, f"{command[2]}:x:{number}:\n")
        self.ran.append(" ".join(command))
        if command[0] == "useradd" and command[-1] not in self.passwd:
            self.passwd[command[-1]] = int(command[2])
        if command[0] == "groupadd":
            self.group[command[-1]] = int(command[2])
        return Ran(0, "")

    def follow(self, wanted: dict[str, Any], known: Sequence[str] = (), role: str = "node") -> list[str]:
        self.ran = []
        for command in people.changes(wanted, known, "/shared/home", role, self.run):
            self.run(command)
        return self.ran


BOTH: dict[str, Any] = {"groups": [VISION], "people": [ADA, BEN]}


def test_accounts_have_the_same_numbers_everywhere_and_no_group_that_makes_them_root() -> None:
    machine = Machine()
    make = "useradd --uid {0} --gid {0} --no-create-home --home-dir /shared/home/{1} --shell /bin/bash {1}"
    let = "usermod --expiredate  --shell /bin/bash --groups {0} {1}"
    assert machine.follow(BOTH) == [
        "groupadd --gid 3001 vision",
        "groupadd --gid 2001 ada",
        make.format(2001, "ada"),
        let.format("vision", "ada"),
        "groupadd --gid 2002 ben",
        make.format(2002, "ben"),
        let.format("", "ben"),
    ]
    assert machine.follow(BOTH, ["ada", "ben"]) == [let.format("vision", "ada"), let.format("", "ben")]


@pytest.mark.parametrize(("role", "jobs"), [("node", []), ("scheduler", ["scancel --user=ben"])])
def test_who_is_out_is_out_before_anything_else(role: str, jobs: list[str]) -> None:
    machine = Machine()
    machine.follow(BOTH)
    ran = machine.follow({"groups": [VISION], "people": [ADA]}, ["ada", "ben"], role)
    assert ran[:-1] == [
        "usermod --expiredate 1 --shell /usr/sbin/nologin --groups  ben",
        *jobs,
        "pkill --signal KILL --uid ben",
    ]
    back = machine.follow(BOTH, ["ada", "ben"], role)
    assert back[-1] == "usermod --expiredate  --shell /bin/bash --groups  ben"


def test_an_account_of_the_machine_s_own_is_nobody_of_the_list(tmp_path: Path) -> None:
    """Called like a person, with another number: it gets no key, and stays as it is."""
    machine = Machine()
    machine.passwd["ada"] = 998
    ran = machine.follow(BOTH)
    assert [command for command in ran if command.endswith(" ada") and command.startswith("usermod")] == []
    people.let_in(BOTH, machine.run, tmp_path)
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == {"ben": f"{KEY}\n"}


def test_keys_go_with_their_people(tmp_path: Path) -> None:
    machine = Machine()
    machine.follow(BOTH)
    people.let_in(BOTH, machine.run, tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ada", "ben"]
    people.let_in({"groups": [], "people": [BEN]}, machine.run, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["ben"]


def test_homes_are_made_where_their_store_is(tmp_path: Path) -> None:
    owned: list[tuple[int, int]] = []

    def own(_: Path, uid: int, gid: int) -> None:
        owned.append((uid, gid))

    people.make_homes(BOTH, tmp_path, mounted=lambda _: False, own=own)
    assert list(tmp_path.iterdir()) == []
    people.make_homes(BOTH, tmp_path, mounted=lambda place: place == tmp_path, own=own)
    people.make_homes(BOTH, tmp_path, mounted=lambda place: place == tmp_path, own=own)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ada", "ben"]
    assert owned == [(2001, 2001), (2002, 2002)]
    assert (tmp_path / "ada").stat().st_mode & 0o777 == 0o700


def test_nodes_let_people_in_where_their_jobs_run(tmp_path: Path) -> None:
    (tmp_path / "sshd").write_text("@include common-account\n@include common-session\n", encoding="utf-8")
    session = "session required pam_unix.so\nsession optional pam_systemd.so\n"
    (tmp_path / "common-session").write_text(session, encoding="utf-8")
    for _ in range(2):
        close_to_people(tmp_path)
        assert (tmp_path / "sshd").read_text(encoding="utf-8") == (
            "@include common-account\n@include common-session\n"
            "account sufficient pam_succeed_if.so quiet uid < 2000\n"
            "account required pam_slurm_adopt.so action_adopt_failure=deny action_generic_failure=deny\n"
        )
        assert (tmp_path / "common-session").read_text(encoding="utf-8") == "session required pam_unix.so\n"

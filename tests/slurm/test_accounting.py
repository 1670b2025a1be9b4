"""Accounts and limits of a Slurm cluster: what is refused, what changes which machine, what lands on it."""

import json
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone import (
    LandingZone,
    LandingZoneSettings,
    SettingsError,
    SlurmAccount,
    SlurmDatabaseExisting,
)
from azure_ai_landing_zone.node_setup import contents, units
from azure_ai_landing_zone.node_setup.on_node import azure, slurm_accounting
from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from azure_ai_landing_zone.node_setup.on_node.slurm_accounts import follow, wall
from helpers.registered import register
from helpers.settings import SUBJECT, problems_of
from slurm.test_people import ADA, BEN
from slurm.test_people import zone as people_zone
from slurm.test_scheduler import made as scheduler_made
from slurm.test_scheduler import told

DATABASE = {
    "mode": "existing",
    "databaseHost": "slurm-db.mysql.database.azure.com",
    "userName": "slurm",
    "passwordSecret": "slurm-database",
}
VISION: dict[str, Any] = {"name": "vision", "maxHours": 72, "qosNames": ["normal", "urgent"]}
SPEECH: dict[str, Any] = {"name": "speech"}
URGENT = {"name": "urgent", "priority": 100, "maxHours": 5, "maxGpusPerUser": 8}


def zone(**changes: Any) -> dict[str, Any]:
    settings = people_zone(
        users=[ADA | {"accountNames": ["vision", "speech"]}, BEN | {"accountNames": ["speech"]}]
    )
    settings["slurmSchedulers"][0] |= {
        "accounting": DATABASE,
        "accounts": [VISION, SPEECH],
        "qos": [URGENT],
        **changes,
    }
    return settings


def with_quota(settings: dict[str, Any]) -> dict[str, Any]:
    settings["gpuQuota"] = {
        "projects": {"vision": {"ND_H100_v5": 32, "NC_A100_v4": 4}, "speech": {"NC_A100_v4": 4}}
    }
    settings["trainingClusters"][0]["project"] = "vision"
    return settings


def made(settings: dict[str, Any]) -> dict[str, Any]:
    return register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    ).inputs


def accounts_of(inputs: dict[str, Any]) -> Any:
    (secret,) = inputs["zone-slurm-accounts"]["properties"]["template"]["resources"]
    assert secret["name"].endswith("/slurm-accounts")
    return json.loads(secret["properties"]["value"])


def test_who_may_take_how_much_changes_a_secret_and_no_machine() -> None:
    before, after = made(zone()), made(zone(accounts=[VISION | {"maxHours": 24}, SPEECH], qos=[URGENT]))
    assert [name for name in before if before[name] != after[name]] == ["zone-slurm-accounts"]
    assert accounts_of(before) == {
        "accounts": [
            {"name": "vision", "gpus": None, "hours": 72, "qos": ["normal", "urgent"]},
            {"name": "speech", "gpus": None, "hours": None, "qos": ["normal"]},
        ],
        "qos": [{"name": "urgent", "priority": 100, "hours": 5, "gpusPerUser": 8}],
        "users": [{"name": "ada", "accounts": ["vision", "speech"]}, {"name": "ben", "accounts": ["speech"]}],
    }


def test_a_project_has_the_gpus_of_its_quota() -> None:
    """Of the families that the scheduler's clusters are of; none where the table gives it none of those."""
    told_gpus = {one["name"]: one["gpus"] for one in accounts_of(made(with_quota(zone())))["accounts"]}
    assert told_gpus == {"vision": 32, "speech": 0}


AT = "slurmSchedulers[0]"
MORE = "are more than any job has by `maxHours`, 48: such jobs would wait forever"
WRONG: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no database": (
        zone(accounting=None),
        [f"{AT}.accounts: needs `accounting`: Slurm keeps accounts and limits in a database"],
    ),
    "two slurmdbds": (
        zone(accountingHost="other"),
        [f"{AT}.accountingHost: is another slurmdbd than `accounting` has: leave one of them out"],
    ),
    "names": (
        zone(accounts=[VISION, VISION, SPEECH, SPEECH | {"name": "root"}]),
        [
            f"{AT}.accounts[1].name: vision is accounts[0] already",
            f"{AT}.accounts[3].name: root is Slurm's own: take another",
        ],
    ),
    "a QoS that isn't there": (
        zone(qos=[]),
        [f"{AT}.accounts[0].qosNames[1]: no QoS is called urgent: there are normal"],
    ),
    "an account that isn't there": (
        zone(accounts=[VISION, VISION | {"name": "audio"}]),
        [
            f"{AT}.users[0].accountNames[1]: no account is called speech: there are vision, audio",
            f"{AT}.users[1].accountNames[0]: no account is called speech: there are vision, audio",
        ],
    ),
    "a project without a quota": (
        with_quota(zone(accounts=[VISION | {"maxGpus": 8}, SPEECH, SPEECH | {"name": "audio"}])),
        [
            f"{AT}.accounts[0].maxGpus: `gpuQuota` says how many vision has: leave it out",
            f"{AT}.accounts[2].name: audio has no GPU quota: projects with one are vision, speech",
        ],
    ),
    "a password over which the list is written": (
        zone(accounting=DATABASE | {"passwordSecret": "Slurm-Accounts"}),
        [
            f"{AT}.accounting.passwordSecret: Slurm-Accounts is where the scheduler keeps something else: "
            "give the password a secret of its own"
        ],
    ),
    "more hours than anybody has": (
        zone(maxHours=48, qos=[URGENT, URGENT | {"name": "long", "maxHours": 49}]),
        [
            f"{AT}.accounts[0].maxHours: 72 {MORE}",
            f"{AT}.qos[1].maxHours: 49 {MORE}",
        ],
    ),
    "a certificate with its key": (
        zone(accounting=DATABASE | {"caCertificate": "-----BEGIN PRIVATE KEY-----\nAAAA\n"}),
        [
            f"{AT}.accounting.caCertificate: must be certificates as PEM, and nothing beside them, got "
            "'-----BEGIN PRIVATE KEY-----\\nAAAA\\n'"
        ],
    ),
}


@pytest.mark.parametrize(("settings", "sentences"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_is_said(settings: dict[str, Any], sentences: list[str]) -> None:
    assert problems_of(settings) == sentences


def test_two_schedulers_have_a_database_each() -> None:
    settings = zone()
    cluster = settings["trainingClusters"][0]
    settings["trainingClusters"].append(cluster | {"name": "second"})
    first = settings["slurmSchedulers"][0]
    settings["slurmSchedulers"].append(
        {
            "name": "other",
            "clusters": ["second"],
            "imageVersion": first["imageVersion"],
            "sshPublicKey": first["sshPublicKey"],
            "accounting": DATABASE | {"databaseHost": "SLURM-DB.mysql.database.azure.com"},
        }
    )
    text = "is what {} has as well: give each one of its own"
    assert problems_of(settings) == [
        f"{AT}.accounting.databaseName: slurm_acct_db of slurm-db.mysql.database.azure.com "
        + text.format("other"),
        "slurmSchedulers[1].accounting.databaseName: slurm_acct_db of slurm-db.mysql.database.azure.com "
        + text.format("slurm"),
    ]


def test_only_a_scheduler_with_a_database_is_told_of_it() -> None:
    plain = told(scheduler_made(), "scheduler")
    assert "accounting" not in plain["slurm"]
    accounting = {
        "mode": "existing",
        "database_host": "db.example",
        "user_name": "slurm",
        "password_secret": "slurm-database",
    }
    with_one = scheduler_made(accounting=accounting)
    assert told(with_one, "scheduler")["slurm"]["accounting"] == {
        "accountsSecret": None,
        "caCertificate": None,
        "cluster": "research",
        "database": "slurm_acct_db",
        "dbdHost": "research",
        "host": "db.example",
        "passwordSecret": "slurm-database",
        "port": 3306,
        "user": "slurm",
    }
    assert "accounting" not in told(with_one, "login")["slurm"]
    files = told(with_one, "scheduler")["slurm"]["files"]["slurm.conf"]
    assert "AccountingStorageHost=research\n" in files
    assert "AccountingStorageEnforce" not in files, "nobody's limits are said"
    assert units(told(with_one, "scheduler"))[-1] == "slurm-accounting.service"
    assert units(plain)[-1] == "slurm-roll.timer"


def test_limits_are_enforced_where_there_are_accounts() -> None:
    database = SlurmDatabaseExisting(
        mode="existing", database_host="db.example", user_name="slurm", password_secret="slurm-database"
    )
    changes = {"accounting": database, "accounts": [SlurmAccount(name="vision")]}
    told_it = told(scheduler_made(**changes, vault_name="kv"), "scheduler")
    assert (
        "AccountingStorageEnforce=associations,limits,qos,safe\n" in told_it["slurm"]["files"]["slurm.conf"]
    )
    assert told_it["slurm"]["accounting"]["accountsSecret"] == "research-accounts"
    assert units(told_it)[-2:] == ["slurm-accounting.service", "slurm-accounts.timer"]
    with pytest.raises(SettingsError, match="accounts: need `vault_name`: the scheduler reads there"):
        scheduler_made(**changes)


def test_other_machines_stay_as_they_are() -> None:
    before, after = list(contents()), list(contents(accounting=True))
    assert [path for path, _, _ in after if path not in {path for path, _, _ in before}] == [
        "usr/local/lib/azure-ai-landing-zone/azure_ai_landing_zone/node_setup/on_node/slurm_accounting.py",
        "usr/local/lib/azure-ai-landing-zone/azure_ai_landing_zone/node_setup/on_node/slurm_accounts.py",
        "etc/systemd/system/slurm-accounting.service",
        "etc/systemd/system/slurm-accounts.service",
        "etc/systemd/system/slurm-accounts.timer",
    ]
    assert set(before) <= set(after)


PASSWORD_TOLD = {
    "clientId": "c",
    "slurm": {"vaultUri": "https://kv/", "accounting": {"passwordSecret": "slurm-database"}},
}


@pytest.mark.parametrize("password", ["", "a b", "a#b", 'a"b', "a\\b", "a\nStorageHost=other"])
def test_a_password_that_the_file_cannot_have_is_refused_unsaid(
    monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    monkeypatch.setattr(azure, "token", lambda *_, **__: "bearer")
    monkeypatch.setattr(azure, "call", lambda *_, **__: {"value": password})
    with pytest.raises(ValueError, match="slurm-database") as refused:
        slurm_accounting.fetch_password(PASSWORD_TOLD)
    assert str(refused.value) == (
        "the secret slurm-database is no password for slurmdbd.conf: no spaces, #, quotes or \\"
    )


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_password_from_a_file_may_end_its_line(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """`az keyvault secret set --file` keeps the line's end that editors write."""
    monkeypatch.setattr(azure, "token", lambda *_, **__: "bearer")
    monkeypatch.setattr(azure, "call", lambda *_, **__: {"value": f"pass{end}"})
    assert slurm_accounting.fetch_password(PASSWORD_TOLD) == "pass"


def test_the_file_with_the_password_is_nobody_elses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(slurm_accounting, "FILE", tmp_path / "slurmdbd.conf")
    owners: list[tuple[object, ...]] = []
    monkeypatch.setattr(shutil, "chown", lambda *of: owners.append(of))
    accounting = {
        "dbdHost": "slurm", "host": "db.example", "port": 3306, "database": "d", "user": "u",
        "caCertificate": None,
    }  # fmt: skip
    assert slurm_accounting.write(accounting, "secret")
    assert not slurm_accounting.write(accounting, "secret"), "slurmdbd isn't started again for nothing"
    file = tmp_path / "slurmdbd.conf"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert set(owners) == {(file, "slurm", "slurm")}
    assert file.read_text(encoding="utf-8").splitlines()[-2:] == [
        "StoragePass=secret",
        "StorageParameters=SSL_CA=/etc/ssl/certs/ca-certificates.crt",
    ]


@pytest.mark.parametrize(
    ("hours", "said"), [(None, ""), (5, "05:00:00"), (24, "1-00:00:00"), (73, "3-01:00:00")]
)
def test_times_are_as_slurm_prints_them(hours: int | None, said: str) -> None:
    assert wall(hours) == said


SHOWN = {
    "qos": "normal|0||\n",
    "account": "root\nvision\n",
    "assoc": "root||||normal|\nroot|root|||normal|\nvision||||normal|normal\nvision|ada|||normal|normal\n",
    "user": "root|root\nada|vision\n",
}


def test_a_machine_without_its_people_ends_no_jobs_of_theirs() -> None:
    """A scheduler that was made anew has nobody at first, and the database still has everybody."""
    done: list[str] = []

    def run(command: Sequence[str]) -> Ran:
        if command[0] == "id":
            return Ran(1, "no such user")
        if "show" in command:
            return Ran(0, SHOWN[command[4]])
        done.append(" ".join(command))
        return Ran(0, "")

    members = [{"name": name, "accounts": ["vision"]} for name in ("ada", "ben")]
    wanted = {
        "accounts": [{"name": "vision", "gpus": None, "hours": None, "qos": ["normal"]}],
        "qos": [],
        "users": members,
    }
    assert (follow(wanted, "research", run), done) == ([], [])

"""A database of the zone's own for a Slurm cluster: what is made, where its password is, what is refused."""

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pulumi
import pytest
from pulumi.runtime import rpc

from azure_ai_landing_zone import LandingZone, LandingZoneSettings, SettingsError
from azure_ai_landing_zone.core.stack_file import SECRETS
from azure_ai_landing_zone.preflight.dry_run import stack_demand
from azure_ai_landing_zone.slurm.accounting import SlurmDatabaseCreate
from azure_ai_landing_zone.slurm.database import password_problems
from helpers.registered import SUBSCRIPTION, Registered, register
from helpers.settings import SUBJECT, problems_of
from slurm.test_accounting import zone as accounting_zone
from slurm.test_scheduler import GROUP, told
from slurm.test_scheduler import made as scheduler_made

PASSWORD = "Correct-horse-9"
KEY = f"azure-ai-landing-zone:{SECRETS}"
COMMAND = f"""`pulumi config set --secret --path '{KEY}["slurm"]'`, which asks for it"""


def zone(**changes: Any) -> dict[str, Any]:
    return accounting_zone(accounting={"mode": "create", **changes})


@pytest.fixture(autouse=True)
def no_secrets_elsewhere() -> Iterator[None]:
    yield
    pulumi.runtime.set_all_config({}, [])


def made(settings: dict[str, Any], secrets: Mapping[str, Any], *, encrypted: bool = True) -> Registered:
    pulumi.runtime.set_all_config({KEY: json.dumps(secrets)} if secrets else {}, [KEY] if encrypted else [])
    return register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    )


@pytest.fixture(scope="module")
def with_one() -> Registered:
    return made(zone(), {"slurm": PASSWORD})


def test_what_is_made(with_one: Registered) -> None:
    server = dict(with_one.inputs["zone-slurm-database-server"])
    password = server.pop("administratorLoginPassword")
    assert (password[rpc._special_sig_key], password["value"]) == (rpc._special_secret_sig, PASSWORD)
    name = server.pop("serverName")
    server = {key: value for key, value in server.items() if key not in ("tags", "resourceGroupName")}
    assert server == {
        "administratorLogin": "slurmdbd",
        "backup": {"backupRetentionDays": 14, "geoRedundantBackup": "Disabled"},
        "highAvailability": {"mode": "Disabled"},
        "location": "eastus",
        "network": {"publicNetworkAccess": "Disabled"},
        "sku": {"name": "Standard_D2ads_v5", "tier": "GeneralPurpose"},
        "storage": {
            "autoGrow": "Enabled",
            "autoIoScaling": "Disabled",
            "logOnDisk": "Disabled",
            "storageRedundancy": "LocalRedundancy",
            "storageSizeGB": 64,
        },
        "version": "8.4",
    }
    parameters = {
        one["configurationName"]: one["value"]
        for made_it, one in with_one.inputs.items()
        if with_one.types[made_it] == "azure-native:dbformysql:Configuration"
    }
    assert parameters == {"innodb_lock_wait_timeout": "900", "sql_generate_invisible_primary_key": "OFF"}
    assert with_one.inputs["zone-slurm-database-database"]["databaseName"] == "slurm_acct_db"
    groups = [
        connection["groupIds"]
        for made_it, one in with_one.inputs.items()
        if with_one.types[made_it] == "azure-native:network:PrivateEndpoint"
        for connection in one["privateLinkServiceConnections"]
        if "database" in made_it
    ]
    assert groups == [["mysqlServer"]]
    slurm = told_of(with_one)
    assert slurm == {
        "accountsSecret": "slurm-accounts",
        "caCertificate": None,
        "cluster": "slurm",
        "database": "slurm_acct_db",
        "dbdHost": "slurm",
        "host": f"{name}.mysql.database.azure.com",
        "passwordSecret": "slurm-database",
        "port": 3306,
        "user": "slurmdbd",
    }


def told_of(registered: Registered) -> Any:
    inputs = registered.inputs["zone-slurm-scheduler"]["osProfile"]["customData"]
    return json.loads(_content(inputs))["slurm"]["accounting"]


def _content(data: str) -> str:
    config = json.loads(base64.b64decode(data).decode().partition("\n")[2])
    return str(config["write_files"][0]["content"])


def test_the_password_is_a_secret_wherever_it_is(with_one: Registered) -> None:
    """In the server's inputs, and as a secure parameter of what writes it into the vault; the engine keeps a
    secret's surroundings as one. Nowhere else."""
    deployment = with_one.inputs["zone-slurm-database-password"]["properties"]["value"]
    (secret,) = deployment["template"]["resources"]
    assert secret["name"].endswith("/slurm-database")
    assert secret["properties"]["value"] == "[parameters('password')]"
    assert deployment["template"]["parameters"] == {"password": {"type": "secureString"}}
    assert list(_places(with_one.inputs)) == [
        "zone-slurm-database-server.administratorLoginPassword",
        "zone-slurm-database-password.properties",
    ]


def _places(value: Any, path: str = "") -> Iterator[str]:
    """Where the password stands, as a secret; fails where it stands in clear."""
    if isinstance(value, dict):
        if value.get(rpc._special_sig_key) == rpc._special_secret_sig:
            if PASSWORD in json.dumps(value["value"]):
                yield path.lstrip(".")
            return
        for key, inner in value.items():
            yield from _places(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _places(inner, f"{path}[{number}]")
    else:
        assert PASSWORD not in str(value), path


@pytest.mark.parametrize(
    ("secrets", "encrypted", "problem"),
    [
        ({}, True, f"slurm: missing: this stack has no secret of that name; set one with {COMMAND}"),
        (
            {"other": PASSWORD},
            True,
            f"slurm: missing: this stack has no secret of that name; set one with {COMMAND}",
        ),
        (
            {"slurm": PASSWORD},
            False,
            f"slurm: stands in clear in the stack file: take another, and set it with {COMMAND}",
        ),
        ({"slurm": "short"}, True, "slurm: must have 8 to 128 characters, and has 5"),
    ],
)
def test_a_password_that_is_not_there_or_not_one(
    secrets: dict[str, str], encrypted: bool, problem: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        made(zone(), secrets, encrypted=encrypted)
    assert problem in str(refused.value).split("\n  ")
    assert PASSWORD not in str(refused.value)


def test_all_passwords_that_are_missing_are_said_at_once() -> None:
    settings = zone()
    (first,), (cluster,) = settings["slurmSchedulers"], settings["trainingClusters"]
    settings["trainingClusters"].append(cluster | {"name": "other"})
    settings["sharedHomes"][0]["clusters"] = [cluster["name"], "other"]
    settings["slurmSchedulers"].append(first | {"name": "second", "clusters": ["other"]})
    with pytest.raises(SettingsError) as refused:
        made(settings, {"slurm": "short"})
    assert [problem.path for problem in refused.value.problems] == [("slurm",), ("slurm",), ("second",)]


@pytest.mark.parametrize(
    ("password", "problems"),
    [
        (PASSWORD, []),
        ("Ab1" + "x" * 126, ["must have 8 to 128 characters, and has 129"]),
        (
            "Correct horse#9",
            ["must be of ASCII characters without spaces, #, quotes and \\, which slurmdbd.conf can't have"],
        ),
        (
            "lower-case-only",
            ["must have three of: upper-case letters, lower-case letters, digits, others"],
        ),
    ],
)
def test_what_azure_and_slurm_refuse_of_a_password(password: str, problems: list[str]) -> None:
    assert list(password_problems(password)) == problems


AT = "slurmSchedulers[0].accounting"


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        (
            {"version": "8.0.21"},
            [f"{AT}.version: must be a version that Azure supports today: 8.4; got 8.0.21"],
        ),
        ({"storageSizeGib": 10}, [f"{AT}.storageSizeGib: must be at least 20, got 10"]),
        ({"backupRetentionDays": 36}, [f"{AT}.backupRetentionDays: must be at most 35, got 36"]),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], problems: list[str]) -> None:
    assert problems_of(zone(**changes)) == problems


def test_the_password_needs_a_vault_of_the_zones_own() -> None:
    settings = zone()
    settings["keyVault"] = {
        "mode": "existing",
        "vaultResourceId": f"/subscriptions/{GROUP}/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/kv",
    }
    assert f"{AT}: needs a `keyVault` of mode create: the scheduler reads the password there" in problems_of(
        settings
    )


def test_the_password_has_a_secret_of_its_own() -> None:
    settings = zone()
    settings["slurmSchedulers"][0]["mungeKeySecret"] = "Slurm-database"
    assert problems_of(settings) == [
        "slurmSchedulers[0].mungeKeySecret: Slurm-database is where the password of a database made here is "
        "kept: take another name"
    ]


def test_a_scheduler_alone_is_given_the_database_that_is_there() -> None:
    with pytest.raises(SettingsError, match="accounting: is made by a SlurmDatabase: give its `connection`"):
        scheduler_made(accounting=SlurmDatabaseCreate(mode="create"))
    assert told(scheduler_made(), "scheduler")["slurm"].get("accounting") is None


def test_a_preflight_needs_no_password() -> None:
    demand = stack_demand(
        LandingZoneSettings.load(zone(), SUBJECT),
        subscription=SUBSCRIPTION,
        stack="dev",
    )
    types = [one.type for one in demand.resources if one.type.startswith("dbformysql")]
    assert sorted(types) == [
        "dbformysql:Configuration",
        "dbformysql:Configuration",
        "dbformysql:Database",
        "dbformysql:Server",
    ]

"""Where a Slurm cluster keeps what jobs took, and who may take how much: accounts, QoS and their limits."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.catalog.mysql_sizes import MysqlSize
from azure_ai_landing_zone.catalog.mysql_versions import supported_on
from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.core.model import Key, Model, matching, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.node_setup.on_node.slurm_accounts import NORMAL, ROOT
from azure_ai_landing_zone.slurm.people import MOST_BYTES, SlurmUser
from azure_ai_landing_zone.stores.key_vault import SecretName

_PEM = r"(-----BEGIN CERTIFICATE-----\n([A-Za-z0-9+/=]{1,76}\n)+-----END CERTIFICATE-----\n?)+"

_Gpus = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
Hours = Annotated[StrictInt, Field(ge=1, le=8_760)]
DatabaseName = Annotated[str, matching(r"[A-Za-z0-9_]{1,64}", "1 to 64 letters, digits and _")]


class SlurmDatabaseExisting(Model):
    """A database of MySQL or MariaDB that someone else answers for, such as a flexible server of Azure's: the
    scheduler gets a slurmdbd, which keeps its tables there."""

    mode: Literal["existing"]
    """Made elsewhere."""
    database_host: Annotated[str, matching(r"[A-Za-z0-9.-]{1,253}", "a name or address")]
    """Within reach of the scheduler, such as <server>.mysql.database.azure.com."""
    port: StrictInt = Field(default=3306, ge=1, le=65_535)
    """Of the server."""
    database_name: DatabaseName = "slurm_acct_db"
    """Of this scheduler alone; slurmdbd makes it where its user may."""
    user_name: Annotated[str, matching(r"[A-Za-z0-9_.-]{1,32}", "1 to 32 letters, digits, _, . and -")]
    """Of the database, with all rights on it."""
    password_secret: SecretName
    """The secret of the zone's Key Vault that has the password; it has no # in it, which Slurm can't read
    (slurmdbd.conf, StoragePass). Only the scheduler reads it, when it starts."""
    ca_certificate: Annotated[str, matching(_PEM, "certificates as PEM, and nothing beside them")] | None = (
        None
    )
    """What signs the server's certificate, as PEM. Left out: the machine's own list, which has those of
    Azure's flexible servers. Source: learn.microsoft.com/azure/mysql/flexible-server/
    concepts-root-certificate-rotation, 2026-11-23."""

    several_lines = ("ca_certificate",)

    @property
    def place(self) -> tuple[str, str]:
        """What no two schedulers have: the database, and the server's name as DNS compares it."""
        return self.database_name, self.database_host.lower()


class SlurmDatabaseCreate(Model):
    """A flexible server of Azure Database for MySQL, made here for this scheduler alone: private endpoint, no
    public access. The password of its administrator, who is slurmdbd, is a secret of the stack file, by the
    scheduler's name: `pulumi config set --secret --path 'azure-ai-landing-zone:databasePasswords["NAME"]'`.
    Source of limits: MicrosoftDocs/azure-docs:articles/mysql/flexible-server/
    concepts-service-tiers-storage.md, 2026-11-23."""

    mode: Literal["create"]
    """Made here."""
    server_sku: MysqlSize = "Standard_D2ads_v5"
    """Of the tier GeneralPurpose. The smallest has a buffer pool of 5 GiB, more than Slurm asks for. Another
    one restarts the server, for a minute or two."""
    storage_size_gib: StrictInt = Field(default=64, ge=20, le=16_384)
    """It never shrinks. Azure makes it larger by itself when it is nearly full: raise it here by as much, or
    the next change of the server is refused."""
    high_availability: Literal["Disabled", "SameZone", "ZoneRedundant"] = "Disabled"
    """A second server that takes over, and costs as much as the first. ZoneRedundant can be had from the
    beginning only. Jobs run on while slurmdbd is away."""
    backup_retention_days: StrictInt = Field(default=14, ge=1, le=35)
    """The server can be restored to any moment of the last so many days, as another server."""
    version: str = "8.4"
    """Of MySQL, as the API calls it. A newer one is an upgrade in place, without a way back."""
    database_name: DatabaseName = "slurm_acct_db"
    """Where slurmdbd keeps its tables. Another one begins empty."""

    @model_validator(mode="after")
    def _check_version(self) -> "SlurmDatabaseCreate":
        supported = supported_on(datetime.now(UTC).date())
        if self.version not in supported:
            text = f"must be a version that Azure supports today: {', '.join(supported)}; got {self.version}"
            refuse(SlurmDatabaseCreate, [Problem(("version",), text)])
        return self


SlurmDatabaseChoice = Annotated[SlurmDatabaseCreate | SlurmDatabaseExisting, Field(discriminator="mode")]


class SlurmQos(Model):
    """What jobs ask for with --qos: more urgent ones, and what limits they have."""

    name: Key
    """Such as urgent; normal is what jobs have that ask for none."""
    priority: StrictInt = Field(default=0, ge=0, le=1_000_000)
    """Of its jobs, relative to the highest one: it goes before fair share and time in the queue."""
    max_hours: Hours | None = None
    """The longest that a job may ask for."""
    max_gpus_per_user: _Gpus | None = None
    """The most that one person's jobs have at a time."""


class SlurmAccount(Model):
    """People whose jobs share limits: a project."""

    name: Key
    """With `gpu_quota` one of its projects, which says how many GPUs its jobs have at a time."""
    max_gpus: _Gpus | None = None
    """The most that its jobs have at a time, where there is no `gpu_quota`. Left out: all."""
    max_hours: Hours | None = None
    """The longest that a job may ask for."""
    qos_names: list[Key] = Field(default=[])
    """What its jobs may ask for; the first is for those that don't ask. Left out: normal alone."""


def accounting_problems(
    database: SlurmDatabaseCreate | SlurmDatabaseExisting | None,
    accounts: Sequence[SlurmAccount],
    qos: Sequence[SlurmQos],
    users: Sequence[SlurmUser],
) -> Iterator[Problem]:
    """What doesn't fit together."""
    if database is None and (accounts or qos):
        text = "needs `accounting`: Slurm keeps accounts and limits in a database"
        yield Problem(("accounts",) if accounts else ("qos",), text)
    for setting, listed in (("accounts", accounts), ("qos", qos)):
        names = [one.name for one in listed]
        for number, name in enumerate(names):
            if name == ROOT and setting == "accounts":
                yield Problem((setting, number, "name"), f"{ROOT} is Slurm's own: take another")
            elif name in names[:number]:
                text = f"{name} is {setting}[{names.index(name)}] already"
                yield Problem((setting, number, "name"), text)
    if qos and not accounts:
        yield Problem(("qos",), "needs `accounts`, which say whose jobs may have it")
    yield from _unknown(
        {("accounts", n, "qos_names"): account.qos_names for n, account in enumerate(accounts)},
        [NORMAL, *(one.name for one in qos if one.name != NORMAL)],
        "no QoS is called {}: there are {}",
    )
    yield from _unknown(
        {("users", n, "account_names"): user.account_names for n, user in enumerate(users)},
        [account.name for account in accounts],
        "no account is called {}: there are {}",
    )
    if (size := len(accounts_list(accounts, qos, users).encode())) > MOST_BYTES:
        text = f"have {size} bytes with who is in them, and a secret of Key Vault {MOST_BYTES} at the most"
        yield Problem(("accounts",), f"{text}: have fewer")


def hours_problems(
    most: int | None, accounts: Sequence[SlurmAccount], qos: Sequence[SlurmQos]
) -> Iterator[Problem]:
    """More hours than any job has: a partition's end holds for every account and QoS."""
    hours = {("accounts", number): one.max_hours for number, one in enumerate(accounts)}
    hours |= {("qos", number): one.max_hours for number, one in enumerate(qos)}
    for path, wanted in hours.items():
        if most is not None and wanted is not None and wanted > most:
            text = f"{wanted} are more than any job has by `max_hours`, {most}: such jobs would wait forever"
            yield Problem((*path, "max_hours"), text)


def _unknown(
    lists: Mapping[tuple[str | int, ...], Sequence[str]], known: Sequence[str], text: str
) -> Iterator[Problem]:
    for path, names in lists.items():
        for place, name in enumerate(names):
            if name not in known:
                yield Problem((*path, place), text.format(name, ", ".join(known) or "none"))
            elif name in names[:place]:
                yield Problem((*path, place), f"{name} is said twice")


def quota_problems(accounts: Sequence[SlurmAccount], quota: GpuQuota) -> Iterator[Problem]:
    """What contradicts the table of GPUs by project."""
    for number, account in enumerate(accounts):
        if account.name not in quota.projects:
            text = f"{account.name} has no GPU quota: projects with one are {', '.join(quota.projects)}"
            yield Problem((number, "name"), text)
        elif account.max_gpus is not None:
            text = f"`gpu_quota` says how many {account.name} has: leave it out"
            yield Problem((number, "max_gpus"), text)


def with_quota(
    accounts: Sequence[SlurmAccount], quota: GpuQuota | None, sizes: Sequence[VmSize]
) -> list[SlurmAccount]:
    """The same, limited to what their projects have of the families of those sizes."""
    if quota is None:
        return list(accounts)
    families = sorted({size.family for size in sizes})
    return [
        account.model_copy(update={"max_gpus": sum(quota.limit(account.name, family) for family in families)})
        for account in accounts
    ]


def accounts_list(
    accounts: Sequence[SlurmAccount], qos: Sequence[SlurmQos], users: Sequence[SlurmUser]
) -> str:
    """The value of the secret that the scheduler reads: the same text for the same accounts."""
    told: dict[str, Any] = {
        "accounts": [
            {"name": one.name, "gpus": one.max_gpus, "hours": one.max_hours, "qos": one.qos_names or [NORMAL]}
            for one in accounts
        ],
        "qos": [
            {
                "name": one.name,
                "priority": one.priority,
                "hours": one.max_hours,
                "gpusPerUser": one.max_gpus_per_user,
            }
            for one in qos
        ],
        "users": [{"name": one.name, "accounts": one.account_names} for one in users if one.account_names],
    }
    return json.dumps(told, separators=(",", ":"), sort_keys=True)


def database_told(
    database: SlurmDatabaseExisting, cluster: str, dbd_host: str, accounts_secret: str | None
) -> dict[str, Any]:
    """As the scheduler, which is called `dbd_host`, is told of it. The password isn't among it."""
    return {
        "cluster": cluster,
        "dbdHost": dbd_host,
        "host": database.database_host,
        "port": database.port,
        "database": database.database_name,
        "user": database.user_name,
        "passwordSecret": database.password_secret,
        "caCertificate": database.ca_certificate,
        "accountsSecret": accounts_secret,
    }

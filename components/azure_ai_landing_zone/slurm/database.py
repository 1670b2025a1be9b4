"""SlurmDatabase: a flexible server of Azure Database for MySQL with the accounts of one Slurm cluster.

azure-native 3.29.0 makes it with a preview of the API, 2024-02-01-preview. It lies between two versions that
aren't, 2023-12-30 and 2024-12-30; what is set here is in the AVM module by the later one, with these names
(Azure/bicep-registry-modules@0021497:avm/res/db-for-my-sql/flexible-server/main.bicep, 2026-11-23).
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import pulumi
from pulumi_azure_native import dbformysql

from azure_ai_landing_zone.access.encryption_key import KEY_VAULT_API_VERSION
from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.catalog.mysql_sizes import TIER
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.model import Input, PrivateEndpointPlace, Protection
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.slurm.accounting import SlurmDatabaseCreate, SlurmDatabaseExisting

RESOURCE_TYPE = "Microsoft.DBforMySQL/flexibleServers"
SERVICE = "mysqlServer"
"""Of catalog/private_link.csv; its group id is called the same."""

LOGIN = "slurmdbd"
"""The administrator, whom slurmdbd signs in as: nothing else is on the server."""

PARAMETERS: Mapping[str, str] = MappingProxyType(
    {
        "innodb_lock_wait_timeout": "900",
        # Azure gives tables without a primary key an invisible one, which is among the columns that slurmdbd
        # compares with its own.
        "sql_generate_invisible_primary_key": "OFF",
    }
)
"""Of the server, that aren't Azure's own. The buffer pool is as large as Azure allows by itself, and TLS is
asked for. Sources: slurm.schedmd.com/accounting.html; learn.microsoft.com/azure/mysql/flexible-server/
concepts-limitations, 2026-11-23."""

_CLOUDS: Mapping[str, private_link.Cloud] = MappingProxyType(
    {"usgov": "government", "usdod": "government", "china": "china"}
)
"""By how the regions of a cloud begin."""

_CHARSET, _COLLATION = "utf8mb4", "utf8mb4_0900_ai_ci"
"""MySQL's own since 8.0. Source: dev.mysql.com/doc/refman/8.4/en/charset.html."""


class SlurmDatabaseArgs(ComponentArgs):
    """What a SlurmDatabase is made of."""

    database: SlurmDatabaseCreate = SlurmDatabaseCreate(mode="create")
    """Its size, and how long backups are kept."""
    administrator_password: Input[str]
    """Of the administrator; the engine keeps it as a secret. Another one is set in place."""
    vault_name: Input[str]
    """Of the Key Vault, in the same resource group, that gets the password as a secret."""
    private_endpoint: PrivateEndpointPlace
    """The only way in, on port 3306; its zone is privatelink.mysql.database.azure.com."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace server and database; `locked`: and Azure to delete it."""


class SlurmDatabase(Component):
    """A server without public access, whose administrator's password is in a Key Vault.

    With a private endpoint, not in a subnet of its own: so the zone reaches all its services, and a server
    can't change from the one to the other. Parameters, database and endpoint are made one after another,
    since a server takes one change at a time; the endpoint goes before the server. Sources:
    learn.microsoft.com/azure/mysql/flexible-server/concepts-networking and concepts-networking-private-link,
    2026-11-23.
    """

    server_name: pulumi.Output[str]
    server_resource_id: pulumi.Output[str]

    def __init__(
        self, name: str, args: SlurmDatabaseArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        server = _make_server(making, args)
        making.lock(server.id, "server")
        last: pulumi.Resource = server
        for parameter, value in PARAMETERS.items():
            last = dbformysql.Configuration(
                f"{name}-{parameter.replace('_', '-')}",
                configuration_name=parameter,
                server_name=server.name,
                source=dbformysql.ConfigurationSource.USER_OVERRIDE,
                value=value,
                opts=making.child(depends_on=[last]),
                **making.group,
            )
        database = dbformysql.Database(
            f"{name}-database",
            database_name=args.database.database_name,
            server_name=server.name,
            charset=_CHARSET,
            collation=_COLLATION,
            opts=making.keeper(depends_on=[last]),
            **making.group,
        )
        making.endpoint(args.private_endpoint, server.id, SERVICE, label="mysql", depends_on=[database])
        secret = {
            "type": "Microsoft.KeyVault/vaults/secrets",
            "apiVersion": KEY_VAULT_API_VERSION,
            "name": pulumi.Output.concat(args.vault_name, "/", password_secret(making.label)),
            "tags": making.tags or {},
            "properties": {
                "contentType": "password of a Slurm cluster's database",
                "value": "[parameters('password')]",
            },
        }
        # After the server, which refuses some: the vault has what the server has.
        making.deployment(
            "password",
            "mysqlServer",
            [secret],
            secure_values={"password": args.administrator_password},
            depends_on=[server],
        )
        making.watch(server.id, RESOURCE_TYPE)
        self.connection = SlurmDatabaseExisting(
            mode="existing",
            database_host=_host(making.azure_name("mysqlServer"), args.location),
            database_name=args.database.database_name,
            user_name=LOGIN,
            password_secret=password_secret(making.label),
        )
        """As a SlurmScheduler takes it."""
        self.server_name = server.name
        self.server_resource_id = server.id
        self._end()


def _make_server(making: Making, args: SlurmDatabaseArgs) -> "dbformysql.Server":
    database = args.database
    return dbformysql.Server(
        f"{making.name}-server",
        server_name=making.azure_name("mysqlServer"),
        administrator_login=LOGIN,
        administrator_login_password=pulumi.Output.secret(args.administrator_password),
        version=database.version,
        sku=dbformysql.MySQLServerSkuArgs(name=database.server_sku, tier=TIER),
        storage=dbformysql.StorageArgs(
            storage_size_gb=database.storage_size_gib,
            # A server whose storage is full takes no writes; one with a standby has to have it.
            auto_grow=dbformysql.EnableStatusEnum.ENABLED,
            # Billed by request; the SDK would turn it on.
            auto_io_scaling=dbformysql.EnableStatusEnum.DISABLED,
        ),
        backup=dbformysql.BackupArgs(
            backup_retention_days=database.backup_retention_days,
            geo_redundant_backup=dbformysql.EnableStatusEnum.DISABLED,
        ),
        high_availability=dbformysql.HighAvailabilityArgs(mode=database.high_availability),
        network=dbformysql.NetworkArgs(public_network_access=dbformysql.EnableStatusEnum.DISABLED),
        opts=making.keeper(),
        **making.place,
    )


def password_problems(password: str) -> Iterator[str]:
    """What Azure refuses of a password, and what slurmdbd.conf can't have; it isn't said itself.

    Sources: MicrosoftDocs/azure-docs@0120615:articles/mysql/flexible-server/
    quickstart-create-server-portal.md, 2026-11-23; slurm.schedmd.com/slurmdbd.conf.html, StoragePass.
    """
    if not 8 <= len(password) <= 128:
        yield f"must have 8 to 128 characters, and has {len(password)}"
    if not password.isascii() or not password.isprintable() or set(password) & set("# \"'\\"):
        yield "must be of ASCII characters without spaces, #, quotes and \\, which slurmdbd.conf can't have"
    kinds = (str.isupper, str.islower, str.isdigit, lambda one: not one.isalnum())
    if sum(any(is_one(one) for one in password) for is_one in kinds) < 3:
        yield "must have three of: upper-case letters, lower-case letters, digits, others"


def password_secret(label: str) -> str:
    """The secret with the password of the database of a scheduler that is called so."""
    return f"{label}-database"


def _host(server_name: str, location: str) -> str:
    """In the cloud that the region belongs to, as the zones of private endpoints are called after it."""
    link = private_link.find(SERVICE, SERVICE)
    assert link is not None, "it is in the catalogue"  # noqa: S101
    found = (one for start, one in _CLOUDS.items() if location.startswith(start))
    cloud: private_link.Cloud = next(found, "public")
    (zone,) = link.zones[cloud]
    return f"{server_name}.{zone.removeprefix('privatelink.')}"


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a SlurmDatabase called so names."""
    return [("mysqlServer", label), ("privateEndpoint", f"{label}-mysql")]

"""Slurm schedulers of a landing zone."""

from collections.abc import Iterator
from typing import ClassVar

import pulumi
from pydantic import Field

from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.model import Key, OwnRole, RoleDefinitionId, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.stack_file import SECRETS, stack_secret, subject_of
from azure_ai_landing_zone.data.homes.section import SharedHomesItem
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.node_setup.container_runtime import PUBLISHED
from azure_ai_landing_zone.node_setup.services import SlurmMembership
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import ForNodes, ServesNodes
from azure_ai_landing_zone.slurm import database, scheduler
from azure_ai_landing_zone.slurm.accounting import (
    SlurmDatabaseCreate,
    SlurmDatabaseExisting,
    quota_problems,
    with_quota,
)
from azure_ai_landing_zone.slurm.database import SlurmDatabase, SlurmDatabaseArgs, password_problems
from azure_ai_landing_zone.slurm.plan import slurm_problems
from azure_ai_landing_zone.slurm.scheduler import SlurmMember, SlurmScheduler, SlurmSchedulerArgs
from azure_ai_landing_zone.slurm.settings import SlurmSchedulerSettings
from azure_ai_landing_zone.stores.key_vault import KeyVault, KeyVaultCreate
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey
from azure_ai_landing_zone.training.section import TrainingClusterItem, cluster_name_problems

READS_KEY = BuiltInRole.KEY_VAULT_SECRETS_USER
"""What every machine of a Slurm cluster may do, for the munge key."""
MAKES_ANEW = BuiltInRole.VIRTUAL_MACHINE_CONTRIBUTOR
"""What the scheduler may do to scale sets of its nodes, where it is root anyhow, if no role of the company's
own is named. No built-in one for what a roll asks is narrower: docs/slurm.md, "A narrower role"."""

_LOGIN, _DATABASE = "login", "database"


class SlurmSchedulerItem(SlurmSchedulerSettings, WithEncryptionKey, ServesNodes):
    """A scheduler of the zone, in a subnet of its own, with a login node. The zone's Key Vault keeps the
    munge key."""

    makes: ClassVar[type[object]] = SlurmScheduler
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem, ServesNodes)

    clusters: list[Key] = Field(min_length=1)
    """Training clusters whose nodes join, by name; a cluster joins one scheduler. Each needs `rolesOn`
    keyVault: [Key Vault Secrets User]."""
    roll_role_definition_id: RoleDefinitionId | None = None
    """Of the role with which the scheduler makes nodes anew, and sets the number of them: the one in the
    output `deployers` of the stack with its deployer (`mayRollNodes`), or one that your company defined. Left
    out: Virtual Machine Contributor."""

    def subnets(self) -> list[NetworkSubnet]:
        return [NetworkSubnet(name=self.key, purpose="schedulers", addresses=2)]

    def ways_out(self) -> list[Workload]:
        # Of machines for development: what Entra's sign-in asks, among it.
        signs_in: list[Workload] = ["devMachines"] if self._signs_in else []
        return ["hpcImages", "ubuntu", *self._fetched(), *signs_in]

    def ways_out_for(self, needs: Needs) -> list[Workload]:
        joins = isinstance(needs, TrainingClusterItem) and needs.title in self.clusters
        return self._fetched() if joins else []

    def _fetched(self) -> list[Workload]:
        runtime = self.container_runtime
        return ["gitHub"] if runtime is not None and runtime.mirror == PUBLISHED else []

    @property
    def _signs_in(self) -> bool:
        return self.login is not None and self.login.entra_sign_in

    def identities(self) -> list[NeededIdentity]:
        officer = NeededIdentity(roles_on={"keyVault": [BuiltInRole.KEY_VAULT_SECRETS_OFFICER]})
        return [
            officer,
            *([NeededIdentity(_LOGIN, roles_on={"keyVault": [READS_KEY]})] if self.login else []),
            *self.key_identities(),
        ]

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint(_DATABASE, database.SERVICE, database.SERVICE)] if self._makes_one else []

    @property
    def _makes_one(self) -> bool:
        return isinstance(self.accounting, SlurmDatabaseCreate)

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        has_login, has_key = self.login is not None, self.encryption_key_name is not None
        ours = database.azure_names(self.key) if self._makes_one else []
        return [*scheduler.azure_names(self.key, login=has_login, has_key=has_key), *ours]

    def problems(self, others: Others) -> list[Problem]:
        return [*cluster_name_problems(self.clusters, others), *self._problems(others)]

    def _problems(self, others: Others) -> Iterator[Problem]:
        if not others.has(KeyVaultItem):
            yield Problem((), "needs `key_vault`: the munge key is kept there, and nowhere else")
        yield from self.key_problems(others)
        yield from self._home_problems(others)
        if self.users and not self._makes_vault(others):
            text = "need a `key_vault` of mode create: machines read there who has an account"
            yield Problem(("users",), text)
        if self._signs_in and others.people is not None and others.people.administrators is None:
            text = "needs `people.administrators`: nobody else may sign in"
            yield Problem(("login", "entra_sign_in"), text)
        yield from self._accounting_problems(others)
        there = others.of(TrainingClusterItem)
        ours = [(number, there[name]) for number, name in enumerate(self.clusters) if name in there]
        for number, cluster in ours:
            if READS_KEY not in cluster.roles_on.get("keyVault", []):
                text = f"{cluster.name} needs `roles_on` keyVault: [{READS_KEY}], so that its nodes can join"
                yield Problem(("clusters", number), text)
        members = [plan for _, cluster in ours if (plan := _member(cluster).plan())]
        for problem in slurm_problems(members):
            yield Problem(("clusters", *problem.path), problem.message)
        for number, name in enumerate(self.clusters):
            for other in others.of(SlurmSchedulerItem).values():
                if other is not self and name in other.clusters:
                    text = f"{name} joins {other.name} as well: a node has one scheduler"
                    yield Problem(("clusters", number), text)

    def _accounting_problems(self, others: Others) -> Iterator[Problem]:
        # Key Vault takes names for the same that differ in case alone. Source: learn.microsoft.com/azure/
        # key-vault/general/about-keys-secrets-certificates, object identifiers, 2026-11-23.
        own = (self.munge_key_secret, scheduler.people_secret(self.key), scheduler.accounts_secret(self.key))
        accounting = self.accounting
        secret = accounting.password_secret if isinstance(accounting, SlurmDatabaseExisting) else None
        if self._makes_one and not self._makes_vault(others):
            text = "needs a `key_vault` of mode create: the scheduler reads the password there"
            yield Problem(("accounting",), text)
        if secret is not None and secret.lower() in [name.lower() for name in own]:
            text = (
                f"{secret} is where the scheduler keeps something else: give the password a secret of its own"
            )
            yield Problem(("accounting", "password_secret"), text)
        schedulers = others.of(SlurmSchedulerItem).values()
        passwords = [database.password_secret(one.key) for one in schedulers if one._makes_one]
        said = ((("munge_key_secret",), self.munge_key_secret), (("accounting", "password_secret"), secret))
        for path, name in said:
            if name is not None and name.lower() in passwords:
                text = f"{name} is where the password of a database made here is kept: take another name"
                yield Problem(path, text)
        if self.accounts and not self._makes_vault(others):
            text = "need a `key_vault` of mode create: the scheduler reads there who may take how much"
            yield Problem(("accounts",), text)
        if self.accounts and others.gpu_quota is not None:
            for problem in quota_problems(self.accounts, others.gpu_quota):
                yield Problem(("accounts", *problem.path), problem.message)
        for other in schedulers:
            if other is self or not isinstance(accounting, SlurmDatabaseExisting):
                continue
            if isinstance(other.accounting, SlurmDatabaseExisting):
                name, host = accounting.place
                if other.accounting.place == (name, host):
                    text = f"{name} of {host} is what {other.name} has as well: give each one of its own"
                    yield Problem(("accounting", "database_name"), text)

    def for_nodes(self, cluster: Needs, made: Made) -> ForNodes | None:
        if cluster.title not in self.clusters:
            return None
        component = made.of(SlurmScheduler, self.name)
        membership = SlurmMembership(
            partition=cluster.key,
            scheduler_address=component.scheduler_address,
            vault_uri=made.the(KeyVault).vault_uri,
            munge_key_secret=self.munge_key_secret,
            slurm_version=self.slurm_version,
            container_runtime=self.container_runtime,
            people_secret=component.people_secret,
        )
        own = self.roll_role_definition_id
        role = MAKES_ANEW if own is None else OwnRole(role_definition_id=own)
        rolls = made.grant(self.identity_name(), role)
        return ForNodes(after=component, slurm=membership, access=[rolls])

    def _home_problems(self, others: Others) -> Iterator[Problem]:
        there = others.of(SharedHomesItem)
        places = {name: homes for homes in there.values() for name in homes.clusters}
        without = [name for name in self.clusters if name not in places]
        if without and there.complete and (self.users or len(without) < len(self.clusters)):
            text = f"{' and '.join(without)} {'has' if len(without) == 1 else 'have'} no `shared_homes`: name"
            text = f"{text} all clusters of a scheduler in one, which its login node has too"
            yield Problem(("clusters",), text)
        elif len({homes.name for name, homes in places.items() if name in self.clusters}) > 1:
            text = "have homes in two places, and the login node has one: name all in one `shared_homes`"
            yield Problem(("clusters",), text)

    def _makes_vault(self, others: Others) -> bool:
        return isinstance(others.only(KeyVaultItem), KeyVaultCreate)

    def _given(self, made: Made) -> list[ForNodes]:
        """What else nodes of the clusters get."""
        clusters = made.others.of(TrainingClusterItem)
        served = (
            one.for_nodes(clusters[name], made)
            for _, one in made.others.each(ServesNodes)
            if not isinstance(one, SlurmSchedulerItem)
            for name in self.clusters
        )
        return [given for given in served if given is not None]

    def make(self, made: Made) -> Part:
        site, identity, vault = made.site, made.identity(self), made.the(KeyVault)
        given = self._given(made)
        # A cache of BlobFuse2 is for the nodes that have disks for it, and roles on its container.
        found = [(one.after, mount) for one in given for mount in one.mounts if mount.kind != "blobfuse2"]
        mounts = {mount.path: mount for _, mount in found}
        after = [before for before, _ in found if before is not None]
        login = made.identity(self, _LOGIN) if self.login else None
        there = made.others.of(TrainingClusterItem)
        sizes = [plan.size for name in self.clusters if (plan := _member(there[name]).plan())]
        server = self._server(made)
        after += [server] if server is not None else []
        component = SlurmScheduler(
            f"{site.name}-{self.key}",
            SlurmSchedulerArgs(
                **site.common,
                **fields_of(self, SlurmSchedulerSettings)
                | {"accounts": with_quota(self.accounts, made.others.gpu_quota, sizes)}
                | ({"accounting": server.connection} if server is not None else {}),
                label=self.key,
                slurm_members=[_member(there[name]) for name in self.clusters],
                subnet_resource_id=made.subnet_id(self),
                identity_resource_id=identity.identity_resource_id,
                client_id=identity.client_id,
                login_identity_resource_id=login.identity_resource_id if login else None,
                login_client_id=login.client_id if login else None,
                login_access=site.people.access("slurmLogin") if self._signs_in else [],
                encryption_key=self.encryption_key(made),
                vault_uri=vault.vault_uri,
                vault_name=vault.vault_name if self._makes_vault(made.others) else None,
                mounts=list(mounts.values()),
                homes=next((one.homes for one in given if one.homes is not None), None),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=[vault, *after]),
        )
        outputs = {
            "schedulerAddress": component.scheduler_address,
            "loginAddress": component.login_address,
        }
        return Part(component=component, outputs=outputs)

    def _password_problems(self) -> Iterator[Problem]:
        """Of the secret in the stack file."""
        try:
            password = stack_secret(SECRETS, self.name)
        except SettingsError as refused:
            yield from refused.problems
        else:
            yield from (Problem((self.name,), text) for text in password_problems(password))

    def _server(self, made: Made) -> SlurmDatabase | None:
        """The database that is made for it, if any."""
        if not isinstance(self.accounting, SlurmDatabaseCreate):
            return None
        site, vault = made.site, made.the(KeyVault)
        ours = [one for one in made.others.of(SlurmSchedulerItem).values() if one._makes_one]
        if problems := [problem for one in ours for problem in one._password_problems()]:
            raise SettingsError(subject_of(SECRETS), problems)
        password = stack_secret(SECRETS, self.name)
        return SlurmDatabase(
            f"{site.name}-{self.key}-database",
            SlurmDatabaseArgs(
                **site.common,
                label=self.key,
                database=self.accounting,
                administrator_password=pulumi.Output.secret(password),
                vault_name=vault.vault_name,
                private_endpoint=made.place(self, _DATABASE),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=[vault]),
        )


def _member(cluster: TrainingClusterItem) -> SlurmMember:
    return SlurmMember(name=cluster.key, size=cluster.size, node_limit=cluster.node_limit)

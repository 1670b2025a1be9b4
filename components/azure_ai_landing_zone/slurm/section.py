"""Slurm schedulers of a landing zone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from azure_ai_landing_zone.access.section import RolesOn
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import Key
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.sections.section import Part, Section
from azure_ai_landing_zone.sections.site import fields_of
from azure_ai_landing_zone.slurm import scheduler as slurm_scheduler
from azure_ai_landing_zone.slurm.plan import slurm_problems
from azure_ai_landing_zone.slurm.scheduler import SlurmMember, SlurmScheduler, SlurmSchedulerArgs
from azure_ai_landing_zone.slurm.settings import SlurmShape
from azure_ai_landing_zone.training.cluster_names import cluster_name_problems

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts

READS_KEY = BuiltInRole.KEY_VAULT_SECRETS_USER
"""What every machine of a Slurm cluster may do, for the munge key."""


class SlurmSchedulerSettings(SlurmShape, Section):
    """A scheduler of the zone, in a subnet of its own, with a login node. The zone's Key Vault keeps the
    munge key."""

    stage: ClassVar[Literal["data", "compute"]] = "data"

    clusters: list[Key] = Field(min_length=1)
    """Training clusters whose nodes join, by name; a cluster joins one scheduler. Each needs `rolesOn`
    keyVault: [Key Vault Secrets User]."""

    def subnets(self) -> list[NetworkSubnet]:
        return [NetworkSubnet(name=self.name, purpose="schedulers", addresses=2)]

    def identities(self) -> dict[str, RolesOn]:
        machines: dict[str, RolesOn] = {self.name: {"keyVault": [BuiltInRole.KEY_VAULT_SECRETS_OFFICER]}}
        return machines | ({f"{self.name}-login": {"keyVault": [READS_KEY]}} if self.login else {})

    def azure_names(self) -> list[tuple[Kind, str]]:
        return slurm_scheduler.azure_names(self.name, login=self.login is not None)

    def problems(self, parts: "Parts") -> list[Problem]:
        return [*cluster_name_problems(self.clusters, parts), *self._problems(parts)]

    def _problems(self, parts: "Parts") -> Iterator[Problem]:
        if "key_vault" not in parts.present:
            yield Problem((), "needs `key_vault`: the munge key is kept there, and nowhere else")
        there = {cluster.name: cluster for cluster in parts.clusters()}
        ours = [(number, there[name]) for number, name in enumerate(self.clusters) if name in there]
        for number, cluster in ours:
            if READS_KEY not in cluster.roles_on.get("keyVault", []):
                text = f"{cluster.name} needs `roles_on` keyVault: [{READS_KEY}], so that its nodes can join"
                yield Problem(("clusters", number), text)
        members = [self._member(cluster.name, cluster.size, cluster.node_limit) for _, cluster in ours]
        for problem in slurm_problems([plan for one in members if (plan := one.plan())]):
            yield Problem(("clusters", *problem.path), problem.message)
        others = [
            item for _, item in parts.items() if isinstance(item, SlurmSchedulerSettings) and item is not self
        ]
        for number, name in enumerate(self.clusters):
            for other in others:
                if name in other.clusters:
                    text = f"{name} joins {other.name} as well: a node has one scheduler"
                    yield Problem(("clusters", number), text)

    @staticmethod
    def _member(name: str, size: str, node_limit: int) -> SlurmMember:
        return SlurmMember(name=name, size=size, node_limit=node_limit)

    def make(self, made: "Made") -> Part:
        assert made.network is not None, "a section with subnets has a network"  # noqa: S101
        if made.vault is None:
            raise ValueError("a scheduler without a vault, which the settings' checks refuse")
        site, identity = made.site, made.identities[self.name]
        login = made.identities.get(f"{self.name}-login")
        sizes = {cluster.name: cluster for cluster in made.settings.training_clusters}
        component = SlurmScheduler(
            f"{site.name}-{self.name}",
            SlurmSchedulerArgs(
                **site.common,
                **fields_of(self, SlurmShape),
                label=self.name,
                slurm_members=[
                    self._member(name, sizes[name].size, sizes[name].node_limit) for name in self.clusters
                ],
                subnet_resource_id=made.network.subnet_resource_ids[self.name],
                identity_resource_id=identity.identity_resource_id,
                client_id=identity.client_id,
                login_identity_resource_id=login.identity_resource_id if login else None,
                login_client_id=login.client_id if login else None,
                vault_uri=made.vault.vault_uri,
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=[made.vault]),
        )
        outputs = {
            "schedulerAddress": component.scheduler_address,
            "loginAddress": component.login_address,
        }
        return Part(component=component, outputs=outputs)

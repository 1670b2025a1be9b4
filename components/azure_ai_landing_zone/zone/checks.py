"""What the sections of a landing zone's settings must agree on."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime

from azure_ai_landing_zone.access.section import GRANTOR_TYPES, Grantor, IdentitySettings, RolesOn
from azure_ai_landing_zone.catalog.roles import PRIVILEGED
from azure_ai_landing_zone.core.naming import Kind, name_problems
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.data.checkpoints import store as checkpoint_store
from azure_ai_landing_zone.network.section import ENDPOINTS
from azure_ai_landing_zone.network.section_checks import network_problems
from azure_ai_landing_zone.operations.private_link import MonitorPrivateLinkDisabled
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.stores.section import CheckpointStoreSettings
from azure_ai_landing_zone.training import section as landing_zone_compute
from azure_ai_landing_zone.training.planning.placement import offer_problem
from azure_ai_landing_zone.training.section import TrainingClusterSettings
from azure_ai_landing_zone.zone.parts import Parts


def zone_problems(parts: Parts) -> list[Problem]:
    """Everything that doesn't fit together."""
    return [
        *_names_used_twice("training_clusters", parts.training_clusters),
        *_names_used_twice("checkpoint_stores", parts.checkpoint_stores),
        *(one for name, items in parts.lists.items() for one in _names_used_twice(name, items)),
        *_identities_used_twice(parts),
        *_unknown_stores(parts),
        *_regional(parts, datetime.now(UTC).date()),
        *_quota(parts),
        *_roles(parts),
        *_deployers(parts),
        *_operations(parts),
        *_budgets(parts),
        *network_problems(parts),
        *_names(parts),
        *_lists(parts),
    ]


def _names_used_twice(
    section: str, items: Sequence[TrainingClusterSettings | CheckpointStoreSettings | Section | None]
) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for number, item in enumerate(items):
        if item is None:
            continue
        if item.name in seen:
            text = f"{item.name} is the name of [{seen[item.name]}] already: give each its own"
            yield Problem((section, number, "name"), text)
        seen.setdefault(item.name, number)
        if section == "training_clusters" and item.name == ENDPOINTS:
            text = f"{ENDPOINTS} is the name of the private endpoints' subnet: take another"
            yield Problem((section, number, "name"), text)


def _identities_used_twice(parts: Parts) -> Iterator[Problem]:
    """Clusters, identities and deployers are all called after the same thing: an identity."""
    seen = {cluster.name: "a training cluster" for cluster in parts.clusters()}
    for section, what, items in (
        ("identities", "an identity", parts.identities),
        ("deployers", "a deployer", parts.deployers),
    ):
        for number, item in enumerate(items):
            if item is not None and item.name in seen:
                text = f"{item.name} is the name of {seen[item.name]} already: give each its own"
                yield Problem((section, number, "name"), text)
            elif item is not None:
                seen[item.name] = what
    for path, own in parts.items():
        for name in own.identities():
            if name in seen:
                text = f"{name} is the name of {seen[name]} already: give each its own"
                yield Problem((*path, "name"), text)
            seen[name] = f"an identity of `{path[0]}`"


def _unknown_stores(parts: Parts) -> Iterator[Problem]:
    stores = [store.name for store in parts.checkpoint_stores if store is not None]
    if None in parts.checkpoint_stores:
        return  # the one that is meant may be the one that is wrong
    for number, cluster in enumerate(parts.training_clusters):
        if cluster is None or cluster.checkpoint_store is None or cluster.checkpoint_store in stores:
            continue
        text = nothing_called("checkpoint store", cluster.checkpoint_store, stores)
        yield Problem(("training_clusters", number, "checkpoint_store"), text)


def _regional(parts: Parts, today: date) -> Iterator[Problem]:
    """What a cluster's own check couldn't see, because it doesn't know the region."""
    for number, size in enumerate(parts.cluster_sizes):
        if size is None or parts.location is None:
            continue
        if problem := offer_problem(size, parts.location, today):
            yield Problem(("training_clusters", number, "size"), problem)


def _quota(parts: Parts) -> Iterator[Problem]:
    demands = []
    for number, cluster in enumerate(parts.training_clusters):
        path = ("training_clusters", number)
        if cluster is None:
            continue
        if cluster.project is None and parts.gpu_quota is not None:
            projects = ", ".join(parts.gpu_quota.projects)
            text = f"missing: `gpu_quota` gives GPUs to projects only, which are {projects}"
            yield Problem((*path, "project"), text)
        if cluster.project is not None and "gpu_quota" not in parts.present:
            yield Problem((*path, "project"), "goes with `gpu_quota`: add that, or leave this out")
        demands += [demand for demand in [cluster.demand(path)] if demand is not None]
    demands += [demand for path, item in parts.items() for demand in item.gpu_demands(path)]
    if parts.gpu_quota is not None:
        yield from parts.gpu_quota.problems(demands)


def _roles(parts: Parts) -> Iterator[Problem]:
    sections: dict[Grantor, str] = {"containerRegistry": "container_registry", "keyVault": "key_vault"}
    plan = parts.observability
    given: set[Grantor] = {grantor for grantor, section in sections.items() if section in parts.present}
    if (plan is not None and plan.telemetry is not None) or (
        plan is None and "observability" in parts.present
    ):
        given.add("telemetry")
    asking: list[tuple[str, Sequence[IdentitySettings | TrainingClusterSettings | None]]] = [
        ("identities", parts.identities),
        ("training_clusters", parts.training_clusters),
    ]
    for section, items in asking:
        for number, item in enumerate(items):
            if item is not None:
                yield from _roles_of((section, number, "roles_on"), item.roles_on, given)


def _roles_of(path: tuple[str | int, ...], roles_on: RolesOn, given: set[Grantor]) -> Iterator[Problem]:
    for grantor, roles in roles_on.items():
        if grantor not in given:
            there = ", ".join(sorted(given)) or "none"
            yield Problem((*path, grantor), f"this zone has none: those that give out roles are {there}")
        for number, role in enumerate(roles):
            if role in PRIVILEGED:
                text = f"{role} can give away roles: choose a narrower one"
                yield Problem((*path, grantor, number), text)
            elif not role.suits(GRANTOR_TYPES[grantor]):
                text = f"{role} is a role on {role.resource_type}, and means nothing here"
                yield Problem((*path, grantor, number), text)


def _deployers(parts: Parts) -> Iterator[Problem]:
    if "pulumi_state" in parts.present:
        return
    for number, deployer in enumerate(parts.deployers):
        for field in ("state_container_resource_id", "secrets_key_resource_id"):
            if deployer is not None and getattr(deployer, field) is None:
                text = "missing: this stack has no `pulumi_state`, which would have it"
                yield Problem(("deployers", number, field), text)


def _operations(parts: Parts) -> Iterator[Problem]:
    present, plan = parts.present, parts.observability
    if "observability" in present and "log_analytics" not in present:
        yield Problem(("log_analytics",), "missing: `observability` is about what is in a workspace")
    if "alerts" in present and "observability" not in present:
        yield Problem(("observability",), "missing: `alerts` go to its `recipients`")
    has_link = plan is not None and not isinstance(plan.monitor_private_link, MonitorPrivateLinkDisabled)
    unknown = plan is None and "observability" in present
    if plan is not None and plan.telemetry is not None and not has_link:
        text = "is taken in privately only: give `monitor_private_link` as well"
        yield Problem(("observability", "telemetry"), text)
    if parts.dashboards is not None and not has_link and not unknown:
        text = "metrics come in privately only: give `observability.monitor_private_link` as well"
        yield Problem(("dashboards",), text)
    if parts.dashboards is not None and parts.people is not None and parts.people.administrators is None:
        text = "missing: nobody could add data sources or people to `dashboards`"
        yield Problem(("people", "administrators"), text)


def _budgets(parts: Parts) -> Iterator[Problem]:
    if parts.cost_limits is None or "observability" in parts.present:
        return
    for number, budget in enumerate(parts.cost_limits.budgets):
        if not budget.emails:
            text = "nobody would hear of this budget: give it e-mail addresses, or add `observability`"
            yield Problem(("cost_limits", "budgets", number, "emails"), text)


def _names(parts: Parts) -> Iterator[Problem]:
    if parts.naming is None:
        return
    sections: dict[str, list[list[tuple[Kind, str]]]] = {
        "training_clusters": [
            landing_zone_compute.azure_names(cluster.name) if cluster else []
            for cluster in parts.training_clusters
        ],
        "checkpoint_stores": [
            checkpoint_store.azure_names(store.name) if store else [] for store in parts.checkpoint_stores
        ],
        "identities": [
            [("userAssignedIdentity", identity.name)] if identity else [] for identity in parts.identities
        ],
    }
    for path, own in parts.items():
        identities: list[tuple[Kind, str]] = [("userAssignedIdentity", name) for name in own.identities()]
        for text in name_problems(parts.naming, [*identities, *own.azure_names()]):
            yield Problem((*path, "name"), text)
    for section, wanted in sections.items():
        for number, names in enumerate(wanted):
            for text in name_problems(parts.naming, names):
                yield Problem((section, number, "name"), text)


def _lists(parts: Parts) -> Iterator[Problem]:
    for path, item in parts.items():
        for problem in item.problems(parts):
            yield Problem((*path, *problem.path), problem.message)

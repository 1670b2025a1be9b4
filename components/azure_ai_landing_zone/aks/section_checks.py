"""What an AKS cluster with GPU pools lacks of the rest of a landing zone's settings."""

from collections.abc import Iterator

from azure_ai_landing_zone.aks.planning.autoscaling import autoscaler_problems
from azure_ai_landing_zone.aks.planning.gpu_pools import one_owner_problems
from azure_ai_landing_zone.aks.planning.pools import feature_problems
from azure_ai_landing_zone.aks.section_settings import InferenceClusterNeeds
from azure_ai_landing_zone.aks.settings import InferenceClusterCreate
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.section import (
    HubNetworkItem,
    NetworkCreateItem,
    NetworkItem,
)
from azure_ai_landing_zone.network.settings import HubLink
from azure_ai_landing_zone.operations.section import LogAnalyticsItem, has_monitor_link
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.stores.container_registry import ContainerRegistryCreate
from azure_ai_landing_zone.stores.container_registry_section import ContainerRegistryItem

_EGRESS = {"natGateway": "userAssignedNATGateway", "firewall": "userDefinedRouting", "none": "none"}


def cluster_problems(item: InferenceClusterNeeds, others: Others) -> Iterator[Problem]:
    """Everything that doesn't fit together, with paths from the cluster on."""
    yield from item.key_problems(others, made_here=isinstance(item.managed_cluster, InferenceClusterCreate))
    yield from _pools(item)
    if isinstance(item.managed_cluster, InferenceClusterCreate):
        yield from _network(item, item.managed_cluster, others)
        yield from _around(item.managed_cluster, others)
        if item.managed_cluster.outbound_type == "none":
            yield from _isolated(item, others)


def _pools(item: InferenceClusterNeeds) -> Iterator[Problem]:
    pools = item.all_pools()
    names: dict[str, tuple[str | int, ...]] = {}
    for path, _, name, _ in pools:
        if name in names:
            section, number = names[name]
            text = f"{name} is the name of {section}[{number}] already: give each its own"
            yield Problem((*path, "name"), text)
        names.setdefault(name, path)
    described = [shape.gpu_pool(name) for _, shape, name, _ in pools]
    scales = isinstance(item.managed_cluster, InferenceClusterCreate)  # its system pool does
    for problem in (
        *one_owner_problems(described),
        *feature_problems(described),
        *autoscaler_problems(described, others_scale=scales),
    ):
        number, *rest = problem.path
        yield Problem((*pools[int(number)][0], *rest), problem.message)


def _network(
    item: InferenceClusterNeeds, cluster: InferenceClusterCreate, others: Others
) -> Iterator[Problem]:
    nodes = sum(shape.max_nodes + shape.surge_nodes for _, shape, _, _ in item.all_pools())
    there = others.only(NetworkItem)
    network = there if isinstance(there, NetworkCreateItem) else None
    used = []
    if network is not None:
        spaces = [network.address_space, *network.additional_address_spaces]
        used += [(space, "the network") for space in spaces]
        used += [(one.address_range, one.used_by) for one in network.used_ranges]
        hub = network.hub_connection
        if isinstance(hub, HubLink):
            used += [(range_, "the hub") for range_ in hub.address_ranges]
    own_hub = others.only(HubNetworkItem)
    if own_hub is not None:
        used.append((own_hub.address_space, "the hub"))
    for problem in cluster.problems(nodes, used):
        yield Problem(("managed_cluster", *problem.path), problem.message)
    if network is None:
        return
    wanted = _EGRESS[network.egress]
    if cluster.outbound_type != wanted:
        text = f"must be {wanted} where `network.egress` is {network.egress}, got {cluster.outbound_type}"
        yield Problem(("managed_cluster", "outbound_type"), text)
    if network.dns_servers and cluster.api_server_zone == "system":
        text = (
            "system makes a zone that `network.dns_servers` don't ask: give the id of a zone that they do, "
            "or none"
        )
        yield Problem(("managed_cluster", "api_server_zone"), text)


def _isolated(item: InferenceClusterNeeds, others: Others) -> Iterator[Problem]:
    """What a cluster without a way out lacks. Source: MicrosoftDocs/azure-aks-docs@fb060ab:
    articles/aks/network-isolated.md, 2026-08-21; that its registry has to be zone-redundant is said of the
    API's property bootstrapProfile.containerRegistryId."""
    path = ("managed_cluster", "outbound_type")
    registry = others.only(ContainerRegistryItem)
    if registry is None:
        text = "is none, and nodes have to boot from somewhere: give `container_registry` with `image_cache`"
        yield Problem(path, text)
    elif isinstance(registry, ContainerRegistryCreate):
        if registry.image_cache is None:
            text = "is none, and the registry has nothing to boot from: give `container_registry.image_cache`"
            yield Problem(path, text)
        elif not registry.zone_redundancy:
            text = "is none, and AKS boots from zone-redundant registries only: set "
            yield Problem(path, f"{text}`container_registry.zone_redundancy` to true")
    if others.has(LogAnalyticsItem) and not has_monitor_link(others):
        # learn.microsoft.com/azure/azure-monitor/containers/kubernetes-monitoring-firewall, 2026-11-22.
        text = (
            "is none, and pods' logs reach `log_analytics` privately only: give "
            "`observability.monitor_private_link`, or leave `log_analytics` out"
        )
        yield Problem(path, text)
    for number, one in enumerate(item.workload_identities):
        text = (
            f"{one.name} signs in at login.microsoftonline.com, and nodes have no way out: leave it out, or "
            "give the network one"
        )
        yield Problem(("workload_identities", number), text)


def _around(cluster: InferenceClusterCreate, others: Others) -> Iterator[Problem]:
    if cluster.defender and not others.has(LogAnalyticsItem):
        yield Problem(("managed_cluster", "defender"), "reports to a workspace: give `log_analytics` as well")
    if others.people is not None and others.people.administrators is None:
        text = "nobody gets in: local accounts are off, so give `people.administrators`"
        yield Problem(("managed_cluster",), text)

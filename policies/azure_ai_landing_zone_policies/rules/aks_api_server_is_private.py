"""Rule aks-api-server-is-private."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_POOL = {
    "type": "azure-native:containerservice:AgentPool",
    "properties": {"resourceName": "${cluster.name}", "vmSize": "Standard_NC24ads_A100_v4"},
}


def _cluster(**properties: object) -> dict[str, object]:
    return {
        "cluster": {"type": "azure-native:containerservice:ManagedCluster", "properties": properties},
        "gpu": _POOL,
    }


@stack_rule(
    on=("containerservice:ManagedCluster",),
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("NS-2",),
    links=("https://learn.microsoft.com/azure/aks/private-clusters",),
    baseline="advisory",
    only_with_ai=True,
    passes=_cluster(apiServerAccessProfile={"enablePrivateCluster": True}),
    fails=_cluster(),
)
def aks_api_server_is_private(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """The API server of a GPU cluster isn't open to the internet

    Whoever gets a token of the cluster can use its GPUs and read its models from anywhere. Make the cluster
    private, which is decided when it is created, or allow only your own addresses in authorizedIPRanges.
    """
    profile = "apiServerAccessProfile"
    if props.flag(f"{profile}.enablePrivateCluster") is True:
        return
    if not props.texts(f"{profile}.authorizedIPRanges"):
        yield (
            f"{profile}.enablePrivateCluster isn't true, and authorizedIPRanges is empty; set the first to "
            "true, or give the second your own addresses"
        )

"""Rule aks-has-a-network-policy."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_POOL = {
    "type": "azure-native:containerservice:AgentPool",
    "properties": {"resourceName": "${cluster.name}", "vmSize": "Standard_NC24ads_A100_v4"},
}


def _cluster(**profile: object) -> dict[str, object]:
    return {
        "cluster": {
            "type": "azure-native:containerservice:ManagedCluster",
            "properties": {"networkProfile": profile},
        },
        "gpu": _POOL,
    }


@stack_rule(
    on=("containerservice:ManagedCluster",),
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("NS-1",),
    links=("https://learn.microsoft.com/azure/aks/use-network-policies",),
    baseline="advisory",
    only_with_ai=True,
    passes=_cluster(networkPlugin="azure", networkPolicy="cilium"),
    fails=_cluster(networkPlugin="azure"),
)
def aks_has_a_network_policy(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """A GPU cluster can keep its pods apart

    Without a network policy engine AKS ignores every NetworkPolicy: each pod reaches each model, each
    dashboard and the metadata service. The engine is chosen when the cluster is made. Set
    networkProfile.networkPolicy to cilium, calico or azure.
    """
    path = "networkProfile.networkPolicy"
    policy = props.text(path) or "none"
    if policy.lower() == "none":
        yield f"{path} is {policy}, so that every pod reaches every other; set it to cilium"

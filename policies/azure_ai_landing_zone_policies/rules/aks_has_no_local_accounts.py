"""Rule aks-has-no-local-accounts."""

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
    controls=("IM-1", "PA-1"),
    links=("https://learn.microsoft.com/azure/aks/manage-local-accounts-managed-azure-ad",),
    baseline="advisory",
    only_with_ai=True,
    passes=_cluster(disableLocalAccounts=True, aadProfile={"managed": True, "enableAzureRBAC": True}),
    fails=_cluster(),
)
def aks_has_no_local_accounts(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Clusters are entered with Microsoft Entra accounts only

    A local account is a certificate of cluster admin that nobody can take back and no log names. Set
    disableLocalAccounts to true, with an aadProfile that is managed and enables Azure RBAC.
    """
    if props.flag("disableLocalAccounts") is not True:
        yield "disableLocalAccounts isn't true, so that a shared admin certificate works; set it to true"
    if not props.given("aadProfile"):
        yield (
            "aadProfile isn't set, so that nobody enters with an account of Entra; set managed and "
            "enableAzureRBAC in it to true"
        )
    elif props.flag("aadProfile.enableAzureRBAC") is not True:
        yield (
            "aadProfile.enableAzureRBAC isn't true, so that rights inside the cluster are kept where no role "
            "assignment shows them; set it to true"
        )

"""Rule kubernetes-version-is-supported."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog import kubernetes_versions
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.gpu_pools import gpu_pools


def _program(version: str) -> dict[str, object]:
    return {
        "cluster": {
            "type": "azure-native:containerservice:ManagedCluster",
            "properties": {"kubernetesVersion": version},
        },
        "gpu": {
            "type": "azure-native:containerservice:AgentPool",
            "properties": {"resourceName": "${cluster.name}", "vmSize": "Standard_NC24ads_A100_v4"},
        },
    }


@stack_rule(
    on=("containerservice:ManagedCluster", "containerservice:AgentPool"),
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("PV-6",),
    links=("https://learn.microsoft.com/azure/aks/supported-kubernetes-versions",),
    passes=_program("1.36"),
    fails=_program("1.32"),
)
def kubernetes_version_is_supported(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """GPU clusters run a Kubernetes version that Azure supports

    Without support there are no more fixes, also not for the GPU and InfiniBand drivers in the node image,
    and Azure creates no new cluster of that version. Take a version that the message names. In the Premium
    tier with the support plan AKSLongTermSupport the later date counts.
    """
    path = "kubernetesVersion" if props.resource.type.endswith("ManagedCluster") else "orchestratorVersion"
    if not gpu_pools(stack):
        return
    version = props.text(path)
    if version is None:
        return
    today = props.resource.today
    known = kubernetes_versions.find(version)
    instead = " or ".join(kubernetes_versions.supported_on(today)[-2:])
    if known is None:
        if kubernetes_versions.is_older_than_all(version):
            yield f"{path} is {version}, whose support ended long ago; use {instead}"
        return
    long_term = props.text("supportPlan") == "AKSLongTermSupport"
    if known.last_day(long_term=long_term) < today:
        yield (
            f"{path} is {version}, whose support ended on {known.last_day(long_term=long_term)}; "
            f"use {instead}"
        )

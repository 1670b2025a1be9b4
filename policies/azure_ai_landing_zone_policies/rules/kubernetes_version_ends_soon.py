"""Rule kubernetes-version-ends-soon."""

from collections.abc import Iterator
from datetime import timedelta

from azure_ai_landing_zone.catalog import kubernetes_versions
from azure_ai_landing_zone_policies.engine.parameters import Parameter
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
    on=("containerservice:ManagedCluster",),
    area="kubernetes",
    severity="low",
    since="2026.4",
    pillar="Operational Excellence",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/supported-kubernetes-versions",),
    baseline="advisory",
    strict="advisory",
    parameters=(
        Parameter("noticeDays", "whole number", 60, "how many days before its end a version is reported"),
    ),
    passes=_program("1.36"),
    fails=_program("1.34"),
)
def kubernetes_version_ends_soon(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """The support of a GPU cluster's Kubernetes version has time left

    An upgrade replaces every node, also those with GPUs that are hard to get back. It is planned between
    jobs, not on the last day.
    """
    if not gpu_pools(stack):
        return
    version = props.text("kubernetesVersion")
    known = kubernetes_versions.find(version) if version else None
    if known is None:
        return
    today, notice = props.resource.today, timedelta(days=props.parameter("noticeDays"))
    last = known.last_day(long_term=props.text("supportPlan") == "AKSLongTermSupport")
    if today <= last <= today + notice:
        newer = [each for each in kubernetes_versions.supported_on(last + notice) if each != known.version]
        yield (
            f"kubernetesVersion is {version}, whose support ends on {last}; "
            f"plan the upgrade to {' or '.join(newer)}"
        )

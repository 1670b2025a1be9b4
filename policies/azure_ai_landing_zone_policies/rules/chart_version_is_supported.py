"""Rule chart-version-is-supported."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog import charts
from azure_ai_landing_zone.catalog.kubernetes_versions import minor
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(version: str) -> dict[str, object]:
    return {
        "gateway": {
            "type": "kubernetes:helm.sh/v3:Release",
            "properties": {"chart": "oci://docker.io/envoyproxy/gateway-helm", "version": version},
        },
        "cluster": {
            "type": "azure-native:containerservice:ManagedCluster",
            "properties": {"kubernetesVersion": "1.36"},
        },
    }


@stack_rule(
    on=("kubernetes/helm.sh:Release", "kubernetes/helm.sh:Chart"),
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("PV-6",),
    links=("https://learn.microsoft.com/azure/aks/supported-kubernetes-versions",),
    baseline="advisory",
    strict="mandatory",
    passes=_program("v1.9.0"),
    fails=_program("v1.8.3"),
)
def chart_version_is_supported(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Operators in a cluster have fixes, and were tested with its Kubernetes version

    What stands in the way of every request gets no fixes after the end of its support, and one that was never
    tested with a cluster's version may stop at an upgrade. The catalogue has the charts whose makers publish
    an end of support. Take a version that the message names, and its definitions (CRDs) with it: Helm
    installs those of a chart once and never again.
    """
    chart, version = props.text("chart"), props.text("version")
    known = charts.find(chart, version) if chart and version else None
    if known is None:
        return
    today = props.resource.today
    instead = " or ".join(charts.supported_on(known.chart, today)) or "a newer one"
    if known.end_of_support < today:
        yield (
            f"version is {version}, whose support ended on {known.end_of_support}; use {instead}, and its "
            "definitions with it"
        )
    for cluster in stack.of("containerservice:ManagedCluster"):
        kubernetes = cluster.text("kubernetesVersion") if cluster.known("kubernetesVersion") else None
        if kubernetes and minor(kubernetes) not in known.kubernetes_versions:
            yield (
                f"version is {version}, which was tested with Kubernetes "
                f"{', '.join(known.kubernetes_versions)}, and {cluster.resource.name} has {kubernetes}; use "
                f"{instead}"
            )

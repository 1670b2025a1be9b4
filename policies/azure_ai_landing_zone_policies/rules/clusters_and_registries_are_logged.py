"""Rule clusters-and-registries-are-logged."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.diagnostic_settings import collects, settings_of

_CATEGORIES = {
    "containerservice:ManagedCluster": ("kube-audit-admin", "kube-audit", "audit"),
    "containerregistry:Registry": (
        "ContainerRegistryLoginEvents",
        "ContainerRegistryRepositoryEvents",
        "audit",
    ),
}
"""Any of these is a log of who did what, or a group that has it."""

_IMAGES = {"type": "azure-native:containerregistry:Registry", "properties": {"sku": {"name": "Premium"}}}


@stack_rule(
    on=("containerservice:ManagedCluster", "containerregistry:Registry"),
    area="protection",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("LT-3",),
    links=("https://learn.microsoft.com/azure/aks/monitor-aks-reference",),
    baseline="advisory",
    only_with_ai=True,
    passes={
        "nodes": H100_NODES,
        "images": _IMAGES,
        "logs": {
            "type": "azure-native:monitor:DiagnosticSetting",
            "properties": {
                "resourceUri": "${images.id}",
                "workspaceId": "${workspace.id}",
                "logs": [{"categoryGroup": "allLogs", "enabled": True}],
            },
        },
    },
    fails={"nodes": H100_NODES, "images": _IMAGES},
)
def clusters_and_registries_are_logged(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Clusters and registries log who did what

    Who changed a model's deployment, took a token or pushed the image that serves it, only these logs
    say, and Azure keeps none by itself. Add a DiagnosticSetting with kube-audit-admin (kube-audit has
    every read too, at a price), and for registries logins and repositories. Where Azure Policy writes the
    settings, disable this rule.
    """
    categories = _CATEGORIES[props.resource.type]
    settings = settings_of(props, stack, "resourceName", "registryName")
    if not stack.some(settings, lambda setting: collects(setting, *categories)):
        yield f"no DiagnosticSetting of the program collects {categories[0]}; add one to a workspace"

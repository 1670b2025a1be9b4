"""Rule everything-is-judged."""

from collections import Counter
from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.arm_templates import DEPLOYMENTS
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.type_names import other_package
from azure_ai_landing_zone_policies.program.untyped import GENERIC
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(**others: object) -> dict[str, object]:
    return {"program": {"type": "pulumi:pulumi:Stack"}, "nodes": H100_NODES, **others}


_LINK = {"uri": "https://contoso.blob.core.windows.net/templates/search.json"}
_TEMPLATE = {
    "type": "azure-native:resources:Deployment",
    "properties": {"properties": {"mode": "Incremental", "templateLink": _LINK}},
}


@stack_rule(
    on=("pulumi:Stack",),
    area="protection",
    severity="low",
    since="2026.4",
    pillar="Operational Excellence",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/well-architected/operational-excellence/infrastructure-as-code-design",
    ),
    baseline="advisory",
    strict="advisory",
    only_with_ai=True,
    passes=_program(),
    fails=_program(
        template=_TEMPLATE,
        vault={"type": "azapi:index:Resource", "properties": {"type": "Microsoft.KeyVault/vaults"}},
    ),
)
def everything_is_judged(_props: View, stack: Stack) -> Iterator[str | CantTell]:
    """What no rule reads is little, and known

    Rules read azure-native, Kubernetes, and what stands in the template of a deployment. Resources of the
    packages azure, azuread and azapi, templates behind a link, and general resources of types that no rule
    knows pass unseen: silence about them says nothing. Write them with azure-native's own classes, or look
    at them yourself. Said once for the program.
    """
    packages = Counter(other for view in stack.all() if (other := other_package(view.resource.type)))
    parts = [f"{count} of the package {package}" for package, count in sorted(packages.items())]
    linked = [view.resource.name for view in stack.of(*DEPLOYMENTS) if not view.given("properties.template")]
    if linked:
        parts.append(f"what the linked templates of {', '.join(linked)} make")
    general = [view.resource.name for view in stack.of(GENERIC)]
    if general:
        parts.append(f"the general {', '.join(general)}, of types that no rule knows")
    if parts:
        yield (
            f"not judged: {'; '.join(parts)}; write them with azure-native's classes, or look at them "
            "yourself"
        )

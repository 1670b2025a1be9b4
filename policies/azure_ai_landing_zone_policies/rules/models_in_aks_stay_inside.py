"""Rule models-in-aks-stay-inside."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import gpu_deployment
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.gpu_pools import gpu_pools
from azure_ai_landing_zone_policies.readers.pods import gpu_pods


def _program(**annotations: str) -> dict[str, object]:
    return {
        "serve": gpu_deployment(),
        "front": {
            "type": "kubernetes:core/v1:Service",
            "properties": {
                "metadata": {"annotations": annotations},
                "spec": {"type": "LoadBalancer", "ports": [{"port": 8000}]},
            },
        },
    }


_INTERNAL = "service.beta.kubernetes.io/azure-load-balancer-internal"


@stack_rule(
    on=(
        "kubernetes/core:Service",
        "kubernetes/networking.k8s.io:Ingress",
        "kubernetes/gateway.networking.k8s.io:Gateway",
    ),
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("NS-2", "DP-3"),
    links=("https://learn.microsoft.com/azure/aks/internal-lb",),
    baseline="advisory",
    passes=_program(**{_INTERNAL: "true"}),
    fails=_program(),
)
def models_in_aks_stay_inside(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Models in a cluster aren't published by a load balancer

    vLLM, Triton and Ray answer whoever reaches them, and a Service of type LoadBalancer gets a public
    address unless an annotation says otherwise. An Ingress or a Gateway without TLS shows prompts and
    tokens on the way. Make the load balancer internal, end TLS at the Ingress or Gateway, and publish
    models through a gateway that knows its callers. Programs count whose pods or pools have GPUs.
    """
    if not gpu_pods(stack) and not gpu_pools(stack):
        return
    kind = props.resource.type.rpartition(":")[2]
    if kind == "Service":
        internal = (props.entry("metadata.annotations", _INTERNAL) or "").lower() == "true"
        if props.text("spec.type") == "LoadBalancer" and not internal:
            yield (
                f"spec.type is LoadBalancer without the annotation {_INTERNAL}, which makes a public "
                "address; "
                'set the annotation to "true"'
            )
    elif kind == "Ingress" and not props.items("spec.tls"):
        yield "spec.tls isn't set, so that prompts travel in the clear; name a certificate in it"
    elif kind == "Gateway":
        for listener in props.items("spec.listeners"):
            if listener.text("protocol") == "HTTP":
                yield f"{listener.path('protocol')} is HTTP; set it to HTTPS, with a certificate"

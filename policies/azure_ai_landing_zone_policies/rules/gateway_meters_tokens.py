"""Rule gateway-meters-tokens."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.model_gateways import gateway_program, policies_say, serves_models


@stack_rule(
    on=("apimanagement:ApiManagementService",),
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/api-management/azure-openai-emit-token-metric-policy",),
    baseline="advisory",
    passes=gateway_program(
        '<llm-emit-token-metric namespace="models"><dimension name="Subscription ID" />'
        "</llm-emit-token-metric>"
    ),
    fails=gateway_program("<base />"),
)
def gateway_meters_tokens(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A gateway to models counts tokens by caller

    Azure's bill names deployments, not the teams that call them. Only the gateway knows both: put
    llm-emit-token-metric (or azure-openai-emit-token-metric) with a dimension for the caller into a policy.
    """
    metrics = ("llm-emit-token-metric", "azure-openai-emit-token-metric")
    if serves_models(props, stack) and not policies_say(stack, *metrics):
        yield "no policy of its APIs has llm-emit-token-metric; add it with a dimension for the caller"

"""Rule gateway-limits-tokens."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.model_gateways import gateway_program, policies_say, serves_models


@stack_rule(
    on=("apimanagement:ApiManagementService",),
    area="models",
    severity="high",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/api-management/llm-token-limit-policy",),
    baseline="advisory",
    passes=gateway_program(
        '<llm-token-limit counter-key="@(context.Subscription.Id)" tokens-per-minute="10000" '
        'estimate-prompt-tokens="true" />'
    ),
    fails=gateway_program("<base />"),
)
def gateway_limits_tokens(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A gateway to models limits tokens

    Without a limit one caller's loop takes all of the throughput, and the month's budget in a night. Put
    llm-token-limit (or azure-openai-token-limit), counted by subscription or team, into a policy of the API.
    """
    if serves_models(props, stack) and not policies_say(stack, "llm-token-limit", "azure-openai-token-limit"):
        yield "no policy of its APIs has llm-token-limit; add it, counted by subscription or team"

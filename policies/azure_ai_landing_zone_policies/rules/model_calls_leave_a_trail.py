"""Rule model-calls-leave-a-trail."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.diagnostic_settings import collects, settings_of
from azure_ai_landing_zone_policies.readers.model_gateways import gateway_program, serves_models


def _program(category: str) -> dict[str, object]:
    return gateway_program("<base />") | {
        "logs": {
            "type": "azure-native:monitor:DiagnosticSetting",
            "properties": {
                "resourceUri": "${gateway.id}",
                "logs": [{"category": category, "enabled": True}],
            },
        }
    }


@stack_rule(
    on=("apimanagement:ApiManagementService",),
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("LT-3", "LT-6"),
    links=("https://learn.microsoft.com/azure/api-management/api-management-howto-llm-logs",),
    baseline="advisory",
    passes=_program("GatewayLlmLogs"),
    fails=_program("GatewayLogs"),
)
def model_calls_leave_a_trail(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A gateway to models logs what was asked and answered

    The logs of the model service itself hold no prompt and no answer, so that nobody can say later what a
    model told whom. Let the gateway's diagnostic setting collect GatewayLlmLogs, and turn the logging of
    prompts and completions on in the API's diagnostics.
    """
    if not serves_models(props, stack):
        return
    settings = settings_of(props, stack, "serviceName")
    if not stack.some(settings, lambda setting: collects(setting, "GatewayLlmLogs")):
        yield "no DiagnosticSetting of this gateway collects GatewayLlmLogs; add the category"

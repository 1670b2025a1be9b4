"""API Management in front of models."""

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View

POLICIES = (
    "apimanagement:ApiPolicy",
    "apimanagement:ApiOperationPolicy",
    "apimanagement:PolicyFragment",
    "apimanagement:Policy",
    "apimanagement:ProductPolicy",
)
"""What holds the text of policies."""


def serves_models(service: View, stack: Stack) -> bool:
    """Whether the gateway is there for models: they are in the same program, and it has APIs."""
    models = stack.of("cognitiveservices:Account", "machinelearningservices:OnlineEndpoint")
    apis = stack.which_refer(service, "apimanagement:Api", "serviceName", "serviceName")
    return bool(models) and bool(apis)


def policies_say(stack: Stack, *elements: str) -> bool:
    """Whether any policy has one of these elements. Raises CantTell if one that isn't known may have."""
    return stack.some(
        stack.of(*POLICIES),
        lambda policy: any(f"<{element}" in (policy.text("value") or "") for element in elements),
    )


def gateway_program(inbound: str) -> dict[str, object]:
    """An example: a gateway in front of an account, with this in its inbound policy."""
    return {
        "models": {
            "type": "azure-native:cognitiveservices:Account",
            "properties": {"kind": "AIServices"},
        },
        "gateway": {
            "type": "azure-native:apimanagement:ApiManagementService",
            "properties": {"serviceName": "contoso-models"},
        },
        "chat": {
            "type": "azure-native:apimanagement:Api",
            "properties": {"serviceName": "${gateway.name}", "apiId": "chat", "path": "chat"},
        },
        "limits": {
            "type": "azure-native:apimanagement:ApiPolicy",
            "properties": {
                "serviceName": "${gateway.name}",
                "apiId": "${chat.name}",
                "policyId": "policy",
                "format": "rawxml",
                "value": f"<policies><inbound>{inbound}</inbound></policies>",
            },
        },
    }

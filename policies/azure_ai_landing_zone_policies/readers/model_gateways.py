"""API Management in front of models."""

import re

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View

_ABOUT_MODELS = re.compile(
    r"<(llm|azure-openai)-"
    r"|\.(openai\.azure|cognitiveservices\.azure|services\.ai\.azure|inference\.ml\.azure|models\.ai\.azure)\."
)
"""So begin the policies of API Management that are for models, and so end the addresses of models in Azure.
Source: learn.microsoft.com/azure/api-management/api-management-policies, section AI gateway, 2026-11."""

POLICIES = (
    "apimanagement:ApiPolicy",
    "apimanagement:ApiOperationPolicy",
    "apimanagement:PolicyFragment",
    "apimanagement:Policy",
    "apimanagement:ProductPolicy",
)
"""What holds the text of policies."""

_SAYING = {
    "apimanagement:Api": "serviceUrl",
    "apimanagement:Backend": "url",
    **dict.fromkeys(POLICIES, "value"),
}
"""What may show that models are behind a gateway, and where."""

SAYING = tuple(_SAYING)

_MODELS = ("cognitiveservices:Account", "machinelearningservices:OnlineEndpoint")


def serves_models(service: View, stack: Stack) -> bool:
    """Whether the gateway is there for models: they are in the same program, and it has APIs."""
    apis = stack.which_refer(service, "apimanagement:Api", "serviceName", "serviceName")
    return bool(stack.of(*_MODELS)) and bool(apis)


def is_for_models(stack: Stack) -> bool:
    """Whether the program's gateway is one to models: they are in it, or something says that they follow."""
    return bool(stack.of(*_MODELS)) or stack.some(stack.of(*SAYING), says_models)


def says_models(props: View) -> bool:
    """Whether a resource of one of SAYING has a policy that only models have, or the address of models."""
    return _ABOUT_MODELS.search(props.text(_SAYING[props.resource.type]) or "") is not None


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

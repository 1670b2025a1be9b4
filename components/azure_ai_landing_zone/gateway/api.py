"""The gateway's API, and where it writes down what passes through."""

from collections.abc import Callable
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import apimanagement, resources

from azure_ai_landing_zone.core.model import Input, Model

PREVIEW = "2024-06-01-preview"
"""What azure-native's 2024-05-01 lacks, as Microsoft's own samples deploy it: `credentials.managedIdentity`
of a backend, which no published type has, and `largeLanguageModel` of a diagnostic.
Source: github.com/Azure-Samples/AI-Gateway labs/content-safety/main.bicep, 2026-07-24."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayPlace:
    """A gateway while it is being made."""

    name: str
    """Of the component."""
    service: "apimanagement.ApiManagementService"
    resource_group_name: Input[str]
    child: Callable[..., pulumi.ResourceOptions]
    """Options of a child of the component."""


API = "models"

_OPERATIONS = {
    "chat-completions": ("POST", "/v1/chat/completions"),
    "responses": ("POST", "/v1/responses"),
    "embeddings": ("POST", "/v1/embeddings"),
    "models": ("GET", "/v1/models"),
}
"""What OpenAI's SDKs ask of a base URL that ends with /openai/v1."""


class GatewayTelemetry(Model):
    """Where token counts go: Application Insights, on which the gateway's identity publishes metrics."""

    application_insights_resource_id: Input[str]
    """Full id."""
    connection_string: Input[str]
    """No secret: it opens nothing without a token."""


def make_api(place: GatewayPlace) -> "apimanagement.Api":
    api = apimanagement.Api(
        f"{place.name}-api",
        service_name=place.service.name,
        resource_group_name=place.resource_group_name,
        api_id=API,
        display_name="Models",
        path="openai",
        protocols=[apimanagement.Protocol.HTTPS],
        # Callers sign in with Microsoft Entra ID: a key would be a second way in.
        subscription_required=False,
        opts=place.child(),
    )
    for key, (method, path) in _OPERATIONS.items():
        apimanagement.ApiOperation(
            f"{place.name}-{key}",
            service_name=place.service.name,
            resource_group_name=place.resource_group_name,
            api_id=api.name,
            operation_id=key,
            display_name=key,
            method=method,
            url_template=path,
            opts=place.child(),
        )
    return api


def make_telemetry(
    place: GatewayPlace, api: "apimanagement.Api", telemetry: GatewayTelemetry, client_id: Input[str]
) -> None:
    logger = apimanagement.Logger(
        f"{place.name}-telemetry-logger",
        service_name=place.service.name,
        resource_group_name=place.resource_group_name,
        logger_id="application-insights",
        logger_type=apimanagement.LoggerType.APPLICATION_INSIGHTS,
        resource_id=telemetry.application_insights_resource_id,
        credentials={"connectionString": telemetry.connection_string, "identityClientId": client_id},
        opts=place.child(),
    )
    apimanagement.ApiDiagnostic(
        f"{place.name}-telemetry",
        service_name=place.service.name,
        resource_group_name=place.resource_group_name,
        api_id=api.name,
        diagnostic_id="applicationinsights",
        logger_id=logger.id,
        metrics=True,
        always_log=apimanagement.AlwaysLog.ALL_ERRORS,
        http_correlation_protocol=apimanagement.HttpCorrelationProtocol.W3_C,
        log_client_ip=False,
        sampling=apimanagement.SamplingSettingsArgs(
            sampling_type=apimanagement.SamplingType.FIXED, percentage=100
        ),
        opts=place.child(),
    )


def make_prompt_log(place: GatewayPlace, api: "apimanagement.Api") -> None:
    """Into ApiManagementGatewayLlmLog, in pieces of 32 KB up to 2 MB; CorrelationId joins them to callers.
    Source: learn.microsoft.com/azure/api-management/api-management-howto-llm-logs 2025-08-22."""
    logger = apimanagement.Logger(
        f"{place.name}-prompt-logger",
        service_name=place.service.name,
        resource_group_name=place.resource_group_name,
        logger_id="azuremonitor",
        logger_type=apimanagement.LoggerType.AZURE_MONITOR,
        is_buffered=False,
        opts=place.child(),
    )
    whole = {"messages": "all", "maxSizeInBytes": 262_144}
    resources.Resource(
        f"{place.name}-prompt-log",
        resource_group_name=place.resource_group_name,
        resource_provider_namespace="Microsoft.ApiManagement",
        parent_resource_path=pulumi.Output.concat("service/", place.service.name, "/apis/", api.name),
        resource_type="diagnostics",
        resource_name_="azuremonitor",
        api_version=PREVIEW,
        properties={
            "loggerId": logger.id,
            "alwaysLog": "allErrors",
            "logClientIp": False,
            "sampling": {"samplingType": "fixed", "percentage": 100},
            "largeLanguageModel": {"logs": "enabled", "requests": whole, "responses": whole},
        },
        opts=place.child(),
    )

"""The gateway's API, and where it writes down what passes through."""

import re
from typing import Literal

from pulumi_azure_native import apimanagement

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Model
from azure_ai_landing_zone.gateway.inside import deploy_inside

API = "models"

_OPERATIONS = {
    "chat-completions": ("POST", "/v1/chat/completions"),
    "responses": ("POST", "/v1/responses"),
    "embeddings": ("POST", "/v1/embeddings"),
    "models": ("GET", "/v1/models"),
    "deployment-chat-completions": ("POST", "/deployments/{deployment}/chat/completions"),
    "deployment-embeddings": ("POST", "/deployments/{deployment}/embeddings"),
}
"""What OpenAI's SDKs ask of a base URL that ends with /openai/v1, and Azure's older ones of one without."""


class GatewayTelemetry(Model):
    """Where token counts go: Application Insights, on which the gateway's identity publishes metrics."""

    application_insights_resource_id: Input[str]
    """Full id."""
    connection_string: Input[str]
    """No secret: it opens nothing without a token."""


def make_api(making: Making, service: "apimanagement.ApiManagementService") -> "apimanagement.Api":
    api = apimanagement.Api(
        f"{making.name}-api",
        service_name=service.name,
        api_id=API,
        display_name="Models",
        path="openai",
        protocols=[apimanagement.Protocol.HTTPS],
        # Callers sign in with Microsoft Entra ID: a key would be a second way in.
        subscription_required=False,
        opts=making.child(),
        **making.group,
    )
    for key, (method, path) in _OPERATIONS.items():
        apimanagement.ApiOperation(
            f"{making.name}-{key}",
            service_name=service.name,
            api_id=api.name,
            operation_id=key,
            display_name=key,
            method=method,
            url_template=path,
            template_parameters=[
                apimanagement.ParameterContractArgs(name=name, type="string", required=True)
                for name in re.findall(r"{(\w+)}", path)
            ]
            or None,
            opts=making.child(),
            **making.group,
        )
    return api


def make_telemetry(
    making: Making,
    service: "apimanagement.ApiManagementService",
    api: "apimanagement.Api",
    telemetry: GatewayTelemetry,
    client_id: Input[str],
) -> None:
    logger = apimanagement.Logger(
        f"{making.name}-telemetry-logger",
        service_name=service.name,
        logger_id="application-insights",
        logger_type=apimanagement.LoggerType.APPLICATION_INSIGHTS,
        resource_id=telemetry.application_insights_resource_id,
        credentials={"connectionString": telemetry.connection_string, "identityClientId": client_id},
        opts=making.child(),
        **making.group,
    )
    apimanagement.ApiDiagnostic(
        f"{making.name}-telemetry",
        service_name=service.name,
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
        opts=making.child(),
        **making.group,
    )


def make_prompt_log(
    making: Making,
    service: "apimanagement.ApiManagementService",
    api: "apimanagement.Api",
    *,
    kept: Literal["nothing", "tokens", "messages"],
) -> None:
    """Into ApiManagementGatewayLlmLog: model and tokens of each call, also of those that are answered in
    pieces; with `messages` prompts and answers too, in parts of 32 KB up to 2 MB. CorrelationId joins them
    to callers. What keeps nothing is written as well: a deployment takes nothing away.
    Source: learn.microsoft.com/azure/api-management/api-management-howto-llm-logs 2025-08-22."""
    logger = apimanagement.Logger(
        f"{making.name}-prompt-logger",
        service_name=service.name,
        logger_id="azuremonitor",
        logger_type=apimanagement.LoggerType.AZURE_MONITOR,
        is_buffered=False,
        opts=making.child(),
        **making.group,
    )
    whole = {"messages": "all", "maxSizeInBytes": 262_144} if kept == "messages" else None
    said = {"logs": "disabled" if kept == "nothing" else "enabled"}
    deploy_inside(
        making,
        "prompt-log",
        kind="apis/diagnostics",
        name=f"{API}/azuremonitor",
        properties={
            "loggerId": logger.id,
            "alwaysLog": "allErrors",
            "logClientIp": False,
            "sampling": {"samplingType": "fixed", "percentage": 100},
            "largeLanguageModel": said | ({"requests": whole, "responses": whole} if whole else {}),
        },
        after=[service, api],
    )

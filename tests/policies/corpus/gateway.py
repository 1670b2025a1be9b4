"""A gateway in front of models that counts tokens and limits nothing, with the logs of a gateway only."""

# mypy: ignore-errors
from pulumi_azure_native import apimanagement, cognitiveservices, monitor, operationalinsights, resources

group = resources.ResourceGroup("gateway", location="swedencentral")
account = cognitiveservices.Account(
    "models",
    resource_group_name=group.name,
    kind="AIServices",
    sku={"name": "S0"},
    tags={"owner": "a", "costCenter": "b"},
    properties={
        "public_network_access": "Disabled",
        "disable_local_auth": True,
        "custom_sub_domain_name": "models-4711",
    },
)
service = apimanagement.ApiManagementService(
    "gateway",
    resource_group_name=group.name,
    publisher_email="ai@contoso.com",
    publisher_name="AI",
    sku={"name": "StandardV2", "capacity": 1},
)
api = apimanagement.Api(
    "chat", resource_group_name=group.name, service_name=service.name, path="chat", display_name="chat"
)
apimanagement.ApiPolicy(
    "chat",
    resource_group_name=group.name,
    service_name=service.name,
    api_id=api.name,
    policy_id="policy",
    format="rawxml",
    value='<policies><inbound><llm-emit-token-metric namespace="ai" /></inbound></policies>',
)
logs = operationalinsights.Workspace("logs", resource_group_name=group.name, location=group.location)
monitor.DiagnosticSetting(
    "gateway-logs",
    resource_uri=service.id,
    workspace_id=logs.id,
    logs=[{"category": "GatewayLogs", "enabled": True}],
)
monitor.DiagnosticSetting(
    "models-logs",
    resource_uri=account.id,
    workspace_id=logs.id,
    logs=[{"category_group": "allLogs", "enabled": True}],
)

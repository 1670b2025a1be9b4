"""Online endpoints of Azure ML."""

from azure_ai_landing_zone_policies.program.view import View

TYPE = "machinelearningservices:OnlineEndpoint"


def properties_of(endpoint: View) -> str:
    """Where an endpoint has its properties: azure-native before version 3 named them after the type."""
    older = "onlineEndpointProperties"
    return older if endpoint.given(older) else "properties"

"""Rule endpoint-zones-are-complete."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each

_ZONES = {
    "account": (
        "privatelink.cognitiveservices.azure.com",
        "privatelink.openai.azure.com",
        "privatelink.services.ai.azure.com",
    ),
    "amlworkspace": ("privatelink.api.azureml.ms", "privatelink.notebooks.azure.net"),
    "azuremonitor": (
        "privatelink.monitor.azure.com",
        "privatelink.oms.opinsights.azure.com",
        "privatelink.ods.opinsights.azure.com",
        "privatelink.agentsvc.azure-automation.net",
        "privatelink.blob.core.windows.net",
    ),
}
"""By the endpoint's group; accounts of other kinds than AIServices have fewer. Source:
learn.microsoft.com/azure/private-link/private-endpoint-dns, 2026."""

_CONNECTIONS = ("privateLinkServiceConnections", "manualPrivateLinkServiceConnections")


def _program(zones: int) -> dict[str, object]:
    return {
        "endpoint": {
            "type": "azure-native:network:PrivateEndpoint",
            "properties": {
                "privateLinkServiceConnections": [
                    {"name": "models", "privateLinkServiceId": "${models.id}", "groupIds": ["account"]}
                ]
            },
        },
        "records": {
            "type": "azure-native:network:PrivateDnsZoneGroup",
            "properties": {
                "privateEndpointName": "${endpoint.name}",
                "privateDnsZoneConfigs": [
                    {"name": f"zone-{number}", "privateDnsZoneId": f"${{zone-{number}.id}}"}
                    for number in range(1, zones + 1)
                ],
            },
        },
    }


@stack_rule(
    on=("network:PrivateEndpoint",),
    area="models",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/private-link/private-endpoint-dns",),
    passes=_program(3),
    fails=_program(1),
)
def endpoint_zones_are_complete(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Private endpoints of AI services have records in all their zones

    A Foundry account answers under three names, an Azure ML workspace under two, Azure Monitor's scope under
    five. With a zone missing, some clients resolve the public address and are refused, and it looks like a
    bug of an SDK. Give the PrivateDnsZoneGroup a config for each zone that the message names. Endpoints
    without a group, whose records Azure Policy may write, are left alone.
    """
    groups = {
        group
        for path in _CONNECTIONS
        for connection in props.items(path)
        for group in connection.texts("groupIds") or []
    }
    wanted = next((zones for group, zones in _ZONES.items() if group in groups), None)
    if wanted is None:
        return
    accounts = [
        one for path in _CONNECTIONS for one in stack.made_from(props, path, "cognitiveservices:Account")
    ]
    if any((account.text("kind") or "AIServices").lower() != "aiservices" for account in accounts):
        return

    def check(group: View) -> Iterator[str]:
        configured = group.items("privateDnsZoneConfigs")
        if len(configured) < len(wanted):
            yield (
                f"{group.seen_from(props, 'privateDnsZoneConfigs')} has {len(configured)} of {len(wanted)} "
                f"zones; it needs {', '.join(wanted)}"
            )

    records = stack.which_refer(
        props, "network:PrivateDnsZoneGroup", "privateEndpointName", "privateEndpointName"
    )
    yield from each(records, check)

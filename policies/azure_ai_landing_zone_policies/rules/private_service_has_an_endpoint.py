"""Rule private-service-has-an-endpoint."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_NAMES = {
    "cognitiveservices:Account": "accountName",
    "containerregistry:Registry": "registryName",
    "cosmosdb:DatabaseAccount": "accountName",
    "keyvault:Vault": "vaultName",
    "machinelearningservices:Workspace": "workspaceName",
    "search:Service": "searchServiceName",
    "storage:StorageAccount": "accountName",
}
"""The types that can be reached through private endpoints, and their names' inputs."""


def _program(**others: object) -> dict[str, object]:
    return {
        "models": {
            "type": "azure-native:cognitiveservices:Account",
            "properties": {"kind": "AIServices", "properties": {"publicNetworkAccess": "Disabled"}},
        },
        **others,
    }


_ENDPOINT = {
    "type": "azure-native:network:PrivateEndpoint",
    "properties": {
        "privateLinkServiceConnections": [{"name": "models", "privateLinkServiceId": "${models.id}"}]
    },
}


@stack_rule(
    on=tuple(_NAMES),
    area="network",
    severity="low",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/private-link/private-endpoint-overview",),
    baseline="advisory",
    strict="advisory",
    only_with_ai=True,
    passes=_program(endpoint=_ENDPOINT),
    fails=_program(),
)
def private_service_has_an_endpoint(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """What is closed to the internet has a private endpoint

    With public access off and no private endpoint nobody reaches the service, its owners included: the
    first call fails after the deployment has succeeded. Add a PrivateEndpoint with its DNS zone; if
    another program makes it, or Azure does, waive or disable this rule.
    """
    holder = "properties." if props.resource.type in ("cognitiveservices:Account", "keyvault:Vault") else ""
    path = f"{holder}publicNetworkAccess"
    if (props.text(path) or "").lower() != "disabled":
        return
    endpoints = stack.of("network:PrivateEndpoint")
    if not stack.some(endpoints, lambda endpoint: _leads_to(endpoint, props, stack)):
        yield f"{path} is Disabled, and no PrivateEndpoint of the program leads to it; add one"


def _leads_to(endpoint: View, target: View, stack: Stack) -> bool:
    for name in ("privateLinkServiceConnections", "manualPrivateLinkServiceConnections"):
        if any(target.is_same(made) for made in stack.made_from(endpoint, name)):
            return True
        for connection in endpoint.items(name):
            if connection.known("privateLinkServiceId") and _names(connection, target):
                return True
    return False


def _names(connection: View, target: View) -> bool:
    id_ = connection.text("privateLinkServiceId") or ""
    path = _NAMES[target.resource.type]
    name = target.text(path) if target.known(path) else None
    return name is not None and id_.rstrip("/").rpartition("/")[2].lower() == name.lower()

"""Rule ai-stores-are-private."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_PLACES = {
    "cosmosdb:DatabaseAccount": "publicNetworkAccess",
    "dbforpostgresql:Server": "network.publicNetworkAccess",
    "eventhub:Namespace": "publicNetworkAccess",
    "redis:Redis": "publicNetworkAccess",
    "redisenterprise:RedisEnterprise": "publicNetworkAccess",
}
"""Databases for vectors, memories and events, and where they say whether the internet reaches them."""

_DELEGATED = "network.delegatedSubnetResourceId"
"""A PostgreSQL server with a subnet of its own has no public address."""


def _program(**properties: object) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "vectors": {"type": "azure-native:cosmosdb:DatabaseAccount", "properties": properties},
    }


@stack_rule(
    on=tuple(_PLACES),
    area="data",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("NS-2",),
    links=("https://learn.microsoft.com/azure/private-link/availability",),
    baseline="advisory",
    only_with_ai=True,
    passes=_program(publicNetworkAccess="Disabled"),
    fails=_program(),
)
def ai_stores_are_private(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Stores of vectors, memories and events aren't reachable from the internet

    What a model is asked to remember lies in Cosmos DB, PostgreSQL or Redis, and what it did in Event
    Hubs: copies of the documents that the storage account so carefully hides. Azure leaves them open
    unless the program says otherwise. Set publicNetworkAccess to Disabled and add private endpoints, or a
    subnet of its own for PostgreSQL.
    """
    path = _PLACES[props.resource.type]
    if props.resource.type == "dbforpostgresql:Server" and props.given(_DELEGATED):
        return
    if (props.text(path) or "enabled").lower() not in ("disabled", "securedbyperimeter"):
        yield f"{path} isn't Disabled, so that anybody reaches it; set it, and add a private endpoint"

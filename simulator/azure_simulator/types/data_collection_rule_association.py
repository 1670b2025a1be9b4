"""Microsoft.Insights/dataCollectionRuleAssociations"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType

ENDPOINT = "configurationAccessEndpoint"
"""The only name of an association with an endpoint."""


class DataCollectionRuleAssociation(ResourceType):
    pulumi_type = "azure-native:monitor:DataCollectionRuleAssociation"
    aliases = ("azure-native:insights:DataCollectionRuleAssociation",)
    path = "/{resourceUri}/providers/Microsoft.Insights/dataCollectionRuleAssociations/{associationName}"
    source = "learn.microsoft.com/azure/azure-monitor/data-collection/data-collection-rule-associations"
    auto_name = "random"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        has_rule, has_endpoint = "dataCollectionRuleId" in props, "dataCollectionEndpointId" in props
        name = props.get("associationName")
        if has_rule == has_endpoint:
            yield (
                "dataCollectionRuleId",
                "an association is with a rule or with an endpoint: give one of them",
            )
        elif isinstance(name, str) and has_endpoint != (name == ENDPOINT):
            what = f"is called {ENDPOINT}" if has_endpoint else f"can't be called {ENDPOINT}"
            yield (
                "associationName",
                f"an association with {'an endpoint' if has_endpoint else 'a rule'} {what}",
            )

    def create(self, put: Put) -> Mapping[str, Any]:
        return {"name": arm.name_of(put.id), "type": "Microsoft.Insights/dataCollectionRuleAssociations"}

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent)

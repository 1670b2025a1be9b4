"""Microsoft.Insights/dataCollectionRules"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each, has_unknown


class DataCollectionRule(ResourceType):
    pulumi_type = "azure-native:monitor:DataCollectionRule"
    aliases = ("azure-native:insights:DataCollectionRule",)
    path = "…/Microsoft.Insights/dataCollectionRules/{dataCollectionRuleName}"
    source = "learn.microsoft.com/azure/azure-monitor/data-collection/data-collection-rule-structure"
    replaces = frozenset({"location"})
    fixed = ("kind",)
    name_rule = NameRule(r"[A-Za-z0-9][A-Za-z0-9-]{1,62}[A-Za-z0-9]", "3-64 letters, digits and hyphens")

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        destinations = props.get("destinations")
        if not isinstance(destinations, Mapping) or has_unknown(destinations):
            return
        known = {
            str(dig(one, "name")) for kind in destinations for _, one in each(props, f"destinations.{kind}")
        }
        for path, flow in each(props, "dataFlows"):
            for name in dig(flow, "destinations") or []:
                if isinstance(name, str) and name not in known:
                    yield f"{path}.destinations", f"there is no destination '{name}'"

    def create(self, put: Put) -> Mapping[str, Any]:
        return {"immutableId": f"dcr-{arm.stable_guid(put.id, 'immutable').replace('-', '')}"}

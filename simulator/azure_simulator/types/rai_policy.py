"""Microsoft.CognitiveServices/accounts/raiPolicies: content filters"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import USED, Cloud, Put, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared.cognitive_services_child import AccountChild

_ONLY_PROMPTS = ("jailbreak", "indirect attack")
_HARMS = ("hate", "sexual", "violence", "selfharm")


class RaiPolicy(AccountChild):
    pulumi_type = "azure-native:cognitiveservices:RaiPolicy"
    path = "…/Microsoft.CognitiveServices/accounts/{accountName}/raiPolicies/{raiPolicyName}"
    source = "learn.microsoft.com/azure/foundry/openai/concepts/default-safety-policies"
    defaults = given({"properties": {"type": "UserManaged", "provisioningState": "Succeeded"}})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        seen: set[tuple[str, str]] = set()
        for path, entry in each(props, "properties.contentFilters"):
            name, source = str(dig(entry, "name")).lower(), str(dig(entry, "source")).lower()
            if (name, source) in seen:
                yield path, f"{dig(entry, 'name')} of {dig(entry, 'source')} is given twice"
            seen.add((name, source))
            if name in _ONLY_PROMPTS and source != "prompt":
                yield f"{path}.source", f"{dig(entry, 'name')} looks at the Prompt only"
            if name in _HARMS and "severityThreshold" not in entry:
                yield f"{path}.severityThreshold", f"{dig(entry, 'name')} needs one: Low, Medium or High"

    def create(self, put: Put) -> Mapping[str, Any]:
        account = arm.parent_of(put.id)
        for _, entry in each(put.props, "properties.customBlocklists"):
            name = dig(entry, "blocklistName")
            list_ = f"{account}/raiBlocklists/{name}"
            if not put.cloud.exists(list_):
                raise self.reference_missing(put.id, "properties.customBlocklists", list_)
        return {}

    def delete(self, cloud: Cloud, resource: Resource) -> None:
        account = arm.parent_of(resource.id) or ""
        for other in cloud.children(account, "azure-native:cognitiveservices:Deployment"):
            if dig(other.body, "properties.raiPolicyName") == arm.name_of(resource.id):
                raise USED.refusal(resource.id, [other.id])

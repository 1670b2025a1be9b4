"""Microsoft.MachineLearningServices/workspaces/outboundRules: what a managed network lets out"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.access import linked_actions
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig
from azure_simulator.types.machine_learning_workspace import RULE, isolation

_ENDPOINTS = "Microsoft.Network/privateEndpoints"


class MachineLearningOutboundRule(ResourceType):
    pulumi_type = RULE
    path = "…/Microsoft.MachineLearningServices/workspaces/{workspaceName}/outboundRules/{ruleName}"
    source = "learn.microsoft.com/azure/machine-learning/how-to-managed-network (2025-05-23)"
    name_rule = NameRule(
        r"[A-Za-z0-9][\w-]{0,62}", "letters, digits, underscores and hyphens, starting with a letter or digit"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        kind, destination = dig(props, "properties.type"), dig(props, "properties.destination")
        host = kind == "FQDN" and isinstance(destination, str)
        if host and not re.fullmatch(r"[*\w.-]+", str(destination)):
            yield "properties.destination", f"'{destination}' is no host name"

    def create(self, put: Put) -> Mapping[str, Any]:
        workspace = put.cloud.store.get(arm.parent_of(put.id) or "")
        kind, mode = dig(put.props, "properties.type"), isolation(workspace.body if workspace else {})
        if mode == "Disabled" or (mode == "AllowInternetOutbound" and kind != "PrivateEndpoint"):
            text = f"Outbound rules of type {kind} are not supported for isolation mode {mode}."
            raise ArmError(400, "ValidationError", text, seen=OURS)
        target = dig(put.props, "properties.destination.serviceResourceId")
        identity = workspace.inputs.get("primaryUserAssignedIdentity") if workspace else None
        found = put.cloud.store.get(identity) if isinstance(identity, str) else None
        if found is not None and isinstance(target, str):
            action = linked_actions.needed(_ENDPOINTS, arm.type_of(target), "privateLinkServiceConnections")
            put.cloud.demand(str(action), target, str(found.body["principalId"]))
        return {"properties": {**put.props["properties"], "status": "Active"}}

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)

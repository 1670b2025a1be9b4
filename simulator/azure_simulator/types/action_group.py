"""Microsoft.Insights/actionGroups"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import dig, each

_RECEIVERS = ("emailReceivers", "webhookReceivers", "smsReceivers", "armRoleReceivers", "voiceReceivers")


class ActionGroup(ResourceType):
    pulumi_type = "azure-native:monitor:ActionGroup"
    aliases = ("azure-native:insights:ActionGroup",)
    path = "…/Microsoft.Insights/actionGroups/{actionGroupName}"
    source = "learn.microsoft.com/azure/azure-monitor/alerts/action-groups"
    replaces = frozenset({"location"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        short = dig(props, "groupShortName")
        if isinstance(short, str) and not 1 <= len(short) <= 12:
            yield "groupShortName", f"'{short}' has {len(short)} characters; the short name has 1 to 12"
        names: set[str] = set()
        for kind in _RECEIVERS:
            for path, receiver in each(props, kind):
                name = str(dig(receiver, "name")).lower()
                if name in names:
                    yield f"{path}.name", f"another receiver is called '{name}'"
                names.add(name)
        for path, webhook in each(props, "webhookReceivers"):
            for field in ("objectId", "identifierUri") if dig(webhook, "useAadAuth") else ():
                if field not in webhook:
                    yield f"{path}.{field}", "a webhook with useAadAuth needs it"

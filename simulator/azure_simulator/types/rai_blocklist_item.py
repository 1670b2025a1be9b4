"""Microsoft.CognitiveServices/accounts/raiBlocklists/raiBlocklistItems"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.cognitive_services_child import AccountChild


class RaiBlocklistItem(AccountChild):
    pulumi_type = "azure-native:cognitiveservices:RaiBlocklistItem"
    path = (
        "…/Microsoft.CognitiveServices/accounts/{accountName}/raiBlocklists/{raiBlocklistName}/"
        "raiBlocklistItems/{raiBlocklistItemName}"
    )
    source = "learn.microsoft.com/azure/foundry/openai/how-to/use-blocklists"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        pattern = dig(props, "properties.pattern")
        if pattern is not None and not 1 <= len(pattern) <= 1000:
            yield "properties.pattern", f"{len(pattern)} characters: 1 to 1000"

"""Microsoft.CognitiveServices/accounts/raiBlocklists"""

from __future__ import annotations

from azure_simulator.cloud.resource_type import NameRule
from azure_simulator.types.shared.cognitive_services_child import AccountChild


class RaiBlocklist(AccountChild):
    pulumi_type = "azure-native:cognitiveservices:RaiBlocklist"
    path = "…/Microsoft.CognitiveServices/accounts/{accountName}/raiBlocklists/{raiBlocklistName}"
    source = "learn.microsoft.com/azure/foundry/openai/how-to/use-blocklists"
    name_rule = NameRule(r"[A-Za-z0-9._~-]{1,64}", "letters, digits, hyphens, periods, underscores and ~")

"""Microsoft.CognitiveServices/accounts/connections"""

from __future__ import annotations

from azure_simulator.types.shared.foundry_connection import FoundryConnection


class FoundryAccountConnection(FoundryConnection):
    pulumi_type = "azure-native:cognitiveservices:AccountConnection"
    path = "…/Microsoft.CognitiveServices/accounts/{accountName}/connections/{connectionName}"
    source = (
        "learn.microsoft.com/rest/api/aiservices/accountmanagement/account-connections/create (2025-06-01)"
    )

"""Microsoft.CognitiveServices/accounts/projects/connections"""

from __future__ import annotations

from azure_simulator.types.shared.foundry_connection import FoundryConnection


class FoundryProjectConnection(FoundryConnection):
    pulumi_type = "azure-native:cognitiveservices:ProjectConnection"
    path = (
        "…/Microsoft.CognitiveServices/accounts/{accountName}/projects/{projectName}"
        "/connections/{connectionName}"
    )
    source = (
        "learn.microsoft.com/rest/api/aiservices/accountmanagement/project-connections/create (2025-06-01)"
    )

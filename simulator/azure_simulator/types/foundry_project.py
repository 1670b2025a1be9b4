"""Microsoft.CognitiveServices/accounts/projects"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.cognitive_services_child import AccountChild


class FoundryProject(AccountChild):
    pulumi_type = "azure-native:cognitiveservices:Project"
    path = "…/Microsoft.CognitiveServices/accounts/{accountName}/projects/{projectName}"
    source = "learn.microsoft.com/rest/api/aiservices/accountmanagement/projects/create (2025-06-01)"
    name_rule = NameRule(
        r"[A-Za-z0-9][\w.-]{1,63}",
        "2-64 letters, digits, underscores, periods and hyphens, starting with a letter or digit",
    )
    defaults = given({"properties": {"provisioningState": "Succeeded"}})

    def create(self, put: Put) -> Mapping[str, Any]:
        account = put.cloud.store.get(arm.parent_of(put.id) or "")
        body = account.body if account else {}
        if account and not dig(body, "properties.allowProjectManagement"):
            raise ArmError(
                400,
                "BadRequest",
                "Project can only be created under AIServices Kind account with allowProjectManagement set "
                "to true.",
                seen="output of az and Bicep in public repositories, read 2026-11-22; the code is ours",
            )
        siblings = put.cloud.children(arm.parent_of(put.id) or "", self.pulumi_type)
        first = not siblings or arm.same_id(siblings[0].id, put.id)
        name = arm.name_of(put.id)
        domain = str(dig(body, "properties.customSubDomainName") or arm.name_of(arm.parent_of(put.id) or ""))
        return {
            "name": f"{arm.name_of(arm.parent_of(put.id) or '')}/{name}",
            "properties": {
                "endpoints": {
                    "AI Foundry API": f"https://{domain.lower()}.services.ai.azure.com/api/projects/{name}"
                },
                "isDefault": first,
            },
        }

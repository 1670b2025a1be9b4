"""Microsoft.ManagedIdentity/userAssignedIdentities"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import answers, arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType


class UserAssignedIdentity(ResourceType):
    pulumi_type = "azure-native:managedidentity:UserAssignedIdentity"
    path = "…/Microsoft.ManagedIdentity/userAssignedIdentities/{resourceName}"
    source = "learn.microsoft.com/entra/identity/managed-identities-azure-resources"
    replaces = frozenset({"location"})
    name_rule = NameRule(
        r"[A-Za-z0-9][\w-]{2,127}",
        "3-128 letters, digits, underscores and hyphens, starting with a letter or digit",
    )

    def create(self, put: Put) -> Mapping[str, Any]:
        return {
            "clientId": answers.client_id(put.id),
            "principalId": answers.principal_id(put.id),
            "tenantId": arm.TENANT_ID,
        }

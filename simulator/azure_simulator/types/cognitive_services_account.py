"""Microsoft.CognitiveServices/accounts"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections

_DOMAINS = {
    "AIServices": ("cognitiveservices.azure.com", "openai.azure.com", "services.ai.azure.com"),
    "OpenAI": ("openai.azure.com",),
}


class CognitiveServicesAccount(ResourceType):
    pulumi_type = "azure-native:cognitiveservices:Account"
    path = "…/Microsoft.CognitiveServices/accounts/{accountName}"
    source = "learn.microsoft.com/azure/ai-services/recover-purge-resources"
    fixed = ("properties.customSubDomainName",)
    name_rule = NameRule(r"[A-Za-z0-9][\w.-]{1,63}", "2-64 letters, digits, underscores, periods and hyphens")
    soft_delete = True
    defaults = given(
        {
            "kind": "AIServices",
            "properties": {
                "allowProjectManagement": False,
                "disableLocalAuth": False,
                "provisioningState": "Succeeded",
                "publicNetworkAccess": "Enabled",
            },
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        domain = dig(props, "properties.customSubDomainName")
        if domain is not None and not NameRule(r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?", "").allows(domain):
            yield (
                "properties.customSubDomainName",
                f"'{domain}' is no host name: letters, digits and hyphens (CustomDomainInvalid)",
            )
        private = dig(props, "properties.publicNetworkAccess") == "Disabled"
        if private and "customSubDomainName" not in props.get("properties", {}):
            yield "properties.customSubDomainName", "private endpoints and Entra tokens need one"
        if dig(props, "properties.allowProjectManagement") and "identity" not in props:
            yield "identity", "an account with projects needs one"
        if "encryption" in props.get("properties", {}) and "identity" not in props:
            yield "identity", "a key of the customer's own is opened with one"

    def create(self, put: Put) -> Mapping[str, Any]:
        if put.old is None:
            _check_deleted(put)
            _check_domain(put)
        domain = dig(put.props, "properties.customSubDomainName") or arm.name_of(put.id)
        hosts = _DOMAINS.get(str(put.props.get("kind")), ("cognitiveservices.azure.com",))
        return {"properties": {"endpoint": f"https://{str(domain).lower()}.{hosts[0]}/"}}

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        if not connections:
            return {}
        return {"properties": {**resource.body["properties"], "privateEndpointConnections": connections}}


def _check_deleted(put: Put) -> None:
    store = put.cloud.store
    deleted = [
        old for old in store.buried(CognitiveServicesAccount.pulumi_type) if arm.same_id(old.id, put.id)
    ]
    restore = dig(put.props, "properties.restore")
    if deleted and not restore:
        text = (
            f"An existing resource with ID '{put.id}' has been soft-deleted. To restore the resource, you "
            "must specify 'restore' to be 'true' in the property. If you don't want to restore existing "
            "resource, please purge it first."
        )
        raise ArmError(409, "FlagMustBeSetForRestore", text, seen=LOGS)
    if restore and not deleted:
        text = "Could not locate a resource to restore."
        raise ArmError(400, "CanNotRestoreANonExistingResource", text, seen=LOGS)
    if deleted:
        store.unbury(put.id)


def _check_domain(put: Put) -> None:
    """A host name stays taken until the account that has it is purged."""
    wanted = dig(put.props, "properties.customSubDomainName")
    store, token = put.cloud.store, CognitiveServicesAccount.pulumi_type
    for other in (*store.of_token(token), *store.buried(token)):
        taken = dig(other.body, "properties.customSubDomainName")
        if wanted and taken and wanted.lower() == taken.lower() and not arm.same_id(other.id, put.id):
            text = (
                f"Please pick a different name. The subdomain name '{wanted}' is not available as it's "
                "already used by a resource."
            )
            raise ArmError(409, "CustomDomainInUse", text, seen=LOGS)

"""Microsoft.Storage/storageAccounts"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each

_PREMIUM_ONLY = ("BlockBlobStorage", "FileStorage")
_UPGRADES = {
    *((kind, kind) for kind in ("Storage", "StorageV2", "BlobStorage", "BlockBlobStorage", "FileStorage")),
    *((kind, "StorageV2") for kind in ("Storage", "BlobStorage")),
}
"""learn.microsoft.com/azure/storage/common/storage-account-upgrade"""
_ENDPOINTS = ("blob", "dfs", "file", "queue", "table")
_PREMIUM_ENDPOINTS = {
    "BlockBlobStorage": ("blob", "dfs"),
    "FileStorage": ("file",),
    "BlobStorage": ("blob", "table"),
}


class StorageAccount(ResourceType):
    pulumi_type = "azure-native:storage:StorageAccount"
    path = "…/Microsoft.Storage/storageAccounts/{accountName}"
    source = "learn.microsoft.com/rest/api/storagerp/storage-accounts/create (2024-01-01)"
    replaces = frozenset({"location", "isHnsEnabled"})
    fixed = (
        "enableNfsV3",
        "dnsEndpointType",
        "encryption.requireInfrastructureEncryption",
        "immutableStorageWithVersioning.enabled",
    )
    name_rule = NameRule(
        r"[a-z0-9]{3,24}",
        "Storage account name must be between 3 and 24 characters in length and use numbers and lower-case "
        "letters only.",
    )
    globally_unique = True
    defaults = given(
        {
            "allowBlobPublicAccess": False,
            "allowCrossTenantReplication": False,
            "enableHttpsTrafficOnly": True,
            "encryption": {
                "keySource": "Microsoft.Storage",
                "services": {
                    "blob": {"enabled": True, "keyType": "Account"},
                    "file": {"enabled": True, "keyType": "Account"},
                },
            },
            "minimumTlsVersion": "TLS1_0",
            "networkRuleSet": {
                "bypass": "AzureServices",
                "defaultAction": "Allow",
                "ipRules": [],
                "virtualNetworkRules": [],
            },
            "privateEndpointConnections": [],
            "statusOfPrimary": "available",
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        kind, sku = dig(props, "kind"), dig(props, "sku.name")
        if kind in _PREMIUM_ONLY and sku is not None and not sku.startswith("Premium_"):
            yield "sku.name", f"'{sku}' does not go with kind {kind}: use Premium_LRS or Premium_ZRS"
        if kind in ("StorageV2", "Storage") and sku == "Premium_ZRS":
            yield (
                "sku.name",
                f"'Premium_ZRS' does not go with kind {kind}: use BlockBlobStorage or FileStorage",
            )
        if kind == "BlobStorage" and "accessTier" not in props:
            yield "accessTier", "kind BlobStorage needs an access tier"
        if dig(props, "isHnsEnabled") and kind not in (None, "StorageV2", "BlockBlobStorage"):
            yield (
                "isHnsEnabled",
                f"a hierarchical namespace needs kind StorageV2 or BlockBlobStorage, got {kind}",
            )
        if dig(props, "enableNfsV3"):
            if props.get("isHnsEnabled", False) is False:
                yield "enableNfsV3", "NFSv3 needs isHnsEnabled true"
            if props.get("enableHttpsTrafficOnly", True) is True:
                yield "enableHttpsTrafficOnly", "NFSv3 needs enableHttpsTrafficOnly false"
            if sku is not None and not sku.endswith(("_LRS", "_ZRS")):
                yield "sku.name", f"NFSv3 needs locally or zone-redundant storage, got {sku}"

    def sku_refused(self, put: Put, sku: str, region: str, zones: tuple[str, ...]) -> ArmError:  # noqa: ARG002
        text = f"The sku Sku: {sku}, Kind: {put.props.get('kind')} is not available in zone."
        seen = "Azure/terraform-azurerm-avm-res-storage-storageaccount#45"
        return ArmError(400, "SkuUnavailableInZone", text, seen=seen)

    def create(self, put: Put) -> Mapping[str, Any]:
        _check_service_endpoints(put)
        name, kind = arm.name_of(put.id), str(put.props["kind"])
        sku = str(dig(put.props, "sku.name"))
        if put.old is not None and _tier(sku) != _tier(str(dig(put.old.body, "sku.name"))):
            raise invalid_values("sku")
        if put.old is not None and (put.old.body.get("kind"), kind) not in _UPGRADES:
            raise invalid_values("kind")
        endpoints = {
            service: f"https://{name}.{service}.core.windows.net/"
            for service in _PREMIUM_ENDPOINTS.get(kind, _ENDPOINTS)
        }
        if kind in ("StorageV2", "BlockBlobStorage"):
            endpoints["web"] = f"https://{name}.z13.web.core.windows.net/"
        answer: dict[str, Any] = {
            "primaryEndpoints": endpoints,
            "primaryLocation": arm.location(str(put.props["location"])),
            "sku": {"name": sku, "tier": _tier(sku)},
        }
        if kind == "StorageV2" and _tier(sku) == "Standard":
            answer["accessTier"] = put.props.get("accessTier", "Hot")
        if "GRS" in sku or "GZRS" in sku:
            answer["statusOfSecondary"] = "available"
        return answer

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        return {"privateEndpointConnections": private_endpoint_connections(cloud, resource)}

    def name_taken(self, name: str) -> ArmError:
        return ArmError(
            409,
            "StorageAccountAlreadyTaken",
            f"The storage account named {name} is already taken.",
            seen="learn.microsoft.com/azure/azure-resource-manager/troubleshooting/error-storage-account-name",
        )

    def change_refused(self, id_: str, path: str, before: Any, after: Any) -> ArmError:  # noqa: ARG002
        return invalid_values(path)

    def reference_missing(self, id_: str, path: str, reference: str) -> ArmError:
        if path.startswith("networkRuleSet"):
            return ArmError(
                400,
                "NetworkAclsValidationFailure",
                f"Validation of network acls failure: SubnetsNotFound:Cannot find the subnet {reference}..",
                seen="the code; the words are ours",
            )
        return super().reference_missing(id_, path, reference)


def invalid_values(*names: str) -> ArmError:
    """What the storage provider says of values that don't go with each other or with the account."""
    return ArmError(
        400,
        "InvalidValuesForRequestParameters",
        f"Values for request parameters are invalid: {', '.join(names)}. For more information, see - "
        "https://aka.ms/storageaccounttypes",
        seen="Azure/terraform-azurerm-avm-res-storage-storageaccount#336 (2026-05-13), of kind and sku",
    )


def _check_service_endpoints(put: Put) -> None:
    for _, rule in each(put.props, "networkRuleSet.virtualNetworkRules"):
        id_ = str(dig(rule, "virtualNetworkResourceId"))
        subnet = put.cloud.store.get(id_)
        ends = each(subnet.body if subnet else {}, "serviceEndpoints")
        if not any(str(dig(end, "service")).startswith("Microsoft.Storage") for _, end in ends):
            raise ArmError(
                400,
                "NetworkAclsValidationFailure",
                "Validation of network acls failure: SubnetsHaveNoServiceEndpointsConfigured:Subnets "
                f"{arm.name_of(id_)} of virtual network {arm.parent_of(id_)} do not have ServiceEndpoints "
                "for Microsoft.Storage resources configured. Add Microsoft.Storage to subnet's "
                "ServiceEndpoints collection before trying to ACL Microsoft.Storage resources to these "
                "subnets..",
                seen=LOGS,
            )


def _tier(sku: str) -> str:
    return "Premium" if sku.startswith("Premium") else "Standard"


def _connection(endpoint: str, target: str) -> str:
    return f"{arm.name_of(endpoint)}.{arm.stable_guid(endpoint, target)}"


def _connection_status(cloud: Cloud, endpoint: str, target: str) -> str:
    """As the endpoint has it: one that was asked for by hand waits until somebody approves it."""
    found = cloud.store.get(endpoint)
    for name in ("privateLinkServiceConnections", "manualPrivateLinkServiceConnections"):
        for _, connection in each(found.body if found else {}, name):
            if arm.same_id(str(dig(connection, "privateLinkServiceId")), target):
                return str(dig(connection, "privateLinkServiceConnectionState.status"))
    return "Approved"


def private_endpoint_connections(cloud: Cloud, resource: Resource) -> list[dict[str, Any]]:
    """As targets of private endpoints list them."""
    return [
        {
            "id": f"{resource.id}/privateEndpointConnections/{_connection(user, resource.id)}",
            "name": _connection(user, resource.id),
            "privateEndpoint": {"id": user},
            "privateLinkServiceConnectionState": {
                "status": _connection_status(cloud, user, resource.id),
                "actionRequired": "None",
            },
            "provisioningState": "Succeeded",
            "type": f"{arm.type_of(resource.id)}/privateEndpointConnections",
        }
        for user in cloud.users(resource.id)
        if "/privateEndpoints/" in user and "/privateDnsZoneGroups/" not in user
    ]

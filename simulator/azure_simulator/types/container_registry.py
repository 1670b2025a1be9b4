"""Microsoft.ContainerRegistry/registries"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections


class ContainerRegistry(ResourceType):
    pulumi_type = "azure-native:containerregistry:Registry"
    path = "…/Microsoft.ContainerRegistry/registries/{registryName}"
    source = "learn.microsoft.com/azure/container-registry/container-registry-skus"
    replaces = frozenset({"location"})
    fixed = ("encryption.status",)
    """learn.microsoft.com/azure/container-registry/tutorial-customer-managed-keys, 2026-11-23."""
    name_rule = NameRule(
        r"[A-Za-z0-9]{5,50}",
        "Registry names may contain alpha numeric characters only and must be between 5 and 50 characters.",
    )
    globally_unique = True
    defaults = given(
        {
            "adminUserEnabled": False,
            "anonymousPullEnabled": False,
            "dataEndpointEnabled": False,
            "encryption": {"status": "disabled"},
            "networkRuleBypassOptions": "AzureServices",
            "policies": {
                "azureADAuthenticationAsArmPolicy": {"status": "enabled"},
                "exportPolicy": {"status": "enabled"},
                "quarantinePolicy": {"status": "disabled"},
                "retentionPolicy": {"days": 7, "status": "disabled"},
                "softDeletePolicy": {"retentionDays": 7, "status": "disabled"},
                "trustPolicy": {"status": "disabled", "type": "Notary"},
            },
            "publicNetworkAccess": "Enabled",
            "zoneRedundancy": "Disabled",
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        sku = dig(props, "sku.name")
        if sku is not None and sku != "Premium":
            for path, value in (
                ("publicNetworkAccess", "Disabled"),
                ("dataEndpointEnabled", True),
                ("policies.exportPolicy.status", "disabled"),
                ("policies.retentionPolicy.status", "enabled"),
                ("encryption.status", "enabled"),
            ):
                if dig(props, path) == value:
                    yield path, f"{value} needs the Premium sku, got {sku}"
            if "networkRuleSet" in props:
                yield "networkRuleSet", f"network rules need the Premium sku, got {sku}"
        if sku == "Basic" and dig(props, "anonymousPullEnabled"):
            yield "anonymousPullEnabled", "anonymous pull needs the Standard or Premium sku, got Basic"
        if (
            dig(props, "policies.exportPolicy.status") == "disabled"
            and props.get("publicNetworkAccess", "Enabled") == "Enabled"
        ):
            # learn.microsoft.com/azure/container-registry/data-loss-prevention
            yield "policies.exportPolicy.status", "exports can be disabled only without public network access"
        retention, soft_delete = (
            dig(props, f"policies.{name}.status") for name in ("retentionPolicy", "softDeletePolicy")
        )
        if retention == soft_delete == "enabled":
            yield "policies", "retention and soft delete policies exclude each other"
        days = dig(props, "policies.retentionPolicy.days")
        if days is not None and not 0 <= days <= 365:
            yield "policies.retentionPolicy.days", f"{days} is outside 0 to 365"

    def create(self, put: Put) -> Mapping[str, Any]:
        before = put.old.body if put.old else {}
        zones = put.props.get("zoneRedundancy")
        if before and zones not in (None, before.get("zoneRedundancy")):
            raise self.change_refused(put.id, "zoneRedundancy", before["zoneRedundancy"], zones)
        name = arm.name_of(put.id).lower()
        region = arm.location(str(put.props["location"]))
        endpoints = [f"{name}.{region}.data.azurecr.io"] if put.props.get("dataEndpointEnabled") else []
        return {
            "loginServer": f"{name}.azurecr.io",
            "dataEndpointHostNames": endpoints,
            "sku": {"name": dig(put.props, "sku.name"), "tier": dig(put.props, "sku.name")},
        }

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        return {"privateEndpointConnections": private_endpoint_connections(cloud, resource)}

    def name_taken(self, name: str) -> ArmError:
        text = f"The registry DNS name {name.lower()}.azurecr.io is already in use."
        return ArmError(409, "AlreadyInUse", text, seen=LOGS)

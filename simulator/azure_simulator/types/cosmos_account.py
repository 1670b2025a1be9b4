"""Microsoft.DocumentDB/databaseAccounts"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each, settled
from azure_simulator.types.shared.cosmos import is_serverless
from azure_simulator.types.storage_account import private_endpoint_connections


class CosmosAccount(ResourceType):
    pulumi_type = "azure-native:cosmosdb:DatabaseAccount"
    path = "…/Microsoft.DocumentDB/databaseAccounts/{accountName}"
    source = (
        "learn.microsoft.com/rest/api/cosmos-db-resource-provider/database-accounts/create-or-update "
        "(2025-10-15)"
    )
    fixed = ("kind", "createMode")
    name_rule = NameRule(
        r"(?!.*--)[a-z0-9][a-z0-9-]{1,42}[a-z0-9]",
        "3-44 lowercase letters, digits and single hyphens, starting and ending with a letter or digit",
    )
    """Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules."""
    globally_unique = True
    defaults = given(
        {
            "kind": "GlobalDocumentDB",
            "backupPolicy": {
                "type": "Periodic",
                "periodicModeProperties": {
                    "backupIntervalInMinutes": 240,
                    "backupRetentionIntervalInHours": 8,
                    "backupStorageRedundancy": "Geo",
                },
            },
            "capabilities": [],
            "consistencyPolicy": {
                "defaultConsistencyLevel": "Session",
                "maxIntervalInSeconds": 5,
                "maxStalenessPrefix": 100,
            },
            "disableKeyBasedMetadataWriteAccess": False,
            "disableLocalAuth": False,
            "enableAnalyticalStorage": False,
            "enableAutomaticFailover": False,
            "enableFreeTier": False,
            "enableMultipleWriteLocations": False,
            "ipRules": [],
            "isVirtualNetworkFilterEnabled": False,
            "minimalTlsVersion": "Tls12",
            "networkAclBypass": "None",
            "publicNetworkAccess": "Enabled",
            "virtualNetworkRules": [],
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        places = [dig(place, "locationName") for _, place in each(props, "locations")]
        ranks = [dig(place, "failoverPriority") for _, place in each(props, "locations")]
        if settled(props, "locations"):
            if not places:
                yield "locations", "an account needs at least one location"
            elif sorted(rank or 0 for rank in ranks) != list(range(len(ranks))):
                yield (
                    "locations",
                    f"the failover priorities are 0 to {len(ranks) - 1}, each once, got "
                    f"{', '.join(str(rank) for rank in ranks)}",
                )
            if len({arm.location(str(place)) for place in places}) < len(places):
                yield "locations", "each location once"
        if is_serverless(props) and len(places) > 1:
            yield "locations", f"a serverless account is in one region, got {len(places)}"
        if dig(props, "consistencyPolicy.defaultConsistencyLevel") == "BoundedStaleness":
            for name in ("maxIntervalInSeconds", "maxStalenessPrefix"):
                if name not in props["consistencyPolicy"]:
                    yield f"consistencyPolicy.{name}", "BoundedStaleness needs it"

    def create(self, put: Put) -> Mapping[str, Any]:
        if put.old is not None:
            _check_regions_alone(put, put.old)
        name = arm.name_of(put.id)
        ordered = sorted(
            (place for _, place in each(put.props, "locations")),
            key=lambda one: one.get("failoverPriority", 0),
        )
        locations = [_location(name, place) for place in ordered]
        several = dig(put.props, "enableMultipleWriteLocations") is True
        return {
            "documentEndpoint": f"https://{name}.documents.azure.com:443/",
            "failoverPolicies": [
                {key: one[key] for key in ("id", "locationName", "failoverPriority")} for one in locations
            ],
            "instanceId": arm.stable_guid(put.id, "instance"),
            "locations": locations,
            "readLocations": locations,
            "writeLocations": locations if several else locations[:1],
        }

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return {"privateEndpointConnections": connections} if connections else {}

    def name_taken(self, name: str) -> ArmError:
        text = f"Dns record for {name} under zone Document is already taken."
        return ArmError(409, "Conflict", text, seen="the code; the words nearly so in public logs")


def _location(account: str, place: Mapping[str, Any]) -> dict[str, Any]:
    region = arm.location(str(place.get("locationName")))
    return {
        "isZoneRedundant": False,
        "failoverPriority": 0,
        **place,
        "id": f"{account}-{region}",
        "documentEndpoint": f"https://{account}-{region}.documents.azure.com:443/",
        "provisioningState": "Succeeded",
    }


def _check_regions_alone(put: Put, old: Resource) -> None:
    """Source: learn.microsoft.com/azure/cosmos-db/nosql/manage-with-bicep."""

    def regions(props: Mapping[str, Any]) -> set[str]:
        return {arm.location(str(dig(place, "locationName"))) for _, place in each(props, "locations")}

    ignored = ("locations", "tags")
    others = {
        key
        for key in {*put.props, *old.inputs} - set(ignored)
        if put.props.get(key) != old.inputs.get(key) and not key.endswith("Name")
    }
    if regions(put.props) != regions(old.inputs) and others:
        raise ArmError(
            400,
            "BadRequest",
            "Locations cannot be added to or removed from an account together with other changes "
            f"({', '.join(sorted(others))}): these are two operations.",
            seen=OURS,
        )

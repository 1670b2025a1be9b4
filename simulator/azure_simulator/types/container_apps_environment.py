"""Microsoft.App/managedEnvironments"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges
from azure_simulator.types.storage_account import private_endpoint_connections
from azure_simulator.types.subnet import check_subnet_region

_PLACE = "vnetConfiguration.infrastructureSubnetId"
_DESTINATIONS = ("azure-monitor", "log-analytics", "none")
_SMALLEST_PREFIX = 27


class ContainerAppsEnvironment(ResourceType):
    pulumi_type = "azure-native:app:ManagedEnvironment"
    path = "…/Microsoft.App/managedEnvironments/{environmentName}"
    source = (
        "learn.microsoft.com/rest/api/resource-manager/containerapps/managed-environments/create-or-update "
        "(2025-02-02-preview)"
    )
    replaces = frozenset({"location", "zoneRedundant", "infrastructureResourceGroup"})
    fixed = (
        _PLACE,
        "vnetConfiguration.internal",
        "vnetConfiguration.dockerBridgeCidr",
        "vnetConfiguration.platformReservedCidr",
        "vnetConfiguration.platformReservedDnsIP",
    )
    name_rule = NameRule(
        r"[A-Za-z](?!.*--)[A-Za-z0-9-]{0,58}[A-Za-z0-9]",
        "2-60 letters, digits and single hyphens, starting with a letter and ending with a letter or digit",
    )
    """Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules."""
    defaults = given(
        {
            "peerAuthentication": {"mtls": {"enabled": False}},
            "peerTrafficConfiguration": {"encryption": {"enabled": False}},
            "publicNetworkAccess": "Enabled",
            "zoneRedundant": False,
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        network = props.get("vnetConfiguration") or {}
        if dig(props, "vnetConfiguration.internal") and "infrastructureSubnetId" not in network:
            yield _PLACE, "an internal environment needs a subnet"
        if dig(props, "zoneRedundant") and "vnetConfiguration" not in props:
            yield _PLACE, "a zone-redundant environment needs a subnet"
        destination = dig(props, "appLogsConfiguration.destination")
        logs = props.get("appLogsConfiguration") or {}
        if destination is not None and destination not in _DESTINATIONS:
            yield (
                "appLogsConfiguration.destination",
                f"'{destination}' is none of {', '.join(_DESTINATIONS)}",
            )
        if destination == "log-analytics" and "logAnalyticsConfiguration" not in logs:
            yield "appLogsConfiguration.logAnalyticsConfiguration", "destination log-analytics needs it"
        for path, profile in each(props, "workloadProfiles"):
            least, most = dig(profile, "minimumCount"), dig(profile, "maximumCount")
            if least is not None and most is not None and least > most:
                yield f"{path}.minimumCount", f"{least} is more than maximumCount, {most}"

    def create(self, put: Put) -> Mapping[str, Any]:
        subnet_id = dig(put.props, _PLACE)
        subnet = put.cloud.store.get(str(subnet_id)) if subnet_id else None
        if subnet is not None:
            check_subnet_region(self, put, subnet.id)
            _check_subnet(put, subnet)
        logs = dig(put.props, "appLogsConfiguration.logAnalyticsConfiguration")
        if logs:
            put.props["appLogsConfiguration"]["logAnalyticsConfiguration"] = {
                key: value for key, value in logs.items() if key != "sharedKey"
            }
        unique = arm.stable_guid(put.id, "domain").split("-")[0]
        place = arm.location(str(put.props.get("location")))
        address = "10.0.0.10" if dig(put.props, "vnetConfiguration.internal") else "20.10.10.10"
        return {
            "defaultDomain": f"{unique}.{place}.azurecontainerapps.io",
            "staticIp": ranges.address(put.cloud, subnet.id, put.id) if subnet else address,
        }

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return {"privateEndpointConnections": connections} if connections else {}

    def refuse_in_use(self, id_: str, users: list[str]) -> None:
        apps = sum("/Microsoft.App/containerApps/" in user for user in users)
        jobs = sum("/Microsoft.App/jobs/" in user for user in users)
        name = arm.name_of(id_)
        if apps:
            raise ArmError(
                409,
                "ManagedEnvironmentHasContainerApps",
                f"The specified environment {name} cannot be deleted because it still contains {apps} "
                "ContainerApps",
                seen=LOGS,
            )
        if jobs:
            raise ArmError(
                409,
                "ManagedEnvironmentHasContainerAppsJobs",
                f"The specified environment {name} cannot be deleted because it still contains {jobs} "
                "Container Apps Jobs.",
                seen=LOGS,
            )


def _check_subnet(put: Put, subnet: Resource) -> None:
    services = [dig(delegation, "serviceName") for _, delegation in each(subnet.body, "delegations")]
    if services != ["Microsoft.App/environments"]:
        raise ArmError(
            400,
            "ManagedEnvironmentSubnetDelegationError",
            "The subnet of the environment must be delegated to the service 'Microsoft.App/environments'.",
            seen="MicrosoftDocs/azure-docs#119379 (2024-01-31)",
        )
    smallest = [
        text
        for text in ranges.prefixes(subnet.body)
        if (range_ := ranges.parse(text)) is not None and range_.prefixlen > _SMALLEST_PREFIX
    ]
    if smallest:
        raise ArmError(
            400,
            "ManagedEnvironmentInvalidNetworkConfiguration",
            f"The environment network configuration is invalid: the subnet {smallest[0]} is smaller than "
            f"/{_SMALLEST_PREFIX}.",
            seen="the code (microsoft/azure-container-apps#1220, 2024-07-03); the words are ours",
        )
    others = [
        user
        for user in put.cloud.users(subnet.id)
        if "/managedEnvironments/" in user and not arm.same_id(user, put.id)
    ]
    if others:
        raise ArmError(
            400,
            "ManagedEnvironmentSubnetInUse",
            f"The subnet {subnet.id} is already used by the environment {others[0]}.",
            seen="the code in public logs; the words are ours",
        )

"""Functions of azure-native: reads of what exists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm, resource_type
from azure_simulator.cloud.arm import ProviderError
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.values import Props
from azure_simulator.kubernetes import credentials


def invoke(cloud: Subscription, token: str, args: Mapping[str, Any]) -> Props:
    """The result of a get function; raises ArmError where Azure refuses, ProviderError if unknown."""
    if token == "azure-native:authorization:getClientConfig":  # noqa: S105 - a Pulumi token
        return {
            "clientId": arm.stable_guid(arm.DEPLOYER_OBJECT_ID, "client"),
            "objectId": arm.DEPLOYER_OBJECT_ID,
            "subscriptionId": cloud.id,
            "tenantId": arm.TENANT_ID,
        }
    if token in credentials.FUNCTIONS:
        return credentials.credentials(cloud, token, args)
    package, module, function = token.split(":")
    unit = resource_type.find(f"{package}:{module}:{function.removeprefix('get')}")
    if not function.startswith("get") or unit is None:
        raise ProviderError(
            f"the simulated Azure has no function {token}: getClientConfig, "
            "listManagedClusterUserCredentials, listManagedClusterAdminCredentials and the get functions of "
            "the types in azure_simulator/types are what it knows (azure_simulator/provider/invoking.py)"
        )
    id_ = unit.arm.fill(cloud.id, args)
    found = cloud.get(id_)
    if found is None:
        raise arm.not_found(id_)
    return {"id": found.id, **found.body}

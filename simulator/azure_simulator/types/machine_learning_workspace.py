"""Microsoft.MachineLearningServices/workspaces"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from azure_simulator import arm
from azure_simulator.arm import LOGS, ArmError
from azure_simulator.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.types.storage_account import private_endpoint_connections
from azure_simulator.values import dig

if TYPE_CHECKING:
    from azure_simulator.store import Resource
    from azure_simulator.subscription import Subscription


class MachineLearningWorkspace(ResourceType):
    pulumi_type = "azure-native:machinelearningservices:Workspace"
    path = "…/Microsoft.MachineLearningServices/workspaces/{workspaceName}"
    source = "learn.microsoft.com/azure/machine-learning/concept-soft-delete (2025-11-13)"
    replaces = frozenset({"location", "storageAccount", "keyVault", "hbiWorkspace", "kind"})
    name_rule = NameRule(
        r"[A-Za-z0-9][\w-]{2,32}",
        "3-33 letters, digits, underscores and hyphens, starting with a letter or digit",
    )
    soft_delete = True
    defaults = given(
        {
            "allowPublicAccessWhenBehindVnet": False,
            "hbiWorkspace": False,
            "kind": "Default",
            "privateLinkCount": 0,
            "publicNetworkAccess": "Enabled",
            "sku": {"name": "Basic", "tier": "Basic"},
            "v1LegacyMode": False,
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "identity" not in props:
            yield "identity", "a workspace needs a managed identity"
        if str(dig(props, "kind") or "Default") in ("Default", "Hub"):
            for name in ("storageAccount", "keyVault"):
                if name not in props:
                    yield name, f"Missing dependent resources in workspace json: {name}"

    def create(self, put: Put) -> Mapping[str, Any]:
        if put.old is None and any(
            arm.same_id(gone.id, put.id) for gone in put.cloud.store.buried(self.pulumi_type)
        ):
            raise ArmError(
                400,
                "BadRequest",
                "Soft-deleted workspace exists. Please purge or recover it. https://aka.ms/wsoftdelete",
                seen=LOGS,
            )
        account = put.cloud.store.get(str(put.props.get("storageAccount")))
        place = arm.location(str(put.props["location"]))
        unique = arm.stable_guid(put.id, "workspace")
        return {
            "discoveryUrl": f"https://{place}.api.azureml.ms/discovery",
            "mlFlowTrackingUri": f"azureml://{place}.api.azureml.ms/mlflow/v1.0{put.id}",
            "storageHnsEnabled": bool(dig(account.body, "isHnsEnabled")) if account else False,
            "tenantId": arm.TENANT_ID,
            "workspaceId": unique,
        }

    def view(self, cloud: Subscription, resource: Resource) -> Mapping[str, Any]:
        return {"privateEndpointConnections": private_endpoint_connections(cloud, resource)}

"""Microsoft.MachineLearningServices/workspaces"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, OURS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.role_holders import has_role
from azure_simulator.types.storage_account import private_endpoint_connections

RULE = "azure-native:machinelearningservices:ManagedNetworkSettingsRule"


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
        if dig(props, "identity.type") == "UserAssigned" and "primaryUserAssignedIdentity" not in props:
            yield "primaryUserAssignedIdentity", "needed where there is no system-assigned identity"
        if str(dig(props, "kind") or "Default") in ("Default", "Hub"):
            for name in ("storageAccount", "keyVault"):
                if name not in props:
                    yield name, f"Missing dependent resources in workspace json: {name}"

    def create(self, put: Put) -> Mapping[str, Any]:
        _check_isolation(self, put)
        _check_key(self, put)
        _check_roles(put)
        if put.old is None and any(
            arm.same_id(gone.id, put.id) and dig(gone.body, "identity.type") != "UserAssigned"
            for gone in put.cloud.store.buried(self.pulumi_type)
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
            **_network(put, unique),
        }

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        answer: dict[str, Any] = {"privateEndpointConnections": private_endpoint_connections(cloud, resource)}
        if isolation(resource.body) != "Disabled":
            made = cloud.children(resource.id, RULE)
            network = resource.body["managedNetwork"]
            own = {arm.name_of(rule.id): rule.body["properties"] for rule in made}
            answer["managedNetwork"] = {**network, "outboundRules": {**network["outboundRules"], **own}}
        return answer

    def reference_missing(self, id_: str, path: str, reference: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(reference)


_MODES = ("Disabled", "AllowInternetOutbound", "AllowOnlyApprovedOutbound")
"""From the widest; a managed network only gets stricter (how-to-managed-network, 2025-05-23)."""


def isolation(body: Mapping[str, Any]) -> str:
    """The mode of a workspace's managed network."""
    return str(dig(body, "managedNetwork.isolationMode") or _MODES[0])


def _check_isolation(unit: ResourceType, put: Put) -> None:
    before = isolation(put.old.body) if put.old else _MODES[0]
    wanted = isolation(put.props)
    if wanted in _MODES and _MODES.index(wanted) < _MODES.index(before):
        raise unit.change_refused(put.id, "managedNetwork.isolationMode", before, wanted)


def _check_key(unit: ResourceType, put: Put) -> None:
    """One comes with the workspace, and another one is of the same vault: concept-customer-managed-keys,
    2025-01-28."""
    path = "encryption.keyVaultProperties.keyVaultArmId"
    before, wanted = dig(put.old.body if put.old else put.props, path), dig(put.props, path)
    if str(before).lower() != str(wanted).lower():
        raise unit.change_refused(put.id, path, before, wanted)


def _network(put: Put, unique: str) -> dict[str, Any]:
    """The managed network, with the rules that Azure makes itself once it is provisioned."""
    if isolation(put.props) == "Disabled":
        return {}
    before = str(dig(put.old.body, "managedNetwork.status.status")) if put.old else ""
    active = put.props.get("provisionNetworkNow") or before == "Active"
    own = ("storageAccount", "keyVault", "containerRegistry")
    rules = {
        f"__SYS_PE_{name}": {
            "type": "PrivateEndpoint",
            "category": "Required",
            "status": "Active",
            "destination": {"serviceResourceId": put.props[name], "sparkEnabled": False},
        }
        for name in own
        if active and name in put.props
    }
    sent = dict(put.props["managedNetwork"])
    status = {"status": "Active" if active else "Inactive", "sparkReady": False}
    return {
        "managedNetwork": {
            **sent,
            "networkId": arm.stable_guid(unique, "network"),
            "status": status,
            "outboundRules": rules,
        }
    }


_CONTRIBUTORS = (BuiltInRole.CONTRIBUTOR.guid, BuiltInRole.OWNER.guid)
_VAULT_ADMINISTRATOR = (BuiltInRole.KEY_VAULT_ADMINISTRATOR.guid,)
_NEEDED = {
    "storageAccount": (_CONTRIBUTORS,),
    "keyVault": (_CONTRIBUTORS, _VAULT_ADMINISTRATOR),
    "containerRegistry": (_CONTRIBUTORS,),
    "applicationInsights": (_CONTRIBUTORS,),
}
"""Of a user-assigned identity: learn.microsoft.com/azure/machine-learning/
how-to-identity-based-service-authentication (2025-06-10)."""


def _check_roles(put: Put) -> None:
    identity = put.props.get("primaryUserAssignedIdentity")
    if put.old is not None or not isinstance(identity, str):
        return
    for name, needed in _NEEDED.items():
        target = put.props.get(name)
        if isinstance(target, str) and not all(
            has_role(put.cloud, identity, target, roles) for roles in needed
        ):
            text = (
                f"The identity {arm.name_of(identity)} of the workspace lacks roles on {target}: assign them "
                "before the workspace is created."
            )
            raise ArmError(403, "AuthorizationFailed", text, seen=OURS)

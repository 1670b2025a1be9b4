"""Microsoft.ContainerService/managedClusters: AKS"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from azure_simulator import answers, arm, resource_type
from azure_simulator.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.store import Resource
from azure_simulator.types.agent_pool import pool_answer, pool_problems
from azure_simulator.values import dig, each, has_unknown

if TYPE_CHECKING:
    from azure_simulator.subscription import Subscription

POOL = "azure-native:containerservice:AgentPool"
NODE_GROUP_LENGTH = 80
DEFAULT_VERSION = "1.35"


_NETWORK = (
    "dnsServiceIP",
    "ipFamilies",
    "networkDataplane",
    "networkMode",
    "networkPlugin",
    "networkPluginMode",
    "networkPolicy",
    "outboundType",
    "podCidr",
    "podCidrs",
    "serviceCidr",
    "serviceCidrs",
)


class ManagedCluster(ResourceType):
    pulumi_type = "azure-native:containerservice:ManagedCluster"
    # The AKS provider answers with `resourcegroups` in lower case (Azure/AKS#1218, 2019-09-12).
    path = (
        "/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers"
        "/Microsoft.ContainerService/managedClusters/{resourceName}"
    )
    source = "learn.microsoft.com/rest/api/aks/managed-clusters/create-or-update (2025-09-01)"
    replaces = frozenset(
        {
            "diskEncryptionSetID",
            "dnsPrefix",
            "fqdnSubdomain",
            "linuxProfile",
            "location",
            "nodeResourceGroup",
            "windowsProfile",
        }
    ) | {f"networkProfile.{name}" for name in _NETWORK}
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w-]{0,61}[A-Za-z0-9])?",
        "1-63 letters, digits, underscores and hyphens, starting and ending with a letter or digit",
    )
    sub_resources = frozenset({"agentPoolProfiles"})
    defaults = given(
        {
            "disableLocalAccounts": False,
            "enableRBAC": True,
            "maxAgentPools": 100,
            "powerState": {"code": "Running"},
            "sku": {"name": "Base", "tier": "Free"},
            "supportPlan": "KubernetesOfficial",
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "identity" not in props and "servicePrincipalProfile" not in props:
            yield "identity", "Required parameter identity or servicePrincipalProfile is missing (null)."
        if "dnsPrefix" not in props and "fqdnSubdomain" not in props:
            yield "dnsPrefix", "Required parameter dnsPrefix is missing (null)."
        pools = list(each(props, "agentPoolProfiles"))
        undecided = has_unknown(props.get("agentPoolProfiles"))
        if not pools and not undecided:
            yield "agentPoolProfiles", "a cluster needs at least one agent pool"
        elif not undecided and not any(pool.get("mode") == "System" for _, pool in pools):
            yield "agentPoolProfiles", "a cluster needs at least one agent pool of mode System"
        for path, pool in pools:
            yield from (
                (f"{path}.{inner}", text) for inner, text in pool_problems(pool, dig(props, "location"))
            )

    def create(self, put: Put) -> Mapping[str, Any]:
        name, group = arm.name_of(put.id), arm.group_of(put.id)
        place = arm.location(str(put.props["location"]))
        nodes = str(put.props.get("nodeResourceGroup") or f"MC_{group}_{name}_{place}"[:NODE_GROUP_LENGTH])
        prefix = str(put.props.get("dnsPrefix") or put.props.get("fqdnSubdomain"))
        host = f"{prefix}-{arm.stable_guid(put.id, 'dns')[:8]}"
        private = dig(put.props, "apiServerAccessProfile.enablePrivateCluster")
        version = str(put.props.get("kubernetesVersion") or DEFAULT_VERSION)
        kubelet = f"/subscriptions/{arm.subscription_of(put.id)}/resourcegroups/{nodes}/providers" + (
            f"/Microsoft.ManagedIdentity/userAssignedIdentities/{name}-agentpool"
        )
        answer: dict[str, Any] = {
            "currentKubernetesVersion": version if version.count(".") == 2 else f"{version}.1",
            "kubernetesVersion": version,
            "nodeResourceGroup": nodes,
            "resourceUID": arm.stable_guid(put.id, "uid").replace("-", ""),
            "identityProfile": {
                "kubeletidentity": {
                    "clientId": answers.client_id(kubelet),
                    "objectId": answers.principal_id(kubelet),
                    "resourceId": kubelet,
                },
                **(put.props.get("identityProfile") or {}),
            },
        }
        if private:
            answer["privateFQDN"] = f"{host}.{arm.stable_guid(put.id, 'zone')}.privatelink.{place}.azmk8s.io"
        if (
            not private
            or dig(put.props, "apiServerAccessProfile.enablePrivateClusterPublicFQDN") is not False
        ):
            answer["fqdn"] = f"{host}.hcp.{place}.azmk8s.io"
        if dig(put.props, "oidcIssuerProfile.enabled"):
            issuer = (
                f"https://{place}.oic.prod-aks.azure.com/{arm.TENANT_ID}/{arm.stable_guid(put.id, 'oidc')}/"
            )
            answer["oidcIssuerProfile"] = {"enabled": True, "issuerURL": issuer}
        return answer

    def created(self, cloud: Subscription, resource: Resource) -> None:
        nodes = _node_group(resource)
        group = resource_type.find("azure-native:resources:ResourceGroup")
        if group is not None and cloud.store.get(nodes) is None:
            cloud.put(group, nodes, {"location": resource.body["location"]})
        for _, profile in each(resource.inputs, "agentPoolProfiles"):
            sent = {key: value for key, value in profile.items() if key != "name"}
            cloud.store.put(
                Resource(
                    id=f"{resource.id}/agentPools/{profile['name']}",
                    token=POOL,
                    inputs=sent,
                    body={
                        "name": profile["name"],
                        "type": "Microsoft.ContainerService/managedClusters/agentPools",
                    }
                    | pool_answer(sent, resource.body)
                    | sent,
                )
            )

    def view(self, cloud: Subscription, resource: Resource) -> Mapping[str, Any]:
        pools = cloud.children(resource.id, POOL)
        return {
            "agentPoolProfiles": [
                {key: value for key, value in pool.body.items() if key != "azureApiVersion"} for pool in pools
            ]
        }

    def delete(self, cloud: Subscription, resource: Resource) -> None:
        cloud.delete(_node_group(resource))


def _node_group(resource: Resource) -> str:
    subscription_id = arm.subscription_of(resource.id)
    return f"/subscriptions/{subscription_id}/resourceGroups/{resource.body['nodeResourceGroup']}"

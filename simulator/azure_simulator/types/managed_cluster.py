"""Microsoft.ContainerService/managedClusters: AKS"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from azure_ai_landing_zone.catalog import kubernetes_versions
from azure_simulator.cloud import answers, arm, resource_type
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import (
    Cloud,
    Machines,
    NameRule,
    OverQuota,
    Put,
    ResourceType,
    given,
)
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each, has_unknown
from azure_simulator.types.agent_pool import (
    check_pool_encryption,
    pool_answer,
    pool_machines,
    pool_over_quota,
    pool_problems,
    pool_size_refused,
)

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
        if dig(props, "disableLocalAccounts") is True and "aadProfile" not in props:
            yield "disableLocalAccounts", "local accounts can be off only with an aadProfile"
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

    def machines(self, put: Put) -> Iterator[Machines]:
        for _, pool in each(put.props, "agentPoolProfiles"):
            yield pool_machines(pool)

    def sku(self, put: Put) -> str | None:  # noqa: ARG002
        return None  # its tier is to be had wherever AKS is

    def sku_refused(self, put: Put, sku: str, region: str, zones: tuple[str, ...]) -> ArmError:  # noqa: ARG002
        pools = (pool for _, pool in each(put.props, "agentPoolProfiles") if pool.get("vmSize") == sku)
        return pool_size_refused(f"AgentPoolProfile:{next(pools).get('name')}", region)

    def quota_exceeded(self, put: Put, over: OverQuota) -> ArmError:  # noqa: ARG002
        return pool_over_quota(over)

    def create(self, put: Put) -> Mapping[str, Any]:
        _check_version(put)
        _check_pools(put)
        _check_identity(put)
        _check_way_out(put)
        for _, pool in each(put.props, "agentPoolProfiles"):
            check_pool_encryption(put, pool)
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

    def created(self, cloud: Cloud, resource: Resource) -> None:
        nodes = _node_group(resource)
        group = resource_type.find("azure-native:resources:ResourceGroup")
        if group is not None and cloud.store.get(nodes) is None:
            cloud.put(group, nodes, {"location": resource.body["location"]})
        for _, profile in each(resource.inputs, "agentPoolProfiles"):
            sent = {key: value for key, value in profile.items() if key != "name"}
            id_ = f"{resource.id}/agentPools/{profile['name']}"
            there = cloud.store.get(id_)
            if there is not None and dig(sent, "enableAutoScaling"):
                sent["count"] = there.body["count"]
            pool = cloud.store.next_version(id_, POOL, sent)
            pool.body = {
                "name": profile["name"],
                "type": "Microsoft.ContainerService/managedClusters/agentPools",
                **pool_answer(sent, resource.body),
                **sent,
            }
            cloud.store.put(pool)

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        pools = cloud.children(resource.id, POOL)
        return {
            "agentPoolProfiles": [
                {key: value for key, value in pool.body.items() if key != "azureApiVersion"} for pool in pools
            ]
        }

    def delete(self, cloud: Cloud, resource: Resource) -> None:
        cloud.delete(_node_group(resource))


def _node_group(resource: Resource) -> str:
    subscription_id = arm.subscription_of(resource.id)
    return f"/subscriptions/{subscription_id}/resourceGroups/{resource.body['nodeResourceGroup']}"


def _check_version(put: Put) -> None:
    """Azure makes no cluster of a version that it no longer supports; one that exists stays."""
    version = put.props.get("kubernetesVersion")
    if put.old is not None or not isinstance(version, str):
        return
    known = kubernetes_versions.find(version)
    long_term = put.props.get("supportPlan") == "AKSLongTermSupport"
    ended = known is not None and known.last_day(long_term=long_term) < datetime.now(UTC).date()
    if ended or kubernetes_versions.is_older_than_all(version):
        raise ArmError(
            400,
            "K8sVersionNotSupported",
            f"Managed cluster {arm.name_of(put.id)} is on version {version} which is not supported in this "
            "region. Please use [az aks get-versions] command to get the supported version list in this "
            "region. For more information, please check https://aka.ms/supported-version-list",
            seen=LOGS,
        )


def _check_pools(put: Put) -> None:
    """A list without a pool that exists leaves that alone; one with a new pool is refused."""
    if put.old is None:
        return
    there = {arm.name_of(pool.id) for pool in put.cloud.children(put.id, POOL)}
    for _, profile in each(put.props, "agentPoolProfiles"):
        if profile.get("name") not in there:
            raise ArmError(
                400,
                "BadRequest",
                "A new agent pool was introduced. Adding agent pools to an existing cluster is not allowed "
                "through managed cluster operations. For agent pool specific change, please use per agent "
                "pool operations: https://aka.ms/agent-pool-rest-api",
                seen="pulumi/pulumi-azure-native#2719 (2023-09-04)",
            )


def _check_identity(put: Put) -> None:
    """What the cluster does as its own identity, that identity has to be allowed."""
    principals = [
        str(dig(identity.body, "principalId"))
        for id_ in dig(put.props, "identity.userAssignedIdentities") or []
        if (identity := put.cloud.store.get(str(id_))) is not None
    ]
    kubelet = dig(put.props, "identityProfile.kubeletidentity.resourceId")
    if isinstance(kubelet, str) and not _allowed(put, kubelet, principals):
        raise ArmError(
            400,
            "CustomKubeletIdentityMissingPermissionError",
            "The cluster using user-assigned managed identity must be granted 'Managed Identity Operator' "
            "role to assign kubelet identity.",
            seen=LOGS,
        )
    zone = dig(put.props, "apiServerAccessProfile.privateDNSZone")
    if isinstance(zone, str) and "/" in zone and not _allowed(put, zone, principals):
        raise ArmError(
            400,
            "CustomPrivateDNSZoneMissingPermissionError",
            "Service principal or user-assigned identity must be given permission to read and write to "
            f"custom private dns zone {zone}. Check access result not allowed for action "
            "Microsoft.Network/privateDnsZones/read.",
            seen="Azure/Azure-Landing-Zones#2892 (2024-02-17)",
        )


def _check_way_out(put: Put) -> None:
    """AKS looks at the routes in the table of a pool's subnet, not at those that a gateway or a virtual hub
    tells: MicrosoftDocs/azure-docs#108240 (2023-04-14)."""
    if dig(put.props, "networkProfile.outboundType") != "userDefinedRouting":
        return
    for _, pool in each(put.props, "agentPoolProfiles"):
        subnet = put.cloud.store.get(str(dig(pool, "vnetSubnetID")))
        table = put.cloud.get(str(dig(subnet.body, "routeTable.id"))) if subnet else None
        if table is None:
            continue
        routes = [route for _, route in each(table.body, "routes")]
        default = next((one for one in routes if one.get("addressPrefix") == "0.0.0.0/0"), None)
        if default is None:
            raise ArmError(
                400,
                "RouteTableMissingDefaultRouteError",
                f"Default route 0.0.0.0/0 missing from route table {table.id}",
                seen="MicrosoftDocs/azure-docs#108240 (2023-04-14)",
            )
        if (hop := default.get("nextHopType")) not in ("VirtualAppliance", "VirtualNetworkGateway"):
            raise ArmError(
                400,
                "RouteTableInvalidNextHop",
                f"Default route 0.0.0.0/0 has a next hop of {hop} but only next hops of VirtualAppliance or "
                "VirtualNetworkGateway are allowed. Please see http://aka.ms/aks/outboundtype for more "
                "details",
                seen="hashicorp/terraform-provider-azurerm#8609 (2020-09-24)",
            )


def _allowed(put: Put, scope: str, principals: list[str]) -> bool:
    """Whether any role on `scope` itself has been given to one of them; what it allows isn't looked at."""
    grants = put.cloud.children(scope, "azure-native:authorization:RoleAssignment")
    return any(dig(grant.body, "principalId") in principals for grant in grants)

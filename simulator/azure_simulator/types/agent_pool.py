"""Microsoft.ContainerService/managedClusters/agentPools"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import (
    Machines,
    NameRule,
    OverQuota,
    Put,
    ResourceType,
    given,
)
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared.machine_profile import ENCRYPTION_AT_HOST
from azure_simulator.types.shared.sizes import size_problem
from azure_simulator.types.subnet import check_room

_FIXED = (
    "osType",
    "osDiskType",
    "osDiskSizeGB",
    "vnetSubnetID",
    "availabilityZones",
    "scaleSetPriority",
    "gpuProfile.driver",
    "proximityPlacementGroupID",
    "maxPods",
    "enableUltraSSD",
)


class AgentPool(ResourceType):
    pulumi_type = "azure-native:containerservice:AgentPool"
    path = (
        "/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers"
        "/Microsoft.ContainerService/managedClusters/{resourceName}/agentPools/{agentPoolName}"
    )
    source = "learn.microsoft.com/rest/api/aks/agent-pools/create-or-update (2025-09-01)"
    replaces = frozenset({"gpuInstanceProfile", "networkProfile.nodePublicIPTags", "vmSize"})
    fixed = _FIXED
    name_rule = NameRule(
        r"[a-z][a-z0-9]{0,11}", "1-12 lowercase letters and digits (Windows: 1-6), starting with a letter"
    )
    defaults = given({"powerState": {"code": "Running"}})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from pool_problems(props, None)
        name = dig(props, "agentPoolName")
        if dig(props, "osType") == "Windows" and isinstance(name, str) and len(name) > 6:
            yield "agentPoolName", f"'{name}' is too long for a Windows pool: at most 6 characters"

    def machines(self, put: Put) -> Iterator[Machines]:
        cluster = put.cloud.store.get(arm.parent_of(put.id) or "")
        inline = [
            pool.get("name") for _, pool in each(cluster.inputs if cluster else {}, "agentPoolProfiles")
        ]
        if arm.name_of(put.id) not in inline:  # those count with the cluster
            yield pool_machines({**put.props, "count": _count(put)})

    def sku_refused(self, put: Put, sku: str, region: str, zones: tuple[str, ...]) -> ArmError:  # noqa: ARG002
        return pool_size_refused(f"AgentPoolProfile:{arm.name_of(put.id)}", region)

    def quota_exceeded(self, put: Put, over: OverQuota) -> ArmError:  # noqa: ARG002
        return pool_over_quota(over)

    def create(self, put: Put) -> Mapping[str, Any]:
        cluster = put.cloud.store.get(arm.parent_of(put.id) or "")
        cluster_body = cluster.body if cluster else {}
        size, place = dig(put.props, "vmSize"), cluster_body.get("location")
        if size_problem(size, place):
            raise pool_size_refused(str(size), str(place))
        check_pool_encryption(put, put.props)
        subnet = dig(put.props, "vnetSubnetID")
        if isinstance(subnet, str):
            check_room(put, subnet, int(dig(put.props, "maxCount") or dig(put.props, "count") or 1))
        answer = pool_answer({**put.props, "count": _count(put)}, cluster_body)
        return {"name": arm.name_of(put.id), **answer}

    def delete(self, cloud: Any, resource: Any) -> None:
        others = [
            pool
            for pool in cloud.children(arm.parent_of(resource.id) or "", self.pulumi_type)
            if pool.id != resource.id and dig(pool.body, "mode") == "System"
        ]
        if dig(resource.body, "mode") == "System" and not others:
            raise ArmError(
                400,
                "OperationNotAllowed",
                "There has to be at least one system agent pool in the cluster, and the last one can't be "
                "deleted.",
                seen="the first clause: rancher/hosted-providers-e2e; the rest is ours",
            )

    def change_refused(self, id_: str, path: str, before: Any, after: Any) -> ArmError:  # noqa: ARG002
        text = f"Changing property 'properties.{path}' is not allowed."
        return ArmError(400, "PropertyChangeNotAllowed", text, seen=LOGS)

    def serial_with(self, id_: str) -> str | None:
        return id_


def _count(put: Put) -> int:
    """The autoscaler's where nothing else is said."""
    if (sent := dig(put.props, "count")) is not None:
        return int(sent)
    if put.old is not None:
        return int(dig(put.old.body, "count") or 0)
    return int(dig(put.props, "minCount") or 0) if dig(put.props, "enableAutoScaling") else 1


def pool_machines(pool: Mapping[str, Any]) -> Machines:
    """Of an agent pool, own or inside a cluster."""
    zones = tuple(dig(pool, "availabilityZones") or ())
    count = int(dig(pool, "count") or dig(pool, "minCount") or 0)
    return Machines(str(dig(pool, "vmSize")), count, zones, dig(pool, "scaleSetPriority") == "Spot")


def pool_size_refused(what: str, region: str) -> ArmError:
    """Azure names the pool, or the size: both were seen."""
    return ArmError(
        400,
        "BadRequest",
        f"The VM size of {what} is not allowed in your subscription in location '{region}'."
        "  For more details, please visit https://aka.ms/cpu-quota",
        seen="dotnet/core#7314 (2022-03-25), of a pool",
    )


def pool_over_quota(over: OverQuota) -> ArmError:
    return ArmError(
        400,
        "ErrCode_InsufficientVCPUQuota",
        f"Insufficient vcpu quota requested {over.required}, remaining {max(over.limit - over.used, 0)} for "
        f"family {over.name} for region {over.region}.",
        seen="1ChristianAlex/motordesk#14",
    )


def check_pool_encryption(put: Put, pool: Mapping[str, Any]) -> None:
    if dig(pool, "enableEncryptionAtHost") is True and not put.cloud.has_feature(ENCRYPTION_AT_HOST):
        text = "Subscription does not enable EncryptionAtHost."
        raise ArmError(400, "SubscriptionNotEnabledEncryptionAtHost", text, seen=LOGS)


def pool_problems(pool: Mapping[str, Any], place: Any) -> Iterator[tuple[str, str]]:
    """Problems of an agent pool, own or inside a cluster; `place` is the region where that is known."""
    if "vmSize" in pool and (problem := size_problem(dig(pool, "vmSize"), place)):
        yield "vmSize", problem
    least, most, count = dig(pool, "minCount"), dig(pool, "maxCount"), dig(pool, "count")
    scaling = dig(pool, "enableAutoScaling")
    if scaling is True and ("minCount" not in pool or "maxCount" not in pool):
        yield "minCount", "an autoscaled pool needs minCount and maxCount"
    if scaling is not True and "enableAutoScaling" not in pool and (least is not None or most is not None):
        yield "enableAutoScaling", "minCount and maxCount are for autoscaled pools only"
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield "minCount", f"{least} is more than maxCount, {most}"
    if isinstance(count, int) and scaling and isinstance(most, int) and count > most:
        yield "count", f"{count} is more than maxCount, {most}"
    if dig(pool, "scaleDownMode") == "Deallocate" and dig(pool, "osDiskType") == "Ephemeral":
        yield "scaleDownMode", "nodes with an ephemeral disk of the operating system can't be stopped"
    if dig(pool, "mode") == "System":
        if dig(pool, "scaleSetPriority") == "Spot":
            yield "scaleSetPriority", "a system pool can't be a spot pool"
        if least == 0 or count == 0:
            yield "minCount" if least == 0 else "count", "a system pool needs at least one node"
        if dig(pool, "osType") == "Windows":
            yield "osType", "a system pool runs Linux"


def pool_answer(sent: Mapping[str, Any], cluster: Mapping[str, Any]) -> dict[str, Any]:
    """What AKS adds to a pool."""
    version = str(sent.get("orchestratorVersion") or cluster.get("kubernetesVersion") or "")
    sku = sent.get("osSKU", "Ubuntu" if sent.get("osType", "Linux") == "Linux" else "Windows2022")
    answer = {
        "count": 1,
        "currentOrchestratorVersion": str(cluster.get("currentKubernetesVersion", version)),
        "enableFIPS": False,
        "kubeletDiskType": "OS",
        "maxPods": 250 if dig(cluster, "networkProfile.networkPluginMode") == "overlay" else 110,
        "mode": "User",
        "nodeImageVersion": f"AKS{sku}-2204gen2containerd-202611.01.0",
        "orchestratorVersion": version,
        "osDiskSizeGB": 128,
        "osDiskType": "Managed",
        "osSKU": sku,
        "osType": "Linux",
        "powerState": {"code": "Running"},
        "provisioningState": "Succeeded",
        "type": "VirtualMachineScaleSets",
    }
    return {key: sent.get(key, value) for key, value in answer.items()}

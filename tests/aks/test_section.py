"""Clusters with GPU pools in a stack file: what they need of the rest, and what they make of it."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from helpers.offline import ROOT
from helpers.registered import Registered, register
from helpers.settings import problems_of, stack

CLUSTERS = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.ContainerService/managedClusters"
SUBNET = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/aks"
FABRIC = {"name": "fabric", "size": "Standard_ND96isr_H100_v5", "minNodes": 1, "maxNodes": 2, "zone": "1"}

Change = Callable[[dict[str, Any]], object]


def settings(*changes: Change) -> dict[str, Any]:
    found = copy.deepcopy(stack("inference"))
    for change in changes:
        change(found)
    return found


def whole(**changes: Any) -> Change:
    return lambda found: found.update(changes)


def cluster(**changes: Any) -> Change:
    return lambda found: found["inferenceClusters"][0].update(changes)


def managed(**changes: Any) -> Change:
    return lambda found: found["inferenceClusters"][0]["managedCluster"].update(changes)


def network(**changes: Any) -> Change:
    return lambda found: found["network"].update(changes)


def pool(number: int, **changes: Any) -> Change:
    return lambda found: found["inferenceClusters"][0]["pools"][number].update(changes)


def without(*names: str) -> Change:
    def change(found: dict[str, Any]) -> None:
        for name in names:
            found.pop(name)

    return change


def no_projects(found: dict[str, Any]) -> None:
    found.pop("gpuQuota")
    for one in found["inferenceClusters"][0]["pools"]:
        one.pop("project")


def made(*changes: Change) -> Registered:
    def program() -> None:
        LandingZone("zone", LandingZoneSettings.load(settings(*changes), "settings"))

    ids = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.ContainerService/managedClusters/{name}"
    return register(program, id_format=ids)


@pytest.fixture(scope="module")
def found() -> Registered:
    return made()


def test_a_cluster_stands_in_a_subnet_that_holds_it_at_its_largest(found: Registered) -> None:
    # 12 GPU nodes, 5 and a surge of one in the system pool, 4 load balancers, the API server, Azure's 5
    assert found.inputs["zone-network-serving-subnet"]["addressPrefix"].endswith("/27")
    assert "10.244.0.0/16" in str(found.inputs["zone-network-serving-security-group"]["securityRules"])
    assert found.inputs["zone-serving-cluster"]["agentPoolProfiles"][0]["vnetSubnetID"].endswith(
        "/zone-network-serving-subnet"
    )


def test_its_identities_are_made_first_and_may_no_more_than_they_need(found: Registered) -> None:
    identities = {
        outputs["principalId"]: name
        for name, outputs in found.outputs.items()
        if name.startswith("zone-serving-") and found.types[name].endswith(":UserAssignedIdentity")
    }
    granted = {
        name: identities[inputs["principalId"]]
        for name, inputs in found.inputs.items()
        if found.types[name].endswith(":RoleAssignment") and inputs.get("principalId") in identities
    }
    assert granted == {
        "zone-registry-serving-nodes-access": "zone-serving-nodes-identity",
        "zone-serving-kubelet-control-access": "zone-serving-identity",
        "zone-serving-metrics-keda-access": "zone-serving-keda-identity",
        "zone-serving-network-control-access": "zone-serving-identity",
    }
    assert found.dependencies["zone-serving-cluster"] >= {"zone-registry-serving-nodes-access"}


def test_pools_come_after_the_cluster_and_rules_name_it(found: Registered) -> None:
    for name in ("zone-serving-t4-bc14", "zone-serving-h100-4cd3", "zone-serving-spot-8218"):
        assert "zone-serving-cluster" in found.dependencies[name]
    rules = found.inputs["zone-serving-rules-gpu-rules"]
    assert rules["clusterName"] == "zone-serving-cluster"
    assert [scope.rsplit("/", 1)[-1] for scope in rules["scopes"]] == [
        "zone-metrics-monitor-workspace",
        "zone-serving-cluster",
    ]
    (hot,) = [rule for rule in rules["rules"] if rule.get("alert") == "gpu-temperature-high"]
    assert hot["annotations"]["runbook"].endswith("/docs/runbooks/gpu-temperature-high.md")
    assert [action["actionGroupId"].rsplit("/", 1)[-1] for action in hot["actions"]] == [
        "zone-observability-recipients-action-group"
    ]


def two_fabrics(found: dict[str, Any]) -> None:
    """The second in a cluster without KEDA."""
    (first,) = found["inferenceClusters"]
    first["trainingPools"] = [FABRIC]
    second = copy.deepcopy(first) | {"name": "second", "workloadIdentities": []}
    second["managedCluster"]["keda"] = False
    found["inferenceClusters"].append(second)


def test_infiniband_pools_wait_for_the_one_feature() -> None:
    with_fabric = made(no_projects, two_fabrics)
    feature = "zone-serving-infiniband-feature"
    assert with_fabric.inputs[feature]["featureName"] == "AKSInfinibandSupport"
    assert "zone-second-infiniband-feature" not in with_fabric.inputs
    fabrics = [name for name in with_fabric.inputs if "-fabric-" in name]
    assert len(fabrics) == 2
    assert all(feature in with_fabric.dependencies[name] for name in fabrics)
    assert "zone-serving-keda-identity" in with_fabric.inputs
    assert "zone-second-keda-identity" not in with_fabric.inputs


def test_pools_join_a_cluster_that_is_brought_along() -> None:
    theirs = {
        "mode": "existing",
        "clusterResourceId": f"{CLUSTERS}/theirs",
        "nodeSubnetResourceId": SUBNET,
    }
    joined = made(cluster(managedCluster=theirs, workloadIdentities=[]))
    assert "zone-network-serving-subnet" not in joined.inputs
    assert "zone-serving-identity" not in joined.inputs
    pool_ = joined.inputs["zone-serving-t4-bc14"]
    assert pool_["vnetSubnetID"] == SUBNET
    assert "orchestratorVersion" not in pool_
    assert not [name for name in joined.inputs if "rules-gpu" in name]


AT = "inferenceClusters[0]"
SECTION_REFUSALS: list[tuple[list[Change], list[str]]] = [
    ([], []),
    (
        [without("network")],
        [
            "network: missing: `observability`, `dashboards`, `containerRegistry` and `inferenceClusters` "
            "need one, created or existing"
        ],
    ),
    (
        [network(egress="none")],
        [
            f"{AT}.managedCluster.outboundType: must be none where `network.egress` is none, got "
            "userAssignedNATGateway"
        ],
    ),
    (
        [network(egress="none"), managed(outboundType="none", keda=False), cluster(workloadIdentities=[])],
        [],
    ),
    (
        [
            network(egress="none"),
            managed(outboundType="none", keda=False),
            without("containerRegistry"),
        ],
        [
            f"{AT}.managedCluster.outboundType: is none, and nodes have to boot from somewhere: give "
            "`containerRegistry` with `imageCache`",
            f"{AT}.workloadIdentities[0]: chat signs in at login.microsoftonline.com, and nodes have no way "
            "out: leave it out, or give the network one",
            f"{AT}.workloadIdentities[1]: weights signs in at login.microsoftonline.com, and nodes have no "
            "way out: leave it out, or give the network one",
            f"{AT}.workloadIdentities[2]: traces signs in at login.microsoftonline.com, and nodes have no "
            "way out: leave it out, or give the network one",
            f"{AT}.workloadIdentities[3]: way-in signs in at login.microsoftonline.com, and nodes have no "
            "way out: leave it out, or give the network one",
        ],
    ),
    (
        [
            network(egress="none"),
            managed(outboundType="none", keda=False),
            cluster(workloadIdentities=[]),
            whole(containerRegistry={"mode": "create"}),
        ],
        [
            f"{AT}.managedCluster.outboundType: is none, and the registry has nothing to boot from: give "
            "`containerRegistry.imageCache`",
        ],
    ),
    (
        [
            network(egress="none"),
            managed(outboundType="none", keda=False),
            cluster(workloadIdentities=[]),
            lambda found: found["containerRegistry"].update(zoneRedundancy=False),
        ],
        [
            f"{AT}.managedCluster.outboundType: is none, and AKS boots from zone-redundant registries only: "
            "set `containerRegistry.zoneRedundancy` to true",
        ],
    ),
    (
        [
            network(egress="none"),
            managed(outboundType="none", keda=False),
            cluster(workloadIdentities=[]),
            without("dashboards", "alerts", "observability", "costLimits"),
        ],
        [
            f"{AT}.managedCluster.outboundType: is none, and pods' logs reach `logAnalytics` privately only: "
            "give `observability.monitorPrivateLink`, or leave `logAnalytics` out",
        ],
    ),
    (
        [network(egress="none"), managed(outboundType="none", defender=True, nodeOsChannel="SecurityPatch")],
        [
            f"{AT}.managedCluster.nodeOsChannel: must be NodeImage or None, got SecurityPatch: nodes without "
            "a way out get fixes with their images only",
            f"{AT}.managedCluster.keda: KEDA asks for metrics as an identity, which signs in at "
            "login.microsoftonline.com, and `outboundType` is none: set it to false; services scale on `cpu`",
            f"{AT}.managedCluster.defender: reports by the internet, and `outboundType` is none: set it to "
            "false",
        ],
    ),
    (
        [managed(outboundType="loadBalancer")],
        [
            f"{AT}.managedCluster.outboundType: must be userAssignedNATGateway where `network.egress` is "
            "natGateway, got loadBalancer"
        ],
    ),
    (
        [network(dnsServers=["10.0.0.4"])],
        [
            f"{AT}.managedCluster.apiServerZone: system makes a zone that `network.dnsServers` don't ask: "
            "give the id of a zone that they do, or none"
        ],
    ),
    (
        [
            managed(podAddressRange="10.48.0.0/17"),
            network(usedRanges=[{"addressRange": "172.20.8.0/24", "usedBy": "hq"}]),
        ],
        [
            "network.addressSpace: 10.48.0.0/16 overlaps 10.48.0.0/17, used by pods of serving: take another "
            "range",
            f"{AT}.managedCluster.podAddressRange: 10.48.0.0/17 overlaps 10.48.0.0/16, which the network "
            "has: take another",
            f"{AT}.managedCluster.serviceAddressRange: 172.20.0.0/16 overlaps 172.20.8.0/24, which hq has: "
            "take another",
        ],
    ),
    (
        [pool(1, name="t4")],
        [f"{AT}.pools[1].name: t4 is the name of pools[0] already: give each its own"],
    ),
    (
        [pool(2, driver="gpuOperator", taint="sku=gpu:NoSchedule")],
        [
            f"{AT}.pools[2].driver: gpuOperator would install GPU drivers here, and aks does on t4: a "
            "cluster has one owner of drivers, so give all its pools the same",
            f"{AT}.pools[2].taint: sku=gpu:NoSchedule differs from the taint of t4, "
            "nvidia.com/gpu=present:NoSchedule: DaemonSets and pods would miss one of them, so give all "
            "pools of a cluster the same",
        ],
    ),
    (
        [pool(0, maxNodes=9)],
        [
            f"{AT}.pools[2]: 4 × Standard_NC8as_T4_v3 takes 4 GPUs of NCasT4_v3; the quota of serving is 10, "
            "with 9 GPUs taken: have fewer nodes, or raise the quota"
        ],
    ),
    (
        [without("gpuQuota")],
        [
            f"{AT}.pools[{number}].project: goes with `gpuQuota`: add that, or leave this out"
            for number in range(3)
        ],
    ),
    (
        [
            lambda found: found["inferenceClusters"][0]["pools"][1].update(
                mig={"profile": "MIG1g", "strategy": "mixed"}
            )
        ],
        [
            f"{AT}.pools[1].mig.strategy: with mixed nodes of h100 have nvidia.com/mig-1g.12gb and no "
            "nvidia.com/gpu: the cluster autoscaler brings none from zero, and one that is there stops it "
            "for all pools of the cluster: take single, or leave nothing in the cluster to the autoscaler"
        ],
    ),
    (
        [without("people"), without("dashboards")],
        [
            f"{AT}.managedCluster: nobody gets in: local accounts are off, so give `people.administrators`",
        ],
    ),
    (
        [
            no_projects,
            cluster(
                trainingPools=[
                    FABRIC,
                    FABRIC
                    | {"name": "gb200", "size": "Standard_ND128isr_NDR_GB200_v6", "driver": "gpuOperator"},
                ]
            ),
        ],
        [
            f"{AT}.trainingPools[1].driver: gpuOperator would install GPU drivers here, and aks does on t4: "
            "a cluster has one owner of drivers, so give all its pools the same",
            f"{AT}.trainingPools[1].size: Standard_ND128isr_NDR_GB200_v6 can't be in one subscription with "
            "Standard_ND96isr_H100_v5: the feature AKSInfinibandSupport has to be registered for one and "
            "unregistered for the other; take two subscriptions",
        ],
    ),
]


@pytest.mark.parametrize(("changes", "expected"), SECTION_REFUSALS)
def test_what_a_cluster_lacks_of_the_rest(changes: list[Change], expected: list[str]) -> None:
    if expected:
        assert problems_of(settings(*changes)) == expected
    else:
        LandingZoneSettings.load(settings(*changes), "settings")


def test_a_region_without_prices_of_the_sizes() -> None:
    LandingZoneSettings.load(settings(whole(location="chilecentral")), "settings")


def test_the_guide_s_pools() -> None:
    text = (ROOT / "docs" / "inference.md").read_text(encoding="utf-8")
    registry, pools = (block.partition("```")[0] for block in text.split("```yaml\n")[1:])
    found = settings(no_projects, whole(**yaml.safe_load(registry)), cluster(**yaml.safe_load(pools)))
    (item,) = LandingZoneSettings.load(found, "the guide").inference_clusters
    assert [name for _, _, name, _ in item.all_pools()] == ["t4", "nvl", "cheap", "fabric"]

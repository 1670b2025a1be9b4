"""What runs inside a cluster, on the real engine and the simulated Kubernetes."""

from pathlib import Path

import pytest

from helpers.inference_settings import settings
from helpers.offline import program

pytestmark = pytest.mark.engine

CODE = """
import pulumi
from azure_ai_landing_zone import (
    InferenceWorkloads,
    InferenceWorkloadsSettings,
    StagedWeights,
    StagedWeightsArgs,
)

image = pulumi.Config().get("image") or "contoso.azurecr.io/serve:1.4"
given = {settings}
given["services"][2]["engine"]["image"] = image
given["services"][2]["weights"] = {"mode": "image", "image": "contoso.azurecr.io/weights:1", "size_gib": 9}
given["gateway"]["authentication"]["request_limits"] = {"others_per_minute": 600}
inside = InferenceWorkloads("inside", InferenceWorkloadsSettings(**given))
StagedWeights(
    "staged",
    StagedWeightsArgs(
        weights_name="llama",
        namespace="chat",
        workload_client_id="9f6d1c2e-5a3b-4c7d-8e9f-0a1b2c3d4e5f",
        repository="meta-llama/Llama-3.1-8B-Instruct",
        revision="0" * 40,
        size_gib=17,
        storage_account_name="stweights",
        container_name="weights",
        storage_resource_group_name="rg-weights",
        path="llama",
    ),
    pulumi.ResourceOptions(depends_on=[inside]),
)
"""


def test_everything_comes_up_stays_changes_in_place_and_goes(tmp_path: Path) -> None:
    made = program(tmp_path, CODE.replace("{settings}", repr(settings())))
    made.up()
    made.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    kinds = sorted(
        f"{one['type'].removeprefix('kubernetes:')} {one['urn'].split('::')[-1].removeprefix('inside-')}"
        for one in made.resources()
        if one["type"].startswith("kubernetes:")
    )
    assert kinds == [line.strip() for line in OBJECTS.strip().splitlines()]
    made.pulumi("config", "set", "image", "contoso.azurecr.io/serve:1.5")
    shown = made.pulumi("up", "--yes", "--diff").output
    assert "~ 1 updated" in shown
    assert "replaced" not in shown
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert made.resources() == []


OBJECTS = """
apps/v1:DaemonSet dcgm-exporter
apps/v1:DaemonSet gpu-plugin
apps/v1:DaemonSet gpu-plugin-single
apps/v1:DaemonSet operators-peer-memory
apps/v1:Deployment service-cheap-server
apps/v1:Deployment service-slice-server
apps/v1:Deployment service-small-server
apps/v1:Deployment warm-h100mig
apps/v1:Deployment warm-t4
autoscaling/v2:HorizontalPodAutoscaler service-slice-autoscaler
azmonitoring.coreos.com/v1:PodMonitor dcgm-monitor
azmonitoring.coreos.com/v1:PodMonitor service-cheap-monitor
azmonitoring.coreos.com/v1:PodMonitor service-slice-monitor
azmonitoring.coreos.com/v1:PodMonitor service-small-monitor
batch/v1:Job staged-job
core/v1:ConfigMap dcgm-counters
core/v1:ConfigMap scale-up-priorities
core/v1:ConfigMap staged-script
core/v1:Namespace namespace-gateway
core/v1:Namespace namespace-gpu-resources
core/v1:Namespace namespace-warm-capacity
core/v1:Namespace namespaces-chat
core/v1:Namespace namespaces-research
core/v1:Namespace operators-envoygateway-namespace
core/v1:Namespace operators-kuberay-namespace
core/v1:Namespace operators-kueue-namespace
core/v1:Namespace operators-networkoperator-namespace
core/v1:PersistentVolume staged-volume
core/v1:PersistentVolumeClaim staged-claim
core/v1:ResourceQuota namespaces-chat-quota
core/v1:ResourceQuota namespaces-research-quota
core/v1:Service service-cheap-service
core/v1:Service service-slice-service
core/v1:Service service-small-service
core/v1:ServiceAccount service-cheap-account
core/v1:ServiceAccount service-slice-account
core/v1:ServiceAccount service-small-account
core/v1:ServiceAccount staged-account
gateway.envoyproxy.io/v1alpha1:BackendTrafficPolicy gateway-limits
gateway.envoyproxy.io/v1alpha1:ClientTrafficPolicy gateway-connections
gateway.envoyproxy.io/v1alpha1:EnvoyProxy gateway-proxies
gateway.envoyproxy.io/v1alpha1:SecurityPolicy gateway-authentication
gateway.networking.k8s.io/v1:Gateway gateway-gateway
gateway.networking.k8s.io/v1:GatewayClass gateway-class
gateway.networking.k8s.io/v1:HTTPRoute ray-service-rank-route
gateway.networking.k8s.io/v1:HTTPRoute service-cheap-route
gateway.networking.k8s.io/v1:HTTPRoute service-slice-route
gateway.networking.k8s.io/v1:HTTPRoute service-small-route
helm.sh/v3:Release operators-envoygateway
helm.sh/v3:Release operators-kuberay
helm.sh/v3:Release operators-kueue
helm.sh/v3:Release operators-networkoperator
kueue.x-k8s.io/v1beta2:ClusterQueue queues-research-cluster-queue
kueue.x-k8s.io/v1beta2:Cohort queues-cohort
kueue.x-k8s.io/v1beta2:LocalQueue queues-research-queue
kueue.x-k8s.io/v1beta2:ResourceFlavor queues-flavor-train
mellanox.com/v1alpha1:NicClusterPolicy operators-infiniband
networking.k8s.io/v1:NetworkPolicy namespaces-chat-calls
networking.k8s.io/v1:NetworkPolicy namespaces-chat-inside
networking.k8s.io/v1:NetworkPolicy namespaces-chat-network
networking.k8s.io/v1:NetworkPolicy namespaces-research-calls
networking.k8s.io/v1:NetworkPolicy namespaces-research-inside
networking.k8s.io/v1:NetworkPolicy namespaces-research-network
networking.k8s.io/v1:NetworkPolicy ray-service-rank-callers
networking.k8s.io/v1:NetworkPolicy service-cheap-network
networking.k8s.io/v1:NetworkPolicy service-slice-network
networking.k8s.io/v1:NetworkPolicy service-small-network
networking.k8s.io/v1:NetworkPolicy staged-network
policy/v1:PodDisruptionBudget service-cheap-disruptions
policy/v1:PodDisruptionBudget service-slice-disruptions
policy/v1:PodDisruptionBudget service-small-disruptions
ray.io/v1:RayCluster ray-notebooks-cluster
ray.io/v1:RayJob ray-job-tune-job
ray.io/v1:RayService ray-service-rank-service
scheduling.k8s.io/v1:PriorityClass priorities-serving
scheduling.k8s.io/v1:PriorityClass priorities-training
scheduling.k8s.io/v1:PriorityClass priorities-warm-capacity
"""

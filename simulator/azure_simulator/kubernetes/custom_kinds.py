"""Custom resources that AKS's add-ons and well-known charts bring along.

Of their definitions only the names of what a spec may have and must have are here; a program that brings a
CustomResourceDefinition is held against all of it instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from azure_simulator.cloud.schema import Problem
from azure_simulator.cloud.values import Unknown

ADD_ON = ""
"""In place of a chart: there from the start, in a cluster with the add-ons."""


@dataclass(frozen=True, slots=True)
class CustomKind:
    """A kind in the version that is stored."""

    api_version: str
    kind: str
    chart: str
    """What brings it, by the last part of a chart's name."""
    spec: tuple[str, ...]
    required: tuple[str, ...] = ()
    cluster_scoped: bool = False


def _of(
    api_version: str, kind: str, chart: str, spec: str, required: str = "", *, cluster_scoped: bool = False
) -> CustomKind:
    return CustomKind(api_version, kind, chart, tuple(spec.split()), tuple(required.split()), cluster_scoped)


_KUEUE = "kueue.x-k8s.io/v1beta2"
_GATEWAY = "gateway.networking.k8s.io/v1"

CUSTOM_KINDS = {
    (one.api_version, one.kind): one
    for one in (
        # sigs.k8s.io/kueue v0.17.8, config/components/crd/bases
        _of(
            _KUEUE,
            "ClusterQueue",
            "kueue",
            "admissionChecksStrategy admissionScope cohortName fairSharing flavorFungibility "
            "namespaceSelector preemption queueingStrategy resourceGroups stopPolicy",
            cluster_scoped=True,
        ),
        _of(_KUEUE, "Cohort", "kueue", "fairSharing parentName resourceGroups", cluster_scoped=True),
        _of(_KUEUE, "LocalQueue", "kueue", "clusterQueue fairSharing stopPolicy"),
        _of(
            _KUEUE,
            "ResourceFlavor",
            "kueue",
            "nodeLabels nodeTaints tolerations topologyName",
            cluster_scoped=True,
        ),
        # github.com/ray-project/kuberay/ray-operator v1.6.1, config/crd/bases
        _of(
            "ray.io/v1",
            "RayCluster",
            "kuberay-operator",
            "authOptions autoscalerOptions enableInTreeAutoscaling gcsFaultToleranceOptions headGroupSpec "
            "headServiceAnnotations managedBy rayVersion suspend upgradeStrategy workerGroupSpecs",
            "headGroupSpec",
        ),
        _of(
            "ray.io/v1",
            "RayJob",
            "kuberay-operator",
            "activeDeadlineSeconds backoffLimit clusterSelector deletionStrategy entrypoint "
            "entrypointNumCpus entrypointNumGpus entrypointResources jobId managedBy metadata "
            "preRunningDeadlineSeconds rayClusterSpec runtimeEnvYAML shutdownAfterJobFinishes submissionMode "
            "submitterConfig submitterPodTemplate suspend ttlSecondsAfterFinished",
        ),
        _of(
            "ray.io/v1",
            "RayService",
            "kuberay-operator",
            "deploymentUnhealthySecondThreshold excludeHeadPodFromServeSvc managedBy rayClusterConfig "
            "rayClusterDeletionDelaySeconds serveConfigV2 serveService serviceUnhealthySecondThreshold "
            "upgradeStrategy",
            "rayClusterConfig",
        ),
        # github.com/Mellanox/network-operator, api/v1alpha1/nicclusterpolicy_types.go, 2026-08
        _of(
            "mellanox.com/v1alpha1",
            "NicClusterPolicy",
            "network-operator",
            "deploymentNodeAffinity docaTelemetryService ibKubernetes nicConfigurationOperator "
            "nicFeatureDiscovery nodeAffinity nvIpam ofedDriver rdmaSharedDevicePlugin secondaryNetwork "
            "sriovDevicePlugin tolerations",
            cluster_scoped=True,
        ),
        # sigs.k8s.io/gateway-api v1.4.0, config/crd/standard
        _of(
            _GATEWAY,
            "GatewayClass",
            "gateway-helm",
            "controllerName description parametersRef",
            "controllerName",
            cluster_scoped=True,
        ),
        _of(
            _GATEWAY,
            "Gateway",
            "gateway-helm",
            "addresses gatewayClassName infrastructure listeners",
            "gatewayClassName listeners",
        ),
        _of(_GATEWAY, "HTTPRoute", "gateway-helm", "hostnames parentRefs rules"),
        # gateway.envoyproxy.io/docs/api/extension_types, v1.9
        _of(
            "gateway.envoyproxy.io/v1alpha1",
            "EnvoyProxy",
            "gateway-helm",
            "backendTLS bootstrap concurrency extraArgs filterOrder ipFamily logging mergeGateways "
            "preserveRouteOrder provider routingType shutdown telemetry",
        ),
        _of(
            "gateway.envoyproxy.io/v1alpha1",
            "SecurityPolicy",
            "gateway-helm",
            "apiKeyAuth authorization basicAuth cors csrf extAuth jwt mergeType oidc targetRef targetRefs "
            "targetSelectors",
        ),
        _of(
            "gateway.envoyproxy.io/v1alpha1",
            "BackendTrafficPolicy",
            "gateway-helm",
            "admissionControl bandwidthLimit circuitBreaker compression compressor connection dns "
            "faultInjection healthCheck http2 httpUpgrade loadBalancer mergeType proxyProtocol rateLimit "
            "requestBuffer responseOverride retry routingType targetRef targetRefs targetSelectors "
            "tcpKeepalive telemetry timeout useClientProtocol",
        ),
        _of(
            "gateway.envoyproxy.io/v1alpha1",
            "ClientTrafficPolicy",
            "gateway-helm",
            "clientIPDetection connection enableProxyProtocol grpc headers healthCheck http1 http2 http3 "
            "path proxyProtocol scheme targetRef targetRefs targetSelectors tcpKeepalive timeout tls",
        ),
        # github.com/kedacore/keda/v2 v2.18.0, config/crd/bases: AKS's add-on KEDA
        _of(
            "keda.sh/v1alpha1",
            "ScaledObject",
            ADD_ON,
            "advanced cooldownPeriod fallback idleReplicaCount initialCooldownPeriod maxReplicaCount "
            "minReplicaCount pollingInterval scaleTargetRef triggers",
            "scaleTargetRef triggers",
        ),
        _of(
            "keda.sh/v1alpha1",
            "TriggerAuthentication",
            ADD_ON,
            "awsSecretManager azureKeyVault boundServiceAccountToken configMapTargetRef env "
            "gcpSecretManager hashiCorpVault podIdentity secretTargetRef",
        ),
        # sigs.k8s.io/secrets-store-csi-driver v1.5, apis/v1: AKS's add-on azureKeyvaultSecretsProvider
        _of(
            "secrets-store.csi.x-k8s.io/v1",
            "SecretProviderClass",
            ADD_ON,
            "parameters provider secretObjects",
        ),
        # learn.microsoft.com/azure/azure-monitor/containers/prometheus-metrics-scrape-crd: the fields of
        # github.com/prometheus-operator/prometheus-operator, PodMonitorSpec, in Azure's group
        _of(
            "azmonitoring.coreos.com/v1",
            "PodMonitor",
            ADD_ON,
            "attachMetadata jobLabel labelLimit labelNameLengthLimit labelValueLengthLimit namespaceSelector "
            "podMetricsEndpoints podTargetLabels sampleLimit selector targetLimit",
            "selector",
        ),
    )
}


def problems_of(kind: CustomKind, manifest: Mapping[str, Any]) -> Iterator[Problem]:
    """Misspelt and missing parts of the spec."""
    spec = manifest.get("spec")
    if isinstance(spec, Unknown):
        return
    if not isinstance(spec, Mapping):
        yield Problem("spec", f"{spec!r} is not of type 'object'")
        return
    for name in spec:
        if name not in kind.spec:
            yield Problem("spec", f"Additional properties are not allowed ({name!r} was unexpected)")
    for name in kind.required:
        if name not in spec:
            yield Problem("spec", f"{name!r} is a required property")

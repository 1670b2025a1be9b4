"""The pods of an inference service, and the volume that their weights are in."""

import json
from typing import Any

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.workloads.component import Manifest
from azure_ai_landing_zone.workloads.plan import confined, container_resources, placement, share
from azure_ai_landing_zone.workloads.priorities import SERVING
from azure_ai_landing_zone.workloads.serving.draining import stopping
from azure_ai_landing_zone.workloads.serving.settings import (
    SECRETS,
    SHARED_MEMORY,
    VLLM_HOME,
    ContainerEngine,
    InferenceServiceSettings,
    VaultSecrets,
    VllmEngine,
)
from azure_ai_landing_zone.workloads.serving.weights import (
    WEIGHTS,
    BlobWeights,
    ClaimWeights,
    DownloadedWeights,
    ImageWeights,
    LustreWeights,
)
from azure_ai_landing_zone.workloads.volumes import blob_driver, static_volume

OTLP_PORT = 4317


def labels_of(name: str) -> dict[str, str]:
    """Of a service's pods, which everything else selects them by."""
    return {"app.kubernetes.io/name": name, "app.kubernetes.io/component": "inference"}


def deployment(
    name: str,
    namespace: str,
    plan: InferenceServiceSettings,
    pools: list[GpuPool],
    *,
    has_identity: bool,
    collector: str | None,
) -> Manifest:
    """`collector`: the host name of an OpenTelemetry collector."""
    labels = labels_of(name)
    pod_labels = labels | ({"azure.workload.identity/use": "true"} if has_identity else {})
    spec: dict[str, Any] = {
        "selector": {"matchLabels": labels},
        # A replica that takes minutes to load is replaced only when its successor answers.
        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
        "progressDeadlineSeconds": (plan.load_minutes + 30) * 60,
        "template": {
            "metadata": {"labels": pod_labels},
            "spec": _pod(name, plan, pools, collector),
        },
    }
    if plan.scaling.mode == "fixed":
        spec["replicas"] = plan.min_replicas
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": namespace, "labels": labels},
        "spec": spec,
    }


def _pod(
    name: str, plan: InferenceServiceSettings, pools: list[GpuPool], collector: str | None
) -> dict[str, Any]:
    request = share(min(pools, key=lambda pool: share(pool, plan.gpus).memory_mib), plan.gpus)
    resources = container_resources(pools[0], request)
    further = {resource: str(count) for resource, count in plan.limits.items()}
    resources = {kind: amounts | further for kind, amounts in resources.items()}
    drains = isinstance(plan.engine, VllmEngine) or plan.engine.drains
    lifecycle, grace_seconds = stopping(plan.longest_answer_minutes, drains=drains)
    probe = {"httpGet": {"path": plan.health_path, "port": "http"}, "timeoutSeconds": 5}
    mounts: list[dict[str, Any]] = [{"name": "shared-memory", "mountPath": SHARED_MEMORY}]
    volumes: list[dict[str, Any]] = [
        {
            "name": "shared-memory",
            "emptyDir": {"medium": "Memory", "sizeLimit": f"{request.memory_mib // 4}Mi"},
        }
    ]
    if isinstance(plan.weights, DownloadedWeights):
        mounts.append({"name": "weights", "mountPath": WEIGHTS})
        size = f"{plan.weights.size_gib}Gi"
        volumes.append({"name": "weights", "emptyDir": {"sizeLimit": size}})
        resources["requests"] |= {"ephemeral-storage": size}
    else:
        mounts.append({"name": "weights", "mountPath": WEIGHTS, "readOnly": True})
        volumes.append({"name": "weights", **_read(name, plan)})
    for number, (path, gib) in enumerate((plan.writable_paths_gib or {}).items()):
        mounts.append({"name": f"writable-{number}", "mountPath": path})
        volumes.append({"name": f"writable-{number}", "emptyDir": {"sizeLimit": f"{gib}Gi"}})
    if plan.vault_secrets is not None:
        mounts.append({"name": "secrets", "mountPath": SECRETS, "readOnly": True})
        volumes.append({"name": "secrets", "csi": secrets_volume(name)})
    return {
        **placement(pools),
        **_pull_secrets(plan),
        "priorityClassName": SERVING,
        "serviceAccountName": name,
        "automountServiceAccountToken": False,  # the identity's own token is another one
        "enableServiceLinks": False,  # vLLM takes VLLM_* variables, also those that a service vllm makes
        "terminationGracePeriodSeconds": grace_seconds,
        "topologySpreadConstraints": [
            {
                "maxSkew": 1,
                "topologyKey": key,
                "whenUnsatisfiable": "ScheduleAnyway",
                "labelSelector": {"matchLabels": labels_of(name)},
            }
            for key in ("topology.kubernetes.io/zone", "kubernetes.io/hostname")
        ],
        "containers": [
            {
                "name": "server",
                "image": plan.engine.image,
                **_command(plan),
                "args": _arguments(name, plan, collector),
                "env": _environment(name, plan, collector),
                "ports": [{"name": "http", "containerPort": plan.port}],
                "startupProbe": probe | {"periodSeconds": 10, "failureThreshold": plan.load_minutes * 6},
                "readinessProbe": probe | {"periodSeconds": 5, "failureThreshold": 3},
                "livenessProbe": probe | {"periodSeconds": 20, "failureThreshold": 6},
                "lifecycle": lifecycle,
                "resources": resources,
                # A node's GPU gets its libraries before that: runc runs hooks first (opencontainers/runc,
                # libcontainer/rootfs_linux.go, prepareRootfs and finalizeRootfs, 2026-11).
                "securityContext": confined(
                    plan.engine.run_as_user, read_only=plan.writable_paths_gib is not None
                ),
                "volumeMounts": mounts,
            }
        ],
        "volumes": volumes,
    }


def _read(name: str, plan: InferenceServiceSettings) -> dict[str, Any]:
    """The volume of weights that are there."""
    if isinstance(plan.weights, ImageWeights):
        return {"image": {"reference": plan.weights.image, "pullPolicy": "IfNotPresent"}}
    claim = plan.weights.claim_name if isinstance(plan.weights, ClaimWeights) else f"{name}-weights"
    return {"persistentVolumeClaim": {"claimName": claim, "readOnly": True}}


def _model(plan: InferenceServiceSettings) -> str:
    """What a server is to load: a repository of the hub, or a folder."""
    if isinstance(plan.weights, DownloadedWeights):
        return plan.weights.repository
    return "/".join(part for part in (WEIGHTS, plan.weights.path) if part)


def _pull_secrets(plan: InferenceServiceSettings) -> dict[str, list[dict[str, str]]]:
    name = plan.engine.image_pull_secret_name if isinstance(plan.engine, ContainerEngine) else None
    return {} if name is None else {"imagePullSecrets": [{"name": name}]}


def _command(plan: InferenceServiceSettings) -> dict[str, list[str]]:
    """vLLM takes the model as a position; what the image would run differs between its versions."""
    if isinstance(plan.engine, VllmEngine):
        return {"command": ["vllm", "serve", _model(plan)]}
    return {"command": plan.engine.command} if plan.engine.command else {}


def _arguments(name: str, plan: InferenceServiceSettings, collector: str | None) -> list[str]:
    if not isinstance(plan.engine, VllmEngine):
        return plan.engine.arguments
    weights = plan.weights
    found = [f"--revision={weights.revision}"] if isinstance(weights, DownloadedWeights) else []
    found += [
        f"--served-model-name={name}",
        f"--port={plan.port}",
        f"--tensor-parallel-size={plan.tensor_parallel}",
        # By default what is being answered ends with SIGTERM (vllm 0.22.1, vllm/config/vllm.py).
        f"--shutdown-timeout={plan.longest_answer_minutes * 60}",
    ]
    if plan.gpus > plan.tensor_parallel:
        found.append(f"--data-parallel-size={plan.gpus // plan.tensor_parallel}")
    if plan.engine.max_model_len is not None:
        found.append(f"--max-model-len={plan.engine.max_model_len}")
    if collector is not None:
        found.append(f"--otlp-traces-endpoint=grpc://{collector}:{OTLP_PORT}")
    return found + plan.engine.arguments


def _environment(name: str, plan: InferenceServiceSettings, collector: str | None) -> list[dict[str, Any]]:
    found: dict[str, str] = {}
    if isinstance(plan.engine, VllmEngine):
        found |= {"VLLM_NO_USAGE_STATS": "1", "HOME": VLLM_HOME}
    else:
        found |= {"MODEL": _model(plan)}
        if isinstance(plan.weights, DownloadedWeights):
            found |= {"MODEL_REVISION": plan.weights.revision}
    if isinstance(plan.weights, DownloadedWeights):
        found |= {"HF_HOME": WEIGHTS}
    if collector is not None:
        found |= {
            "OTEL_SERVICE_NAME": name,
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{collector}:{OTLP_PORT}",
            "OTEL_EXPORTER_OTLP_TRACES_INSECURE": "true",
        }
    variables: list[dict[str, Any]] = [
        {"name": key, "value": value} for key, value in (found | plan.engine.environment_variables).items()
    ]
    return variables + secret_variables(name, plan.vault_secrets)


def secret_variables(name: str, wanted: VaultSecrets | None) -> list[dict[str, Any]]:
    """Environment variables that a vault's secrets are."""
    return [
        {"name": variable, "valueFrom": {"secretKeyRef": {"name": secret_name(name), "key": variable}}}
        for variable in (wanted.secrets if wanted is not None else {})
    ]


def secret_name(name: str) -> str:
    """Of the Secret that a service's variables come from."""
    return f"{name}-secrets"


def secrets_volume(name: str) -> dict[str, Any]:
    """Of a pod that has those variables."""
    return {
        "driver": "secrets-store.csi.k8s.io",
        "readOnly": True,
        "volumeAttributes": {"secretProviderClass": secret_name(name)},
    }


def vault_secrets(
    name: str, namespace: str, wanted: VaultSecrets | None, identity_client_id: Any
) -> dict[str, Manifest]:
    """What secrets are read from a vault, by role; nothing without any. The driver reads them on the
    node, as the pod's service account, so that pods themselves need no way to the vault. Source:
    azure.github.io/secrets-store-csi-driver-provider-azure, workload identity mode, 2026-08."""
    if wanted is None:
        return {}
    names = sorted(set(wanted.secrets.values()))
    # JSON is YAML, and always comes out the same.
    objects = [json.dumps({"objectName": one, "objectType": "secret"}, sort_keys=True) for one in names]
    data = [{"key": variable, "objectName": one} for variable, one in wanted.secrets.items()]
    return {
        "secrets": {
            "apiVersion": "secrets-store.csi.x-k8s.io/v1",
            "kind": "SecretProviderClass",
            "metadata": {"name": secret_name(name), "namespace": namespace},
            "spec": {
                "provider": "azure",
                "parameters": {
                    "clientID": identity_client_id,
                    "keyvaultName": wanted.vault_name,
                    "tenantID": wanted.tenant_id,
                    "objects": json.dumps({"array": objects}),
                },
                "secretObjects": [{"secretName": secret_name(name), "type": "Opaque", "data": data}],
            },
        }
    }


def volume(
    name: str, namespace: str, plan: InferenceServiceSettings, identity_client_id: Any
) -> dict[str, Manifest]:
    """What weights are mounted from, by role; nothing for weights that need no volume of their own."""
    handle = f"{namespace}-{name}"
    if isinstance(plan.weights, BlobWeights):
        csi = blob_driver(plan.weights, handle, identity_client_id, read_only=True)
        options = ["-o allow_other", "--attr-timeout=3600", "--entry-timeout=3600", "--read-only=true"]
    elif isinstance(plan.weights, LustreWeights):
        csi = _lustre(plan.weights, handle)
        options = ["noatime", "flock"]
    else:
        return {}
    return static_volume(f"{name}-weights", namespace, csi, options, "ReadOnlyMany")


def _lustre(weights: LustreWeights, handle: str) -> dict[str, Any]:
    """github.com/kubernetes-sigs/azurelustre-csi-driver, docs/static-provisioning.md, 2026-08."""
    return {
        "driver": "azurelustre.csi.azure.com",
        "readOnly": True,
        "volumeHandle": f"lustre-{handle}",
        "volumeAttributes": {"fs-name": "lustrefs", "mgs-ip-address": weights.mgs_ip_address},
    }

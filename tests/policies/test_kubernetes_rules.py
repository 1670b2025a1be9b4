"""Rules on AKS pools and what runs on them: what tips the verdict."""

from datetime import date
from typing import Any

import pytest

from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import fails, judge_program, unsure

TODAY = date(2026, 11, 21)
NVIDIA = "nvidia.com/gpu=present:NoSchedule"


def pool(**properties: Any) -> dict[str, Any]:
    return {
        "type": "azure-native:containerservice:AgentPool",
        "properties": {"vmSize": "Standard_NC48ads_A100_v4", "nodeTaints": [NVIDIA], **properties},
    }


def workload(
    kind: Any = "Deployment", *, image: Any = "serve:1", tolerations: Any = (), **limits: Any
) -> Any:
    container = {"name": "main", "image": image, "resources": {"limits": limits}}
    spec = {"containers": [container], "tolerations": list(tolerations)}
    return {"type": f"kubernetes:apps/v1:{kind}", "properties": {"spec": {"template": {"spec": spec}}}}


GPU = {"nvidia.com/gpu": 1}
EVERYTHING = {"operator": "Exists"}
SPOT = {
    "key": "kubernetes.azure.com/scalesetpriority",
    "operator": "Equal",
    "value": "spot",
    "effect": "NoSchedule",
}
NOWHERE = (
    "spec.template.spec.tolerations lets its pods on no GPU pool of the program (gpu has {}); "
    "add a toleration"
)


@pytest.mark.parametrize(
    ("resources", "problem"),
    [
        ({"gpu": pool(), "serve": workload(**GPU)}, None),
        ({"gpu": pool(), "serve": workload(**{"nvidia.com/gpu": "1"})}, None),
        ({"serve": workload(**GPU)}, None),
        ({"gpu": pool(nodeTaints=["sku=gpu:NoSchedule"]), "serve": workload()}, None),
        (
            {"gpu": pool(nodeTaints=["sku=gpu:NoSchedule"]), "serve": workload(**GPU)},
            NOWHERE.format("sku=gpu:NoSchedule"),
        ),
        (
            {
                "gpu": pool(nodeTaints=["sku=gpu:NoSchedule"]),
                "serve": workload(tolerations=[EVERYTHING], **GPU),
            },
            None,
        ),
        (
            {
                "gpu": pool(nodeTaints=["sku=gpu:NoSchedule"]),
                "serve": workload(
                    tolerations=[{"key": "sku", "value": "cpu", "effect": "NoSchedule"}], **GPU
                ),
            },
            NOWHERE.format("sku=gpu:NoSchedule"),
        ),
        ({"gpu": pool(nodeTaints=["sku=gpu:PreferNoSchedule"]), "serve": workload(**GPU)}, None),
        (
            {"gpu": pool(nodeTaints=["nvidia.com/gpu=present:NoExecute"]), "serve": workload(**GPU)},
            NOWHERE.format("nvidia.com/gpu=present:NoExecute"),
        ),
        (
            {"gpu": pool(), "serve": workload(**{"nvidia.com/mig-1g.5gb": 1})},
            NOWHERE.format(NVIDIA),
        ),
        (
            {"gpu": pool(scaleSetPriority="Spot"), "serve": workload(**GPU)},
            NOWHERE.format("kubernetes.azure.com/scalesetpriority=spot:NoSchedule"),
        ),
        ({"gpu": pool(scaleSetPriority="Spot"), "serve": workload(tolerations=[SPOT], **GPU)}, None),
        ({"gpu": pool(scaleSetPriority="Spot"), "more": pool(), "serve": workload(**GPU)}, None),
    ],
)
def test_a_pod_that_asks_for_gpus_gets_on_a_pool(resources: dict[str, Any], problem: str | None) -> None:
    found = judge_program("gpu-pods-tolerate-the-pool", resources, TODAY)
    assert found == ({"serve": fails(problem)} if problem else {})


@pytest.mark.parametrize(
    ("resources", "said"),
    [
        ({"gpu": pool(), "serve": workload(**{"nvidia.com/gpu": 2})}, {}),
        ({"serve": workload(**{"nvidia.com/gpu": 8})}, {}),
        (
            {"serve": workload(**{"nvidia.com/gpu": 16})},
            {
                "serve": fails(
                    "its pods ask for 16 nvidia.com/gpu, and no VM size has more than 8; ask for less"
                )
            },
        ),
        ({"gpu": pool(vmSize="Standard_NV6ads_A10_v5"), "serve": workload(**{"nvidia.com/gpu": 1})}, {}),
        (
            {"gpu": pool(), "serve": workload(**{"nvidia.com/gpu": "${settings.gpus}"})},
            {
                "serve": unsure(
                    "spec.template.spec.containers[0].resources.limits.nvidia.com/gpu "
                    "isn't known before deployment"
                )
            },
        ),
    ],
)
def test_a_pod_fits_on_a_node(resources: dict[str, Any], said: dict[str, Verdict]) -> None:
    assert judge_program("gpu-request-fits-the-node", resources, TODAY) == said


def release(chart: str, **values: Any) -> dict[str, Any]:
    return {"type": "kubernetes:helm.sh/v3:Release", "properties": {"chart": chart, "values": values}}


BOTH = (
    "gpuProfile.driver isn't None, so that AKS installs a driver where the GPU Operator (operator) does too; "
    "set it to None"
)


@pytest.mark.parametrize(
    ("resources", "said"),
    [
        ({"gpu": pool(), "operator": release("gpu-operator")}, {"gpu": fails(BOTH)}),
        (
            {"gpu": pool(gpuProfile={"driver": "Install"}), "operator": release("nvidia/gpu-operator")},
            {"gpu": fails(BOTH)},
        ),
        ({"gpu": pool(gpuProfile={"driver": "None"}), "operator": release("gpu-operator")}, {}),
        ({"gpu": pool(), "operator": release("gpu-operator", driver={"enabled": False})}, {}),
        ({"gpu": pool(vmSize="Standard_D4s_v5"), "operator": release("gpu-operator")}, {}),
        ({"gpu": pool(), "operator": release("kueue")}, {}),
    ],
)
def test_drivers_have_one_owner(resources: dict[str, Any], said: dict[str, Verdict]) -> None:
    assert judge_program("one-owner-of-gpu-drivers", resources, TODAY) == said


def cluster(**properties: Any) -> dict[str, Any]:
    return {"type": "azure-native:containerservice:ManagedCluster", "properties": properties}


@pytest.mark.parametrize(
    ("properties", "today", "problem"),
    [
        ({"kubernetesVersion": "1.34"}, date(2026, 11, 30), None),
        (
            {"kubernetesVersion": "1.34.1"},
            date(2026, 12, 1),
            "kubernetesVersion is 1.34.1, whose support ended on 2026-11-30; use 1.36 or 1.37",
        ),
        ({"kubernetesVersion": "1.34.1", "supportPlan": "AKSLongTermSupport"}, date(2026, 12, 1), None),
        (
            {"kubernetesVersion": "1.24"},
            TODAY,
            "kubernetesVersion is 1.24, whose support ended long ago; use 1.36 or 1.37",
        ),
        ({"kubernetesVersion": "1.41"}, TODAY, None),
        ({}, TODAY, None),
    ],
)
def test_kubernetes_versions_end(properties: dict[str, Any], today: date, problem: str | None) -> None:
    resources = {"cluster": cluster(**properties), "gpu": pool()}
    found = judge_program("kubernetes-version-is-supported", resources, today)
    assert found == ({"cluster": fails(problem)} if problem else {})


def test_a_cluster_without_gpus_is_none_of_our_business() -> None:
    resources = {
        "cluster": cluster(kubernetesVersion="1.24", agentPoolProfiles=[{"vmSize": "Standard_D4s_v5"}])
    }
    for rule in ("kubernetes-version-is-supported", "aks-api-server-is-private", "aks-has-no-local-accounts"):
        assert judge_program(rule, resources, TODAY) == {}


PLUGIN = {"image": "nvcr.io/nvidia/k8s-device-plugin:v0.18.0"}


@pytest.mark.parametrize(
    ("resources", "names"),
    [
        ({"serve": workload(**GPU), "more": workload(**GPU)}, ["more"]),
        ({"serve": workload(**GPU), "plugin": workload("DaemonSet", **PLUGIN)}, []),
        ({"serve": workload(**GPU), "operator": release("gpu-operator")}, []),
        ({"serve": workload()}, []),
        ({"gpu": pool()}, []),
    ],
)
def test_a_missing_device_plugin_is_said_once(resources: dict[str, Any], names: list[str]) -> None:
    assert list(judge_program("gpu-cluster-has-a-device-plugin", resources, TODAY)) == names


@pytest.mark.parametrize(
    ("image", "pinned"),
    [
        ("contoso.azurecr.io/serve:1.4", True),
        ("contoso.azurecr.io:443/serve@sha256:" + "0" * 64, True),
        ("contoso.azurecr.io:443/serve", False),
        ("serve", False),
        ("serve:latest", False),
    ],
)
def test_an_image_has_a_version(image: str, *, pinned: bool) -> None:
    found = judge_program("gpu-image-is-pinned", {"serve": workload(image=image, **GPU)}, TODAY)
    assert (found == {}) is pinned
    assert judge_program("gpu-image-is-pinned", {"serve": workload(image=image)}, TODAY) == {}


WEIGHTS = "spec.template.spec.volumes[0].image.reference is docker.io/models/qwen:latest"


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("gpu-image-is-pinned", f"{WEIGHTS}; name a version, or a digest"),
        ("image-registry-is-allowed", f"{WEIGHTS}; allowed are contoso.azurecr.io/*"),
        (
            "image-has-a-digest",
            f"{WEIGHTS}; add the digest that `docker buildx imagetools inspect docker.io/models/qwen:latest` "
            "prints",
        ),
    ],
)
def test_what_a_volume_is_made_of_is_an_image_too(rule: str, problem: str) -> None:
    serve = workload(image=f"contoso.azurecr.io/serve:1@sha256:{'0' * 64}", **GPU)
    volumes = [{"name": "weights", "image": {"reference": "docker.io/models/qwen:latest"}}]
    serve["properties"]["spec"]["template"]["spec"]["volumes"] = volumes
    allowed = {"allowed": ["contoso.azurecr.io/*"]} if rule == "image-registry-is-allowed" else {}
    assert judge_program(rule, {"serve": serve}, TODAY, **allowed) == {"serve": fails(problem)}


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("image-registry-is-allowed", "allowed are contoso.azurecr.io/*"),
        (
            "image-has-a-digest",
            "add the digest that `docker buildx imagetools inspect docker.io/company/side:1` prints",
        ),
    ],
)
def test_an_image_that_isnt_known_hides_no_other(rule: str, problem: str) -> None:
    serve = workload(image="${registry.image}")
    spec = serve["properties"]["spec"]["template"]["spec"]
    spec["containers"].append({"name": "side", "image": "docker.io/company/side:1"})
    allowed = {"allowed": ["contoso.azurecr.io/*"]} if rule == "image-registry-is-allowed" else {}
    path = "spec.template.spec.containers"
    assert judge_program(rule, {"serve": serve}, TODAY, **allowed) == {
        "serve": Verdict(
            (f"{path}[1].image is docker.io/company/side:1; {problem}",),
            (f"{path}[0].image isn't known before deployment",),
        )
    }

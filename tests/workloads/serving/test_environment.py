"""What servers are told: settings of their own, and secrets that no manifest and no state has."""

from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.workloads.serving.service import InferenceServiceArgs, inference_service

Json = dict[str, Any]

POOL = GpuPool(name="a100", size="Standard_NC24ads_A100_v4")
TENANT = "0b1c7f2e-3f0d-4a51-9c39-2f3d5f6f8a11"
VLLM: Json = {"mode": "vllm"}
GATED: Json = {
    "mode": "download",
    "repository": "meta-llama/Llama-3.1-8B-Instruct",
    "revision": "0" * 40,
    "size_gib": 17,
}
VAULT: Json = {
    "vault_name": "kv-ai-zone",
    "tenant_id": TENANT,
    "secrets": {"HF_TOKEN": "hugging-face-token"},
}


def given(**changes: Any) -> Json:
    values: Json = {
        "service_name": "chat",
        "namespace": "models",
        "gpu_pools": [GpuPoolFacts.of(POOL)],
        "pool_names": ["a100"],
        "weights": GATED,
        "workload_client_id": "client",
    }
    return values | changes


def refusals(**changes: Any) -> list[str]:
    """What the settings are refused for; empty: nothing."""
    try:
        InferenceServiceArgs(**given(**changes))
    except SettingsError as refused:
        return [line.strip() for line in str(refused).splitlines()[1:]]
    return []


def test_a_server_takes_an_environment_and_the_secrets_of_a_vault() -> None:
    environment = {"VLLM_LOGGING_LEVEL": "WARNING"}
    assert refusals(engine=VLLM | {"environment_variables": environment}, vault_secrets=VAULT) == []


def made(**changes: Any) -> dict[str, Json]:
    return inference_service(InferenceServiceArgs(**given(**changes)))


def pod(objects: dict[str, Json]) -> Json:
    found: Json = objects["server"]["spec"]["template"]["spec"]
    return found


def test_a_vaults_secrets_are_in_the_environment_and_nowhere_else() -> None:
    objects = made(engine=VLLM | {"environment_variables": {"HF_HUB_DISABLE_XET": "1"}}, vault_secrets=VAULT)
    assert objects["secrets"] == {
        "apiVersion": "secrets-store.csi.x-k8s.io/v1",
        "kind": "SecretProviderClass",
        "metadata": {"name": "chat-secrets", "namespace": "models"},
        "spec": {
            "provider": "azure",
            "parameters": {
                "clientID": "client",
                "keyvaultName": "kv-ai-zone",
                "tenantID": TENANT,
                "objects": '{"array": ["{\\"objectName\\": \\"hugging-face-token\\", \\"objectType\\": '
                '\\"secret\\"}"]}',
            },
            "secretObjects": [
                {
                    "secretName": "chat-secrets",
                    "type": "Opaque",
                    "data": [{"key": "HF_TOKEN", "objectName": "hugging-face-token"}],
                }
            ],
        },
    }
    spec = pod(objects)
    assert spec["containers"][0]["env"] == [
        {"name": "VLLM_NO_USAGE_STATS", "value": "1"},
        {"name": "HOME", "value": "/home/vllm"},
        {"name": "HF_HOME", "value": "/weights"},
        {"name": "HF_HUB_DISABLE_XET", "value": "1"},
        {"name": "HF_TOKEN", "valueFrom": {"secretKeyRef": {"name": "chat-secrets", "key": "HF_TOKEN"}}},
    ]
    assert spec["volumes"][-1] == {
        "name": "secrets",
        "csi": {
            "driver": "secrets-store.csi.k8s.io",
            "readOnly": True,
            "volumeAttributes": {"secretProviderClass": "chat-secrets"},
        },
    }
    assert spec["containers"][0]["volumeMounts"][-1] == {
        "name": "secrets",
        "mountPath": "/mnt/secrets",
        "readOnly": True,
    }


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"vault_secrets": VAULT, "workload_client_id": None},
            "vault_secrets: a vault is read as an identity, and the service has none: give it one",
        ),
        (
            {"vault_secrets": VAULT, "engine": VLLM | {"environment_variables": {"HF_TOKEN": "hf_x"}}},
            "vault_secrets.secrets.HF_TOKEN: is in `engine.environment_variables` as well: leave one of them "
            "out",
        ),
        (
            {"engine": VLLM | {"environment_variables": {"HF-TOKEN": "x"}}},
            "engine.environment_variables.HF-TOKEN: must be letters, digits and underscores, such as "
            "VLLM_LOGGING_LEVEL, got 'HF-TOKEN'",
        ),
        (
            {"vault_secrets": VAULT | {"vault_name": "https://kv-ai-zone.vault.azure.net"}},
            "vault_secrets.vault_name: must be a vault's name, not its URL, got "
            "'https://kv-ai-zone.vault.azure.net'",
        ),
    ],
    ids=["nobody who may read", "given twice", "no variable", "a URL"],
)
def test_what_no_server_could_read_is_refused(changes: Json, sentence: str) -> None:
    assert refusals(**changes) == [sentence]


FOLDER: Json = {"mode": "claim", "claim_name": "weights", "path": "chat"}

SERVERS: dict[str, tuple[Json, Json, Json]] = {
    # docs.sglang.ai, server arguments
    "SGLang": (
        {
            "image": "lmsysorg/sglang:v0.5.10",
            "command": ["python3", "-m", "sglang.launch_server"],
            "arguments": ["--model-path=$(MODEL)", "--revision=$(MODEL_REVISION)", "--port=8000"],
        },
        GATED,
        {
            "command": ["python3", "-m", "sglang.launch_server"],
            "args": ["--model-path=$(MODEL)", "--revision=$(MODEL_REVISION)", "--port=8000"],
            "env": [
                {"name": "MODEL", "value": "meta-llama/Llama-3.1-8B-Instruct"},
                {"name": "MODEL_REVISION", "value": "0" * 40},
                {"name": "HF_HOME", "value": "/weights"},
            ],
        },
    ),
    # nvidia.github.io/TensorRT-LLM, trtllm-serve
    "TensorRT-LLM": (
        {
            "image": "nvcr.io/nvidia/tensorrt-llm/release:1.2.0",
            "command": ["trtllm-serve"],
            "arguments": ["$(MODEL)", "--host=0.0.0.0", "--port=8000"],
            "metrics_path": "/prometheus/metrics",
        },
        FOLDER,
        {
            "command": ["trtllm-serve"],
            "args": ["$(MODEL)", "--host=0.0.0.0", "--port=8000"],
            "env": [{"name": "MODEL", "value": "/weights/chat"}],
        },
    ),
    # docs.nvidia.com/nim/large-language-models, configuration
    "NIM": (
        {
            "image": "nvcr.io/nim/meta/llama-3.1-8b-instruct:1.13.1",
            "image_pull_secret_name": "ngc",
            "environment_variables": {"NIM_MODEL_NAME": "/weights/chat"},
            "health_path": "/v1/health/ready",
            "metrics_path": "/v1/metrics",
        },
        FOLDER,
        {
            "args": [],
            "env": [
                {"name": "MODEL", "value": "/weights/chat"},
                {"name": "NIM_MODEL_NAME", "value": "/weights/chat"},
            ],
        },
    ),
}


@pytest.mark.parametrize(("engine", "weights", "expected"), SERVERS.values(), ids=list(SERVERS))
def test_any_server_finds_what_to_load(engine: Json, weights: Json, expected: Json) -> None:
    objects = made(engine={"mode": "container"} | engine, weights=weights)
    spec = pod(objects)
    server = spec["containers"][0]
    assert {key: server[key] for key in ("command", "args", "env") if key in server} == expected
    assert server["readinessProbe"]["httpGet"]["path"] == engine.get("health_path", "/health")
    endpoints = objects["monitor"]["spec"]["podMetricsEndpoints"]
    assert [one["path"] for one in endpoints] == [engine.get("metrics_path", "/metrics")]
    secret = engine.get("image_pull_secret_name")
    assert spec.get("imagePullSecrets") == ([{"name": secret}] if secret else None)


def test_downloads_have_a_limit_and_a_place_on_the_nodes_disk() -> None:
    spec = pod(made())
    assert {one["name"]: one.get("emptyDir") for one in spec["volumes"]}["weights"] == {"sizeLimit": "17Gi"}
    assert spec["containers"][0]["resources"]["requests"]["ephemeral-storage"] == "17Gi"
    assert "ephemeral-storage" not in spec["containers"][0]["resources"]["limits"]


def test_more_downloads_than_the_disk_of_a_node_holds_are_refused() -> None:
    cut = GpuPool(name="cut", size="Standard_NC40ads_H100_v5", mig_profile="MIG1g")
    small = GATED | {"repository": "meta-llama/Llama-3.2-1B"}
    assert refusals(gpu_pools=[GpuPoolFacts.of(cut)], pool_names=["cut"], weights=small) == [
        "weights.size_gib: 7 replicas of a node of cut download 17 GiB each, and its disk of 128 GiB has 65 "
        "for pods: raise `os_disk_size_gib` of the pool, or take weights of a blob container"
    ]

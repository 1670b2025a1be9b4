"""What servers are told: settings of their own, and secrets that no manifest and no state has."""

from typing import Any

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
    assert refusals(engine=VLLM | {"environment": environment}, key_vault=VAULT) == []


def pod() -> Json:
    found: Json = inference_service(InferenceServiceArgs(**given()))["server"]["spec"]["template"]["spec"]
    return found


def test_downloads_have_a_limit_and_a_place_on_the_nodes_disk() -> None:
    spec = pod()
    assert "sizeLimit" in {one["name"]: one.get("emptyDir") for one in spec["volumes"]}["weights"]
    assert "ephemeral-storage" in spec["containers"][0]["resources"]["requests"]

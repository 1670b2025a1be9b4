"""What vLLM is told, against the flags that the pinned version has."""

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.workloads.serving.access import CollectorPlace
from azure_ai_landing_zone.workloads.serving.service import InferenceServiceArgs, inference_service
from helpers.inference_settings import WEIGHTS
from vllm_flags import LIST, flags


def test_the_server_knows_every_flag_that_it_gets() -> None:
    head, *known = LIST.read_text(encoding="utf-8").splitlines()
    version = pins.version("vllm/vllm-openai").removeprefix("v")
    assert head.startswith(f"# Flags of vllm serve {version}, read on ")
    pool = GpuPool(name="big", size="Standard_NC96ads_A100_v4")
    objects = inference_service(
        InferenceServiceArgs.model_validate(
            {
                "service_name": "chat",
                "namespace": "models",
                "gpu_pools": [GpuPoolFacts.of(pool)],
                "pool_names": ["big"],
                "gpus": 4,
                "engine": {"mode": "vllm", "tensor_parallel": 2, "max_model_len": 8192},
                "weights": WEIGHTS,
                "collector": CollectorPlace(name="collector", namespace="telemetry"),
            }
        )
    )
    (server,) = objects["server"]["spec"]["template"]["spec"]["containers"]
    given = [argument.partition("=")[0] for argument in server["args"]]
    assert given == [
        "--revision",
        "--served-model-name",
        "--port",
        "--tensor-parallel-size",
        "--shutdown-timeout",
        "--data-parallel-size",
        "--max-model-len",
        "--otlp-traces-endpoint",
    ]
    assert [flag for flag in given if flag not in known] == []


def test_flags_are_read_from_source() -> None:
    source = """
class FrontendArgs:
    port: int = 8000
    ssl_keyfile: str | None = None

class Others:
    nothing: int = 1

def more(group, options):
    group.add_argument("model_tag")
    group.add_argument("--tensor-parallel-size", "-tp", **options)
"""
    assert sorted(flags(source)) == ["--port", "--ssl-keyfile", "--tensor-parallel-size", "-tp"]

"""No answer is cut when pods go: HTTP requests through a load balancer and proxies, timed as our manifests
say."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.aks.settings import ClusterAutoscaler
from azure_ai_landing_zone.workloads.gateway_authentication import NoAuthentication
from azure_ai_landing_zone.workloads.inference_gateway import (
    InferenceGatewayArgs,
    inference_gateway,
    route_parent,
)
from azure_ai_landing_zone.workloads.serving.service import InferenceServiceArgs, inference_service
from helpers.inference_settings import WEIGHTS
from helpers.serving_traffic import DEFAULT_GRACE_SECONDS, Timing, outcomes

Json = dict[str, Any]

NODE_DRAIN_SECONDS = 30 * 60
"""learn.microsoft.com/azure/aks/upgrade-aks-cluster, drain timeout by default, 2026-08."""

IDLE_MINUTES = "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout"


def seconds_of(duration: str) -> float:
    """A duration of the Gateway API."""
    number, unit = re.fullmatch(r"(\d+)(s|m)", duration).groups()  # type: ignore[union-attr]
    return float(number) * {"s": 1, "m": 60}[unit]


def timing(**changes: Any) -> Timing:
    """What our manifests say."""
    gateway = InferenceGatewayArgs(authentication=NoAuthentication(mode="none"), route_namespaces=["models"])
    pool = GpuPool(name="a100", size="Standard_NC24ads_A100_v4")
    values: Json = {
        "service_name": "chat",
        "namespace": "models",
        "gpu_pools": [GpuPoolFacts.of(pool)],
        "pool_names": ["a100"],
        "weights": WEIGHTS,
        "route_parent": route_parent(gateway),
    }
    args = InferenceServiceArgs(**(values | changes))
    service, way_in = inference_service(args), inference_gateway(gateway)
    pod = service["server"]["spec"]["template"]["spec"]
    server = pod["containers"][0]
    arguments = dict(one.partition("=")[::2] for one in server["args"])
    proxies = way_in["proxies"]["spec"]
    annotations = proxies["provider"]["kubernetes"]["envoyService"]["annotations"]
    keepalive = way_in.get("connections", {}).get("spec", {}).get("tcpKeepalive")
    return Timing(
        pre_stop=server.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0),
        shutdown_timeout=float(arguments.get("--shutdown-timeout", 0)),
        grace=pod.get("terminationGracePeriodSeconds", DEFAULT_GRACE_SECONDS),
        node_drain=min(NODE_DRAIN_SECONDS, ClusterAutoscaler().termination_minutes * 60),
        proxy_drain=seconds_of(proxies.get("shutdown", {}).get("drainTimeout", "60s")),
        balancer_idle=int(annotations.get(IDLE_MINUTES, 4)) * 60,
        keepalive=seconds_of(keepalive["idleTime"]) if keepalive else None,
        route_timeout=seconds_of(service["route"]["spec"]["rules"][0]["timeouts"]["request"]),
    )


def test_nothing_is_cut_by_rollouts_scaling_evictions_and_new_proxies(tmp_path: Path) -> None:
    assert outcomes(tmp_path, timing(), requests=500, seed=1) == {"whole": 500}


@pytest.mark.soak
def test_nothing_is_cut_of_ten_thousand(tmp_path: Path) -> None:
    assert outcomes(tmp_path, timing(), requests=10_000, seed=2) == {"whole": 10_000}


@pytest.mark.parametrize(
    ("without", "ends"),
    [
        ({"pre_stop": 0}, {"refused"}),
        ({"shutdown_timeout": 0}, {"cut"}),
        ({"grace": 30}, {"cut"}),
        ({"node_drain": 120}, {"cut"}),
        ({"proxy_drain": 60}, {"cut"}),
        ({"keepalive": None, "balancer_idle": 240}, {"cut"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_each_part_is_needed(tmp_path: Path, without: Json, ends: set[str]) -> None:
    found = outcomes(tmp_path, replace(timing(), **without), requests=500, seed=1)
    assert found.keys() == {"whole", *ends}


@pytest.mark.parametrize("minutes", [1, 15, 24])
def test_a_pod_has_more_time_than_its_parts_take_together(minutes: int) -> None:
    found = timing(longest_answer_minutes=minutes)
    assert found.route_timeout == found.shutdown_timeout == minutes * 60
    assert found.grace > found.pre_stop + found.shutdown_timeout
    assert found.node_drain > found.grace


def test_a_server_that_breaks_off_is_told_to_stop_when_all_is_answered() -> None:
    pool = GpuPool(name="a100", size="Standard_NC24ads_A100_v4")
    shown = {}
    for drains in (False, True):
        values: Json = {
            "service_name": "chat",
            "namespace": "models",
            "gpu_pools": [GpuPoolFacts.of(pool)],
            "pool_names": ["a100"],
            "weights": {"mode": "claim", "claim_name": "w"},
            "engine": {"mode": "container", "image": "contoso.azurecr.io/serve:1.4", "drains": drains},
            "longest_answer_minutes": 5,
        }
        spec = inference_service(InferenceServiceArgs(**values))["server"]["spec"]["template"]["spec"]
        sleeps = spec["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]
        shown[drains] = (sleeps, spec["terminationGracePeriodSeconds"])
    assert shown == {False: (315, 345), True: (15, 345)}

"""No answer is cut when pods go: HTTP requests through a load balancer and proxies, timed as our manifests
say."""

import re
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.aks.settings import ClusterAutoscaler
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
    gateway = InferenceGatewayArgs(route_namespaces=["models"])
    pool = GpuPool(name="a100", size="Standard_NC24ads_A100_v4")
    args = InferenceServiceArgs(
        **{
            "service_name": "chat",
            "namespace": "models",
            "gpu_pools": [GpuPoolFacts.of(pool)],
            "pool_names": ["a100"],
            "weights": WEIGHTS,
            "route_parent": route_parent(gateway),
        }
        | changes
    )
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
    assert outcomes(tmp_path, timing(), requests=1000, seed=1) == {"whole": 1000}

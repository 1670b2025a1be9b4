"""How long pods have to end what they are answering; pure."""

from typing import Any

ROUTES_SECONDS = 15
"""From a pod's deletion until no proxy sends to it any more, with room to spare. Source: KServe's pods sleep
as long (github.com/kserve/kserve/pull/5496, 2026-05)."""

_SPARE_SECONDS = 30
"""Between the end of the last answer and SIGKILL: the time has to be strictly more than what its parts take
(github.com/vllm-project/vllm/pull/43208, review of 2026-05-20)."""

LONGEST_ANSWER_MINUTES = 24
"""That nothing cuts: AKS waits 30 minutes for a node's pods (learn.microsoft.com/azure/aks/
upgrade-aks-cluster, drain timeout, 2026-08), and Envoy Gateway gives proxies five more than their answers
take (envoyproxy/gateway v1.9.0, internal/infrastructure/kubernetes/proxy/resource_provider.go)."""


def stopping(answer_minutes: int, *, drains: bool) -> tuple[dict[str, Any], int]:
    """A container's preStop and its pod's terminationGracePeriodSeconds. SIGTERM comes after preStop: to a
    server that drains as soon as nothing new reaches it, to another one when the longest answer is over."""
    answers = answer_minutes * 60
    sleep = ROUTES_SECONDS if drains else ROUTES_SECONDS + answers
    # Kubernetes' own, since not every image has a shell (kubernetes.io/docs/concepts/containers/
    # container-lifecycle-hooks, from 1.30 on).
    return {"preStop": {"sleep": {"seconds": sleep}}}, ROUTES_SECONDS + answers + _SPARE_SECONDS

"""ScaleUpOrder: which pool gets the node when a pod may run on several."""

from collections.abc import Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise

import pulumi

from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.component import KubernetesComponent, Manifest

CONFIG_MAP = "cluster-autoscaler-priority-expander"
"""The only name that the autoscaler looks for, in kube-system. Source: learn.microsoft.com/azure/aks/
cluster-autoscaler-overview, 2026-08."""

_REST = 1
"""Of all pools that nobody prefers: one that no pattern matches is never chosen."""


class ScaleUpOrderArgs(Model):
    """What a ScaleUpOrder is made of."""

    preferences: dict[str, list[str]]
    """Pools by whoever prefers them, the best one first."""


class ScaleUpOrder(KubernetesComponent):
    """Priorities of pools for a cluster whose autoscaler has the expander `priority`; another one looks past
    them. A cluster has one order: whoever makes this makes it for everybody."""

    def __init__(self, name: str, args: ScaleUpOrderArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, scale_up_order(args.preferences))
        self._end()


def order_problems(preferences: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """Where somebody prefers pools the other way round; paths begin with who it is."""
    after: dict[str, dict[str, str]] = {}
    for who, pools in preferences.items():
        for first, second in pairwise(pools):
            if other := _leads_to(after, second, first):
                text = (
                    f"{first} comes before {second} here, and after it in {other}: the autoscaler has one "
                    "order of pools for all of the cluster, so turn one of them round, or name one pool"
                )
                yield Problem((who, "pool_names"), text)
            else:
                after.setdefault(first, {}).setdefault(second, who)


def scale_up_order(preferences: Mapping[str, Sequence[str]]) -> dict[str, Manifest]:
    """The ConfigMap. Of numbers the highest wins, and what they rank are names of scale sets: a pool's Azure
    name has four characters more than its own, for its generation. Source: kubernetes/autoscaler,
    cluster-autoscaler/expander/priority/readme.md, 2026-08."""
    lines = []
    order = _order(preferences)
    for place, pool in enumerate(order):
        lines += [f"{10 * (len(order) - place)}:", f"  - .*aks-{pool}[0-9a-f]{{4}}-[0-9]+-vmss.*"]
    lines += [f"{_REST}:", "  - .*"]
    return {
        "priorities": {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": CONFIG_MAP, "namespace": "kube-system"},
            "data": {"priorities": "\n".join(lines) + "\n"},
        }
    }


def _order(preferences: Mapping[str, Sequence[str]]) -> list[str]:
    """All pools that are preferred to others, the best one first."""
    before: TopologicalSorter[str] = TopologicalSorter()
    for pools in preferences.values():
        for first, second in pairwise(pools):
            before.add(second, first)
    return list(before.static_order())


def _leads_to(after: Mapping[str, Mapping[str, str]], start: str, end: str) -> str | None:
    """Who says that `start` comes before `end`, directly or by way of others; None: nobody."""
    waiting, seen = [start], {start}
    while waiting:
        for pool, who in after.get(waiting.pop(), {}).items():
            if pool == end:
                return who
            if pool not in seen:
                seen.add(pool)
                waiting.append(pool)
    return None

"""For which pod the cluster autoscaler brings a node, from which pool, and what stops it altogether.

Sources: kubernetes/autoscaler@55c37cd, cluster-autoscaler/cloudprovider/azure/azure_template.go
(buildNodeFromTemplate) and azure_util.go; kubernetes-sigs/cluster-autoscaler@33c3f97,
pkg/processors/customresources/gpu_processor.go (FilterOutNodesWithUnreadyResources, GetNodeGpuTarget),
pkg/resourcequotas/usage.go (calculateUsages) and pkg/expander/priority; 2026-08-22. What AKS runs is a build
of its own.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import yaml

from azure_ai_landing_zone.aks.planning.gpu_pools import NVIDIA_GPU, GpuPool
from helpers.kube_scheduler import Node, node_of, reasons_against

Json = dict[str, Any]


def template_of(pool: GpuPool) -> Node:
    """What it takes a node of an empty pool for: of GPUs it knows as many as the size has, whole, and of
    adapters nothing. Labels and taints are the pool's."""
    node = node_of(pool, "template")
    core = {name: amount for name, amount in node.allocatable.items() if "/" not in name}
    gpus = Fraction(int(pool.vm_size.gpus or 0))
    return replace(node, allocatable=core | {NVIDIA_GPU: gpus})


def is_unready(node: Node) -> bool:
    """Whether it takes a node that is there for one whose GPUs aren't, as long as it lives: AKS labels nodes
    with GPUs, and whole ones are all that it looks for."""
    return not node.allocatable.get(NVIDIA_GPU)


def stops_everything(nodes: Sequence[Node]) -> list[str]:
    """Names of nodes for which it finds no GPUs and no template, so that no pool of the cluster grows: the
    quota tracker asks about every node, and gives up at the first error."""
    return [node.name for node in nodes if is_unready(node)]


def scales(pool: GpuPool) -> bool:
    """Whether it looks after the pool at all."""
    return pool.spot or pool.min_nodes < pool.max_nodes


def known_as(pool: GpuPool) -> Node:
    """What it takes the pool's next node for: the last good one that it saw, and where there is none, or its
    GPUs never showed, what it makes of the size."""
    node = node_of(pool)
    return node if pool.min_nodes and not is_unready(node) else template_of(pool)


def candidates(spec: Json, pools: Sequence[GpuPool]) -> list[str]:
    """Pools that it would bring a node of for the pod, after a start anew."""
    return [pool.name for pool in pools if scales(pool) and not reasons_against(spec, known_as(pool))]


def priorities_of(config_map: Json) -> Mapping[int, Sequence[str]]:
    """As the priority expander reads its ConfigMap."""
    found: dict[int, list[str]] = yaml.safe_load(config_map["data"]["priorities"])
    assert all(isinstance(number, int) for number in found)
    return found


def choose(scale_sets: Sequence[str], config_map: Json | None) -> list[str]:
    """The scale sets among which the priority expander chooses at random. Without its ConfigMap there is
    none, and nothing grows; one that no pattern matches is left out while another one matches."""
    if config_map is None:
        return []
    best, found = -1, list[str]()
    for name in scale_sets:
        numbers = [
            number
            for number, patterns in priorities_of(config_map).items()
            if any(re.search(pattern, name) for pattern in patterns)
        ]
        highest = max(numbers, default=-1)
        if highest > best:
            best, found = highest, []
        if numbers and highest == best:
            found.append(name)
    return found or list(scale_sets)

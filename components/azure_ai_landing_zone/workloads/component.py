"""What components inside a cluster are made of: plain manifests, registered one by one."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from typing import Annotated, Any

import pulumi
from pydantic import AfterValidator, Field, model_validator

from azure_ai_landing_zone.aks.planning.autoscaling import autoscaler_problems
from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool, one_owner_problems
from azure_ai_landing_zone.aks.planning.pools import PoolRequest, pool_problems
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.core.component import Component
from azure_ai_landing_zone.core.model import Model, matching, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.image_registry import ImageRegistry, pulled_from

Manifest = dict[str, Any]
"""A Kubernetes object as YAML files have it: apiVersion, kind, metadata and the rest, in camelCase."""

_BUILT_IN = re.compile(r"(?:(?P<group>[a-z]+)(?:\.(?:authorization\.)?k8s\.io)?/)?(?P<version>v\w+)")


class KubernetesComponent(Component):
    """A component whose children are Kubernetes objects; it takes its kubernetes provider through `opts`."""

    _image_registry: ImageRegistry | None = None
    """Where its pods pull from, and those of the components in it. None: from wherever images are."""

    def __init__(self, name: str, opts: pulumi.ResourceOptions | None) -> None:
        super().__init__(name, opts)
        parent = opts.parent if opts is not None else None
        if isinstance(parent, KubernetesComponent):
            self._image_registry = parent._image_registry

    def _make(
        self, name: str, manifests: Mapping[str, Manifest], **options: Any
    ) -> dict[str, pulumi.CustomResource]:
        """The objects by role, called `<name>-<role>`."""
        registry = self._image_registry
        if registry is not None:
            manifests = {role: pulled_from(registry, manifest) for role, manifest in manifests.items()}
        return {
            role: make_object(f"{name}-{role}", manifest, self._child(**options))
            for role, manifest in manifests.items()
        }


def make_object(name: str, manifest: Manifest, opts: pulumi.ResourceOptions) -> pulumi.CustomResource:
    """One object. Kinds that Kubernetes doesn't know itself become a CustomResource."""
    rest = {key: value for key, value in manifest.items() if key not in ("apiVersion", "kind")}
    known = _BUILT_IN.fullmatch(manifest["apiVersion"])
    if known is None:
        custom: Any = import_module("pulumi_kubernetes.apiextensions").CustomResource
        made: pulumi.CustomResource = custom(
            name, api_version=manifest["apiVersion"], kind=manifest["kind"], opts=opts, **rest
        )
        return made
    module = import_module(f"pulumi_kubernetes.{known['group'] or 'core'}.{known['version']}")
    arguments = {_snake(key): value for key, value in rest.items()}
    built_in: type[pulumi.CustomResource] = getattr(module, manifest["kind"])
    return built_in(name, opts=opts, **arguments)


def _snake(name: str) -> str:
    return re.sub(r"(?=[A-Z])", "_", name).lower()


def _pinned(value: str) -> str:
    name, at, digest = value.partition("@")
    if at and not re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
        raise ValueError(
            f"a digest is sha256: and 64 hexadecimal digits, got {value!r}: nodes would never find that image"
        )
    tag = name.rpartition("/")[2].partition(":")[2]
    if not at and tag in ("", "latest"):
        raise ValueError(
            f"must name a version or a digest, got {value!r}: nodes would pull whatever is there"
        )
    return value


Image = Annotated[str, AfterValidator(_pinned)]
"""A container image with a version, a digest (`image@sha256:…`, `image:version@sha256:…`) or both."""

UserId = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
"""Of the user that a container runs as; 0 is root."""

_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"

NamespaceName = Annotated[
    str, matching(_LABEL, "1 to 63 lower-case letters, digits and hyphens, such as inference")
]
"""Of a Kubernetes namespace."""


class OnGpuPools(Model):
    """What is said of a cluster's pools, checked before anything is planned on them."""

    gpu_pools: list[GpuPoolFacts] = Field(min_length=1)
    """All GPU pools of the cluster, as its own stack puts them out."""

    @model_validator(mode="after")
    def _check_gpu_pools(self) -> "OnGpuPools":
        refuse(OnGpuPools, facts_problems(self.gpu_pools))
        return self

    def pools_by_name(self) -> dict[str, GpuPool]:
        """The pools, as plans take them."""
        return {facts.name: facts.pool() for facts in self.gpu_pools}


def facts_problems(gpu_pools: Sequence[GpuPoolFacts | None]) -> list[Problem]:
    """What no cluster's pools can be; paths begin with `gpu_pools`. None stands for one that can't be
    judged."""
    today = datetime.now(UTC).date()
    problems = []
    names: list[str] = []
    for number, facts in enumerate(gpu_pools):
        if facts is None:
            continue
        if facts.name in names:
            problems.append(Problem((number, "name"), f"{facts.name} is the name of another pool already"))
        names.append(facts.name)
        # How nodes go the other stack knows.
        request = PoolRequest(pool=facts.pool(), scale_down_mode="Delete")
        problems += [
            Problem((number, *_own_path(problem)), problem.message)
            for problem in pool_problems(request, today)
        ]
    pools = [facts.pool() if facts is not None else None for facts in gpu_pools]
    problems += one_owner_problems(pools)
    problems += [
        Problem((*problem.path[:1], *_own_path(Problem(problem.path[1:], ""))), problem.message)
        for problem in autoscaler_problems(pools, others_scale=False)
    ]
    return [Problem(("gpu_pools", *problem.path), problem.message) for problem in problems]


def _own_path(problem: Problem) -> tuple[str | int, ...]:
    names: dict[tuple[str | int, ...], str] = {("mig",): "mig_profile", ("mig", "strategy"): "mig_strategy"}
    return (names[problem.path],) if problem.path in names else problem.path

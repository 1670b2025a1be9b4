"""InferenceWorkloadsSettings: what a stack file says of what runs inside a cluster."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator

from azure_ai_landing_zone.core.model import Key, Model, ObjectName, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.stack_file import load_settings, stack_settings, subject_of
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.workloads.component import NamespaceName, OnGpuPools
from azure_ai_landing_zone.workloads.gateway_authentication import EntraAuthentication
from azure_ai_landing_zone.workloads.gateway_certificate import VaultCertificate
from azure_ai_landing_zone.workloads.image_registry import ImageRegistry
from azure_ai_landing_zone.workloads.inference_gateway import InferenceGatewaySettings
from azure_ai_landing_zone.workloads.kueue import KueueQueuesSettings
from azure_ai_landing_zone.workloads.namespaces import GpuNamespace, namespace_problems, project_gpus
from azure_ai_landing_zone.workloads.plan import NOBODY
from azure_ai_landing_zone.workloads.ray.ray import RayJobSettings, RayServiceSettings
from azure_ai_landing_zone.workloads.ray.settings import RayClusterSettings
from azure_ai_landing_zone.workloads.scale_up_order import order_problems
from azure_ai_landing_zone.workloads.serving.service import needs_problems
from azure_ai_landing_zone.workloads.serving.settings import InferenceServiceSettings
from azure_ai_landing_zone.workloads.serving.weights import (
    BlobWeights,
    DownloadedWeights,
    ImageWeights,
)
from azure_ai_landing_zone.workloads.staging.staged_weights import (
    StagedWeightsSettings,
    casing_problem,
    place_problems,
)
from azure_ai_landing_zone.workloads.warm_capacity import WarmPool, warm_problems

SECTIONS = ("services", "ray_clusters", "ray_jobs", "ray_services")
"""With pods on GPU pools."""

KEY = "inferenceWorkloads"
"""Of the stack configuration, in the namespace azure-ai-landing-zone."""


class ClusterOfStack(Model):
    """A cluster of another stack of this project, which says what else is around it."""

    mode: Literal["stack"]
    """Made by another stack."""
    stack: str
    """Such as organization/azure-ai-landing-zone/inference."""
    cluster: Key
    """The cluster's name in that stack file."""


class ClusterOfKubeconfig(Model):
    """A cluster that KUBECONFIG leads to."""

    mode: Literal["kubeconfig"]
    """Any cluster; nothing is known of what is around it."""


ClusterChoice = Annotated[ClusterOfStack | ClusterOfKubeconfig, Field(discriminator="mode")]


class _InNamespace(Model):
    """What has a name in a namespace."""

    name: ObjectName
    """Unique within its kind."""
    namespace: NamespaceName
    """One of `namespaces`."""


class InferenceServiceItem(_InNamespace, InferenceServiceSettings):
    """A service, which clients know under its name."""

    acts_as: Key | None = None
    """One of the cluster's `workloadIdentities`; it trusts the service account of this namespace and name."""


class StagedWeightsItem(_InNamespace, StagedWeightsSettings):
    """Weights that are fetched once."""

    acts_as: Key
    """One of the cluster's `workloadIdentities`, which writes the folder: Storage Blob Data Contributor on
    the container, and it trusts the service account of this namespace and name. Those who serve the weights
    are others, and read."""


class RayClusterItem(_InNamespace, RayClusterSettings):
    """A Ray cluster that stays."""

    queue_name: str | None = None
    """A project with a queue, in the same namespace."""


class RayJobItem(_InNamespace, RayJobSettings):
    """A job with a Ray cluster of its own."""

    queue_name: str | None = None
    """A project with a queue, in the same namespace."""


class RayServiceItem(_InNamespace, RayServiceSettings):
    """Applications of Ray Serve."""


RayPlacement = RayClusterItem | RayJobItem | RayServiceItem


class InferenceWorkloadsSettings(OnGpuPools):
    """What runs inside a cluster. An absent section is not built."""

    runs_on: ClusterChoice
    """Where it runs."""
    namespaces: list[GpuNamespace] = Field(min_length=1)
    """Of projects."""
    gpu_quota: GpuQuota | None = None
    """How many GPUs each project may use."""
    warm_capacity: list[WarmPool] = Field(default=[])
    """Nodes that are there before the pods that need them."""
    gateway: InferenceGatewaySettings | None = None
    """One way in to all services."""
    traces_as: Key | None = None
    """One of the cluster's `workloadIdentities`, as which services tell the other stack's Application
    Insights what they do: Monitoring Metrics Publisher on it (`telemetry`), and it trusts the service account
    otel-collector of the namespace telemetry. Left out: there are no traces."""
    image_registry: ImageRegistry | None = None
    """Where all images are pulled from, those of charts too. Left out: from wherever their makers have
    them."""
    staged_weights: list[StagedWeightsItem] = Field(default=[])
    """Models that are fetched into blob containers before services are made."""
    services: list[InferenceServiceItem] = Field(default=[])
    """Models that answer."""
    kueue: KueueQueuesSettings | None = None
    """Pools that jobs wait for."""
    ray_clusters: list[RayClusterItem] = Field(default=[])
    """Ray for people and jobs that come and go."""
    ray_jobs: list[RayJobItem] = Field(default=[])
    """Jobs."""
    ray_services: list[RayServiceItem] = Field(default=[])
    """Ray Serve."""

    @model_validator(mode="after")
    def _check_workloads(self) -> "InferenceWorkloadsSettings":
        refuse(InferenceWorkloadsSettings, list(self._problems()))
        return self

    def _problems(self) -> Iterator[Problem]:
        pools = self.pools_by_name()
        yield from namespace_problems(self.namespaces, self.gpu_quota)
        for problem in warm_problems(self.warm_capacity, pools):
            yield Problem(("warm_capacity", *problem.path[1:]), problem.message)
        if self.kueue is not None:
            yield from _under(("kueue",), self.kueue.problems_on(pools, self.gpu_quota))
        for section in SECTIONS:
            items = getattr(self, section)
            for number, item in enumerate(items):
                path = (section, number)
                yield from _under(path, item.problems_on(pools))
                yield from _under(path, list(self._place_problems(item)))
                yield from _under(path, list(self._quota_problems(item)))
                if item.name in [other.name for other in items[:number]]:
                    yield Problem((*path, "name"), f"{item.name} is there twice")
        for problem in order_problems(self.pool_preferences()):
            who, rest = str(problem.path[0]), problem.path[1:]
            section, _, name = who.partition(" ")
            number = [item.name for item in getattr(self, section)].index(name)
            yield Problem((section, number, *rest), problem.message)
        for number, item in enumerate(self.ray_services):
            if item.host_names and self.gateway is None:
                text = "no gateway leads to the service: give it one, or leave them out"
                yield Problem(("ray_services", number, "host_names"), text)
        if self.image_registry is not None:
            for place, image in self.own_images():
                if refusal := self.image_registry.problem_with(image):
                    yield Problem(place, refusal)
        in_stack = isinstance(self.runs_on, ClusterOfStack)
        yield from self._staging_problems(in_stack=in_stack)
        if (
            not in_stack
            and self.gateway is not None
            and isinstance(self.gateway.certificate, VaultCertificate)
        ):
            text = "identities are of another stack, and `runs_on` names none: name a secret"
            yield Problem(("gateway", "certificate", "reads_as"), text)
        if self.traces_as is not None and not in_stack:
            text = "identities are of another stack, and `runs_on` names none: leave it out"
            yield Problem(("traces_as",), text)
        for number, service in enumerate(self.services):
            needs = needs_problems(
                service,
                has_identity=service.acts_as is not None,
                has_metrics=in_stack,
                has_gateway=self.gateway is not None,
            )
            yield from _under(("services", number), list(needs))
            if service.acts_as is not None and not in_stack:
                text = "identities are of another stack, and `runs_on` names none: leave it out"
                yield Problem(("services", number, "acts_as"), text)

    def _staging_problems(self, *, in_stack: bool) -> Iterator[Problem]:
        yield from _under(("staged_weights",), place_problems(self.staged_weights))
        for number, service in enumerate(self.services):
            if isinstance(service.weights, BlobWeights) and (
                text := casing_problem(service.weights, self.staged_weights)
            ):
                yield Problem(("services", number, "weights", "path"), text)
        accounts = [(one.namespace, one.name) for one in self.services]
        for number, one in enumerate(self.staged_weights):
            path = ("staged_weights", number)
            yield from _under(path, one.problems())
            yield from _under(path, list(self._place_problems(one)))
            if (one.namespace, one.name) in accounts:
                text = f"{one.name} is the name of a service in {one.namespace}, whose account it would have"
                yield Problem((*path, "name"), f"{text}: name it otherwise")
            if one.name in [other.name for other in self.staged_weights[:number]]:
                yield Problem((*path, "name"), f"{one.name} is there twice")
            if not in_stack:
                text = "identities are of another stack, and `runs_on` names none: leave it out"
                yield Problem((*path, "acts_as"), text)

    def own_images(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Path and name of each image that isn't the library's own choice alone."""
        for number, service in enumerate(self.services):
            yield ("services", number, "engine", "image"), service.engine.image
            if isinstance(service.weights, ImageWeights):
                yield ("services", number, "weights", "image"), service.weights.image
        for section in ("ray_clusters", "ray_jobs", "ray_services"):
            for number, item in enumerate(getattr(self, section)):
                yield (section, number, "image"), item.image

    def outward_problems(self) -> Iterator[Problem]:
        """What never works in a cluster whose nodes have no way out."""
        text = "nodes of that stack have no way out to Hugging Face: take weights of its network"
        for number, service in enumerate(self.services):
            if isinstance(service.weights, DownloadedWeights):
                yield Problem(("services", number, "weights", "mode"), text)
        for number, _ in enumerate(self.staged_weights):
            yield Problem(("staged_weights", number), text)
        if self.gateway is not None and isinstance(self.gateway.authentication, EntraAuthentication):
            text = (
                "Envoy asks login.microsoftonline.com for the keys of tokens, and nodes of that stack have "
                "no way out: put API Management in front, and say none"
            )
            yield Problem(("gateway", "authentication", "mode"), text)

    def pool_preferences(self) -> dict[str, list[str]]:
        """Pools by section and name of whoever may run on several, the best one first."""
        return {
            f"{section} {item.name}": item.pool_names
            for section in SECTIONS
            for item in getattr(self, section)
            if len(item.pool_names) > 1
        }

    def _place_problems(self, item: _InNamespace) -> Iterator[Problem]:
        """Paths are the item's own names."""
        known = {one.namespace: one for one in self.namespaces}
        place = known.get(item.namespace)
        if place is None:
            text = f"there is no namespace {item.namespace}: namespaces are {', '.join(known)}"
            yield Problem(("namespace",), text)
        elif getattr(item, "rdma_adapters", 0) and place.pod_security != "privileged":
            text = (
                f"{item.namespace} is {place.pod_security}, and pods with InfiniBand lock memory (IPC_LOCK): "
                "set its `pod_security` to privileged, or take another namespace"
            )
            yield Problem(("namespace",), text)
        elif place.pod_security == "restricted":
            yield from _root_problems(item)
        queue_name = getattr(item, "queue_name", None)
        queues = self.kueue.queues if self.kueue is not None else []
        here = [queue.quota_project for queue in queues if queue.namespace == item.namespace]
        if queue_name is not None and queue_name not in here:
            text = f"{item.namespace} has no queue {queue_name}: its queues are {', '.join(here) or 'none'}"
            yield Problem(("queue_name",), text)
        if queue_name is not None and getattr(item, "min_workers", None) is not None:
            text = "Kueue starts all workers of what is in a queue or none: leave it out, or `queue_name`"
            yield Problem(("min_workers",), text)

    def _quota_problems(self, item: InferenceServiceItem | RayPlacement) -> Iterator[Problem]:
        """What would never start in full: the namespace's share of GPUs is too small for it alone."""
        pool = self.pools_by_name().get(item.pool_names[0])
        place = next((one for one in self.namespaces if one.namespace == item.namespace), None)
        if self.gpu_quota is None or pool is None or place is None:
            return
        most = item.max_replicas if isinstance(item, InferenceServiceItem) else item.workers
        wanted = most * item.gpus
        pools = list(self.pools_by_name().values())
        share = project_gpus(self.gpu_quota, place.project, pools) if place.project is not None else {}
        allowed = share.get(pool.gpu_resource, 0)
        if wanted > allowed:
            yield Problem(
                ("gpus",),
                f"{item.name} may take {wanted} × {pool.gpu_resource}, and the share of {item.namespace} is "
                f"{allowed}: raise `gpu_quota` of its project, or have fewer",
            )

    @classmethod
    def from_stack(cls) -> "InferenceWorkloadsSettings":
        """The settings of the stack that runs. Raises SettingsError."""
        data = stack_settings(KEY, "stacks/Pulumi.inference-workloads.yaml is one to start from")
        return load_settings(cls, data, subject_of(KEY))


def _root_problems(item: _InNamespace) -> Iterator[Problem]:
    """Source: kubernetes.io/docs/concepts/security/pod-security-standards, Restricted: runAsNonRoot has to be
    true, which nobody says of an image's own user."""
    user: int | None = NOBODY
    path: tuple[str, ...] = ("run_as_user",)
    if isinstance(item, InferenceServiceItem):
        user, path = item.engine.run_as_user, ("engine", *path)
    elif isinstance(item, RayClusterSettings):
        user = item.run_as_user
    if not user:
        text = (
            f"{item.namespace} is restricted, and starts no pod that may be root: give a user above 0, or "
            "set its `pod_security` to baseline"
        )
        yield Problem(path, text)


def _under(path: tuple[str | int, ...], problems: list[Problem]) -> list[Problem]:
    """The same problems, of a part of the settings."""
    return [Problem((*path, *problem.path), problem.message) for problem in problems]

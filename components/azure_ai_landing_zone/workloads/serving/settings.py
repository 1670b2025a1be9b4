"""InferenceServiceSettings: what serves a model, where its weights are, and how it scales."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.catalog import language_models, pins
from azure_ai_landing_zone.core.entra import TenantId
from azure_ai_landing_zone.core.model import Model, matching
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.model_memory.planning.serving import (
    ServedModel,
    WeightFormat,
    weights_gib,
    why_no_request,
)
from azure_ai_landing_zone.model_memory.planning.shape import assumed_shape, shape_of
from azure_ai_landing_zone.stores.key_vault import SecretName, VaultName
from azure_ai_landing_zone.workloads.component import Image, UserId
from azure_ai_landing_zone.workloads.plan import (
    limits_problems,
    request_problems,
    same_kind_problems,
    share,
    units_per_node,
)
from azure_ai_landing_zone.workloads.serving.draining import LONGEST_ANSWER_MINUTES
from azure_ai_landing_zone.workloads.serving.scales import CpuScale, FixedScale, ScalingChoice
from azure_ai_landing_zone.workloads.serving.weights import (
    WEIGHTS,
    DownloadedWeights,
    ImageWeights,
    WeightsChoice,
)

VLLM_IMAGE = pins.image("vllm/vllm-openai")
"""It has the OpenAI API on port 8000 and metrics beside it."""

VLLM_USER = 2000
"""Whose home the image lets caches be written to (vllm 0.22.1, docs/deployment/docker.md, "Run as a non-root
user")."""

VLLM_HOME = "/home/vllm"
"""Where all its caches are, by default and by its image (vllm 0.22.1, docker/Dockerfile, target
vllm-openai-nonroot)."""

SECRETS = "/mnt/secrets"
"""Where a vault's secrets are files. Nobody reads them there, but the Secret that variables come from is
there only while a pod has the volume."""

SHARED_MEMORY = "/dev/shm"  # noqa: S108
"""Of the processes of a replica."""

MOUNTS = {WEIGHTS: "the weights", SECRETS: "a vault's secrets", SHARED_MEMORY: "memory that processes share"}
"""What is in a server's folders already."""

_VLLM_WRITES_GIB = {VLLM_HOME: 10, "/tmp": 10}  # noqa: S108
"""What vLLM writes to: its caches and, for sockets, Python's folder for temporary files (vllm 0.22.1,
docs/usage/security.md, vllm/envs.py). The sizes are ours."""

_SHORTEST_CONTEXT = 256
"""Tokens that any model is asked for, where nobody says more."""

VariableName = Annotated[
    str, matching(r"[A-Za-z_][A-Za-z0-9_]*", "letters, digits and underscores, such as VLLM_LOGGING_LEVEL")
]
"""Of an environment variable."""


WritablePath = Annotated[
    str, matching(r"(/(?!\.{1,2}(/|$))[\w.-]+)+", "a folder from the top of the file system, such as /tmp")
]
"""In a container."""

WritableGib = Annotated[int, Field(strict=True, ge=1, le=4096)]
"""That a folder may take."""


class _Engine(Model):
    """What every server takes."""

    environment_variables: dict[VariableName, str] = Field(default={})
    """Further ones, which win over those that this library sets. For secrets there is `vault_secrets`."""
    arguments: list[str] = Field(default=[])
    """Further arguments, as they are; $(MODEL) stands for the value of that variable."""


class VllmEngine(_Engine):
    """vLLM with its OpenAI API."""

    mode: Literal["vllm"]
    """vLLM."""
    image: Image = VLLM_IMAGE
    """Built for the CUDA of the nodes' driver."""
    run_as_user: UserId = VLLM_USER
    """Whom it runs as. Images before v0.22.1 may know no such user: there 0, which is root."""
    writable_paths_gib: dict[WritablePath, WritableGib] = Field(default={})
    """Further folders that it writes to, with the most that each takes on the node's disk, in GiB; a replica
    that takes more is evicted. Its home, /home/vllm, and /tmp are there with 10 each: name them to raise
    that. Each begins empty, and all else of its file system can't be written to."""
    tensor_parallel: StrictInt | None = Field(default=None, ge=1, le=8)
    """GPUs that one copy of the model is spread over. Left out: all of the replica's."""
    attention_heads: StrictInt | None = Field(default=None, ge=1)
    """Of the model (num_attention_heads in its config.json), to check what they can be spread over."""
    max_model_len: StrictInt | None = Field(default=None, ge=256)
    """Tokens of prompt and answer together. Left out: what the model was trained for."""
    model_parameters: StrictInt | None = Field(default=None, ge=1_000_000, le=10**14)
    """Of the model, such as 8000000000, to check that it fits its GPUs. Left out: what the catalogue knows of
    the repository, and for others nothing is checked."""
    weight_format: WeightFormat = "bf16"
    """In which weights are held; bf16 stands for 16 bits. It is told to the check alone."""


class ContainerEngine(_Engine):
    """Any other server, such as SGLang, NIM or TensorRT-LLM. It finds what to load in the variable MODEL, and
    the commit of downloaded weights in MODEL_REVISION."""

    mode: Literal["container"]
    """A container of one's own."""
    image: Image
    """What serves."""
    run_as_user: UserId | None = None
    """Whom it runs as. Left out: whoever the image says, and that may be root."""
    writable_paths_gib: dict[WritablePath, WritableGib] | None = None
    """Folders that it writes to, such as /tmp, with the most that each takes on the node's disk, in GiB; a
    replica that takes more is evicted. Each begins empty, and all else of its file system can't be written
    to. Left out: everything can."""
    image_pull_secret_name: str | None = None
    """A secret of type kubernetes.io/dockerconfigjson in the service's namespace, for registries that ask who
    pulls, such as nvcr.io/nim. Left out: nodes pull as themselves."""
    command: list[str] = Field(default=[])
    """In place of what the image runs."""
    drains: StrictBool = False
    """Whether it ends what it is answering when it is told to stop (SIGTERM), as SGLang does. Otherwise it is
    told when the longest answer is over, and a pod that goes holds its GPUs so long."""
    port: StrictInt = Field(default=8000, ge=1, le=65535)
    """Of requests and metrics."""
    health_path: str = Field(default="/health", pattern=r"^/")
    """Answers 200 as soon as the model is loaded."""
    metrics_path: str = Field(default="/metrics", pattern=r"^/")
    """Of metrics."""


class VaultSecrets(Model):
    """Secrets that a server finds in its environment, read from a vault as the service's identity, which
    needs Key Vault Secrets User there. They are in the cluster as a Secret while a pod of the service is; a
    secret that changes reaches pods that start after that."""

    vault_name: VaultName
    """Of the key vault."""
    tenant_id: TenantId
    """Of the vault."""
    secrets: dict[VariableName, SecretName] = Field(min_length=1)
    """Names of secrets by the variables that they become, such as HF_TOKEN: hugging-face-token."""


EngineChoice = Annotated[VllmEngine | ContainerEngine, Field(discriminator="mode")]


class InferenceServiceSettings(Model):
    """What a service is, as far as no id of a resource is needed."""

    pool_names: list[str] = Field(min_length=1)
    """GPU pools that its pods may run on, the first one preferred."""
    gpus: StrictInt = Field(default=1, ge=1, le=56)
    """Of a replica: GPUs or, on pools that are cut into instances, instances."""
    engine: EngineChoice = VllmEngine(mode="vllm")
    """What serves the model."""
    weights: WeightsChoice
    """Where the model comes from."""
    scaling: ScalingChoice = FixedScale(mode="fixed")
    """How many replicas there are."""
    limits: dict[str, Annotated[int, Field(strict=True, ge=1)]] = Field(default={})
    """Further resources of its container, such as rdma/shared_ib: 1."""
    load_minutes: StrictInt = Field(default=20, ge=1, le=240)
    """The longest that a replica may take to load its weights; it is started anew after that."""
    longest_answer_minutes: StrictInt = Field(default=15, ge=1, le=LONGEST_ANSWER_MINUTES)
    """After which the gateway ends an answer. A pod that goes has as long for those that it has begun; only
    where Azure takes back a spot node, with 30 seconds' notice, they are cut."""
    vault_secrets: VaultSecrets | None = None
    """Secrets of its server, such as a token for a gated model."""
    host_names: list[str] = Field(default=[])
    """Under which the gateway serves it. Left out: under /<name> of every host name."""

    def problems_on(self, pools: Mapping[str, GpuPool]) -> list[Problem]:
        """What doesn't fit the pools of the cluster."""
        return list(self._problems_on(pools))

    def _problems_on(self, pools: Mapping[str, GpuPool]) -> Iterator[Problem]:
        ours = []
        for number, name in enumerate(self.pool_names):
            if name in pools:
                ours.append(pools[name])
            else:
                text = f"there is no GPU pool {name}: pools are {', '.join(pools)}"
                yield Problem(("pool_names", number), text)
        if len(ours) < len(self.pool_names):
            return
        for problem in same_kind_problems(ours):
            yield Problem(("pool_names", *problem.path), problem.message)
        rdma = self.limits.get(ours[0].rdma or "", 0)
        for pool in ours:
            yield from request_problems(pool, share(pool, self.gpus, rdma))
            for problem in limits_problems(pool, self.limits):
                yield Problem(("limits", *problem.path), problem.message)
        if self.gpus % self.tensor_parallel:
            yield Problem(
                ("engine", "tensor_parallel"),
                f"{self.tensor_parallel} does not divide the {self.gpus} GPUs of a replica, so that "
                f"{self.gpus % self.tensor_parallel} would idle: take a divisor of {self.gpus}",
            )
        heads = self.engine.attention_heads if isinstance(self.engine, VllmEngine) else None
        if heads is not None and heads % self.tensor_parallel:
            yield Problem(
                ("engine", "tensor_parallel"),
                f"{self.tensor_parallel} does not divide the model's {heads} attention heads, and vLLM "
                f"doesn't start: take a divisor of {heads}",
            )
        yield from self._environment_problems()
        if isinstance(self.weights, DownloadedWeights):
            yield from self._disk_problems(self.weights, ours)
        if isinstance(self.weights, ImageWeights):
            yield from self._image_problems(self.weights, ours)
        yield from self._writable_problems(ours)
        yield from self._memory_problems(ours)
        most = sum(pool.max_nodes * (units_per_node(pool) // self.gpus) for pool in ours)
        if self.max_replicas > most:
            path = "replicas" if isinstance(self.scaling, FixedScale) else "max_replicas"
            yield Problem(
                ("scaling", path),
                f"{self.max_replicas} replicas of {self.gpus} × {ours[0].gpu_resource} are more than "
                f"{' and '.join(pool.name for pool in ours)} hold with all their nodes, which is {most}: "
                "raise `max_nodes` of a pool, or lower it",
            )

    def _environment_problems(self) -> Iterator[Problem]:
        for name in self.vault_secrets.secrets if self.vault_secrets is not None else {}:
            if name in self.engine.environment_variables:
                text = "is in `engine.environment_variables` as well: leave one of them out"
                yield Problem(("vault_secrets", "secrets", name), text)

        for path in self.writable_paths_gib or {}:
            for own, what in MOUNTS.items():
                if f"{path}/".startswith(f"{own}/") or own.startswith(f"{path}/"):
                    text = f"{own} has {what} already: leave it out"
                    yield Problem(("engine", "writable_paths_gib", path), text)

    def _memory_problems(self, pools: Sequence[GpuPool]) -> Iterator[Problem]:
        model = self._served_model()
        if model is None:
            return
        for pool in pools:
            problem = why_no_request(model, pool.gpu_memory_gib, self.tensor_parallel)
            if problem is not None:
                yield Problem(
                    ("gpus",),
                    f"on {pool.name} {problem}: have more of them for a replica, or larger ones, smaller "
                    "weights (`engine.weight_format`) or a smaller `engine.max_model_len`",
                )

    def _served_model(self) -> ServedModel | None:
        """As far as it is known."""
        if not isinstance(self.engine, VllmEngine):
            return None
        known = None
        if isinstance(self.weights, DownloadedWeights):
            known = language_models.find_repository(self.weights.repository)
        if self.engine.model_parameters is not None:
            shape = assumed_shape(self.engine.model_parameters, heads=self.engine.attention_heads)
        elif known is not None:
            shape = shape_of(known)
        else:
            return None
        return ServedModel(
            shape=shape,
            weight_format=self.engine.weight_format,
            context_tokens=self.engine.max_model_len or _SHORTEST_CONTEXT,
        )

    def _disk_problems(self, weights: DownloadedWeights, pools: Sequence[GpuPool]) -> Iterator[Problem]:
        if text := weights.never_in(weights.size_gib):
            yield Problem(("weights", "size_gib"), text)
        for pool in pools:
            replicas = max(units_per_node(pool) // self.gpus, 1)
            room = pool.disk_for_pods_gib
            if replicas * weights.size_gib > room:
                yield Problem(
                    ("weights", "size_gib"),
                    f"{replicas} replicas of a node of {pool.name} download {weights.size_gib} GiB each, and "
                    f"its disk of {pool.os_disk_size_gib} GiB has {room} for pods: raise `os_disk_size_gib` "
                    "of the pool, or take weights of a blob container",
                )

    def _writable_problems(self, pools: Sequence[GpuPool]) -> Iterator[Problem]:
        for path, gib in (self.engine.writable_paths_gib or {}).items():
            for pool in pools:
                if gib > (room := pool.disk_for_pods_gib):
                    yield Problem(
                        ("engine", "writable_paths_gib", path),
                        f"a node of {pool.name} has {room} GiB for pods, on its disk of "
                        f"{pool.os_disk_size_gib}, got {gib}: lower it, or raise `os_disk_size_gib` of the "
                        "pool",
                    )

    def _image_problems(self, weights: ImageWeights, pools: Sequence[GpuPool]) -> Iterator[Problem]:
        model = self._served_model()
        if model is not None and weights.size_gib < weights_gib(model):
            text = (
                f"{weights_gib(model):,.1f} GiB are the weights of its model alone "
                f"({model.weight_format}), got {weights.size_gib}: raise it, or correct what `engine` says"
            )
            yield Problem(("weights", "size_gib"), text)
        for pool in pools:
            room = pool.disk_for_pods_gib
            if 2 * weights.size_gib > room:
                yield Problem(
                    ("weights", "size_gib"),
                    f"a node of {pool.name} keeps {weights.size_gib} GiB twice, pulled and unpacked, and its "
                    f"disk of {pool.os_disk_size_gib} GiB has {room} for pods: raise `os_disk_size_gib` of "
                    "the pool, or take weights of a blob container",
                )

    @property
    def tensor_parallel(self) -> int:
        """GPUs that one copy of the model is spread over."""
        of_engine = self.engine.tensor_parallel if isinstance(self.engine, VllmEngine) else None
        return of_engine or self.gpus

    @property
    def writable_paths_gib(self) -> dict[str, int] | None:
        """Folders that it writes to, and how large each may be; None: everything can be written to."""
        engine = self.engine
        if isinstance(engine, VllmEngine):
            return _VLLM_WRITES_GIB | engine.writable_paths_gib
        return engine.writable_paths_gib

    @property
    def port(self) -> int:
        """Of requests and metrics."""
        return self.engine.port if isinstance(self.engine, ContainerEngine) else 8000

    @property
    def health_path(self) -> str:
        """Answers 200 as soon as the model is loaded."""
        return self.engine.health_path if isinstance(self.engine, ContainerEngine) else "/health"

    @property
    def metrics_path(self) -> str:
        """Of metrics."""
        return self.engine.metrics_path if isinstance(self.engine, ContainerEngine) else "/metrics"

    @property
    def min_replicas(self) -> int:
        """That there always are, or where there may be none, in its hours."""
        if isinstance(self.scaling, FixedScale):
            return self.scaling.replicas
        hours = None if isinstance(self.scaling, CpuScale) else self.scaling.serving_hours
        return self.scaling.min_replicas or (hours.replicas if hours is not None else 0)

    @property
    def max_replicas(self) -> int:
        """That there may be."""
        return self.scaling.replicas if isinstance(self.scaling, FixedScale) else self.scaling.max_replicas

"""AdviceRequest: what is asked of the advisor, with all its checks."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StrictInt, TypeAdapter, ValidationError, model_validator

from azure_ai_landing_zone.advisor.planning.arithmetic import TOKENS_PER_PARAMETER
from azure_ai_landing_zone.advisor.planning.layouts import divides_layers
from azure_ai_landing_zone.advisor.planning.needs import Place, ServingNeed, TrainingNeed
from azure_ai_landing_zone.catalog import language_models, sizes
from azure_ai_landing_zone.catalog.gpus import Arithmetic
from azure_ai_landing_zone.core.errors import SettingsError, in_stack_file, problems_of
from azure_ai_landing_zone.core.model import Model, Region, Zone, refuse
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.model_memory.planning.serving import KvFormat, ServedModel, WeightFormat
from azure_ai_landing_zone.model_memory.planning.shape import ModelShape, assumed_shape, shape_of
from azure_ai_landing_zone.model_memory.planning.training import (
    FrozenWeights,
    Optimizer,
    Recomputation,
    TrainingJob,
)
from azure_ai_landing_zone.training.planning.placement import (
    SINGLE_PLACEMENT_GROUP_NODES,
    SUPPORTED_BY_TICKET_NODES,
)

EXAMPLE_KEY = (
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGTyPAnkuKe5C2vfI5z08gHfAkKEvbtLzI3sw6CypEna "
    "nobody-holds-the-private-key"
)
"""As in stacks/: nobody holds the private key, so nobody gets in."""

_MOST_TOKENS = 10**15


def _known_model(name: str) -> str:
    if language_models.find(name) is None:
        known = list(language_models.all_models())
        told = nothing_called("model of the catalogue", name, known)
        raise ValueError(f"{told}{'' if told.endswith('?') else '.'} Or describe it")
    return name


def _known_size(name: str) -> str:
    if sizes.find(name) is None:
        close = sizes.did_you_mean(name)
        hint = f"did you mean {' or '.join(close)}?" if close else "sizes look like Standard_ND96isr_H100_v5"
        raise ValueError(f"{name} is not a size of the catalogue: {hint}")
    return name


class NamedModel(Model):
    """A model that the catalogue knows."""

    mode: Literal["named"]
    """By its name."""
    name: Annotated[str, AfterValidator(_known_model)]
    """Such as Llama-3.1-70B; catalog/language_models.csv has them."""

    def shape(self) -> ModelShape:
        """Of its row."""
        model = language_models.find(self.name)
        if model is None:
            raise ValueError(f"{self.name} is not a model of the catalogue")
        return shape_of(model)


class DescribedModel(Model):
    """A model of your own. What is left out is assumed, and told."""

    mode: Literal["described"]
    """By its figures."""
    parameters: StrictInt = Field(ge=1_000_000, le=10**14)
    """Of the model, such as 7000000000."""
    active_parameters: StrictInt | None = Field(default=None, ge=1_000_000)
    """That work on one token. Left out: all of them."""
    layers: StrictInt | None = Field(default=None, ge=1, le=1_000)
    """Left out: from the parameters."""
    hidden_size: StrictInt | None = Field(default=None, ge=64, le=262_144)
    """Left out: from the parameters."""
    heads: StrictInt | None = Field(default=None, ge=1, le=4_096)
    """Of attention. Left out: one for each 128 of the hidden size."""
    kv_heads: StrictInt | None = Field(default=None, ge=1, le=4_096)
    """With keys and values of their own. Left out: all of them, which takes the most memory."""
    vocabulary: StrictInt = Field(default=128_000, ge=2, le=10_000_000)
    """Words that it knows."""
    experts: StrictInt = Field(default=1, ge=1, le=10_000)
    """1: none."""
    experts_per_token: StrictInt = Field(default=1, ge=1, le=10_000)
    """That work on one token."""

    @model_validator(mode="after")
    def _check_figures(self) -> "DescribedModel":
        refuse(DescribedModel, list(self._problems()))
        return self

    def _problems(self) -> Iterator[Problem]:
        active = self.active_parameters
        if active is not None and active > self.parameters:
            text = f"must be at most `parameters`, {self.parameters}, got {active}"
            yield Problem(("active_parameters",), text)
        if self.experts_per_token > self.experts:
            text = f"must be at most `experts`, {self.experts}, got {self.experts_per_token}"
            yield Problem(("experts_per_token",), text)
        if self.experts > self.experts_per_token and active in (None, self.parameters):
            text = "missing, and required with `experts`: parameters that work on one token, fewer than all"
            yield Problem(("active_parameters",), text)
        if self.experts == self.experts_per_token and active not in (None, self.parameters):
            text = f"without resting experts all {self.parameters} parameters are active: give `experts`"
            yield Problem(("active_parameters",), text)
        heads = assumed_shape(self.parameters, hidden_size=self.hidden_size, heads=self.heads).heads
        if self.kv_heads is not None and heads % self.kv_heads:
            yield Problem(("kv_heads",), f"must divide the {heads} heads, got {self.kv_heads}")

    def shape(self) -> ModelShape:
        """What is known, and what is assumed."""
        return assumed_shape(
            self.parameters,
            active_parameters=self.active_parameters,
            layers=self.layers,
            hidden_size=self.hidden_size,
            heads=self.heads,
            kv_heads=self.kv_heads,
            vocabulary=self.vocabulary,
            experts=self.experts,
            experts_per_token=self.experts_per_token,
        )


LanguageModelChoice = Annotated[NamedModel | DescribedModel, Field(discriminator="mode")]


class Training(Model):
    """A job that trains, and what of its layout is settled. What is left out, the advisor chooses."""

    arithmetic: Arithmetic = "bf16"
    """In which matrices are multiplied. States are as large with each of them."""
    optimizer: Optimizer = "adam"
    """Whose states are kept."""
    sequence_length: StrictInt = Field(ge=1, le=10_000_000)
    """Tokens of one sequence."""
    micro_batch: StrictInt = Field(default=1, ge=1, le=65_536)
    """Sequences that one GPU works on at once."""
    batch: StrictInt | None = Field(default=None, ge=1, le=1_000_000)
    """Sequences of one step of the optimizer on all GPUs. Left out: what suits the layout."""
    recomputation: Recomputation | None = None
    """What the backward pass computes again (activation checkpointing): `none`; `selective`, attention's
    scores, as FlashAttention does; `full`, each layer from its input. Left out: full only where selective
    doesn't fit."""
    zero_stage: Literal[0, 1, 2, 3] | None = None
    """What data-parallel GPUs share: 1 states of the optimizer, 2 gradients too, 3 weights too."""
    tensor_parallel: StrictInt | None = Field(default=None, ge=1, le=128)
    """GPUs that share each matrix. They have to be of one node, over NVLink."""
    pipeline_parallel: StrictInt | None = Field(default=None, ge=1, le=1_000)
    """Stages of layers."""
    expert_parallel: StrictInt | None = Field(default=None, ge=1, le=10_000)
    """GPUs that experts are spread over."""
    tokens: StrictInt | None = Field(default=None, ge=1, le=_MOST_TOKENS)
    """That it is trained on, all epochs together. Left out: pre-training takes 20 for each parameter, others
    tell no hours."""
    deadline_hours: StrictInt | None = Field(default=None, ge=1, le=87_600)
    """Within which it has to end."""
    lustre_data_tib: StrictInt | None = Field(default=None, ge=1, le=10_000)
    """For a Lustre file system with its data. Left out: none."""

    @model_validator(mode="after")
    def _check_job(self) -> "Training":
        problems = []
        if self.batch is not None and self.batch % self.micro_batch:
            text = f"must be a multiple of `micro_batch`, {self.micro_batch}, got {self.batch}"
            problems.append(Problem(("batch",), text))
        if (self.zero_stage or 0) > 1 and (self.pipeline_parallel or 1) > 1:
            text = f"must be 0 or 1 beside `pipeline_parallel`, got {self.zero_stage}: leave one of them out"
            problems.append(Problem(("zero_stage",), text))
        if self.deadline_hours is not None and self.tokens is None and self.needs_tokens():
            text = "missing, and required with `deadline_hours`: the tokens of all epochs"
            problems.append(Problem(("tokens",), text))
        refuse(type(self), problems)
        return self

    def needs_tokens(self) -> bool:
        """Whether nobody can tell how many there will be."""
        return True

    def tokens_of(self, shape: ModelShape) -> int | None:
        """Given, or as many as the model wants."""
        return self.tokens if self.needs_tokens() else self.tokens or TOKENS_PER_PARAMETER * shape.parameters

    def job(self, shape: ModelShape) -> TrainingJob:
        """What is trained."""
        return TrainingJob(
            shape=shape,
            optimizer=self.optimizer,
            sequence_length=self.sequence_length,
            micro_batch=self.micro_batch,
        )


class PreTraining(Training):
    """A model from nothing."""

    mode: Literal["preTraining"]
    """All parameters, on as many tokens as there are."""

    def needs_tokens(self) -> bool:
        return False


class FullFineTuning(Training):
    """A model that goes on learning."""

    mode: Literal["fullFineTuning"]
    """All parameters."""


class LoraFineTuning(Training):
    """Adapters beside a model that stays as it is."""

    mode: Literal["lora"]
    """Low-rank adapters alone."""
    lora_rank: StrictInt = Field(default=16, ge=1, le=4_096)
    """Of the adapters of every linear layer; of experts, none."""
    frozen_weights: FrozenWeights = "bf16"
    """How the model below is held: `nf4` is QLoRA's four bits."""

    def job(self, shape: ModelShape) -> TrainingJob:
        return TrainingJob(
            shape=shape,
            optimizer=self.optimizer,
            sequence_length=self.sequence_length,
            micro_batch=self.micro_batch,
            lora_rank=self.lora_rank,
            frozen_weights=self.frozen_weights,
        )


class Serving(Model):
    """Answers to requests."""

    mode: Literal["serving"]
    """As vLLM does it, with keys and values in blocks."""
    weight_format: WeightFormat = "bf16"
    """In which weights are held; bf16 stands for 16 bits."""
    kv_format: KvFormat = "bf16"
    """In which keys and values are."""
    context_tokens: StrictInt = Field(ge=1, le=10_000_000)
    """Of one request at its longest, its answer included."""
    concurrent_requests: StrictInt = Field(ge=1, le=1_000_000)
    """That are answered at once, each at its longest."""
    tensor_parallel: StrictInt | None = Field(default=None, ge=1, le=128)
    """GPUs of one replica. Left out: what takes the fewest nodes."""


AdviceWorkload = Annotated[
    PreTraining | FullFineTuning | LoraFineTuning | Serving, Field(discriminator="mode")
]


class AdviceRequest(Model):
    """What is asked of the advisor."""

    location: Region
    """Azure region, such as southcentralus, for prices."""
    language_model: LanguageModelChoice
    """By name, or by its figures."""
    advice_for: AdviceWorkload
    """What is done with it."""
    candidate_sizes: list[Annotated[str, AfterValidator(_known_size)]] = Field(default=[])
    """That come into question, such as Standard_ND96isr_H100_v5. Left out: all."""
    node_limit: StrictInt = Field(default=SINGLE_PLACEMENT_GROUP_NODES, ge=1, le=SUPPORTED_BY_TICKET_NODES)
    """The most nodes: 100 of a fabric, or up to 300 once Azure's support has granted it."""
    utilization_percent: StrictInt | None = Field(default=None, ge=1, le=100)
    """Of a GPU's dense arithmetic that training reaches. Left out: what has been published for each."""
    zone: Zone | None = None
    """For the stack file."""
    ssh_public_key: str = EXAMPLE_KEY
    """For the stack file. Left out: one of which nobody holds the private key."""

    @model_validator(mode="after")
    def _check_together(self) -> "AdviceRequest":
        refuse(AdviceRequest, list(_layout_problems(self.language_model, self.advice_for)))
        return self

    def need(self) -> TrainingNeed | ServingNeed:
        """What planning knows of it."""
        wanted, shape = self.advice_for, self.language_model.shape()
        if isinstance(wanted, Serving):
            model = ServedModel(
                shape=shape,
                weight_format=wanted.weight_format,
                kv_format=wanted.kv_format,
                context_tokens=wanted.context_tokens,
            )
            return ServingNeed(
                model=model, requests=wanted.concurrent_requests, tensor=wanted.tensor_parallel
            )
        return TrainingNeed(
            mode=wanted.mode,
            job=wanted.job(shape),
            arithmetic=wanted.arithmetic,
            batch=wanted.batch,
            recomputation=wanted.recomputation,
            zero_stage=wanted.zero_stage,
            tensor=wanted.tensor_parallel,
            pipeline=wanted.pipeline_parallel,
            expert=wanted.expert_parallel,
            tokens=wanted.tokens_of(shape),
            deadline_hours=wanted.deadline_hours,
            data_tib=wanted.lustre_data_tib,
        )

    def place(self) -> Place:
        """Where, and within which limits."""
        return Place(
            location=self.location,
            sizes=tuple(self.candidate_sizes),
            node_limit=self.node_limit,
            utilization_percent=self.utilization_percent,
        )

    @classmethod
    def load(cls, data: Any, subject: str) -> "AdviceRequest":
        """What a file or a command line says. Raises SettingsError with all problems at once: model and
        workload are held against each other even when something else is wrong."""
        try:
            return cls.model_validate(data, by_alias=True, by_name=False)
        except ValidationError as error:
            problems = problems_of(cls, error, stack_file=True)
        if isinstance(data, dict):
            model = _read(LanguageModelChoice, data.get("languageModel"))
            wanted = _read(AdviceWorkload, data.get("adviceFor"))
            if model is not None and wanted is not None:
                found = [in_stack_file(problem) for problem in _layout_problems(model, wanted)]
                problems += [problem for problem in found if problem not in problems]
        raise SettingsError(subject, problems)


def _read(kind: Any, value: Any) -> Any:
    try:
        return TypeAdapter(kind).validate_python(value, by_alias=True, by_name=False)
    except ValidationError:
        return None


def _layout_problems(model: NamedModel | DescribedModel, wanted: Training | Serving) -> Iterator[Problem]:
    """Where a given layout doesn't divide the model."""
    shape = model.shape()
    tensor = wanted.tensor_parallel
    if tensor is not None and shape.heads % tensor:
        text = f"must divide the {shape.heads} heads of attention, got {tensor}"
        yield Problem(("advice_for", "tensor_parallel"), text)
    if isinstance(wanted, Serving):
        return
    stages = wanted.pipeline_parallel
    if stages is not None and not divides_layers(shape.layers, stages):
        counted = f"{shape.layers} layers, or {shape.layers + 2} with input and output"
        text = f"must divide the {counted}, got {stages}"
        yield Problem(("advice_for", "pipeline_parallel"), text)
    spread = wanted.expert_parallel
    if spread is not None and shape.experts % spread:
        yield Problem(
            ("advice_for", "expert_parallel"), f"must divide the {shape.experts} experts, got {spread}"
        )

"""What a program registers, without an engine: mocks for `pulumi.runtime` that answer as Azure does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pulumi
from pulumi.runtime import mocks
from pulumi.runtime.proto import resource_pb2

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.arm import ArmError, ProviderError
from azure_simulator.cloud.values import SECRET, SIGNATURE
from azure_simulator.testing.answers import Answers, outputs

R = TypeVar("R", bound="Registered")


@dataclass
class Registered(mocks.Mocks):
    """What was asked for, by logical name."""

    inputs: dict[str, dict[str, Any]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What was answered."""
    protected: set[str] = field(default_factory=set)
    dependencies: dict[str, set[str]] = field(default_factory=dict)
    """Logical names of what each resource waits for."""
    stack_outputs: dict[str, Any] = field(default_factory=dict)
    """What every stack that is referred to has put out."""
    answers: Answers = field(default_factory=Answers, repr=False)

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        self.inputs[args.name] = dict(args.inputs)
        self.types[args.name] = args.typ
        id_, state = self.answer(args)
        self.outputs[args.name] = state
        return id_, state

    def answer(self, args: mocks.MockResourceArgs) -> tuple[str, dict[str, Any]]:
        """Id and outputs. Raises what the provider or Azure says to wrong inputs."""
        if args.typ == "pulumi:pulumi:StackReference":
            return args.name, {"name": args.name, **args.inputs, "outputs": self.stack_outputs}
        unit = resource_type.find(args.typ)
        if unit is None:
            if args.typ.startswith("azure-native:"):
                raise ProviderError(f"the simulated Azure has no {args.typ}: docs/simulator.md")
            return f"{args.name}_id", {"name": args.name, **args.inputs}
        if args.resource_id:
            found = self.answers.existing(unit, args.resource_id)
            return found.id, found.body
        sent = as_sent(args.inputs)
        inputs = self.answers.checked(unit, args.name, sent)
        made = self.answers.created(unit, inputs)
        return made.id, outputs(unit, made, inputs)

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[Any, Any], list[tuple[str, str]] | None]:
        try:
            return self.answers.invoked(args.token, as_sent(args.args)), []
        except (ArmError, ProviderError) as refusal:
            return {}, [("", str(refusal))]

    def registered(self, request: resource_pb2.RegisterResourceRequest) -> None:
        """Called with every resource before it is answered."""
        if request.protect:
            self.protected.add(request.name)
        self.dependencies[request.name] = {urn.split("::")[-1] for urn in request.dependencies}

    def answered(
        self, request: resource_pb2.RegisterResourceRequest, urn: str, state: Mapping[str, Any]
    ) -> None:
        """Called with every resource and its outputs."""

    @property
    def azure(self) -> list[tuple[str, str]]:
        """Type and logical name of every Azure resource, sorted."""
        return sorted(
            (type_.removeprefix("azure-native:"), name)
            for name, type_ in self.types.items()
            if type_.startswith("azure-native:")
        )


class _Monitor(mocks.MockMonitor):
    def __init__(self, registered: Registered) -> None:
        super().__init__(registered)
        self.registered = registered

    def RegisterResource(
        self, request: resource_pb2.RegisterResourceRequest
    ) -> resource_pb2.RegisterResourceResponse:
        self.registered.registered(request)
        register = super().RegisterResource
        answer: resource_pb2.RegisterResourceResponse = register(request)  # type: ignore[no-untyped-call]  # Pulumi's
        if answer.urn in self.resources:
            self.registered.answered(request, answer.urn, self.resources[answer.urn].state)
        return answer


def as_sent(value: Any) -> Any:
    """Values as Azure gets them: without Pulumi's marks, whole numbers as such."""
    if isinstance(value, Mapping):
        if value.get(SIGNATURE) == SECRET:
            return as_sent(value.get("value"))
        return {key: as_sent(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_sent(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def register(
    program: Callable[[], object], *, project: str = "project", stack: str = "dev", **fields: Any
) -> Registered:
    """Run constructors to the end; `fields` are those of Registered. Raises what the program raises."""
    return run(Registered(**fields), program, project=project, stack=stack)


def run(registered: R, program: Callable[[], object], *, project: str, stack: str) -> R:
    """Run a program with mocks of one's own."""
    monitor = _Monitor(registered)
    mocks.set_mocks(registered, project=project, stack=stack, preview=False, monitor=monitor)
    try:
        pulumi.runtime.test(program)()  # type: ignore[no-untyped-call]  # of Pulumi's own
    finally:
        registered.answers.close()
    return registered

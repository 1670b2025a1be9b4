"""What a program registers, without an engine: the kit's mocks, and what only our own tests ask."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from pulumi.runtime import mocks, resource
from pulumi.runtime.proto import resource_pb2, source_pb2

from azure_simulator.testing import mocks as kit

# Where a constructor was called is read from the sources for each of thousands of resources: a tenth of what
# they take, and nobody asks for it without an engine.
resource._get_stack_trace = source_pb2.StackTrace

SUBSCRIPTION = "00000000-0000-0000-0000-000000000001"


@dataclass
class Registered(kit.Registered):
    """As the kit's, but that ids and names are what suits the code that reads them."""

    aliases: dict[str, int] = field(default_factory=dict)
    """How many each resource has."""
    hooks: dict[str, list[str]] = field(default_factory=dict)
    """Names of the hooks that run before each resource is created; only those that have any."""
    replaced: dict[str, list[str]] = field(default_factory=dict)
    """Properties of each resource with whose change it is made anew; only those that have any."""
    state: dict[str, Any] = field(default_factory=dict)
    """What earlier runs made, as the stack's own state tells of it: type and outputs, by URN."""
    made: dict[str, Any] = field(default_factory=dict)
    """What this run makes, in the form of `state`."""
    id_format: str | None = "/{name}"
    """Of every id. None: Azure's own ids."""

    def __post_init__(self) -> None:
        if self.id_format is not None:  # of ids that nothing in Azure has, most would be refused
            self.answers.refuses = False

    def answer(self, args: mocks.MockResourceArgs) -> tuple[str, dict[str, Any]]:
        id_, state = super().answer(args)
        if args.typ == "azure-native:network:NetworkInterface":
            # Azure hands them out in the order in which it is asked, and registrations come in any.
            for configuration in state["ipConfigurations"]:
                configuration["privateIPAddress"] = f"10.255.0.{crc32(args.name.encode()) % 250 + 4}"
        if self.id_format is None:
            return id_, state
        return self.id_format.format(name=args.name), {**state, "name": args.name}

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[Any, Any], list[tuple[str, str]] | None]:
        if args.token == "pulumi:pulumi:readStackResourceOutputs":
            return {"outputs": self.state}, []
        if args.token == "azure-native:containerservice:listManagedClusterUserCredentials":
            return {"kubeconfigs": [{"name": "clusterUser", "value": "e30="}]}, []  # {}
        return super().call(args)

    def registered(self, request: resource_pb2.RegisterResourceRequest) -> None:
        super().registered(request)
        if request.hooks.before_create:
            self.hooks[request.name] = list(request.hooks.before_create)
        if request.replaceOnChanges:
            self.replaced[request.name] = list(request.replaceOnChanges)
        self.aliases[request.name] = len(request.aliases)

    def answered(
        self, request: resource_pb2.RegisterResourceRequest, urn: str, state: Mapping[str, Any]
    ) -> None:
        # Components read the logical name; what Azure answers is its own.
        inputs = self.inputs[request.name]
        name = inputs.get("virtualNetworkName", state.get("name"))
        self.made[urn] = {"type": request.type, "outputs": {**inputs, **state, "name": name}}


@dataclass
class Identified(Registered):
    """With what a state has: give it no `id_format`."""

    ids: dict[str, str] = field(default_factory=dict)
    """By logical name."""

    def answer(self, args: mocks.MockResourceArgs) -> tuple[str, dict[str, Any]]:
        id_, state = super().answer(args)
        self.ids[args.name] = id_
        return id_, state

    def resources(self) -> list[dict[str, Any]]:
        """As a state has them."""
        return [
            {"urn": f"urn:pulumi:s::p::{self.types[name]}::{name}", "id": id_, "inputs": self.inputs[name]}
            for name, id_ in self.ids.items()
        ]


def register(program: Callable[[], object], *, stack: str = "dev", **fields: Any) -> Registered:
    """Run a program's constructors to the end; `fields` are those of Registered."""
    return kit.run(Registered(**fields), program, project="azure-ai-landing-zone", stack=stack)

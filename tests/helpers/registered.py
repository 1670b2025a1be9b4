"""What a program registers, without an engine."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pulumi
from pulumi.runtime import mocks
from pulumi.runtime.proto import resource_pb2

from azure_simulator.cloud import resource_type

SUBSCRIPTION = "00000000-0000-0000-0000-000000000001"


@dataclass
class Registered(mocks.Mocks):
    """Answers like Azure where a component reads an answer, and remembers what was asked for, by logical
    name."""

    inputs: dict[str, dict[str, Any]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    protected: set[str] = field(default_factory=set)
    aliases: dict[str, int] = field(default_factory=dict)
    """How many each resource has."""
    dependencies: dict[str, set[str]] = field(default_factory=dict)
    """Logical names of what each resource waits for."""
    hooks: dict[str, list[str]] = field(default_factory=dict)
    """Names of the hooks that run before each resource is created; only those that have any."""
    stack_outputs: dict[str, Any] = field(default_factory=dict)
    """What every stack that is referred to has put out."""
    state: dict[str, Any] = field(default_factory=dict)
    """What earlier runs made, as the stack's own state tells of it: type and outputs, by URN."""
    made: dict[str, Any] = field(default_factory=dict)
    """What this run makes, in the form of `state`."""
    id_format: str | None = "/{name}"
    """Of every id: whatever suits the code that reads them. None: Azure's own ids."""

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        self.inputs[args.name] = dict(args.inputs)
        self.types[args.name] = args.typ
        state: dict[str, Any] = {"name": args.name, **args.inputs}
        if args.typ == "pulumi:pulumi:StackReference":
            state["outputs"] = self.stack_outputs
        if args.typ == "azure-native:storage:StorageAccount":
            state["primaryEndpoints"] = {"blob": "https://account.blob.core.windows.net/"}
        if args.typ == "azure-native:apimanagement:ApiManagementService":
            state |= {"gatewayUrl": "https://gateway.azure-api.net", "privateIPAddresses": ["10.0.0.5"]}
        if args.typ == "azure-native:storagecache:AmlFilesystem":
            state["clientInfo"] = {"mgsAddress": "10.0.0.4"}
        if args.typ == "azure-native:managedidentity:UserAssignedIdentity":
            state |= {"principalId": f"{args.name}-principal", "clientId": f"{args.name}-client"}
        if args.typ == "azure-native:monitor:AzureMonitorWorkspace":
            state["metrics"] = {"prometheusQueryEndpoint": "https://metrics.prometheus.monitor.azure.com"}
        if "userAssignedIdentities" in args.inputs.get("identity", {}):
            ids = args.inputs["identity"]["userAssignedIdentities"]
            state["identity"] = args.inputs["identity"] | {"userAssignedIdentities": {one: {} for one in ids}}
        return self._id(args), state

    def _id(self, args: mocks.MockResourceArgs) -> str:
        if self.id_format is not None:
            return self.id_format.format(name=args.name)
        unit = resource_type.find(args.typ)
        return unit.arm.fill(SUBSCRIPTION, args.inputs) if unit is not None else f"/{args.name}"

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[Any, Any], list[tuple[str, str]] | None]:
        if args.token == "azure-native:storagecache:getAmlFilesystem":
            return {}, [("amlFilesystemName", "not found")]
        if args.token == "azure-native:containerservice:listManagedClusterUserCredentials":
            return {"kubeconfigs": [{"name": "clusterUser", "value": "e30="}]}, []  # {}
        if args.token == "pulumi:pulumi:readStackResourceOutputs":
            return {"outputs": self.state}, []
        assert args.token == "azure-native:authorization:getClientConfig"
        return {"clientId": "c", "objectId": "o", "subscriptionId": SUBSCRIPTION, "tenantId": "t"}, []

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
        if request.protect:
            self.registered.protected.add(request.name)
        if request.hooks.before_create:
            self.registered.hooks[request.name] = list(request.hooks.before_create)
        self.registered.aliases[request.name] = len(request.aliases)
        self.registered.dependencies[request.name] = {urn.split("::")[-1] for urn in request.dependencies}
        register = super().RegisterResource
        answer: resource_pb2.RegisterResourceResponse = register(request)  # type: ignore[no-untyped-call]  # Pulumi's
        if answer.urn in self.resources:
            outputs = dict(self.resources[answer.urn].state)
            # Components read the logical name; what Azure answers is its own.
            outputs["name"] = outputs.get("virtualNetworkName", outputs["name"])
            self.registered.made[answer.urn] = {"type": request.type, "outputs": outputs}
        return answer


def register(program: Callable[[], object], *, stack: str = "dev", **answers: Any) -> Registered:
    """Run a program's constructors to the end; `answers` are fields of Registered."""
    registered = Registered(**answers)
    mocks.set_mocks(
        registered, project="azure-ai-landing-zone", stack=stack, preview=False, monitor=_Monitor(registered)
    )
    pulumi.runtime.test(program)()  # type: ignore[no-untyped-call]  # of Pulumi's own
    return registered

"""The azure-native provider's side of Pulumi's provider protocol."""

# ruff: noqa: ARG002 - the protocol fixes the arguments

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import provider_pb2

from azure_simulator.cloud import arm, resource_type, schema
from azure_simulator.cloud.arm import ProviderError
from azure_simulator.cloud.faults import Faults
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.store import Resource, Store
from azure_simulator.cloud.subscription import Locks, Subscription
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.cloud.values import Props, from_struct, marked_like, plain, to_struct
from azure_simulator.provider import checking, diffing, invoking
from azure_simulator.provider.package_schema import package_schema
from azure_simulator.provider.protocol import Provider, answers_errors, diff_response, token_and_name
from azure_simulator.provider.unknown_types import VARIABLE, UnknownTypes, shape_only

_MODES = {0: "propose", 1: "enforce", 2: "disable"}
_STABLE = ("name", "location")
"""Outputs that no update changes: known in its preview."""


class AzureNative(Provider):
    """Each provider of a program keeps its own subscription and location."""

    def __init__(
        self,
        store: Store,
        faults: Faults,
        settings: SubscriptionSettings,
        unknown_types: UnknownTypes = "refuse",
    ) -> None:
        super().__init__("azure-native", "3.29.0")
        self._unknown_types = unknown_types
        self._store = store
        self._faults = faults
        self._settings = settings
        self._locks = Locks()

    def _cloud(self, context: grpc.ServicerContext) -> Subscription:
        config = self.config(context)
        chosen = config.get("subscriptionId") or os.environ.get("ARM_SUBSCRIPTION_ID") or arm.SUBSCRIPTION_ID
        return Subscription(self._store, chosen, self._locks, self._settings)

    def _unit(self, token: str) -> ResourceType:
        unit = resource_type.find(token)
        if unit is not None:
            return unit
        if self._unknown_types == "shape":
            return shape_only(token)
        raise ProviderError(
            f"the simulated Azure has no {token}: add a module with its ARM path to azure_simulator/types "
            f"(docs/simulator.md says how), or keep what it hasn't by its shape alone with {VARIABLE}=shape"
        )

    def GetSchema(self, request: Any, context: grpc.ServicerContext) -> Any:
        return provider_pb2.GetSchemaResponse(schema=package_schema(self.name, self.version))

    # Resources

    @answers_errors
    def Check(self, request: Any, context: grpc.ServicerContext) -> Any:
        token, logical_name = token_and_name(request.urn)
        unit = self._unit(token)
        auto = request.autonaming if request.HasField("autonaming") else None
        naming = checking.Naming(
            logical_name,
            request.randomSeed,
            _MODES[auto.mode] if auto else None,  # type: ignore[arg-type]  # the three literals
            auto.proposed_name if auto else "",
        )
        checked = checking.check(
            unit,
            from_struct(request.olds),
            from_struct(request.news),
            naming,
            self._cloud(context),
            self.config(context).get("location"),
        )
        failures = [
            provider_pb2.CheckFailure(property=problem.path, reason=problem.text)
            for problem in checked.problems
            if problem.severity == "error"
        ]
        for problem in checked.problems:
            if problem.severity == "warning":
                self.warn(request.urn, f"{problem.path}: {problem.text}")
        return provider_pb2.CheckResponse(inputs=to_struct(checked.inputs), failures=failures)

    @answers_errors
    def Diff(self, request: Any, context: grpc.ServicerContext) -> Any:
        unit = self._unit(token_and_name(request.urn)[0])
        olds, news = from_struct(request.old_inputs), from_struct(request.news)
        outputs = plain(from_struct(request.olds))
        olds.pop("azureApiVersion", None)  # in states that the real provider wrote
        keys = {*unit.arm.parameters, *unit.replaces}

        def replaces(path: str, kind: diffing.Kind) -> bool:
            spelled_out = kind == "add" and path in outputs and plain(news[path]) == outputs[path]
            return diffing.replacing(path, kind, keys) and not spelled_out

        return diff_response(
            olds,
            news,
            replaces,
            request.ignoreChanges,
            delete_first=olds.get(checking.CREATE_BEFORE_DELETE) is not True,
        )

    @answers_errors
    def Create(self, request: Any, context: grpc.ServicerContext) -> Any:
        token, _ = token_and_name(request.urn)
        unit = self._unit(token)
        inputs = from_struct(request.properties)
        if request.preview:
            return provider_pb2.CreateResponse(properties=to_struct(_preview(unit, inputs)))
        cloud = self._cloud(context)
        id_ = checking.id_for(unit, inputs, cloud)
        with self._disturbed("create", unit, id_, cloud):
            cloud.gate.check_read(id_)
            existing = cloud.store.get(id_)
            if existing is not None:
                text = f"cannot create already existing {unit.kind_word} '{id_}'"
                raise ProviderError(f"{text}\n{_how_to_import(request.urn, id_)}")
            resource = cloud.deploy(unit, id_, _sent(inputs))
        return provider_pb2.CreateResponse(id=resource.id, properties=to_struct(_answer(resource, inputs)))

    @answers_errors
    def Update(self, request: Any, context: grpc.ServicerContext) -> Any:
        unit = self._unit(token_and_name(request.urn)[0])
        inputs = from_struct(request.news)
        if request.preview:
            kept = {key: value for key, value in from_struct(request.olds).items() if key in _STABLE}
            return provider_pb2.UpdateResponse(properties=to_struct({**_preview(unit, inputs), **kept}))
        cloud = self._cloud(context)
        with self._disturbed("update", unit, request.id, cloud):
            resource = cloud.deploy(unit, request.id, _sent(inputs))
        return provider_pb2.UpdateResponse(properties=to_struct(_answer(resource, inputs)))

    @answers_errors
    def Read(self, request: Any, context: grpc.ServicerContext) -> Any:
        unit = self._unit(token_and_name(request.urn)[0])
        cloud = self._cloud(context)
        with self._disturbed("read", unit, request.id, cloud):
            resource = cloud.get(request.id)
        if resource is None:
            return provider_pb2.ReadResponse()
        olds = from_struct(request.inputs)
        inputs = _read_inputs(unit, resource, olds, plain(from_struct(request.properties)))
        return provider_pb2.ReadResponse(
            id=request.id, properties=to_struct(_answer(resource, olds)), inputs=to_struct(inputs)
        )

    @answers_errors
    def Delete(self, request: Any, context: grpc.ServicerContext) -> Any:
        unit = self._unit(token_and_name(request.urn)[0])
        cloud = self._cloud(context)
        with self._disturbed("delete", unit, request.id, cloud):
            cloud.withdraw(request.id)
        return empty_pb2.Empty()

    @answers_errors
    def Invoke(self, request: Any, context: grpc.ServicerContext) -> Any:
        result = invoking.invoke(self._cloud(context), request.tok, plain(from_struct(request.args)))
        return _returned(result)

    def _disturbed(self, operation: str, unit: ResourceType, id_: str, cloud: Subscription) -> Any:
        return self._faults.around(operation, unit.pulumi_type, arm.name_of(id_), cloud)


def _returned(result: Props) -> provider_pb2.InvokeResponse:
    response = provider_pb2.InvokeResponse()
    getattr(response, "return").CopyFrom(to_struct(result))
    return response


def _how_to_import(urn: str, id_: str) -> str:
    """What to do about what exists already; the real provider leaves it at the line before."""
    token, name = token_and_name(urn)
    stack, parents = urn.split(":")[2], urn.split("::")[2].split("$")[:-1]
    line = f"  pulumi import {token} {name} {id_} --stack {stack} --generate-code=false"
    if parents:
        line += (
            f" --parent 'parent=<URN of the {parents[-1]} it belongs to>'\n"
            f"  (pulumi stack --stack {stack} --show-urns tells the URN)"
        )
    return f"If an earlier run made it and the answer was lost, this takes it into the state:\n{line}"


def _sent(inputs: Mapping[str, Any]) -> Props:
    return {key: value for key, value in plain(dict(inputs)).items() if not key.startswith("__")}


def _preview(unit: ResourceType, inputs: Mapping[str, Any]) -> Props:
    return schema.preview(inputs, resource_shape(unit.pulumi_type).outputs)


def _answer(resource: Resource, inputs: Mapping[str, Any]) -> Props:
    """Outputs with what was secret in the inputs still secret."""
    return {key: marked_like(value, inputs.get(key)) for key, value in resource.body.items()}


def _read_inputs(unit: ResourceType, resource: Resource, olds: Props, old_outputs: Props) -> Props:
    shape = resource_shape(unit.pulumi_type)
    live = schema.projected(resource.body, shape.inputs)
    if not olds:
        parameters = unit.parameters_of(resource.id)
        return {**live, **{name: parameters[name] for name in unit.arm.parameters}}
    before = schema.projected(old_outputs, shape.inputs)
    for name in unit.sub_resources - olds.keys():
        live.pop(name, None)
        before.pop(name, None)
    drifted: Props = diffing.carried_over(olds, before, live)
    return drifted

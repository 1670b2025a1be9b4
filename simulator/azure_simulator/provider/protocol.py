"""What every simulated provider says alike."""

# ruff: noqa: ARG002 - the protocol fixes the arguments

from __future__ import annotations

import contextlib
import functools
import json
import traceback
from collections.abc import Callable, Collection
from typing import Any, TypeVar

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import (
    engine_pb2,
    engine_pb2_grpc,
    plugin_pb2,
    provider_pb2,
    provider_pb2_grpc,
)

from azure_simulator.cloud.arm import ArmError, ProviderError
from azure_simulator.cloud.store import StoreUnwritable
from azure_simulator.cloud.values import Props, from_struct, plain
from azure_simulator.provider import diffing

Servicer = TypeVar("Servicer")


def answers_errors(
    method: Callable[[Servicer, Any, grpc.ServicerContext], Any],
) -> Callable[[Servicer, Any, grpc.ServicerContext], Any]:
    """Turns refusals into the exact text that the engine prints; a bug of ours shows its traceback."""

    @functools.wraps(method)
    def answer(self: Servicer, request: Any, context: grpc.ServicerContext) -> Any:
        try:
            return method(self, request, context)
        except (ArmError, ProviderError, StoreUnwritable) as refusal:
            text = str(refusal)
        except Exception:
            text = f"the simulated Azure failed; this is a bug in it:\n{traceback.format_exc()}"
        return context.abort(grpc.StatusCode.UNKNOWN, text)

    return answer


class Provider(provider_pb2_grpc.ResourceProviderServicer):
    """One server for all providers of one package: each comes over a connection of its own, and keeps what it
    was configured with."""

    def __init__(self, name: str, version: str) -> None:
        self.name = name
        self.version = version
        self._configs: dict[str, dict[str, str]] = {}
        self._latest: dict[str, str] = {}
        self._engine: engine_pb2_grpc.EngineStub | None = None

    def config(self, context: grpc.ServicerContext) -> dict[str, str]:
        """The settings of the provider that asks."""
        return self._configs.get(context.peer(), self._latest)

    def warn(self, urn: str, text: str) -> None:
        """Shows a warning beside a resource, where an engine is attached."""
        if self._engine is not None:
            with contextlib.suppress(grpc.RpcError):
                self._engine.Log(engine_pb2.LogRequest(severity=engine_pb2.WARNING, urn=urn, message=text))

    def Handshake(self, request: Any, context: grpc.ServicerContext) -> Any:
        self._attach(request.engine_address)
        return provider_pb2.ProviderHandshakeResponse(
            accept_secrets=True,
            accept_resources=True,
            accept_outputs=True,
            supports_autonaming_configuration=True,
        )

    def Attach(self, request: Any, context: grpc.ServicerContext) -> Any:
        self._attach(request.address)
        return empty_pb2.Empty()

    def _attach(self, address: str) -> None:
        if address:
            self._engine = engine_pb2_grpc.EngineStub(grpc.insecure_channel(address))

    def GetPluginInfo(self, request: Any, context: grpc.ServicerContext) -> Any:
        return plugin_pb2.PluginInfo(version=self.version)

    def GetSchema(self, request: Any, context: grpc.ServicerContext) -> Any:
        return provider_pb2.GetSchemaResponse(schema=json.dumps({"name": self.name, "version": self.version}))

    def CheckConfig(self, request: Any, context: grpc.ServicerContext) -> Any:
        return provider_pb2.CheckResponse(inputs=request.news)

    def DiffConfig(self, request: Any, context: grpc.ServicerContext) -> Any:
        return provider_pb2.DiffResponse(changes=provider_pb2.DiffResponse.DIFF_NONE)

    def Configure(self, request: Any, context: grpc.ServicerContext) -> Any:
        values = plain(from_struct(request.args))
        config = {key: value for key, value in values.items() if isinstance(value, str)}
        for key, value in request.variables.items():
            config.setdefault(key.rsplit(":", 1)[-1], value)
        self._latest = self._configs[context.peer()] = config
        return provider_pb2.ConfigureResponse(
            acceptSecrets=True,
            supportsPreview=True,
            acceptResources=True,
            acceptOutputs=True,
            supports_autonaming_configuration=True,
        )

    def Cancel(self, request: Any, context: grpc.ServicerContext) -> Any:
        return empty_pb2.Empty()


def token_and_name(urn: str) -> tuple[str, str]:
    """The type token and the logical name in a URN."""
    parts = urn.split("::", 3)
    return parts[2].rsplit("$", 1)[-1], parts[3]


_KINDS = {
    "add": provider_pb2.PropertyDiff.ADD,
    "delete": provider_pb2.PropertyDiff.DELETE,
    "update": provider_pb2.PropertyDiff.UPDATE,
}
_REPLACE_KINDS = {
    "add": provider_pb2.PropertyDiff.ADD_REPLACE,
    "delete": provider_pb2.PropertyDiff.DELETE_REPLACE,
    "update": provider_pb2.PropertyDiff.UPDATE_REPLACE,
}


def diff_response(
    olds: Props,
    news: Props,
    replaces: Callable[[str, diffing.Kind], bool],
    ignore: Collection[str],
    *,
    delete_first: bool,
) -> provider_pb2.DiffResponse:
    """A detailed diff of inputs. `replaces` says whether a change of that kind at that path needs a
    replacement; `delete_first` holds only where something does."""
    found = {
        path: kind for path, kind in diffing.changes(olds, news).items() if not diffing.ignored(path, ignore)
    }
    replacing = sorted(path for path, kind in found.items() if replaces(path, kind))
    detailed = {
        path: provider_pb2.PropertyDiff(
            kind=(_REPLACE_KINDS if path in replacing else _KINDS)[kind], inputDiff=True
        )
        for path, kind in found.items()
    }
    response = provider_pb2.DiffResponse
    return response(
        changes=response.DIFF_SOME if found else response.DIFF_NONE,
        replaces=replacing,
        diffs=sorted({path.split(".")[0].split("[")[0] for path in found}),
        detailedDiff=detailed,
        hasDetailedDiff=True,
        deleteBeforeReplace=bool(replacing) and delete_first,
    )

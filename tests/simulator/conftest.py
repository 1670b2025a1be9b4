"""A client that speaks Pulumi's provider protocol to a started simulated Azure, as the engine does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc

from azure_simulator.cloud.values import from_struct, to_struct
from azure_simulator.provider.server import SimulatedAzure

SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001"


def urn(token: str, name: str) -> str:
    return f"urn:pulumi:dev::project::{token}::{name}"


@dataclass
class Made:
    """A resource as the engine would keep it in its state."""

    token: str
    name: str
    id: str
    inputs: dict[str, Any]
    outputs: dict[str, Any]


class Client:
    def __init__(self, port: str, location: str | None = "eastus", subscription: str | None = None) -> None:
        self.stub = provider_pb2_grpc.ResourceProviderStub(
            grpc.insecure_channel(f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)])
        )
        args = {"location": location, "subscriptionId": subscription}
        self.stub.Configure(provider_pb2.ConfigureRequest(args=to_struct(args)))

    def check(
        self, token: str, name: str, news: dict[str, Any], olds: dict[str, Any] | None = None, **more: Any
    ) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        """(checked inputs, [(property path, reason)])"""
        more.setdefault("randomSeed", b"seed")
        response = self.stub.Check(
            provider_pb2.CheckRequest(
                urn=urn(token, name), news=to_struct(news), olds=to_struct(olds or {}), **more
            )
        )
        return from_struct(response.inputs), [
            (failure.property, failure.reason) for failure in response.failures
        ]

    def create(self, token: str, name: str, /, **news: Any) -> Made:
        """Check and Create; raises Refused with what the engine would print."""
        inputs, failures = self.check(token, name, news)
        if failures:
            raise Refused("; ".join(f"{path}: {reason}" for path, reason in failures))
        with refusals():
            response = self.stub.Create(
                provider_pb2.CreateRequest(urn=urn(token, name), properties=to_struct(inputs))
            )
        return Made(token, name, response.id, inputs, from_struct(response.properties))

    def preview(self, token: str, name: str, **inputs: Any) -> dict[str, Any]:
        request = provider_pb2.CreateRequest(urn=urn(token, name), properties=to_struct(inputs), preview=True)
        return from_struct(self.stub.Create(request).properties)

    def diff(self, made: Made, news: dict[str, Any], ignore: list[str] | None = None) -> Any:
        return self.stub.Diff(
            provider_pb2.DiffRequest(
                id=made.id,
                urn=urn(made.token, made.name),
                olds=to_struct(made.outputs),
                old_inputs=to_struct(made.inputs),
                news=to_struct(news),
                ignoreChanges=ignore or [],
            )
        )

    def update(self, made: Made, /, **news: Any) -> Made:
        inputs, failures = self.check(made.token, made.name, news, made.inputs)
        if failures:
            raise Refused("; ".join(f"{path}: {reason}" for path, reason in failures))
        with refusals():
            response = self.stub.Update(
                provider_pb2.UpdateRequest(
                    id=made.id,
                    urn=urn(made.token, made.name),
                    olds=to_struct(made.outputs),
                    old_inputs=to_struct(made.inputs),
                    news=to_struct(inputs),
                )
            )
        return Made(made.token, made.name, made.id, inputs, from_struct(response.properties))

    def preview_update(self, made: Made, /, **news: Any) -> dict[str, Any]:
        request = provider_pb2.UpdateRequest(
            id=made.id,
            urn=urn(made.token, made.name),
            olds=to_struct(made.outputs),
            news=to_struct(news),
            preview=True,
        )
        return from_struct(self.stub.Update(request).properties)

    def read(
        self, token: str, id_: str, made: Made | None = None
    ) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """(id, inputs, outputs); without `made` it is an import."""
        request = provider_pb2.ReadRequest(
            id=id_,
            urn=urn(token, "read"),
            inputs=to_struct(made.inputs if made else {}),
            properties=to_struct(made.outputs if made else {}),
        )
        with refusals():
            response = self.stub.Read(request)
        return response.id, from_struct(response.inputs), from_struct(response.properties)

    def delete(self, made: Made) -> None:
        with refusals():
            self.stub.Delete(provider_pb2.DeleteRequest(id=made.id, urn=urn(made.token, made.name)))

    def invoke(self, token: str, **args: Any) -> dict[str, Any]:
        with refusals():
            response = self.stub.Invoke(provider_pb2.InvokeRequest(tok=token, args=to_struct(args)))
        return from_struct(getattr(response, "return"))


class Refused(Exception):
    """The text that the engine would show."""


class refusals:
    def __enter__(self) -> None: ...

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, grpc.RpcError):
            raise Refused(error.details()) from None


def ports(azure: SimulatedAzure) -> dict[str, str]:
    return dict(entry.rsplit(":", 1) for entry in azure.debug_providers.split(","))


@pytest.fixture
def azure(tmp_path: Path) -> Iterator[SimulatedAzure]:
    with SimulatedAzure(tmp_path / "azure") as running:
        yield running


@pytest.fixture
def connect() -> Callable[[SimulatedAzure], Client]:
    """A client of the azure-native provider of any simulated Azure."""
    return lambda azure: Client(ports(azure)["azure-native"])


@pytest.fixture
def new_client(azure: SimulatedAzure) -> Callable[..., Client]:
    """A provider of its own, with settings: location, subscription."""
    return lambda **settings: Client(ports(azure)["azure-native"], **settings)


@pytest.fixture
def client(new_client: Callable[..., Client]) -> Client:
    return new_client()


@pytest.fixture
def kubernetes(azure: SimulatedAzure) -> Client:
    return Client(ports(azure)["kubernetes"])


@pytest.fixture
def group(client: Client) -> str:
    """The name of a resource group that exists."""
    client.create("azure-native:resources:ResourceGroup", "rg", resourceGroupName="rg-test")
    return "rg-test"


@pytest.fixture
def refused() -> Callable[[str], AbstractContextManager[None]]:
    """`with refused(text):` holds if the engine would print exactly `text`."""
    return expect_refusal


@contextmanager
def expect_refusal(text: str) -> Iterator[None]:
    with pytest.raises(Refused) as caught:
        yield
    assert str(caught.value) == text

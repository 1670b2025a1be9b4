"""The simulated Azure as running servers that the real Pulumi engine attaches to."""

from __future__ import annotations

from concurrent import futures
from pathlib import Path
from types import TracebackType

import grpc
from pulumi.runtime.proto import provider_pb2_grpc

from azure_simulator.cloud.events import Event
from azure_simulator.cloud.faults import Faults
from azure_simulator.cloud.seeds import SeedError, seed
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import SUBSCRIPTION_ID, Subscription
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.provider.kubernetes_service import Kubernetes
from azure_simulator.provider.service import AzureNative
from azure_simulator.provider.unknown_types import UnknownTypes

_MESSAGE_BYTES = 400 * 1024 * 1024
"""As in Pulumi's own plugins."""
_WORKERS = 32


class SimulatedAzure:
    """`with SimulatedAzure(folder) as azure:` keeps it running; what exists in it stays in `folder`."""

    def __init__(
        self,
        folder: Path,
        faults: Faults | None = None,
        settings: SubscriptionSettings | None = None,
        unknown_types: UnknownTypes = "refuse",
    ) -> None:
        self._folder = folder
        self._faults = faults or Faults()
        self._settings = settings or SubscriptionSettings()
        self._unknown_types = unknown_types
        self._servers: dict[str, tuple[grpc.Server, int]] = {}
        self._store: Store | None = None

    @property
    def faults(self) -> Faults:
        """What disturbs it; more may be added while it runs."""
        return self._faults

    def subscription(self, id_: str = SUBSCRIPTION_ID) -> Subscription:
        """What is in it, while it runs."""
        if self._store is None:
            raise RuntimeError("the simulated Azure is not running")
        return Subscription(self._store, id_, settings=self._settings)

    @property
    def debug_providers(self) -> str:
        """The value of PULUMI_DEBUG_PROVIDERS."""
        return ",".join(f"{name}:{port}" for name, (_, port) in self._servers.items())

    def happen(self, event: Event, seed: int = 0) -> list[str]:
        """Does what somebody else does while this runs, and returns the ids of what it was done to.

        Raises EventError."""
        return event.happen(self.subscription(), seed)

    def __enter__(self) -> SimulatedAzure:
        self._store = Store(self._folder)
        try:
            seed(Subscription(self._store), self._settings.existing, self._settings.soft_deleted)
        except SeedError:
            self._store.close()
            raise
        self._servers = {
            "azure-native": _serve(
                AzureNative(self._store, self._faults, self._settings, self._unknown_types)
            ),
            "kubernetes": _serve(Kubernetes(self._store, self._faults)),
        }
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server, _ in self._servers.values():
            server.stop(grace=0.5).wait()
        self._servers = {}
        if self._store is not None:
            self._store.close()


def _serve(servicer: provider_pb2_grpc.ResourceProviderServicer) -> tuple[grpc.Server, int]:
    options = [
        ("grpc.max_send_message_length", _MESSAGE_BYTES),
        ("grpc.max_receive_message_length", _MESSAGE_BYTES),
    ]
    server = grpc.server(futures.ThreadPoolExecutor(_WORKERS), options=options)
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port

"""What every simulated provider says alike."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

import grpc
from pulumi.runtime.proto import provider_pb2

from azure_simulator.arm import ArmError, ProviderError

Servicer = TypeVar("Servicer")


def handshake() -> provider_pb2.ProviderHandshakeResponse:
    return provider_pb2.ProviderHandshakeResponse(
        accept_secrets=True,
        accept_resources=True,
        accept_outputs=True,
        supports_autonaming_configuration=True,
    )


def answers_errors(
    method: Callable[[Servicer, Any, grpc.ServicerContext], Any],
) -> Callable[[Servicer, Any, grpc.ServicerContext], Any]:
    """Turns refusals into the exact text that the engine prints; a bug of ours shows its traceback."""

    @functools.wraps(method)
    def answer(self: Servicer, request: Any, context: grpc.ServicerContext) -> Any:
        try:
            return method(self, request, context)
        except (ArmError, ProviderError) as refusal:
            text = str(refusal)
        except Exception:
            text = f"the simulated Azure failed; this is a bug in it:\n{traceback.format_exc()}"
        return context.abort(grpc.StatusCode.UNKNOWN, text)

    return answer

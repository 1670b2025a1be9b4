"""Each type on four bad days: refused before, accepted and refused, accepted and never answered, slow. After
each, one resource is there as it was asked for, or none; and it goes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.faults import Fault
from azure_simulator.cloud.values import to_struct
from azure_simulator.provider.existing import existing
from azure_simulator.provider.server import SimulatedAzure
from helpers.one_of_each import Piece, programs
from simulator.conftest import Made, urn

FAULTS = ("before", "after", "lost", "slow")
USUAL = (
    "azure-native:app:ContainerApp",
    "azure-native:authorization:RoleAssignment",
    "azure-native:compute:VirtualMachineScaleSet",
    "azure-native:network:Subnet",
    "azure-native:storage:StorageAccount",
)
"""Types that every run tries; the others are a sweep's."""
GONE = ArmError(504, "GatewayTimeout", "No answer in time.", seen="a test")


def cases() -> list[Any]:
    return [
        pytest.param(
            token,
            fault,
            id=f"{token.removeprefix('azure-native:')}-{fault}",
            marks=() if token in USUAL else pytest.mark.soak,
        )
        for token in programs()
        for fault in FAULTS
    ]


def disturb(azure: SimulatedAzure, client: Any, piece: Piece, fault: str) -> None:
    """Creates it on a bad day."""
    kinds = {
        "before": Fault(piece.token, operation="create", error=GONE, times=1),
        "after": Fault(piece.token, operation="create", error=GONE, after=True, times=1),
        "lost": Fault(piece.token, operation="create", delay_s=0.5, times=1),
        "slow": Fault(piece.token, operation="create", delay_s=0.1, times=1),
    }
    azure.faults.faults[:] = [kinds[fault]]
    inputs, problems = client.check(piece.token, piece.name, piece.inputs)
    assert problems == []
    request = provider_pb2.CreateRequest(urn=urn(piece.token, piece.name), properties=to_struct(inputs))
    if fault == "slow":
        client.stub.Create(request)
        return
    with pytest.raises(grpc.RpcError) as failed:
        client.stub.Create(request, timeout=0.25 if fault == "lost" else None)
    codes = {"lost": grpc.StatusCode.DEADLINE_EXCEEDED}
    assert failed.value.code() == codes.get(fault, grpc.StatusCode.UNKNOWN), failed.value.details()


@pytest.mark.parametrize(("token", "fault"), cases())
def test_a_bad_day_leaves_one_resource_or_none(
    token: str, fault: str, azure: SimulatedAzure, client: Any, tmp_path: Path
) -> None:
    *before, piece = programs()[token]
    made = [client.create(one.token, one.name, **one.inputs) for one in before]
    disturb(azure, client, piece, fault)
    found = existing(tmp_path / "azure", piece.token, piece.inputs)
    for _ in range(100):  # who gives up early may be gone before Azure has begun
        if found is not None or fault != "lost":
            break
        time.sleep(0.1)
        found = existing(tmp_path / "azure", piece.token, piece.inputs)
    assert (found is None) == (fault == "before")
    if found is None:
        last = client.create(piece.token, piece.name, **piece.inputs)
    else:  # as `make up` takes it in
        read = client.read(piece.token, found.id)
        last = Made(piece.token, piece.name, found.id, dict(piece.inputs), read[2])
        refused = client.check(piece.token, piece.name, piece.inputs)[0]
        request = provider_pb2.CreateRequest(urn=urn(token, piece.name), properties=to_struct(refused))
        with pytest.raises(grpc.RpcError, match="cannot create already existing"):
            client.stub.Create(request)
    again = client.check(piece.token, piece.name, piece.inputs, last.inputs)[0]
    assert list(client.diff(Made(token, piece.name, last.id, again, last.outputs), again).diffs) == []
    if not piece.kept:
        client.delete(last)
    for one, resource in reversed(list(zip(before, made, strict=True))):
        if not one.kept:
            client.delete(resource)

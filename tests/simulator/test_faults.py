"""Faults: read from JSON, matched, counted."""

from __future__ import annotations

import time

import pytest

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.faults import Faults

TOKEN = "azure-native:compute:VirtualMachineScaleSet"


def test_error_hits_as_often_as_asked() -> None:
    faults = Faults.from_json(
        '[{"type": "*:VirtualMachineScaleSet", "operation": "create", "times": 1,'
        ' "error": {"status": 409, "code": "AllocationFailed", "message": "No capacity."}}]'
    )
    with faults.around("update", TOKEN, "vmss"), faults.around("create", "azure-native:compute:Disk", "d"):
        pass
    with pytest.raises(ArmError) as refused, faults.around("create", TOKEN, "vmss"):
        pass
    assert str(refused.value) == 'Status=409 Code="AllocationFailed" Message="No capacity."'
    with faults.around("create", TOKEN, "vmss"):
        pass


def test_delay_comes_after_the_work() -> None:
    faults = Faults.from_json('[{"name": "VMSS*", "delay_s": 0.2}]')
    started = time.monotonic()
    with faults.around("create", TOKEN, "vmss-a"):
        worked = time.monotonic() - started
    assert worked < 0.1
    assert time.monotonic() - started >= 0.2


@pytest.mark.parametrize("text", ["", "  ", "[]"])
def test_no_faults(text: str) -> None:
    assert Faults.from_json(text).faults == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type": "*"}', "faults: expected a list of objects"),
        ("[1]", "faults[0]: expected an object, got 1"),
        (
            '[{"typ": "*"}]',
            "faults[0]: unknown key 'typ'; known are delay_s, error, name, operation, times, type",
        ),
        ('[{"operation": "put"}]', "faults[0].operation: 'put' is none of create, read, update, delete"),
        ('[{"error": {"status": 409}}]', "faults[0].error: needs exactly status, code and message"),
    ],
)
def test_bad_faults_are_named(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole text is compared
        Faults.from_json(text)
    assert str(refused.value) == message

"""Faults: read from JSON, matched, counted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.faults import Faults
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.testing.stacks import SimulatedSubscription, simulated_subscription

TOKEN = "azure-native:compute:VirtualMachineScaleSet"
DISK = "azure-native:compute:Disk"


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[Subscription]:
    with Store(tmp_path) as store:
        yield Subscription(store)


def test_error_hits_as_often_as_asked(cloud: Subscription) -> None:
    faults = Faults.from_json(
        '[{"type": "*:VirtualMachineScaleSet", "operation": "create", "times": 1,'
        ' "error": {"status": 409, "code": "AllocationFailed", "message": "No capacity."}}]'
    )
    with faults.around("update", TOKEN, "vmss", cloud), faults.around("create", DISK, "d", cloud):
        pass
    with pytest.raises(ArmError) as refused, faults.around("create", TOKEN, "vmss", cloud):
        pass
    assert str(refused.value) == 'Status=409 Code="AllocationFailed" Message="No capacity."'
    with faults.around("create", TOKEN, "vmss", cloud):
        pass


def test_delay_comes_after_the_work(cloud: Subscription) -> None:
    faults = Faults.from_json('[{"name": "VMSS*", "delay_s": 0.2}]')
    started = time.monotonic()
    with faults.around("create", TOKEN, "vmss-a", cloud):
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
            "faults[0]: unknown key 'typ'; known are after, chance, delay_s, error, name, operation, then, "
            "times, type",
        ),
        ('[{"operation": "put"}]', "faults[0].operation: 'put' is none of create, read, update, delete"),
        (
            '[{"operation": ["create"]}]',
            "faults[0].operation: ['create'] is none of create, read, update, delete",
        ),
        ('[{"type": 5}]', "faults[0].type: expected text, a glob as in '*:StorageAccount', got 5"),
        ('[{"name": null}]', "faults[0].name: expected text, a glob as in 'st*', got None"),
        ('[{"times": "x"}]', "faults[0].times: expected a whole number of at least 1, got 'x'"),
        ('[{"times": 0}]', "faults[0].times: expected a whole number of at least 1, got 0"),
        ('[{"times": true}]', "faults[0].times: expected a whole number of at least 1, got True"),
        ('[{"delay_s": "soon"}]', "faults[0].delay_s: expected a number of seconds from 0 on, got 'soon'"),
        ('[{"delay_s": -1}]', "faults[0].delay_s: expected a number of seconds from 0 on, got -1"),
        ('[{"delay_s": Infinity}]', "faults[0].delay_s: expected a number of seconds from 0 on, got inf"),
        (
            '[{"error": 5}]',
            "faults[0].error: expected an object with status, code and message, got 5",
        ),
        (
            '[{"error": {"status": 409}}]',
            "faults[0].error: expected an object with status, code and message, got {'status': 409}",
        ),
        (
            '[{"error": {"status": "409", "code": "C", "message": "m"}}]',
            "faults[0].error.status: expected an HTTP status from 400 to 599, got '409'",
        ),
        (
            '[{"error": {"status": 200, "code": "C", "message": "m"}}]',
            "faults[0].error.status: expected an HTTP status from 400 to 599, got 200",
        ),
        (
            '[{"error": {"status": 409, "code": 1, "message": null}}]',
            "faults[0].error.code: expected text, got 1\nfaults[0].error.message: expected text, got None",
        ),
        ('[{"after": "yes"}]', "faults[0].after: expected true or false, got 'yes'"),
        ('[{"after": true}]', "faults[0].after: says when the error comes, and there is no error"),
        (
            '[1, {"times": 1}, {"times": 0, "delay_s": -1}]',
            "faults[0]: expected an object, got 1\n"
            "faults[2].delay_s: expected a number of seconds from 0 on, got -1\n"
            "faults[2].times: expected a whole number of at least 1, got 0",
        ),
        (
            "[{]",
            "faults: no JSON: Expecting property name enclosed in double quotes: line 1 column 3 (char 2)",
        ),
    ],
)
def test_bad_faults_are_named(text: str, message: str) -> None:
    assert _problem(text) == message


def _problem(text: str) -> str:
    try:
        Faults.from_json(text)
    except Exception as problem:
        return str(problem)
    return "none"


def test_an_answer_is_lost_after_the_work(cloud: Subscription) -> None:
    text = (
        '[{"operation": "create", "after": true, "times": 1,'
        ' "error": {"status": 504, "code": "GatewayTimeout", "message": "No answer."}}]'
    )
    assert _problem(text) == "none"
    worked = []
    with pytest.raises(ArmError) as lost, Faults.from_json(text).around("create", TOKEN, "vmss", cloud):
        worked.append("vmss")
    assert str(lost.value) == 'Status=504 Code="GatewayTimeout" Message="No answer."'
    assert worked == ["vmss"]


def test_the_seed_of_a_sweep_decides_what_the_kit_leaves_to_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hit: dict[str, list[bool]] = {}
    for seed in ("7", "8", "7"):
        monkeypatch.setenv("SOAK_SEED", seed)
        busy = (409, "Busy", "Try again later.")
        with (
            simulated_subscription(tmp_path / f"{seed}-{len(hit)}") as azure,
            azure.fault(chance=0.5, error=busy),
        ):
            found = [_is_hit(azure, f"disk-{number}") for number in range(20)]
        assert hit.setdefault(seed, found) == found
    assert hit["7"] != hit["8"]


def _is_hit(azure: SimulatedSubscription, name: str) -> bool:
    try:
        with azure._azure.faults.around("create", DISK, name, azure._azure.subscription()):
            return False
    except ArmError:
        return True

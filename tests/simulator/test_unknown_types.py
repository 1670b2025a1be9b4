"""Types without a file: refused, or kept by their shape alone where that is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.provider import unknown_types
from azure_simulator.provider.server import SimulatedAzure
from helpers.offline import AT_THE_END, program
from simulator.conftest import Client, ports

PLAN = "azure-native:web:AppServicePlan"
SETTING = "azure-native:web:WebAppApplicationSettings"


@pytest.fixture(autouse=True)
def forgotten() -> Any:
    """What a test has made known is forgotten."""
    resource_type.all_types()
    before = dict(ResourceType.registry)
    yield
    ResourceType.registry.clear()
    ResourceType.registry.update(before)


@pytest.fixture
def lenient(tmp_path: Path) -> Any:
    with SimulatedAzure(tmp_path / "lenient", unknown_types="shape") as azure:
        client = Client(ports(azure)["azure-native"])
        client.create("azure-native:resources:ResourceGroup", "rg", resourceGroupName="rg-test")
        yield client


def refusal(client: Any, token: str) -> str:
    with pytest.raises(grpc.RpcError) as refused:
        client.check(token, "plan", {})
    return str(refused.value.details())


def test_its_shape_is_held_and_nothing_else(lenient: Any) -> None:
    assert lenient.check(PLAN, "plan", {"resourceGroupName": "rg-test", "isSpott": True})[1] == [
        ("isSpott", "unknown property 'isSpott'; did you mean 'isSpot'?")
    ]
    plan = lenient.create(PLAN, "plan", resourceGroupName="rg-test", sku={"name": "P1v3"})
    assert plan.outputs["type"] == "Simulated.web/AppServicePlan"
    assert lenient.read(PLAN, plan.id, plan)[1] == plan.inputs
    inside = lenient.create(
        SETTING, "settings", resourceGroupName="rg-test", name="app", properties={"KEY": "value"}
    )
    assert inside.id != plan.id
    assert unknown_types.kept() == [PLAN, SETTING]
    lenient.delete(plan)
    assert lenient.read(PLAN, plan.id)[0] == ""


def test_what_the_sdk_lacks_too_is_refused(lenient: Any) -> None:
    assert refusal(lenient, "azure-native:web:Webb") == (
        "pulumi-azure-native has no azure-native:web:Webb: module 'pulumi_azure_native.web' has no attribute "
        "'Webb'"
    )


def test_the_variable_holds_one_of_two_words() -> None:
    assert [unknown_types.from_text(text) for text in ("", "refuse", "shape")] == [
        "refuse",
        "refuse",
        "shape",
    ]
    with pytest.raises(ValueError, match=r"expected refuse, the default, or shape, got 'yes'"):
        unknown_types.from_text("yes")


@pytest.mark.engine
def test_such_types_are_listed_at_the_end(tmp_path: Path) -> None:
    code = (
        "from pulumi_azure_native import resources, web\n"
        "group = resources.ResourceGroup('g', resource_group_name='rg', location='eastus')\n"
        "web.AppServicePlan('plan', resource_group_name=group.name, location='eastus')\n"
    )
    made = program(tmp_path, code)
    assert f"the simulated Azure has no {PLAN}" in made.up(status=None)
    made.offline.environment = {**AT_THE_END, "VIRTUAL_ENV": "", "AZURE_SIMULATOR_UNKNOWN_TYPES": "shape"}
    printed = made.up()
    assert printed.endswith(
        f"azure-simulator: kept by their shape alone, with nothing checked that only Azure knows: {PLAN}\n"
    )
    made.up("--skip-preview", "--expect-no-changes")
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert made.resources() == []

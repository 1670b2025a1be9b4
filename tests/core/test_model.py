"""What every model promises: closed, frozen, strict, and errors in our words."""

import asyncio
import runpy
from enum import StrEnum
from pathlib import Path
from typing import Any

import pulumi
import pytest
from pydantic import StrictInt, ValidationError

from azure_ai_landing_zone import SettingsError, Tags, TrainingClusterArgs
from azure_ai_landing_zone.core.model import Input, Model

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me"


class Inner(Model):
    """A part."""

    how_many: StrictInt
    resource_id: Input[str]


class Outer(Model):
    """A whole."""

    inner: Inner
    parts: list[Inner] = []  # noqa: RUF012 (pydantic copies defaults)


def args(**changes: Any) -> TrainingClusterArgs:
    values: dict[str, Any] = {
        "location": "eastus",
        "resource_group_name": "rg",
        "subnet_resource_id": "subnet",
        "identity_resource_id": "identity",
        "size": "Standard_ND96isr_H100_v5",
        "node_count": 4,
        "image_version": "24.04.2026072901",
        "ssh_public_key": KEY,
    }
    return TrainingClusterArgs(**(values | changes))


def test_an_input_is_a_value_or_the_promise_of_one() -> None:
    async def later() -> str:
        return "id"

    promise = later()
    output = pulumi.Output.from_input("id")
    for value in ("id", output, promise):
        assert Inner(how_many=1, resource_id=value).resource_id is value
    assert asyncio.run(promise) == "id"


def test_problems_have_the_names_of_python_and_one_line_each() -> None:
    with pytest.raises(SettingsError) as raised:
        Outer(
            inner={"how_many": True, "resource_id": 1, "how_mnay": 2},  # type: ignore[arg-type]  # wrong on purpose
            parts=[{"how_many": "3"}],  # type: ignore[list-item]  # wrong on purpose
        )
    assert str(raised.value) == (
        "5 problems in the arguments of Outer:\n"
        "  inner.how_many: must be a whole number, got true\n"
        "  inner.resource_id: must be text, got 1: write it in quotes\n"
        "  inner.how_mnay: unknown setting: did you mean `how_many`?\n"
        '  parts[0].how_many: must be a whole number, got "3": write it without quotes\n'
        "  parts[0].resource_id: missing, and required"
    )


def test_the_engine_prints_it_without_a_traceback() -> None:
    assert issubclass(SettingsError, pulumi.RunError)


def test_models_are_frozen() -> None:
    tags = Tags(owner="me", cost_center="1", environment="dev")
    with pytest.raises(ValidationError, match="frozen"):
        tags.owner = "you"


def test_a_component_checks_its_arguments_as_a_stack_file_does() -> None:
    with pytest.raises(SettingsError) as raised:
        args(size="Standard_ND96asr_v4", node_count=101, security_type="TrustedLaunch")
    assert str(raised.value) == (
        "2 problems in the arguments of TrainingClusterArgs:\n"
        "  node_count: 101 nodes don't fit into one placement group of 100, and nodes in several have no "
        "InfiniBand "
        "between them: Azure's support grants up to 300 for HPC sizes: once it has, set `node_limit`\n"
        "  security_type: Standard_ND96asr_v4 doesn't support Trusted Launch: leave it out, or set it to "
        "Standard"
    )


def test_names_that_azure_has_and_a_cluster_cant_have() -> None:
    with pytest.raises(SettingsError) as raised:
        args(orchestration_mode="Flexible")
    assert str(raised.value) == (
        "1 problem in the arguments of TrainingClusterArgs:\n"
        "  orchestration_mode: the scale set is always Uniform: Flexible scale sets have no InfiniBand, "
        "whatever their "
        "size. Leave it out"
    )


class Metal(StrEnum):
    """Few."""

    IRON = "iron"
    TIN = "tin"


Many = StrEnum("Many", ["A_1", "A_2", "A_3", "A_4", "A_5", "A_6", "A_7", "A_8", "A_9", "A_10", "A_11"])


class Choice(Model):
    """Of few and of many."""

    metal: Metal = Metal.IRON
    many: Many = Many.A_1


def test_a_choice_of_few_is_listed() -> None:
    assert Choice(metal=Metal.TIN).metal is Metal.TIN
    with pytest.raises(SettingsError) as raised:
        Choice(metal="tim")  # type: ignore[arg-type]  # wrong on purpose
    assert str(raised.value).endswith("\n  metal: must be 'iron' or 'tin', got \"tim\"")


def test_a_choice_of_many_names_the_likely_one() -> None:
    with pytest.raises(SettingsError) as raised:
        Choice(many="a_8x")  # type: ignore[arg-type]  # wrong on purpose
    assert str(raised.value).endswith("\n  many: must be one of 11 names, such as 'a_8', got \"a_8x\"")


def test_a_program_s_error_says_where_in_the_program(tmp_path: Path) -> None:
    """Five stores have the same arguments, and none has a name before it is made."""
    program = tmp_path / "__main__.py"
    program.write_text(
        "from azure_ai_landing_zone import Tags\n"
        "Tags(owner='a', cost_center='1', environment='dev')\n"
        "Tags(owner='b', cost_center='', environment='dev')\n"
    )
    with pytest.raises(SettingsError) as raised:
        runpy.run_path(str(program), run_name="__main__")
    assert str(raised.value).splitlines()[0] == "1 problem in the arguments of Tags (__main__.py, line 3):"

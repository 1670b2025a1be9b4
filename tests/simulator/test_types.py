"""Every simulated type: declared as the SDK has it, with its source."""

from __future__ import annotations

import re

import pytest

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.resource_type import ResourceType

TYPES = resource_type.all_types()


@pytest.mark.parametrize("unit", TYPES, ids=lambda unit: unit.pulumi_type)
def test_type_is_declared_as_the_sdk_has_it(unit: ResourceType) -> None:
    shape = resource_shape(unit.pulumi_type)
    known = shape.inputs.fields
    assert set(unit.arm.parameters) <= set(known), "a path parameter is no input of the class"
    assert {re.split(r"[.\[]", key)[0] for key in (*unit.replaces, *unit.fixed)} <= set(known)
    assert not unit.replaces & set(unit.fixed), "replaced, or refused"
    assert set(unit.defaults) <= set(shape.outputs.fields)
    assert unit.sub_resources <= set(known)
    assert unit.ignored_references <= set(known)


@pytest.mark.parametrize("unit", TYPES, ids=lambda unit: unit.pulumi_type)
def test_type_says_where_its_behaviour_is_written_down(unit: ResourceType) -> None:
    assert unit.source.startswith("learn.microsoft.com/")
    shape = resource_shape(unit.pulumi_type)
    if "/rest/" in unit.source and (dated := re.search(r"\((.+)\)", unit.source)):
        assert dated[1] == shape.api_version, "a page of the REST API is that of the version in use"
    assert type(unit).__module__.startswith("azure_simulator.types.")


def test_each_type_has_a_file_and_a_path_of_its_own() -> None:
    modules = [type(unit).__module__ for unit in TYPES]
    paths = [unit.path.lower() for unit in TYPES]
    assert len(modules) == len(set(modules))
    assert len(paths) == len(set(paths))

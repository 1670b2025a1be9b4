"""What is true of every stack's state, without the engine: of what `make states` has written down."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import recorded
from azure_ai_landing_zone.catalog import api_versions
from azure_ai_landing_zone.catalog.api_versions import API_RETIREMENTS
from azure_simulator.cloud import resource_type
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.schema import problems
from helpers.offline import ROOT


def test_every_stack_is_recorded() -> None:
    stacks = {path.name.split(".")[1] for path in (ROOT / "stacks").glob("Pulumi.*.yaml")}
    assert set(recorded.stacks()) == stacks


def test_no_state_holds_code_that_the_next_person_runs() -> None:
    """The SDK pickles the provider of a dynamic resource into the state, and refresh and destroy run it."""
    code = {
        f"{stack}: {one['urn'].split('::')[-1]}"
        for stack in recorded.stacks()
        for one in recorded.resources(stack)
        if "__provider" in one.get("inputs", {}) or "pulumi-python:dynamic" in one["urn"]
    }
    assert code == set()


def test_no_component_is_made_by_pickled_code() -> None:
    """Those that no stack of ours makes either."""
    folder = ROOT / "components" / "azure_ai_landing_zone"
    users = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if re.search(r"\bpulumi(\.dynamic| import .*\bdynamic)\b", path.read_text(encoding="utf-8"))
    }
    assert users == set()


def test_nothing_inside_another_resource_is_written_as_arm_does() -> None:
    """The provider looks for it in a version of its own before it makes it, Azure answers that the resource's
    provider has no such version, and nothing is made (pulumi/pulumi-azure-native#4109; CanCreate in
    client_azcore.go, read 2026-11-22). A deployment makes it."""
    inside = {
        f"{stack}: {one['urn'].split('::')[-1]}"
        for stack in recorded.stacks()
        for one in recorded.resources(stack)
        if one["urn"].split("::")[0].endswith("azure-native:resources:Resource")
        and one["inputs"]["parentResourcePath"]
    }
    assert inside == set()


def test_the_simulated_azure_warns_of_nothing_that_a_stack_says() -> None:
    said = {
        f"{stack}: {one['urn'].split('::')[-1]}: {problem.path}"
        for stack in recorded.stacks()
        for one in recorded.resources(stack)
        if (unit := resource_type.find(one["urn"].split("::")[0].split("$")[-1]))
        for problem in problems(resource_shape(unit.pulumi_type).inputs, one.get("inputs", {}))
        if problem.severity == "warning"
    }
    assert said == set()


def test_no_stack_is_written_with_an_api_that_retires_within_a_year() -> None:
    """Of the day on which the catalogue was last compared with Azure's pages."""
    year_on = max(one.as_of for one in API_RETIREMENTS.values()) + timedelta(days=365)
    retiring = {
        f"{stack}: {one['urn'].split('::')[-1]}: {found.provider} {version}"
        for stack in recorded.stacks()
        for one in recorded.resources(stack)
        for provider, version in _apis(one)
        if (found := api_versions.find(provider, version)) and found.over_on(year_on)
    }
    assert retiring == set()


def _apis(resource: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Provider and version of all that a resource makes, as far as the catalogue knows the provider."""
    inputs = resource.get("inputs", {})
    _, _, type_ = resource["urn"].split("::")[0].split("$")[-1].partition("azure-native:")
    if type_ == "resources:Resource":
        yield inputs["resourceProviderNamespace"], inputs["apiVersion"]
    elif type_ == "resources:Deployment":
        for one in inputs["properties"]["template"]["resources"]:
            yield one["type"].partition("/")[0], one["apiVersion"]
    elif known := api_versions.of_module(type_.partition(":")[0]):
        yield known.provider, known.azure_native_version

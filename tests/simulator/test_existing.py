"""What is there though no state knows of it, as it is found for those who take it in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from azure_simulator.cloud.store import Resource, Store
from azure_simulator.provider.existing import Existing, existing
from azure_simulator.provider.server import SimulatedAzure

SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001"
HUB = "00000000-0000-0000-0000-00000000000a"
GROUP = "azure-native:resources:ResourceGroup"
CONFIG_MAP = "kubernetes:core/v1:ConfigMap"
RELEASE = "kubernetes:helm.sh/v3:Release"


def test_a_resource_is_found_as_it_would_have_been_answered(tmp_path: Path, connect: Any) -> None:
    with SimulatedAzure(tmp_path) as azure:
        made = connect(azure).create(GROUP, "rg", resourceGroupName="RG", location="eastus", tags={"a": "b"})
        # with another spelling, and with what a program has changed meanwhile
        found = existing(tmp_path, GROUP, {"resourceGroupName": "rg", "location": "westus"})
    assert found == Existing(f"{SUBSCRIPTION}/resourceGroups/RG", made.inputs, made.outputs)


@pytest.mark.parametrize(
    ("token", "inputs"),
    [
        (GROUP, {"resourceGroupName": "other"}),
        (GROUP, {}),
        ("azure-native:no:Such", {"resourceGroupName": "rg"}),
        (CONFIG_MAP, {"metadata": {"name": "d"}}),
        (CONFIG_MAP, {}),
        (RELEASE, {"chart": "oci://x/keda"}),
    ],
)
def test_what_is_not_there_is_not_found(tmp_path: Path, token: str, inputs: dict[str, Any]) -> None:
    assert existing(tmp_path / "none", token, inputs) is None
    with Store(tmp_path) as store:
        store.put(Resource(f"{SUBSCRIPTION}/resourceGroups/rg", GROUP))
        store.put(Resource("/kubernetes/x/v1/ConfigMap/ns/c", CONFIG_MAP, body=_config_map("c")))
        store.put(Resource("/kubernetes/x/helm.sh/v3/Release/ns/r", RELEASE, body={"name": "r"}))
    assert existing(tmp_path, token, inputs) is None


def test_a_resource_is_looked_for_in_the_subscription_of_its_provider(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put(Resource(f"/subscriptions/{HUB}/resourceGroups/rg", GROUP))
    assert existing(tmp_path, GROUP, {"resourceGroupName": "rg"}) is None
    assert existing(tmp_path, GROUP, {"resourceGroupName": "rg"}, HUB) == Existing(
        f"/subscriptions/{HUB}/resourceGroups/rg", {}, {}
    )


def test_objects_and_releases_are_found_by_their_names(tmp_path: Path) -> None:
    release = {"name": "r", "namespace": "ns", "chart": "oci://x/keda"}
    with Store(tmp_path) as store:
        store.put(Resource("/kubernetes/x/v1/ConfigMap/ns/c", CONFIG_MAP, body=_config_map("c")))
        store.put(Resource("/kubernetes/x/v1/ConfigMap/ns/d", CONFIG_MAP, body=_config_map("d")))
        store.put(Resource("/kubernetes/y/v1/ConfigMap/ns/d", CONFIG_MAP, body=_config_map("d")))
        store.put(Resource("/kubernetes/x/helm.sh/v3/Release/ns/r", RELEASE, inputs=release, body=release))
    assert existing(tmp_path, CONFIG_MAP, _config_map("c")) == Existing("ns/c", {}, _config_map("c"))
    assert existing(tmp_path, CONFIG_MAP, _config_map("d")) is None, "in two clusters: which is meant?"
    assert existing(tmp_path, RELEASE, release) == Existing("ns/r", release, release)


def _config_map(name: str) -> dict[str, Any]:
    return {"metadata": {"name": name, "namespace": "ns"}}

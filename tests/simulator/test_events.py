"""What happens in Azure unasked, and how a scenario asks for it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from azure_simulator.cloud.events import Event, EventError
from azure_simulator.cloud.faults import Faults
from azure_simulator.provider.server import SimulatedAzure
from simulator.samples import ACCOUNT_ID, COMPUTE, NETWORK, PROVIDERS, STORAGE, scale_set

SET = f"{COMPUTE}:VirtualMachineScaleSet"
SETS = f"{PROVIDERS}/Microsoft.Compute/virtualMachineScaleSets"
ENDPOINTS = f"{PROVIDERS}/Microsoft.Network/privateEndpoints"


@pytest.fixture
def network(client: Any, group: str) -> str:
    given = {"resourceGroupName": group, "virtualNetworkName": "v"}
    space = {"addressPrefixes": ["10.0.0.0/16"]}
    client.create(f"{NETWORK}:VirtualNetwork", "v", **given, addressSpace=space)
    client.create(f"{NETWORK}:Subnet", "n", **given, addressPrefix="10.0.0.0/20")
    return group


def machines(name: str, policy: str | None = None) -> dict[str, Any]:
    inputs = scale_set(resourceGroupName="rg-test", vmScaleSetName=name)
    if policy is not None:
        inputs["virtualMachineProfile"] |= {"priority": "Spot", "evictionPolicy": policy}
    return inputs


def test_autoscale_changes_a_count_and_a_refresh_finds_it(
    azure: SimulatedAzure, client: Any, network: str
) -> None:
    assert network
    made = client.create(SET, "one", **machines("one"))
    assert azure.happen(Event("scale", type="*:virtualmachinescaleset", count=5)) == [f"{SETS}/one"]
    _, inputs, outputs = client.read(SET, made.id, made)
    assert (inputs["sku"]["capacity"], outputs["sku"]["capacity"]) == (5, 5)


@pytest.mark.parametrize(("policy", "left"), [("Delete", 1), ("Deallocate", 2)])
def test_a_spot_machine_goes(
    azure: SimulatedAzure, client: Any, network: str, policy: str, left: int
) -> None:
    assert network
    client.create(SET, "bought", **machines("bought"))
    made = client.create(SET, "spot", **machines("spot", policy))
    assert azure.happen(Event("evict")) == [f"{SETS}/spot"]
    assert client.read(SET, made.id, made)[2]["sku"]["capacity"] == left


def test_the_seed_decides_which_one_goes(azure: SimulatedAzure, client: Any, network: str) -> None:
    assert network
    for name in ("a", "b", "c"):
        client.create(SET, name, **machines(name, "Deallocate"))
    chosen = [azure.happen(Event("evict"), seed)[0].rpartition("/")[2] for seed in (1, 1, 3, 5)]
    assert chosen == ["a", "a", "a", "c"]


def test_somebody_changes_and_deletes_things_in_the_portal(
    azure: SimulatedAzure, client: Any, network: str
) -> None:
    assert network
    made = client.create(SET, "one", **machines("one"))
    azure.happen(Event("change", name="one", set={"tags": {"by": "hand"}, "sku.capacity": 1}))
    _, inputs, _ = client.read(SET, made.id, made)
    assert (inputs["tags"], inputs["sku"]["capacity"]) == ({"by": "hand"}, 1)
    azure.happen(Event("delete", type=SET))
    assert client.read(SET, made.id, made)[0] == ""


def test_what_can_not_happen_is_said(azure: SimulatedAzure, client: Any, network: str) -> None:
    assert client.read(SET, f"{SETS}/none")[0] == "", network
    texts = []
    for event in (Event("evict"), Event("scale", name="x", count=1), Event("delete", name="n*x")):
        with pytest.raises(EventError) as refused:
            azure.happen(event)
        texts.append(str(refused.value))
    assert texts == [
        "can't evict * named *: nothing on spot has that type and name",
        "can't scale * named x: no scale set and no pool has that type and name",
        "can't delete * named n*x: nothing has that type and name",
    ]


def endpoint(client: Any) -> Any:
    client.create(
        f"{STORAGE}:StorageAccount",
        "s",
        resourceGroupName="rg-test",
        accountName="stsim",
        kind="StorageV2",
        sku={"name": "Standard_ZRS"},
    )
    connection = {"name": "blob", "privateLinkServiceId": ACCOUNT_ID, "groupIds": ["blob"]}
    return client.create(
        f"{NETWORK}:PrivateEndpoint",
        "p",
        resourceGroupName="rg-test",
        privateEndpointName="pe",
        subnet={"id": f"{PROVIDERS}/Microsoft.Network/virtualNetworks/v/subnets/n"},
        manualPrivateLinkServiceConnections=[connection],
    )


def states(client: Any) -> list[str]:
    connections = client.read(f"{STORAGE}:StorageAccount", ACCOUNT_ID)[2]["privateEndpointConnections"]
    return [one["privateLinkServiceConnectionState"]["status"] for one in connections]


def test_a_connection_is_approved(azure: SimulatedAzure, client: Any, network: str) -> None:
    assert network
    endpoint(client)
    assert states(client) == ["Pending"]
    assert azure.happen(Event("approve")) == [f"{ENDPOINTS}/pe"]
    assert states(client) == ["Approved"]
    with pytest.raises(EventError, match=r"no connection of that type and name waits for approval"):
        azure.happen(Event("approve"))


def test_a_gateway_is_closed_when_its_connection_is_approved(
    azure: SimulatedAzure, client: Any, network: str, refused: Any
) -> None:
    service = client.create(
        "azure-native:apimanagement:ApiManagementService",
        "gateway",
        resourceGroupName=network,
        serviceName="apim-test",
        publisherEmail="a@example.com",
        publisherName="a",
        sku={"name": "StandardV2", "capacity": 1},
    )
    connection = {"name": "gateway", "privateLinkServiceId": service.id, "groupIds": ["Gateway"]}
    client.create(
        f"{NETWORK}:PrivateEndpoint",
        "p",
        resourceGroupName=network,
        privateEndpointName="pe",
        subnet={"id": f"{PROVIDERS}/Microsoft.Network/virtualNetworks/v/subnets/n"},
        manualPrivateLinkServiceConnections=[connection],
    )
    closed = {**service.inputs, "publicNetworkAccess": "Disabled"}
    with refused(
        'Status=400 Code="NotSupported" Message="Disabling all `publicNetworkAccess` for service: '
        f"{service.id} is not supported if the service does not atleast one approved Private Endpoint "
        'Connections."'
    ):
        client.update(service, **closed)
    azure.happen(Event("approve"))
    client.update(service, **closed)


def test_a_scenario_lets_things_happen_after_an_operation(tmp_path: Path, connect: Any) -> None:
    group = "azure-native:resources:ResourceGroup"
    scenario = [{"type": group, "name": "two", "operation": "create", "then": [{"delete": {"name": "one"}}]}]
    with SimulatedAzure(tmp_path, Faults.from_json(json.dumps(scenario))) as azure:
        client = connect(azure)
        one = client.create(group, "one", resourceGroupName="one")
        client.create(group, "two", resourceGroupName="two")
        assert client.read(group, one.id, one)[0] == ""


def test_the_seed_decides_whom_a_fault_hits_in_whatever_order(tmp_path: Path, connect: Any) -> None:
    group = "azure-native:resources:ResourceGroup"
    error = {"status": 409, "code": "C", "message": "M"}

    def hit(names: str, seed: int, folder: str) -> set[str]:
        scenario = {"seed": seed, "faults": [{"chance": 0.5, "operation": "create", "error": error}]}
        found = set()
        with SimulatedAzure(tmp_path / folder, Faults.from_json(json.dumps(scenario))) as azure:
            client = connect(azure)
            for name in names:
                try:
                    client.create(group, name, resourceGroupName=name)
                except Exception:
                    found.add(name)
        return found

    assert hit("abcdef", 7, "one") == hit("fedcba", 7, "two")
    assert hit("abcdef", 7, "three") != hit("abcdef", 8, "four")


def test_a_request_that_is_told_when_to_come_again_does(tmp_path: Path, connect: Any, refused: Any) -> None:
    group = "azure-native:resources:ResourceGroup"
    error = {"status": 429, "code": "TooManyRequests", "message": "Later.", "retryAfter_s": 0.01}
    faults = Faults.from_json(json.dumps([{"times": 3, "operation": "create", "error": error}]))
    with SimulatedAzure(tmp_path, faults) as azure:
        client = connect(azure)
        client.create(group, "one", resourceGroupName="one")
        assert faults.faults[0].times == 0
        faults.faults[0].times = 4
        with refused('Status=429 Code="TooManyRequests" Message="Later."'):
            client.create(group, "two", resourceGroupName="two")


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({"then": {}}, "faults[0].then: expected a list of events, got {}"),
        (
            {"then": [{"explode": {}}]},
            "faults[0].then[0]: expected an object with one of scale, evict, change, delete, approve, got "
            "{'explode': {}}",
        ),
        (
            {"then": [{"scale": {"name": 3, "to": 1}}]},
            "faults[0].then[0].scale: unknown key 'to'; known are count, name, type\n"
            "faults[0].then[0].scale.name: expected text, a glob, got 3\n"
            "faults[0].then[0].scale.count: expected a whole number from 0 on, got None",
        ),
        (
            {"then": [{"change": {"set": {}}}], "chance": 2},
            "faults[0].chance: expected a number from 0 to 1, got 2\n"
            "faults[0].then[0].change.set: expected an object of properties and their values, got {}",
        ),
        (
            {"error": {"status": 429, "code": "C", "message": "M", "retryAfter_s": "soon"}},
            "faults[0].error.retryAfter_s: expected a number of seconds from 0 on, got 'soon'",
        ),
    ],
)
def test_what_is_wrong_is_named(entry: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole text is compared
        Faults.from_json(json.dumps([entry]))
    assert str(refused.value) == text


@pytest.mark.programs
def test_the_command(tmp_path: Path) -> None:
    hub = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-hub"
    network = f"{hub}/providers/Microsoft.Network/virtualNetworks/hub"
    file = tmp_path / "events.yaml"

    def run(verb: str, content: Any) -> tuple[int, str]:
        file.write_text(json.dumps(content), encoding="utf-8")
        command = [sys.executable, "-m", "azure_simulator", verb, str(file)]
        done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    space = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}}
    run("seed", [{"id": network, "location": "eastus", "properties": space}])
    events = [{"change": {"name": "hub", "set": {"tags": {"a": "b"}}}}, {"delete": {"name": "hub"}}]
    assert run("happen", events) == (0, f"change: {network}\ndelete: {network}\n")
    assert run("happen", events[1:]) == (
        1,
        "azure-simulator: can't delete * named hub: nothing has that type and name\n",
    )
    assert run("happen", {}) == (1, f"azure-simulator: {file}: expected a list of events, got {{}}\n")

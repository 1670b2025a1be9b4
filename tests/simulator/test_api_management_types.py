"""API Management as Azure has it: when it can be closed, and what its parts refuse."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Put

SERVICE: dict[str, Any] = {
    "location": "eastus",
    "publisherEmail": "a@example.com",
    "publisherName": "a",
    "sku": {"name": "StandardV2", "capacity": 1},
}
SUBNET = {"subnetResourceId": "/subnets/s"}


def problems(name: str, props: dict[str, Any]) -> list[tuple[str, str]]:
    unit = resource_type.find(f"azure-native:apimanagement:{name}")
    assert unit is not None
    return list(unit.problems(props))


@pytest.mark.parametrize(
    ("name", "props", "expected"),
    [
        ("ApiManagementService", SERVICE, []),
        (
            "ApiManagementService",
            SERVICE | {"virtualNetworkType": "External"},
            [("virtualNetworkConfiguration", "virtualNetworkType 'External' needs a subnet")],
        ),
        (
            "ApiManagementService",
            SERVICE | {"virtualNetworkType": "Internal", "virtualNetworkConfiguration": SUBNET},
            [("virtualNetworkType", "'StandardV2' can't be injected: Developer, Premium, PremiumV2")],
        ),
        ("Backend", {"type": "Pool"}, [("pool", "a backend of type Pool needs one")]),
        (
            "Backend",
            {},
            [
                ("url", "a backend of type Single needs one"),
                ("protocol", "a backend of type Single needs one"),
            ],
        ),
        (
            "Backend",
            {"type": "Pool", "pool": {"services": [{"id": "/b"}] * 31}},
            [("pool.services", "a pool has at most 30 members, got 31")],
        ),
        (
            "Backend",
            {"url": "https://a", "protocol": "http", "circuitBreaker": {"rules": [{}, {}]}},
            [("circuitBreaker.rules", "a backend has at most one rule, got 2")],
        ),
        ("NamedValue", {"displayName": "caller-1", "value": "app"}, []),
        (
            "NamedValue",
            {"displayName": "a caller", "value": " "},
            [
                ("displayName", "letters, digits, period, dash and underscore only, got 'a caller'"),
                ("value", "it may not be empty or consist only of whitespace"),
            ],
        ),
        (
            "ApiDiagnostic",
            {"diagnosticId": "logs"},
            [("diagnosticId", "'logs' is none of applicationinsights, azuremonitor, local")],
        ),
        (
            "Logger",
            {"loggerType": "applicationInsights"},
            [("credentials", "a logger of Application Insights needs a connection string")],
        ),
    ],
)
def test_what_is_refused_at_once(name: str, props: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert problems(name, props) == expected


def put(name: str, props: dict[str, Any]) -> Put:
    return Put(cloud=None, id=f"/x/{name}", props=props, old=None)  # type: ignore[arg-type]  # nothing else exists


def test_none_is_closed_while_it_is_made() -> None:
    unit = resource_type.find("azure-native:apimanagement:ApiManagementService")
    assert unit is not None
    with pytest.raises(ArmError, match="is not enabled during service creation") as raised:
        unit.create(put("apim-a", SERVICE | {"publicNetworkAccess": "Disabled"}))
    assert raised.value.status == 400


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<policies><inbound></policies>", "mismatched tag"),
        ("<policy />", "'policy' is not a valid root element, expected 'policies'"),
        ("<policies><middle /></policies>", "'middle' is not a valid policy section"),
    ],
)
def test_a_policy_is_read(text: str, says: str) -> None:
    unit = resource_type.find("azure-native:apimanagement:ApiPolicy")
    assert unit is not None
    with pytest.raises(ArmError, match=says):
        unit.create(put("policy", {"format": "xml", "value": text}))
    assert unit.create(put("policy", {"format": "rawxml", "value": text})) == {}


def test_a_policy_names_what_is_there() -> None:
    unit = resource_type.find("azure-native:apimanagement:ApiPolicy")
    assert unit is not None
    values = [SimpleNamespace(body={"displayName": "caller-1"})]
    cloud = SimpleNamespace(children=lambda *_: values)
    asked = replace(
        put("policy", {"value": "<policies><inbound a='{{caller-1}}' /></policies>"}), cloud=cloud
    )
    assert unit.create(asked) == {}
    values.clear()
    with pytest.raises(ArmError, match="Cannot find a property 'caller-1'"):
        unit.create(asked)

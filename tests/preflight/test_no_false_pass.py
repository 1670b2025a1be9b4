"""Whatever Azure fails to say, no check that needed it says passed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from azure_ai_landing_zone.preflight.planning.demand import Demand, planned
from azure_ai_landing_zone.preflight.planning.judging import checks_of, judged
from azure_ai_landing_zone.preflight.planning.question import Failure, Question, Reply
from azure_ai_landing_zone.preflight.preflight import run_preflight
from azure_simulator.cloud.subscription_settings import ExistingResource, SubscriptionSettings
from helpers import preflights

S = f"/subscriptions/{preflights.SUBSCRIPTION}"
HUB = f"{S}/resourceGroups/rg-hub/providers/Microsoft.Network"
ZONE = f"{HUB}/privateDnsZones/privatelink.blob.core.windows.net"

FAILURES: Mapping[str, Reply] = {
    "no right": Failure("no right", 403, "AuthorizationFailed"),
    "not there": Failure("not there", 404, "ResourceNotFound"),
    "no such address": Failure("no such address", 404),
    "throttled": Failure("throttled", 429, "TooManyRequests"),
    "broken": Failure("broken", 500),
    "unreachable": Failure("unreachable"),
    "another shape": [{}],
    "texts for objects": ["text"],  # type: ignore[list-item]  # what no client should pass on
    "numbers for texts": [{"name": 1, "namespace": 1, "resourceType": 1, "model": 1, "id": 1, "version": 1}],
}


def spoke() -> Demand:
    """A stack in networks and zones of others."""
    group = {"resourceGroupName": "rg"}
    network = {**group, "virtualNetworkName": "vnet"}
    made: tuple[tuple[str, dict[str, Any]], ...] = (
        ("resources:ResourceGroup", {**group, "location": "eastus"}),
        (
            "network:VirtualNetwork",
            {**network, "location": "eastus", "addressSpace": {"addressPrefixes": ["10.1.0.0/16"]}},
        ),
        (
            "network:VirtualNetworkPeering",
            {
                **network,
                "virtualNetworkPeeringName": "p",
                "remoteVirtualNetwork": {"id": f"{HUB}/virtualNetworks/hub"},
            },
        ),
        (
            "network:HubVirtualNetworkConnection",
            {
                "resourceGroupName": HUB.split("/")[4],
                "virtualHubName": "wan-hub",
                "connectionName": "c",
                "remoteVirtualNetwork": {
                    "id": f"{S}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/vnet"
                },
            },
        ),
        (
            "network:PrivateDnsZoneGroup",
            {
                **group,
                "privateEndpointName": "pep",
                "privateDnsZoneGroupName": "default",
                "privateDnsZoneConfigs": [{"name": "a", "privateDnsZoneId": ZONE}],
            },
        ),
        ("privatedns:PrivateZone", {**group, "privateZoneName": "privatelink.blob.core.windows.net"}),
        (
            "privatedns:VirtualNetworkLink",
            {
                **group,
                "privateZoneName": "privatelink.blob.core.windows.net",
                "virtualNetworkLinkName": "l",
                "virtualNetwork": {"id": f"{HUB}/virtualNetworks/hub"},
            },
        ),
        ("storage:StorageAccount", {**group, "accountName": "taken", "location": "eastus"}),
    )
    resources = tuple(
        planned(type_, f"{number}-{type_}", inputs, preflights.SUBSCRIPTION)
        for number, (type_, inputs) in enumerate(made)
    )
    return Demand(preflights.SUBSCRIPTION, resources)


def existing() -> SubscriptionSettings:
    """With the hub, its zone, and an account that this stack has made before."""
    things = (
        {
            "id": f"{HUB}/virtualNetworks/hub",
            "location": "eastus",
            "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
        },
        {"id": f"{HUB}/virtualHubs/wan-hub", "location": "eastus", "addressPrefix": "10.2.0.0/23"},
        {"id": ZONE, "location": "global"},
        {
            "id": f"{S}/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/taken",
            "location": "eastus",
            "kind": "StorageV2",
            "sku": {"name": "Standard_LRS"},
        },
    )
    return SubscriptionSettings(
        existing=tuple(ExistingResource.model_validate(one) for one in things), providers=("*",)
    )


DEMANDS = {
    **{
        name: (name, preflights.subscriptions()["roomy, with what others have"]) for name in preflights.STACKS
    },
    "brownfield": ("", existing()),
}


@pytest.mark.parametrize("name", DEMANDS)
def test_a_failed_answer_never_passes(name: str) -> None:
    stack, settings = DEMANDS[name]
    demand = preflights.demand(stack) if stack else spoke()
    with preflights.subscription(settings) as cloud:
        whole = run_preflight(demand, preflights.Asking(cloud))
    checks = dict(
        zip([(one.topic, one.subject) for one in checks_of(demand)], checks_of(demand), strict=True)
    )
    passed = [one for one in whole.findings if one.verdict == "passed"]
    assert passed
    wrong = []
    for question in whole.answers:
        needed = [checks[one.topic, one.subject] for one in passed if question in one.asked]
        assert needed, f"nobody needs {question.short}"
        for failure, reply in FAILURES.items():
            answers: dict[Question, Reply] = {**whole.answers, question: reply}
            again = judged(needed, answers)
            wrong += [
                f"{question.short} {failure}: {one.subject}"
                for one in again.findings
                if one.verdict == "passed"
            ]
    assert wrong == []


def test_things_of_others_are_all_asked_for() -> None:
    with preflights.subscription(existing()) as cloud:
        found = run_preflight(spoke(), preflights.Asking(cloud))
    assert [(one.verdict, one.subject) for one in found.findings if one.topic == "networks"] == [
        ("passed", f"network {HUB}/virtualNetworks/hub"),
        ("passed", f"addresses of {HUB}/virtualNetworks/hub"),
        ("passed", f"DNS zone {ZONE}"),
        ("passed", f"link of privatelink.blob.core.windows.net with {HUB}/virtualNetworks/hub"),
        ("passed", f"virtual hub {HUB}/virtualHubs/wan-hub"),
    ]
    assert [one.judgement.text for one in found.findings if one.topic == "names"] == [
        "taken is there already, as this stack has it: "
        f"{S}/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/taken"
    ]
    assert found.ready

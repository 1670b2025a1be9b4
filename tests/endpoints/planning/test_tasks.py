"""What is left to the hub's team, to Azure Policy and to owners, exactly."""

from typing import Any

import pytest

from azure_ai_landing_zone.endpoints.planning.plan import plan_private_dns
from azure_ai_landing_zone.endpoints.planning.request import (
    EndpointRequest,
    NetworkRequest,
    PrivateDnsRequest,
    ZoneChoice,
)
from azure_ai_landing_zone.endpoints.planning.tasks import DnsRecord, dns_record, hub_report, hub_tasks

SPOKE = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/spoke"
VAULT = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/keys"
ZONE = "privatelink.vaultcore.azure.net"
ZONE_ID = f"/subscriptions/h/resourceGroups/hub/providers/Microsoft.Network/privateDnsZones/{ZONE}"


def tasks(choice: ZoneChoice, *more: EndpointRequest, **changes: Any) -> list[tuple[str, str | None, str]]:
    vault = EndpointRequest("keys", "keyVault", "eastus", VAULT)
    request = PrivateDnsRequest(
        **({"networks": [NetworkRequest("spoke", SPOKE)]} | changes),
        cloud="public",
        endpoints=[vault, *more],
        other_zones=choice if choice.mode != "existing" else None,
        zones={ZONE: choice} if choice.mode == "existing" else {},
    )
    return [(task.task, task.zone, task.text) for task in hub_tasks(request, plan_private_dns(request))]


def test_created_zones_leave_nothing_to_anyone() -> None:
    assert tasks(ZoneChoice("create")) == []


def test_existing_zones_need_rights_and_links() -> None:
    role = ("role", ZONE, f"give who deploys the role Private DNS Zone Contributor on {ZONE_ID}")
    assert tasks(ZoneChoice("existing", ZONE_ID, link=True)) == [role]
    assert tasks(ZoneChoice("existing", ZONE_ID)) == [
        role,
        (
            "link",
            ZONE,
            f"link {ZONE_ID} to {SPOKE}, unless they ask a DNS server in a network that is linked",
        ),
    ]
    assert tasks(ZoneChoice("existing", ZONE_ID), custom_dns=True)[1] == (
        "link",
        ZONE,
        f"link {ZONE_ID} to {SPOKE}",
    )


def test_policy_writes_by_type_and_group_id() -> None:
    more = [
        EndpointRequest("hub", "eventHubs", "eastus", None),
        EndpointRequest("bus", "serviceBus", "eastus", None),
    ]
    assert tasks(ZoneChoice("policyManaged"), *more, networks=[NetworkRequest("spoke", None)]) == [
        (
            "policy",
            ZONE,
            "have a policy (deployIfNotExists) write zone groups for endpoints of Microsoft.KeyVault/vaults "
            f"(vault) into the private DNS zone {ZONE}",
        ),
        ("link", ZONE, f"link {ZONE} to spoke, unless they ask a DNS server in a network that is linked"),
        (
            "policy",
            "privatelink.servicebus.windows.net",
            "have a policy (deployIfNotExists) write zone groups for endpoints of "
            "Microsoft.EventHub/namespaces (namespace), Microsoft.ServiceBus/namespaces (namespace) into the "
            "private DNS zone privatelink.servicebus.windows.net",
        ),
        (
            "link",
            "privatelink.servicebus.windows.net",
            "link privatelink.servicebus.windows.net to spoke, unless they ask a DNS server in a network "
            "that is linked",
        ),
    ]


def test_external_zones_are_made_and_filled_by_hand() -> None:
    assert tasks(ZoneChoice("external"), networks=[]) == [
        (
            "zone",
            ZONE,
            f"create the private DNS zone {ZONE}, and in it the A records that this stack outputs",
        ),
        ("link", ZONE, f"link {ZONE} to the networks that look names up, or to the hub that they ask"),
    ]


def test_connections_that_the_deployer_may_not_approve() -> None:
    theirs = EndpointRequest(
        "models", "foundry", "eastus", None, needs_approval=True, subresources=("account",)
    )
    assert tasks(ZoneChoice("create"), theirs) == [
        (
            "approval",
            None,
            "approve the connection of endpoint models-account on models, with "
            "Microsoft.CognitiveServices/accounts/privateEndpointConnectionsApproval/action there; nothing "
            "gets through before",
        )
    ]


FOUNDRY = (
    "privatelink.cognitiveservices.azure.com",
    "privatelink.openai.azure.com",
    "privatelink.services.ai.azure.com",
)


@pytest.mark.parametrize(
    ("fqdn", "zones", "zone", "name"),
    [
        ("keys.vault.azure.net", [ZONE], ZONE, "keys"),
        ("Keys.VaultCore.azure.net", [ZONE], ZONE, "Keys"),
        ("one.openai.azure.com", FOUNDRY, FOUNDRY[1], "one"),
        ("one.services.ai.azure.com", FOUNDRY, FOUNDRY[2], "one"),
        ("images.azurecr.io", ["privatelink.azurecr.io"], "privatelink.azurecr.io", "images"),
        (
            "images.eastus.data.azurecr.io",
            ["privatelink.azurecr.io"],
            "privatelink.azurecr.io",
            "images.eastus.data",
        ),
        (
            "*.guid.inference.eastus.api.azureml.ms",
            ["privatelink.api.azureml.ms", "privatelink.notebooks.azure.net"],
            "privatelink.api.azureml.ms",
            "*.guid.inference.eastus",
        ),
        ("api.eastus.azmk8s.io", ["privatelink.eastus.azmk8s.io"], "privatelink.eastus.azmk8s.io", "api"),
        ("elsewhere.example.net", [ZONE], None, "elsewhere.example.net"),
    ],
)
def test_records(fqdn: str, zones: list[str], zone: str | None, name: str) -> None:
    assert dns_record(fqdn, ["10.0.0.4"], zones) == DnsRecord(zone, name, ("10.0.0.4",))


def test_report() -> None:
    request = PrivateDnsRequest(
        "public", [EndpointRequest("keys", "keyVault", "eastus", VAULT)], other_zones=ZoneChoice("external")
    )
    records = [
        dns_record("keys.vault.azure.net", ["10.0.0.4"], [ZONE]),
        dns_record("x.example.net", ["10.0.0.5", "10.0.0.6"], [ZONE]),
    ]
    assert hub_report(hub_tasks(request, plan_private_dns(request)), records).splitlines() == [
        f"zone: create the private DNS zone {ZONE}, and in it the A records that this stack outputs",
        f"link: link {ZONE} to the networks that look names up, or to the hub that they ask",
        f"record A: keys in {ZONE} is 10.0.0.4",
        "record A: x.example.net is 10.0.0.5, 10.0.0.6",
    ]
    assert hub_report([], []) == ""

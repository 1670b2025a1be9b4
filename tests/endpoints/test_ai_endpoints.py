"""What PrivateAIEndpoints registers, and what it refuses."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pulumi
import pytest
from pulumi_azure_native import cognitiveservices

from azure_ai_landing_zone import (
    DnsZoneCreate,
    DnsZoneExisting,
    DnsZoneExternal,
    DnsZonePolicyManaged,
    LinkedNetwork,
    Naming,
    PrivateAIEndpoints,
    PrivateAIEndpointsArgs,
    PrivateEndpointTarget,
    SettingsError,
)
from helpers.offline import ROOT
from helpers.registered import Registered, register

PROVIDERS = "/subscriptions/s/resourceGroups/rg/providers"
SPOKE = f"{PROVIDERS}/Microsoft.Network/virtualNetworks/spoke"
ACCOUNT = f"{PROVIDERS}/Microsoft.CognitiveServices/accounts/models"
OPENAI = "privatelink.openai.azure.com"
HUB_ZONE = f"/subscriptions/h/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/{OPENAI}"


def args(*targets: PrivateEndpointTarget, **changes: Any) -> PrivateAIEndpointsArgs:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "networks": [LinkedNetwork(name="spoke", virtual_network_resource_id=SPOKE)],
        "endpoints": targets or [models()],
    }
    return PrivateAIEndpointsArgs(**(values | changes))


def models(**changes: Any) -> PrivateEndpointTarget:
    values: dict[str, Any] = {
        "key": "models",
        "service": "foundry",
        "target_resource_id": ACCOUNT,
        "subnet_resource_id": f"{SPOKE}/subnets/endpoints",
    }
    return PrivateEndpointTarget(**(values | changes))


def made(make: Callable[[], PrivateAIEndpointsArgs], outputs: dict[str, Any] | None = None) -> Registered:
    def run() -> pulumi.Output[Any]:
        component = PrivateAIEndpoints("private", make())
        names = ("zone_resource_ids", "hub_tasks", "records", "hub_report")
        every = pulumi.Output.all(**{name: getattr(component, name) for name in names})
        return every.apply((outputs if outputs is not None else {}).update)

    return register(run)


def test_foundry_has_one_endpoint_with_three_zones() -> None:
    outputs: dict[str, Any] = {}
    found = made(args, outputs)
    assert found.azure == [
        ("network:PrivateDnsZoneGroup", "private-models-account-zone-group"),
        ("network:PrivateEndpoint", "private-models-account-private-endpoint"),
        ("privatedns:PrivateZone", "private-privatelink-cognitiveservices-azure-com-zone"),
        ("privatedns:PrivateZone", "private-privatelink-openai-azure-com-zone"),
        ("privatedns:PrivateZone", "private-privatelink-services-ai-azure-com-zone"),
        ("privatedns:VirtualNetworkLink", "private-privatelink-cognitiveservices-azure-com-spoke-link"),
        ("privatedns:VirtualNetworkLink", "private-privatelink-openai-azure-com-spoke-link"),
        ("privatedns:VirtualNetworkLink", "private-privatelink-services-ai-azure-com-spoke-link"),
    ]
    endpoint = found.inputs["private-models-account-private-endpoint"]
    assert endpoint["privateEndpointName"] == "pep-ai-models-account-x1"
    assert endpoint["customNetworkInterfaceName"] == "pep-ai-models-account-x1-nic"
    assert endpoint["privateLinkServiceConnections"] == [
        {"name": "account", "privateLinkServiceId": ACCOUNT, "groupIds": ["account"]}
    ]
    assert "manualPrivateLinkServiceConnections" not in endpoint
    assert found.inputs["private-models-account-zone-group"]["privateDnsZoneConfigs"] == [
        {"name": "zone-1", "privateDnsZoneId": "/private-privatelink-cognitiveservices-azure-com-zone"},
        {"name": "zone-2", "privateDnsZoneId": "/private-privatelink-openai-azure-com-zone"},
        {"name": "zone-3", "privateDnsZoneId": "/private-privatelink-services-ai-azure-com-zone"},
    ]
    link = found.inputs["private-privatelink-openai-azure-com-spoke-link"]
    assert link["virtualNetworkLinkName"] == "vnetlink-ai-private-spoke-x1"
    assert (link["virtualNetwork"], link["registrationEnabled"]) == ({"id": SPOKE}, False)
    assert (outputs["hub_tasks"], outputs["records"], outputs["hub_report"]) == ([], [], "")


def test_existing_and_provided_zones_are_only_written_to() -> None:
    outputs: dict[str, Any] = {}
    found = made(
        lambda: args(
            dns_zones={OPENAI: DnsZoneExisting(mode="existing", resource_id=HUB_ZONE)},
            other_dns_zones=DnsZoneCreate(mode="create"),
            provided_zone_resource_ids={"privatelink.services.ai.azure.com": "/theirs"},
        ),
        outputs,
    )
    assert [name for type_, name in found.azure if type_.startswith("privatedns")] == [
        "private-privatelink-cognitiveservices-azure-com-zone",
        "private-privatelink-cognitiveservices-azure-com-spoke-link",
    ]
    assert outputs["zone_resource_ids"] == {
        "privatelink.cognitiveservices.azure.com": "/private-privatelink-cognitiveservices-azure-com-zone",
        OPENAI: HUB_ZONE,
        "privatelink.services.ai.azure.com": "/theirs",
    }
    assert [task["task"] for task in outputs["hub_tasks"]] == ["role", "link"]


def test_where_policy_writes_there_is_no_zone_group() -> None:
    found = made(lambda: args(other_dns_zones=DnsZonePolicyManaged(mode="policyManaged")))
    assert found.azure == [("network:PrivateEndpoint", "private-models-account-private-endpoint")]


def test_someone_else_approves_what_the_deployer_may_not() -> None:
    found = made(lambda: args(models(request_message="for team vision")))
    endpoint = found.inputs["private-models-account-private-endpoint"]
    assert "privateLinkServiceConnections" not in endpoint
    assert endpoint["manualPrivateLinkServiceConnections"] == [
        {
            "name": "account",
            "privateLinkServiceId": ACCOUNT,
            "groupIds": ["account"],
            "requestMessage": "for team vision",
        }
    ]


def test_an_endpoint_waits_for_deployments_and_for_the_one_before_it() -> None:
    def make() -> PrivateAIEndpointsArgs:
        deployment = cognitiveservices.Deployment("gpt", account_name="models", resource_group_name="rg")
        storage = models(
            key="data",
            service="storage",
            subresources=["blob", "dfs"],
            target_resource_id=f"{PROVIDERS}/Microsoft.Storage/storageAccounts/data",
        )
        return args(models(after_resource_ids=[deployment.id]), storage)

    waits_for = made(make).dependencies
    assert waits_for["private-models-account-private-endpoint"] == {"gpt"}
    assert waits_for["private-data-blob-private-endpoint"] == set()
    assert waits_for["private-data-dfs-private-endpoint"] == {"private-data-blob-private-endpoint"}


def test_the_same_resource_is_known_by_its_output_too() -> None:
    later = pulumi.Output.from_input(ACCOUNT)
    with pytest.raises(SettingsError) as raised:
        args(models(target_resource_id=later), models(key="again", target_resource_id=later))
    assert str(raised.value) == (
        "1 problem in the arguments of PrivateAIEndpointsArgs:\n"
        "  endpoints[1].target_resource_id: [0] is an endpoint of account of this resource already, and a "
        "second one takes the first one's record out of the zone: leave one out, or keep the second in other "
        "DNS"
    )


def test_all_problems_of_the_arguments_come_at_once() -> None:
    with pytest.raises(SettingsError) as raised:
        args(dns_zones={OPENAI: {"mode": "existing", "resource_id": "hub"}, "x": {"mode": "disabled"}})
    assert str(raised.value).splitlines() == [
        "2 problems in the arguments of PrivateAIEndpointsArgs:",
        f"  dns_zones.{OPENAI}.resource_id: must be a full resource id like /subscriptions/<id>/"
        "resourceGroups/<name>/providers/Microsoft.Network/privateDnsZones/<name>, got 'hub'",
        "  dns_zones.x.mode: must be one of 'create', 'existing', 'policyManaged', 'external', got "
        '"disabled"',
    ]
    with pytest.raises(SettingsError) as raised:
        args(dns_zones={OPENAI: DnsZoneExternal(mode="external")}, networks=[])
    assert str(raised.value).splitlines() == [
        "2 problems in the arguments of PrivateAIEndpointsArgs:",
        "  dns_zones.privatelink.cognitiveservices.azure.com: missing: models needs it; say what becomes of "
        "it, or of all zones that aren't named as `other_dns_zones`",
        "  dns_zones.privatelink.services.ai.azure.com: missing: models needs it; say what becomes of it, or "
        "of all zones that aren't named as `other_dns_zones`",
    ]


def test_the_guides_example_runs() -> None:
    guide = (ROOT / "docs" / "private-endpoints.md").read_text(encoding="utf-8")
    example = guide.split("```python\n")[1].split("```")[0]
    given = {name: SimpleNamespace(id=name) for name in ("spoke", "endpoints", "gpt", "embeddings")}
    given |= {"group": SimpleNamespace(name="rg"), "account": SimpleNamespace(id=ACCOUNT)}
    given |= {"lake": SimpleNamespace(id=f"{PROVIDERS}/Microsoft.Storage/storageAccounts/lake")}
    found = register(lambda: exec(example, dict(given)))  # noqa: S102 (our own guide)
    assert sum(type_ == "network:PrivateEndpoint" for type_, _ in found.azure) == 3


def test_names_that_azure_would_refuse_stop_it() -> None:
    pattern = "{type}-a-very-long-name-of-a-company-of-which-we-are-a-part-{name}-{suffix}"
    with pytest.raises(
        SettingsError, match="the privateEndpoint of models-account would be named pep-a-very"
    ):
        made(lambda: args(naming=Naming(suffix="x1", pattern=pattern)))

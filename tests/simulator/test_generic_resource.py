"""A vault that is written as ARM does is the vault that the SDK's class makes; keys come by a deployment."""

from typing import Any

import pytest

from azure_simulator.cloud import resource_type

GENERIC = "azure-native:resources:Resource"
VAULT = "azure-native:keyvault:Vault"
DEPLOYMENT = "azure-native:resources:Deployment"
PROVIDERS = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-test/providers"
PROPERTIES = {
    "sku": {"family": "A", "name": "standard"},
    "tenantId": "00000000-0000-0000-0000-000000000002",
}
TAKEN = r"^Status=409 Code=.VaultAlreadyExists. Message=.The vault name 'kv-sim' is"


def vault(group: str, name: str = "kv-sim", **changes: Any) -> dict[str, Any]:
    return {
        "resourceGroupName": group,
        "resourceProviderNamespace": "Microsoft.KeyVault",
        "parentResourcePath": "",
        "resourceType": "vaults",
        "resourceName": name,
        "apiVersion": "2026-02-01",
        "location": "eastus",
        "properties": PROPERTIES | changes,
    }


def typed(group: str) -> dict[str, Any]:
    return {"resourceGroupName": group, "vaultName": "kv-sim", "location": "eastus", "properties": PROPERTIES}


def keys(group: str, **changes: Any) -> dict[str, Any]:
    key = {
        "type": "Microsoft.KeyVault/vaults/keys",
        "apiVersion": "2026-02-01",
        "name": "kv-sim/pulumi",
        "properties": {"kty": "RSA", "keySize": 3072},
    }
    template = {"resources": [key | changes]}
    return {
        "resourceGroupName": group,
        "deploymentName": "keys-of-kv-sim",
        "properties": {"mode": "Incremental", "template": template},
    }


def test_it_answers_as_a_vault(client: Any, group: str) -> None:
    made = client.create(GENERIC, "kv", **vault(group))
    assert made.id == f"{PROVIDERS}/Microsoft.KeyVault/vaults/kv-sim"
    assert (made.outputs["name"], made.outputs["type"]) == ("kv-sim", "Microsoft.KeyVault/vaults")
    assert made.outputs["properties"] == PROPERTIES | {
        "accessPolicies": [],
        "enableRbacAuthorization": False,
        "enableSoftDelete": True,
        "enabledForDeployment": False,
        "provisioningState": "Succeeded",
        "publicNetworkAccess": "Enabled",
        "softDeleteRetentionInDays": 90,
        "vaultUri": "https://kv-sim.vault.azure.net/",
    }
    _, _, read = client.read(VAULT, made.id)
    assert read["properties"] == made.outputs["properties"]


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        (
            vault("g", "1-kv"),
            [
                (
                    "resourceName",
                    "'1-kv' is not a valid name for Microsoft.KeyVault/vaults: 3-24 letters, digits and "
                    "single hyphens, starting with a letter and ending with a letter or digit",
                )
            ],
        ),
        (
            vault("g", softDeleteRetentionInDays=3),
            [("properties.softDeleteRetentionInDays", "3 is outside 7 to 90")],
        ),
        (
            keys("g", properties={"kty": "RSA", "keySize": 1024}),
            [
                (
                    "properties.template.resources[0].properties.keySize",
                    "1024 is no size of an RSA key: 2048, 3072 or 4096",
                )
            ],
        ),
        (
            keys("g", name="kv-sim/pulumi_state"),
            [
                (
                    "properties.template.resources[0].name",
                    "'pulumi_state' is not a valid name for Microsoft.KeyVault/vaults/keys: 1-127 letters, "
                    "digits and hyphens",
                )
            ],
        ),
    ],
)
def test_the_same_is_refused_of_it(
    client: Any, inputs: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    token = DEPLOYMENT if "deploymentName" in inputs else GENERIC
    assert client.check(token, "it", inputs)[1] == expected


def test_its_name_is_that_of_one_vault_and_stays_taken(client: Any, group: str) -> None:
    made = client.create(GENERIC, "kv", **vault(group))
    client.create("azure-native:resources:ResourceGroup", "other", resourceGroupName="rg-other")
    for token, inputs in ((VAULT, typed("rg-other")), (GENERIC, vault("rg-other"))):
        with pytest.raises(Exception, match=TAKEN):
            client.create(token, "kv", **inputs)
    client.delete(made)
    for token, inputs in ((VAULT, typed(group)), (GENERIC, vault(group))):
        with pytest.raises(Exception, match=TAKEN):
            client.create(token, "kv", **inputs)


def test_what_can_t_change_doesn_t(client: Any, group: str) -> None:
    made = client.create(GENERIC, "kv", **vault(group))
    with pytest.raises(Exception, match="softDeleteRetentionInDays"):
        client.update(made, **vault(group, softDeleteRetentionInDays=7))
    with pytest.raises(Exception, match=r"properties\.tenantId"):
        client.update(made, **vault(group, tenantId="00000000-0000-0000-0000-00000000000f"))
    tagged = client.update(made, **vault(group), tags={"owner": "me"})
    assert tagged.outputs["tags"] == {"owner": "me"}


def test_keys_need_their_vault_and_stay_when_their_deployment_goes(client: Any, group: str) -> None:
    with pytest.raises(Exception, match=r"Code=.ParentResourceNotFound."):
        client.create(DEPLOYMENT, "keys", **keys(group))
    client.create(GENERIC, "kv", **vault(group))
    client.delete(client.create(DEPLOYMENT, "keys", **keys(group)))
    id_, _, key = client.read(
        "azure-native:keyvault:Key", f"{PROVIDERS}/Microsoft.KeyVault/vaults/kv-sim/keys/pulumi"
    )
    assert id_
    assert key["keyUri"] == "https://kv-sim.vault.azure.net/keys/pulumi"


def test_a_general_resource_is_imported_by_its_id(client: Any, group: str) -> None:
    made = client.create(GENERIC, "v", **vault(group))
    _, inputs, _ = client.read(GENERIC, made.id)
    assert {name: inputs[name] for name in ("parentResourcePath", "resourceName", "resourceType")} == {
        "parentResourcePath": "",
        "resourceName": "kv-sim",
        "resourceType": "vaults",
    }
    inside = f"{made.id}/keys/disks/versions/1"
    unit = resource_type.find(GENERIC)
    assert unit is not None
    assert unit.parameters_of(inside) == {
        "parentResourcePath": "vaults/kv-sim/keys/disks",
        "resourceGroupName": "rg-test",
        "resourceName": "1",
        "resourceProviderNamespace": "Microsoft.KeyVault",
        "resourceType": "versions",
        "subscriptionId": "00000000-0000-0000-0000-000000000001",
    }


def insights(**changes: Any) -> dict[str, Any]:
    workspace = f"{PROVIDERS}/Microsoft.OperationalInsights/workspaces/logs"
    return {
        "resourceProviderNamespace": "Microsoft.Insights",
        "parentResourcePath": "",
        "resourceType": "components",
        "resourceName": "appi",
        "apiVersion": "2020-02-02",
        "location": "eastus",
        "kind": "web",
        "properties": {"Application_Type": "web", "WorkspaceResourceId": workspace} | changes,
    }


def test_application_insights_answers_in_arm_s_words(client: Any, group: str) -> None:
    client.create(
        "azure-native:operationalinsights:Workspace",
        "w",
        resourceGroupName=group,
        workspaceName="logs",
        location="eastus",
    )
    made = client.create(
        GENERIC, "a", resourceGroupName=group, **insights(CustomMetricsOptedInType="WithDimensions")
    )
    assert made.outputs["type"] == "Microsoft.Insights/components"
    assert made.outputs["properties"]["ConnectionString"].startswith("InstrumentationKey=")
    assert made.outputs["properties"]["CustomMetricsOptedInType"] == "WithDimensions"


def test_application_insights_is_checked_in_arm_s_words(client: Any, group: str) -> None:
    _, failures = client.check(GENERIC, "a", {"resourceGroupName": group, **insights(SamplingPercentage=200)})
    assert failures == [("properties.SamplingPercentage", "200 is outside 0 to 100")]


def inside_gateway(group: str, kind: str, name: str, **properties: Any) -> dict[str, Any]:
    resource = {"type": f"Microsoft.ApiManagement/service/{kind}", "apiVersion": "v", "name": name}
    template = {"resources": [resource | {"properties": properties}]}
    return {
        "resourceGroupName": group,
        "deploymentName": "d",
        "properties": {"mode": "Incremental", "template": template},
    }


def test_a_deployment_makes_parts_of_a_gateway_that_is_there(client: Any, group: str) -> None:
    backend = inside_gateway(group, "backends", "apim/safety", url="https://x", protocol="http")
    with pytest.raises(Exception, match=r"Code=.ParentResourceNotFound."):
        client.create(DEPLOYMENT, "d", **backend)
    _, failures = client.check(DEPLOYMENT, "d", inside_gateway(group, "backends", "apim/safety", url="x"))
    place = "properties.template.resources[0].properties"
    assert failures == [(f"{place}.protocol", "a backend of type Single needs one")]

"""Stores that are encrypted with a key of the customer's own: the key, who opens it, and the order."""

import re
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from helpers.offline import ROOT
from helpers.registered import SUBSCRIPTION, Registered, register
from helpers.settings import HUB_OUTPUTS, problems_of, stack

ROLE = "e147488a-f6f5-4113-8e2d-b22465e65bf6"
"""Key Vault Crypto Service Encryption User."""
ID = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/rg-ai-prod-x1/providers"


def zone(**sections: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        key: value
        for key, value in stack("prod").items()
        if key in ("location", "tags", "keyVault", "containerRegistry", "checkpointStores", "network")
    }
    base["network"] = {"mode": "create", "addressSpace": "10.4.0.0/20", "egress": "none"}
    base["naming"] = {"suffix": "x1"}
    return base | sections


VAULT = {"mode": "create", "keys": ["data"], "trustedServices": True}


@pytest.fixture(scope="module")
def made() -> Registered:
    settings = zone(
        keyVault=VAULT | {"keyRotationDays": {"data": 365}},
        containerRegistry={"mode": "create", "encryptionKeyName": "data"},
    )
    settings["checkpointStores"][0]["encryptionKeyName"] = "data"
    asked = LandingZoneSettings.load(settings, "prod")
    return register(lambda: LandingZone("prod", asked), stack="prod", id_format=None)


def test_the_key_is_renewed(made: Registered) -> None:
    (key,) = made.inputs["prod-key-vault-keys"]["properties"]["template"]["resources"]
    assert key["name"] == "kv-ai-zone-x1/data"
    assert key["properties"]["rotationPolicy"] == {
        "lifetimeActions": [{"trigger": {"timeAfterCreate": "P365D"}, "action": {"type": "rotate"}}]
    }
    vault = made.inputs["prod-key-vault-vault"]["properties"]
    assert (vault["networkAcls"]["bypass"], vault["enablePurgeProtection"]) == ("AzureServices", True)


def opener(name: str) -> str:
    return f"{ID}/Microsoft.ManagedIdentity/userAssignedIdentities/id-ai-{name}-x1"


def test_checkpoints_are_encrypted_with_it(made: Registered) -> None:
    account = made.inputs["prod-checkpoints-account"]
    assert account["identity"] == {
        "type": "UserAssigned",
        "userAssignedIdentities": [opener("checkpoints-key")],
    }
    assert account["encryption"] == {
        "keySource": "Microsoft.Keyvault",
        "keyVaultProperties": {"keyName": "data", "keyVaultUri": "https://kv-ai-zone-x1.vault.azure.net/"},
        "encryptionIdentity": {"encryptionUserAssignedIdentity": opener("checkpoints-key")},
    }


def test_images_are_encrypted_with_it(made: Registered) -> None:
    registry = made.inputs["prod-registry-registry"]
    assert registry["identity"] == {
        "type": "UserAssigned",
        "userAssignedIdentities": {opener("registry-key"): {}},
    }
    key = registry["encryption"]["keyVaultProperties"]
    assert registry["encryption"]["status"] == "enabled"
    assert key["keyIdentifier"] == "https://kv-ai-zone-x1.vault.azure.net/keys/data"
    assert len(key["identity"]) == 36
    # One that is there can't get a key: where it is protected, a preview ends here.
    assert made.replaced == {"prod-registry-registry": ["encryption"]}
    assert "prod-registry-registry" in made.protected


def test_who_opens_it_may_before_anything_is_made(made: Registered) -> None:
    granted = {
        name: inputs["scope"].rpartition("/")[2]
        for name, inputs in made.inputs.items()
        if str(inputs.get("roleDefinitionId", "")).endswith(ROLE)
    }
    assert granted == {
        "prod-key-vault-checkpoints-key-access": "kv-ai-zone-x1",
        "prod-key-vault-registry-key-access": "kv-ai-zone-x1",
    }
    for store in "prod-checkpoints-account", "prod-registry-registry":
        assert made.hooks[store]
        assert granted.keys() <= made.dependencies[store]


STORES = {
    "caches": "prod-data-account",
    "flow logs": "prod-flow-logs-store-account",
    "homes": "training-homes-account",
    "Lustre's blobs": "research-data-account",
    "audits": "models-calls-audit-store-account",
    "Azure ML": "research-ml-storage-account",
}


def test_every_other_store_takes_one_too() -> None:
    prod = zone(
        keyVault=VAULT,
        logAnalytics={"mode": "create"},
        flowLogs={"encryptionKeyName": "data"},
        blobCaches=[
            {
                "name": "data",
                "container": {"mode": "create", "containerName": "data"},
                "mount": {"mode": "fileCache", "cacheGib": 100},
                "encryptionKeyName": "data",
            }
        ],
    )
    training = stack("training")
    training["keyVault"] = VAULT
    training["sharedHomes"][0]["encryptionKeyName"] = "data"
    models = stack("models")
    models["inferenceAudits"][0]["encryptionKeyName"] = "models"
    research = stack("research")
    research["keyVault"] = VAULT
    for section in ("machineLearningWorkspaces", "lustreDatasets"):
        research[section][0]["encryptionKeyName"] = "data"
    zones = {"prod": prod, "training": training, "models": models, "research": research}
    found = dict[str, Any]()
    for name, settings in zones.items():
        asked = LandingZoneSettings.load(settings, name)
        made = register(
            lambda: LandingZone(name, asked),  # noqa: B023
            stack=name,
            id_format=None,
            stack_outputs=HUB_OUTPUTS,
        )
        found |= made.inputs
    assert {
        what: found[account].get("encryption", {}).get("keyVaultProperties", {}).get("keyName")
        for what, account in STORES.items()
    } == {**dict.fromkeys(STORES, "data"), "audits": "models"}


def test_nothing_changes_without_one() -> None:
    asked = LandingZoneSettings.load(zone(), "prod")
    plain = register(lambda: LandingZone("prod", asked), stack="prod", id_format=None)
    assert {"identity", "encryption"} & plain.inputs["prod-checkpoints-account"].keys() == set()
    assert {"identity", "encryption"} & plain.inputs["prod-registry-registry"].keys() == set()
    assert "prod-checkpoints-account" not in plain.hooks


def test_what_is_wrong_with_a_key() -> None:
    registry = {"mode": "create", "encryptionKeyName": "data"}
    for setting, (value, text) in {
        "keys": (["models"], "no key of `keyVault` is called data: there are models"),
        "trustedServices": (
            False,
            "`keyVault.trustedServices` has to be true, or Azure doesn't get at the key",
        ),
        "purgeProtection": (False, "`keyVault.purgeProtection` has to be true for keys that encrypt"),
    }.items():
        wrong = zone(keyVault=VAULT | {setting: value}, containerRegistry=registry)
        assert problems_of(wrong) == [f"containerRegistry.encryptionKeyName: {text}"]
    without = zone(containerRegistry=registry)
    del without["keyVault"]
    assert problems_of(without) == [
        "containerRegistry.encryptionKeyName: missing: this zone has no `keyVault` to keep it in"
    ]
    assert problems_of(zone(keyVault=VAULT | {"keyRotationDays": {"models": 30}})) == [
        "keyVault.keyRotationDays.models: no key is called so: there are data"
    ]


def test_the_page_s_settings_are_taken() -> None:
    text = (ROOT / "docs" / "encryption.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    asked = LandingZoneSettings.load(zone(**yaml.safe_load(block)), "prod")
    assert asked.checkpoint_stores[0].encryption_key_name == "data"


def test_the_page_says_how_a_store_gets_microsoft_s_key_again() -> None:
    """Before the setting goes: an update without `encryption` changes none, and the opener is deleted."""
    text = (ROOT / "docs" / "encryption.md").read_text(encoding="utf-8")
    taken_back = re.findall(r"az storage account update .*--encryption-key-source (\S+)$", text, re.MULTILINE)
    assert taken_back == ["Microsoft.Storage"]


def test_a_state_of_ones_own_key() -> None:
    """In its own vault, where Pulumi's keys are: those aren't renewed."""
    settings = stack("bootstrap") | {"naming": {"suffix": "x1"}}
    settings["pulumiState"] = settings["pulumiState"] | {"customerKey": True}
    asked = LandingZoneSettings.load(settings, "bootstrap")
    made = register(lambda: LandingZone("bootstrap", asked), stack="bootstrap", id_format=None)
    keys = made.inputs["bootstrap-state-vault-keys"]["properties"]["template"]["resources"]
    assert [(one["name"].partition("/")[2], "rotationPolicy" in one["properties"]) for one in keys] == [
        ("pulumi", False),
        ("pulumi-prod", False),
        ("account", True),
    ]
    account = made.inputs["bootstrap-state-account"]
    assert account["encryption"]["keyVaultProperties"]["keyName"] == "account"
    assert account["identity"]["userAssignedIdentities"][0].endswith("/id-ai-state-key-x1")
    grant = made.inputs["bootstrap-state-vault-state-key-access"]
    assert grant["roleDefinitionId"].endswith(ROLE)
    assert (
        made.inputs["bootstrap-state-vault-vault"]["properties"]["networkAcls"]["bypass"] == "AzureServices"
    )

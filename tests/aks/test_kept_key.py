"""A cluster that is there keeps whose key its disks have: the provider would make another one instead."""

import pytest

from azure_ai_landing_zone import EncryptionKey, InferenceCluster, SettingsError
from helpers.cluster_arguments import CLUSTERS, arguments
from helpers.registered import SUBSCRIPTION, Registered, register

OTHERS = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/rg-others/providers"
URN = (
    "urn:pulumi:dev::azure-ai-landing-zone::azure-ai-landing-zone:index:InferenceCluster"
    "$azure-native:containerservice:ManagedCluster::serving-cluster"
)
SET = "azure-native:compute:DiskEncryptionSet"
SET_URN = (
    "urn:pulumi:dev::azure-ai-landing-zone::azure-ai-landing-zone:index:InferenceCluster"
    f"${SET}::serving-disk-encryption"
)


def key(name: str = "disks") -> EncryptionKey:
    return EncryptionKey(
        key_vault_uri="https://kv-others.vault.azure.net/",
        key_vault_resource_id=f"{OTHERS}/Microsoft.KeyVault/vaults/kv-others",
        key_name=name,
        identity_resource_id=f"{OTHERS}/Microsoft.ManagedIdentity/userAssignedIdentities/id-others",
        client_id="11111111-1111-1111-1111-111111111111",
    )


def made(disks: EncryptionKey | None, there: str | None = None, label: str = "gpus") -> Registered:
    """`there`: whose key a cluster has that the state knows, ours or Microsoft's."""
    args = arguments(encryption_key=disks, label=label)
    outputs = {"name": "aks-ai-gpus-x1", **({"diskEncryptionSetID": "/des"} if there == "ours" else {})}
    state = {URN: {"type": "azure-native:containerservice:ManagedCluster", "outputs": outputs}}
    return register(
        lambda: InferenceCluster("serving", args),
        id_format=CLUSTERS + "/{name}",
        state=state if there else {},
    )


def test_a_key_comes_with_the_cluster_or_never() -> None:
    with pytest.raises(SettingsError) as raised:
        made(key(), "Microsoft's")
    assert str(raised.value) == (
        "1 problem in the cluster aks-ai-gpus-x1:\n"
        "  disks of its nodes have Microsoft's key, and that is settled when a cluster is made: leave the "
        "key out, or make a second cluster under another name with it"
    )


def test_a_key_never_goes() -> None:
    with pytest.raises(SettingsError) as raised:
        made(None, "ours")
    assert str(raised.value) == (
        "1 problem in the cluster aks-ai-gpus-x1:\n"
        "  disks of its nodes have a key of your own, and that is settled when a cluster is made: give it "
        "the key again, or make a second cluster under another name without one"
    )


@pytest.mark.parametrize(("name", "there"), [("disks", None), ("disks", "ours"), ("other", "ours")])
def test_which_key_it_is_may_change(name: str, there: str | None) -> None:
    """In the set of the same name, which the cluster keeps."""
    found = made(key(name), there).inputs
    assert found["serving-disk-encryption"]["diskEncryptionSetName"] == "des-ai-gpus-x1"
    assert found["serving-disk-encryption"]["activeKey"]["keyUrl"].split("/")[4] == name
    assert found["serving-cluster"]["diskEncryptionSetID"].endswith("/serving-disk-encryption")


def test_a_cluster_of_another_name_is_another_one() -> None:
    assert "diskEncryptionSetID" in made(key(), "Microsoft's", label="others").inputs["serving-cluster"]


@pytest.mark.parametrize(
    ("name", "azure_name", "is_kept"),
    [
        ("disks", "des-ai-gpus-x1", True),
        ("other", "des-ai-gpus-x1", False),
        ("disks", "des-ai-before-x1", False),
    ],
)
def test_a_set_keeps_the_version_that_azure_took_since(name: str, azure_name: str, is_kept: bool) -> None:
    """Which a refresh reads; an up after it doesn't go back to the one that the set was made with."""
    later = f"https://kv-others.vault.azure.net/keys/disks/{'f' * 32}"
    outputs = {"name": azure_name, "activeKey": {"keyUrl": later}}
    found = register(
        lambda: InferenceCluster("serving", arguments(encryption_key=key(name), label="gpus")),
        id_format=CLUSTERS + "/{name}",
        state={SET_URN: {"type": SET, "outputs": outputs}},
    ).inputs["serving-disk-encryption"]["activeKey"]["keyUrl"]
    assert (found == later) == is_kept
    assert found.startswith(f"https://kv-others.vault.azure.net/keys/{name}/")

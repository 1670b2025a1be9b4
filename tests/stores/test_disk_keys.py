"""Disks of machines, scale sets and AKS nodes that are encrypted with a key of the customer's own."""

from typing import Any

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from helpers.registered import Registered, register
from helpers.settings import HUB_OUTPUTS, problems_of, stack
from stores.test_customer_keys import ROLE

VAULT = {"mode": "create", "keys": ["disks"], "trustedServices": True, "keyRotationDays": {"disks": 365}}


def made_of(name: str, section: str, **sections: Any) -> Registered:
    """Of a stack where all of a section have a key."""
    settings = stack(name) | {"keyVault": VAULT, "naming": {"suffix": "x1"}} | sections
    for one in settings[section]:
        one["encryptionKeyName"] = "disks"
    asked = LandingZoneSettings.load(settings, name)
    return register(lambda: LandingZone(name, asked), stack=name, id_format=None, stack_outputs=HUB_OUTPUTS)


@pytest.fixture(scope="module")
def slurm() -> Registered:
    return made_of("training", "slurmSchedulers")


def set_id(made: Registered, name: str) -> str:
    """Of the disk encryption set of that part."""
    return f"{made.outputs[f'{name}-disk-encryption']['id']}"


def of_os_disk(machine: dict[str, Any]) -> Any:
    return machine["storageProfile"]["osDisk"]["managedDisk"]["diskEncryptionSet"]["id"]


def test_a_set_takes_new_versions_of_its_key_by_itself(slurm: Registered) -> None:
    found = slurm.inputs["training-slurm-disk-encryption"]
    (identity,) = found["identity"]["userAssignedIdentities"]
    assert identity.endswith("/userAssignedIdentities/id-ai-slurm-key-x1")
    assert found["identity"]["type"] == "UserAssigned"
    assert found["rotationToLatestKeyVersionEnabled"] is True
    assert found["encryptionType"] == "EncryptionAtRestWithCustomerKey"
    # Azure wants a version; which one there is, the template's deployment answers with.
    address, _, version = found["activeKey"]["keyUrl"].rpartition("/")
    assert (address, len(version)) == ("https://kv-ai-zone-x1.vault.azure.net/keys/disks", 32)
    template = slurm.inputs["training-slurm-disk-key"]["properties"]["template"]
    assert template["resources"] == []
    (asked,) = template["outputs"].values()
    assert asked["value"].endswith("/vaults/kv-ai-zone-x1/keys/disks', '2026-02-01').keyUriWithVersion]")


def test_role_before_set_before_disks(slurm: Registered) -> None:
    granted = "training-key-vault-slurm-key-access"
    assert slurm.inputs[granted]["roleDefinitionId"].endswith(ROLE)
    assert granted in slurm.dependencies["training-slurm-disk-encryption"]
    assert slurm.hooks["training-slurm-disk-encryption"]  # which waits until Azure knows the role
    for disk in ("scheduler", "login", "state-disk"):
        assert "training-slurm-disk-encryption" in slurm.dependencies[f"training-slurm-{disk}"]


def test_machines_of_a_scheduler(slurm: Registered) -> None:
    wanted = slurm.inputs["training-slurm-state-disk"]["encryption"]["diskEncryptionSetId"]
    assert wanted.endswith("/diskEncryptionSets/des-ai-slurm-x1")
    assert slurm.inputs["training-slurm-state-disk"]["encryption"]["type"] == (
        "EncryptionAtRestWithCustomerKey"
    )
    for machine in ("training-slurm-scheduler", "training-slurm-login"):
        assert of_os_disk(slurm.inputs[machine]) == wanted
        assert "storageProfile.osDisk.managedDisk.diskEncryptionSet" in slurm.replaced[machine]


def test_nodes_of_a_training_cluster() -> None:
    clusters = stack("training")["trainingClusters"]
    clusters[0]["dataDisks"] = [{"sizeGib": 1024}]
    made = made_of("training", "trainingClusters", trainingClusters=clusters)
    profile = made.inputs["training-pretrain-scale-set"]["virtualMachineProfile"]
    wanted = of_os_disk(profile)
    assert wanted.endswith("/diskEncryptionSets/des-ai-pretrain-x1")
    (data,) = profile["storageProfile"]["dataDisks"]
    assert data["managedDisk"] == {"storageAccountType": "Premium_LRS", "diskEncryptionSet": {"id": wanted}}


def test_a_machine_for_development() -> None:
    made = made_of("dev", "devMachines")
    (machine,) = (inputs for inputs in made.inputs.values() if "hardwareProfile" in inputs)
    (disk,) = (inputs for inputs in made.inputs.values() if "creationData" in inputs)
    assert of_os_disk(machine) == disk["encryption"]["diskEncryptionSetId"]


def test_nodes_of_a_kubernetes_cluster() -> None:
    """Whose control plane reads the set before there is a cluster."""
    made = made_of("inference", "inferenceClusters")
    (name,) = (name for name, inputs in made.inputs.items() if "diskEncryptionSetID" in inputs)
    wanted = made.inputs[name]["diskEncryptionSetID"]
    part = name.removesuffix("-cluster")
    assert wanted.endswith(f"/diskEncryptionSets/des-ai-{part.removeprefix('inference-')}-x1")
    grant = made.inputs[f"{part}-disks-control-access"]
    assert grant["scope"] == wanted
    assert grant["roleDefinitionId"].endswith("acdd72a7-3385-48ef-bd42-f606fba81ae7")
    assert {f"{part}-disks-control-access", f"{part}-disk-encryption"} <= made.dependencies[name]


def test_without_a_key_nothing_is_said_of_one() -> None:
    asked = LandingZoneSettings.load(stack("training"), "training")
    made = register(
        lambda: LandingZone("training", asked), stack="training", id_format=None, stack_outputs=HUB_OUTPUTS
    )
    assert [name for name in made.inputs if "disk-encryption" in name or "disk-key" in name] == []
    assert "diskEncryptionSet" not in repr(made.inputs)


def test_what_is_refused() -> None:
    settings = stack("training") | {"keyVault": VAULT}
    settings["slurmSchedulers"][0]["encryptionKeyName"] = "other"
    assert problems_of(settings) == [
        "slurmSchedulers[0].encryptionKeyName: no key of `keyVault` is called other: there are disks"
    ]
    settings = stack("training")
    del settings["keyVault"]
    settings["trainingClusters"][0]["encryptionKeyName"] = "disks"
    said = problems_of(settings)
    assert "trainingClusters[0].encryptionKeyName: missing: this zone has no `keyVault` to keep it in" in said

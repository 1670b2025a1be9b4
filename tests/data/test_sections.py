"""What Lustre and mounted containers must agree on with the rest of a landing zone."""

import re
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_ai_landing_zone.data.lustre.section import LustreDatasetItem
from helpers.offline import ROOT
from helpers.registered import register
from helpers.settings import SUBJECT, problems_of, stack

LUSTRE: dict[str, Any] = {
    "name": "files",
    "sizing": {"mode": "given", "skuName": "AMLFS-Durable-Premium-500", "storageTib": 16},
    "readers": [{"size": "Standard_ND96isr_H100_v5", "nodeCount": 4}],
    "zone": "1",
    "clusters": ["h100"],
}
CACHE: dict[str, Any] = {"name": "texts", "mount": {"mode": "fileCache", "cacheGib": 800}}


KEY = {
    "mode": "customer",
    "keyUrl": "https://kv.vault.azure.net/keys/lustre/1",
    "vaultResourceId": "/subscriptions/s/resourceGroups/keys/providers/Microsoft.KeyVault/vaults/kv",
    "identityResourceId": "/subscriptions/s/resourceGroups/keys/providers/Microsoft.ManagedIdentity/"
    "userAssignedIdentities/lustre",
}


def training(**sections: Any) -> dict[str, Any]:
    """The training stack, with a cluster of a known name and zone."""
    settings = stack()
    cluster = settings["trainingClusters"][0]
    cluster |= {"name": "h100", "size": "Standard_ND96isr_H100_v5", "zone": "1", "nodeCount": 2}
    cluster.pop("workingHours", None)
    return settings | sections


def test_both_fit_the_training_stack() -> None:
    settings = training(lustreDatasets=[LUSTRE], blobCaches=[CACHE | {"mountedBy": ["h100"]}])
    zone = LandingZoneSettings.load(settings, SUBJECT)
    subnets = [one.name for _, item in zone.others().each(LustreDatasetItem) for one in item.subnets()]
    assert subnets == ["files"]


LIMITS: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"lustreDatasets": [LUSTRE | {"clusters": ["h10"]}]},
        ["lustreDatasets[0].clusters[0]: no training cluster is called h10: did you mean h100?"],
    ),
    (
        {"lustreDatasets": [LUSTRE | {"zone": "2"}]},
        [
            "lustreDatasets[0].zone: must be that of h100, 1, got 2: reading across zones is slow, and "
            "traffic between them is billed"
        ],
    ),
    (
        {"lustreDatasets": [LUSTRE | {"readers": [{"size": "Standard_ND96isr_H100_v5", "nodeCount": 1}]}]},
        [
            "lustreDatasets[0].readers: count 1 of Standard_ND96isr_H100_v5, and h100 has up to 2: count "
            "them, or the file system is too slow for them"
        ],
    ),
    (
        {"lustreDatasets": [LUSTRE | {"sizing": LUSTRE["sizing"] | {"storageTib": 10}}]},
        [
            "lustreDatasets[0].sizing.storageTib: AMLFS-Durable-Premium-500 comes in steps of 4 TiB, got 10, "
            "which Azure would round up, bill and report as a difference for ever: take 8 or 12"
        ],
    ),
    (
        {"blobCaches": [CACHE | {"mountedBy": ["h10"]}]},
        ["blobCaches[0].mountedBy[0]: no training cluster and no identity is called h10: did you mean h100?"],
    ),
    (
        {"blobCaches": [CACHE | {"mountedBy": ["h100"], "mount": CACHE["mount"] | {"cacheGib": 30_000}}]},
        [
            "blobCaches[0].mount.cacheGib: 30000 GiB are more than nodes of h100 have for it, 22937 of their "
            "local disks: lower it"
        ],
    ),
    (
        {"blobCaches": [CACHE | {"mountedBy": ["h100"], "mount": {"mode": "nfs"}}]},
        [
            "blobCaches[0].mountedBy: NFS knows no identities: leave it out, whoever reaches the endpoint "
            "reads everything"
        ],
    ),
    (
        {
            "blobCaches": [
                CACHE
                | {
                    "mountedBy": ["h100"],
                    "container": {
                        "mode": "existing",
                        "containerResourceId": "/subscriptions/s/resourceGroups/rg/providers/"
                        "Microsoft.Storage/storageAccounts/st/blobServices/default/containers/c",
                    },
                }
            ]
        },
        [
            "blobCaches[0].mountedBy: goes with a container that is made: whoever answers for another gives "
            "roles on it"
        ],
    ),
]
"""What doesn't fit the rest of a zone, with the sentence each gets."""


@pytest.mark.parametrize(("sections", "expected"), LIMITS)
def test_limits(sections: dict[str, Any], expected: list[str]) -> None:
    assert problems_of(training(**sections)) == expected


def test_readers_are_counted_against_all_clusters_of_their_size_together() -> None:
    settings = training(lustreDatasets=[LUSTRE | {"clusters": ["h100", "other"]}])
    settings["trainingClusters"].append(settings["trainingClusters"][0] | {"name": "other", "nodeCount": 3})
    assert problems_of(settings) == [
        "lustreDatasets[0].readers: count 4 of Standard_ND96isr_H100_v5, and h100 and other have up to 5: "
        "count them, or the file system is too slow for them"
    ]


def test_a_file_system_is_watched_and_encrypted_as_asked() -> None:
    """A checkpoint store of the same name is watched too."""
    settings = stack("research")
    settings["lustreDatasets"][0] |= {"name": "checkpoints", "encryption": KEY}
    settings["lustreDatasets"][0]["blob"] = {"mode": "disabled"}  # the store's endpoint has the name
    del settings["machineLearningWorkspaces"]
    made = register(lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)))
    watched = {name for name in made.inputs if name.startswith("zone-alerts-checkpoints-")}
    assert watched >= {
        f"zone-alerts-checkpoints-{alert}"
        for alert in ("lustre-full", "lustre-files-full", "storage-throttled")
    }
    file_system = made.inputs["zone-checkpoints-file-system"]
    assert file_system["encryptionSettings"]["keyEncryptionKey"]["keyUrl"] == KEY["keyUrl"]


def guide() -> list[str]:
    """The examples in docs/data.md."""
    text = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    return re.findall(r"^```\w+\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_examples_of_the_guide_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    """Settings load, and programs run."""
    python, homes, lustre, encryption, caches = guide()
    exec(python, {})  # noqa: S102
    assert capsys.readouterr().out.startswith("lustre\n- 8 machines wait 11 hours until 100000000 files")
    settings = yaml.safe_load(lustre) | yaml.safe_load(caches)
    settings |= yaml.safe_load(homes.replace("pretrain", "h100"))
    filled = encryption.replace("…", "s/resourceGroups/keys").replace("<version>", "1")
    settings["lustreDatasets"][0] |= yaml.safe_load(re.sub(r"<(\w+)>", r"\1", filled))
    zone = LandingZoneSettings.load(training(**settings), SUBJECT)
    [encrypted] = zone.lustre_datasets
    assert encrypted.encryption.mode == "customer"

"""Homes: a share that nobody else reaches, on every machine of a Slurm cluster at the same path."""

import base64
import json
from typing import Any

import pytest

from azure_ai_landing_zone import (
    HomeShare,
    HomeShareArgs,
    HomeShareCreate,
    LandingZone,
    LandingZoneSettings,
    Naming,
    PrivateEndpointPlace,
)
from helpers.registered import Registered, register
from helpers.settings import SUBJECT, problems_of
from helpers.slurm_zone import zone as slurm_zone

HOMES: dict[str, Any] = {"name": "people", "clusters": ["pretrain"]}
PLACE = PrivateEndpointPlace(subnet_resource_id="/endpoints", private_dns_zone_resource_ids=["/zone"])


def zone(homes: dict[str, Any], **sections: Any) -> dict[str, Any]:
    settings = slurm_zone()
    del settings["fabricGateLogs"]
    return settings | {"sharedHomes": [HOMES | homes]} | sections


def made(settings: dict[str, Any]) -> Registered:
    return register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    )


def mounts(found: Registered, name: str) -> list[tuple[str, str, str]]:
    """Kind, path and source of what a machine mounts, where its units say that it does."""
    inputs = found.inputs[name]
    profile = inputs.get("virtualMachineProfile", inputs)["osProfile"]
    config = json.loads(base64.b64decode(profile["customData"]).decode().partition("\n")[2])
    told = json.loads(config["write_files"][0]["content"])
    if "mount-data.service" not in config["runcmd"][2]:
        return []
    return [(one["kind"], one["path"], one["source"]) for one in told["mounts"]]


MACHINES = ("zone-pretrain-scale-set", "zone-slurm-scheduler", "zone-slurm-login")


def test_a_share_of_its_own() -> None:
    arguments = HomeShareArgs(
        location="eastus",
        naming=Naming(suffix="x1"),
        resource_group_name="rg",
        share=HomeShareCreate(mode="create", size_gib=200, share_sku="Premium_LRS", soft_delete_days=30),
        private_endpoint=PLACE,
    )
    outputs: dict[str, Any] = {}

    def program() -> None:
        share = HomeShare("people", arguments)
        for name in ("export", "snapshot_command"):
            getattr(share, name).apply(lambda value, name=name: outputs.update({name: value}))

    found = register(program, id_format=None)
    assert found.azure == [
        ("network:PrivateDnsZoneGroup", "people-zone-group"),
        ("network:PrivateEndpoint", "people-private-endpoint"),
        ("storage:FileServiceProperties", "people-file-service"),
        ("storage:FileShare", "people-share"),
        ("storage:StorageAccount", "people-account"),
    ]
    account = found.inputs["people-account"]
    assert (account["kind"], account["sku"]) == ("FileStorage", {"name": "Premium_LRS"})
    closed = (
        "allowSharedKeyAccess",
        "allowBlobPublicAccess",
        "publicNetworkAccess",
        "enableHttpsTrafficOnly",
    )
    assert [account[name] for name in closed] == [False, False, "Disabled", True]
    retention = found.inputs["people-file-service"]["shareDeleteRetentionPolicy"]
    assert retention == {"enabled": True, "days": 30}
    share = found.inputs["people-share"]
    asked = ("enabledProtocols", "rootSquash", "shareQuota")
    assert [share[name] for name in asked] == ["NFS", "NoRootSquash", 200]
    assert found.inputs["people-private-endpoint"]["privateLinkServiceConnections"][0]["groupIds"] == ["file"]
    called = account["accountName"]
    assert outputs == {
        "export": f"{called}.file.core.windows.net:/{called}/homes",
        "snapshot_command": f"az storage share-rm snapshot --name homes --storage-account {called} "
        "--resource-group rg",
    }


def test_nodes_scheduler_and_login_node_mount_it_after_it_is_there() -> None:
    found = made(zone({}))
    for machine in MACHINES:
        ((kind, path, source),) = mounts(found, machine)
        assert (kind, path) == ("aznfs", "/shared/home")
        assert source.endswith("/homes")
        assert "zone-people-share" in found.dependencies[machine]


def test_an_export_of_others_is_mounted_as_it_is() -> None:
    found = made(zone({"store": {"mode": "nfs", "nfsExport": "10.9.0.4:/homes"}}))
    for machine in MACHINES:
        assert mounts(found, machine) == [("nfs", "/shared/home", "10.9.0.4:/homes")]
    assert [name for kind, name in found.azure if kind == "storage:FileShare"] == []


LUSTRE = {
    "name": "files",
    "sizing": {"mode": "given", "skuName": "AMLFS-Durable-Premium-500", "storageTib": 16},
    "readers": [{"size": "Standard_ND96isr_H100_v5", "nodeCount": 4}],
    "zone": "1",
    "clusters": ["pretrain"],
}
ON_LUSTRE = {"store": {"mode": "lustre", "dataset": "files"}}


def test_homes_beside_data_need_no_mount_of_their_own() -> None:
    found = made(zone(ON_LUSTRE, lustreDatasets=[LUSTRE]))
    login, scheduler = mounts(found, "zone-slurm-login"), mounts(found, "zone-slurm-scheduler")
    assert ([path for _, path, _ in login], scheduler) == (["/mnt/files"], [])


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    (
        zone({"homesPath": "/home"}),
        [
            "sharedHomes[0].homesPath: must be a folder below /mnt or /shared, or /data, /scratch or one "
            "below, such as /mnt/data: anything else of a machine is the system's own, got '/home'"
        ],
    ),
    (
        zone(ON_LUSTRE | {"homesPath": "/shared/home"}, lustreDatasets=[LUSTRE]),
        [
            "sharedHomes[0].homesPath: goes with a mount of its own: leave it out, homes are in `home` of "
            "files"
        ],
    ),
    (
        zone(ON_LUSTRE),
        ["sharedHomes[0].store.dataset: no Lustre file system is called files: there are none"],
    ),
    (
        zone(ON_LUSTRE, lustreDatasets=[LUSTRE | {"clusters": []}]),
        [
            "sharedHomes[0].clusters[0]: pretrain doesn't mount files: name it in `clusters` of that file "
            "system"
        ],
    ),
    (
        zone({"clusters": ["pretrian"]}),
        ["sharedHomes[0].clusters[0]: no training cluster is called pretrian: did you mean pretrain?"],
    ),
    (
        zone({}, sharedHomes=[HOMES, HOMES | {"name": "others"}]),
        [
            "sharedHomes[0].clusters[0]: pretrain has its homes in others as well: leave it out of one",
            "sharedHomes[1].clusters[0]: pretrain has its homes in people as well: leave it out of one",
        ],
    ),
]


@pytest.mark.parametrize(("settings", "sentences"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_wrong_is_said(settings: dict[str, Any], sentences: list[str]) -> None:
    assert problems_of(settings) == sentences


def test_one_scheduler_has_its_homes_in_one_place() -> None:
    settings = zone({})
    (cluster,) = settings["trainingClusters"]
    settings["trainingClusters"].append(cluster | {"name": "tune"})
    settings["slurmSchedulers"][0]["clusters"].append("tune")
    assert problems_of(settings) == [
        "slurmSchedulers[0].clusters: tune has no `sharedHomes`: name all clusters of a scheduler in one, "
        "which its login node has too"
    ]

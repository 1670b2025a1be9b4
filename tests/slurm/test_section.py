"""Schedulers and gates' logs in a stack file: what doesn't fit the rest of the zone, in its own words."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from helpers.registered import SUBSCRIPTION, Registered, register
from helpers.settings import SUBJECT, problems_of, stack
from helpers.slurm_zone import zone

SHA = "0123456789abcdef" * 4
"""Nobody's: no source has those of the packages."""

GROUPS = ("administrators", "dataScientists", "auditors")
Change = Callable[[dict[str, Any]], object]


def scheduler(settings: dict[str, Any], **changes: Any) -> None:
    settings["slurmSchedulers"][0].update(changes)


def log(settings: dict[str, Any], **changes: Any) -> None:
    settings["fabricGateLogs"][0].update(changes)


def another_cluster(settings: dict[str, Any], name: str, size: str) -> None:
    settings["location"] = "centralus"
    first = settings["trainingClusters"][0]
    settings["trainingClusters"].append(first | {"name": name, "size": size})
    settings["slurmSchedulers"][0]["clusters"].append(name)


WRONG: dict[str, tuple[Change, list[str]]] = {
    "a cluster that isn't there": (
        lambda zone: scheduler(zone, clusters=["pretrian"]),
        ["slurmSchedulers[0].clusters[0]: no training cluster is called pretrian: did you mean pretrain?"],
    ),
    "no vault": (
        lambda zone: zone.pop("keyVault"),
        [
            "trainingClusters[0].rolesOn.keyVault: this zone has none: those that give out roles are none",
            "slurmSchedulers[0]: needs `keyVault`: the munge key is kept there, and nowhere else",
        ],
    ),
    "nodes that can't read the key": (
        lambda zone: zone["trainingClusters"][0].pop("rolesOn"),
        [
            "slurmSchedulers[0].clusters[0]: pretrain needs `rolesOn` keyVault: [Key Vault Secrets User], so "
            "that its nodes can join"
        ],
    ),
    "GPUs of two makers": (
        lambda zone: another_cluster(zone, "amd", "Standard_ND96isr_MI300X_v5"),
        [
            "slurmSchedulers[0].clusters[1]: amd has 8 GPUs of AMD a node and pretrain has 8 GPUs of NVIDIA: "
            "the nodes of one Slurm have the same GPU devices, since they all get the same gres.conf. Give "
            "it a scheduler of its own"
        ],
    ),
    "two schedulers": (
        lambda zone: zone["slurmSchedulers"].append(zone["slurmSchedulers"][0] | {"name": "other"}),
        [
            "slurmSchedulers[0].clusters[0]: pretrain joins other as well: a node has one scheduler",
            "slurmSchedulers[1].clusters[0]: pretrain joins slurm as well: a node has one scheduler",
        ],
    ),
    "a scheduler with GPUs": (
        lambda zone: scheduler(zone, size="Standard_NC24ads_A100_v4"),
        [
            "slurmSchedulers[0].size: must be an x64 size without GPUs, got Standard_NC24ads_A100_v4: take "
            "Standard_D4s_v5"
        ],
    ),
    "checksums that are none, and a mirror that anybody can play": (
        lambda zone: scheduler(
            zone,
            containerRuntime={
                "enrootSha256": "abc",
                "enrootCapsSha256": SHA,
                "mirror": "http://mirror.example",
            },
        ),
        [
            "slurmSchedulers[0].containerRuntime.enrootSha256: must be 64 hexadecimal digits, as sha256sum "
            "prints them, got 'abc'",
            "slurmSchedulers[0].containerRuntime.mirror: must be an https address without a slash at its "
            "end, got 'http://mirror.example'",
        ],
    ),
    "a login node that nobody may sign in to": (
        lambda zone: scheduler(zone, login={"entraSignIn": True}),
        ["slurmSchedulers[0].login.entraSignIn: needs `people.administrators`: nobody else may sign in"],
    ),
    "no workspace": (
        lambda zone: zone.pop("logAnalytics"),
        ["fabricGateLogs[0]: needs `logAnalytics`: its table is in that workspace"],
    ),
    "private without a scope": (
        lambda zone: log(zone, ingestion="private"),
        [
            "fabricGateLogs[0].ingestion: needs `observability.monitorPrivateLink` of mode create: no "
            "result would come in"
        ],
    ),
    "a cluster that doesn't report": (
        lambda zone: log(zone, clusters=["nobody"]),
        ["fabricGateLogs[0].clusters[0]: no training cluster is called nobody: there are pretrain"],
    ),
    "a second log": (
        lambda zone: zone["fabricGateLogs"].append(zone["fabricGateLogs"][0] | {"name": "more"}),
        [
            "fabricGateLogs[1]: [0] makes the table FabricGate_CL of the zone's workspace already: have "
            "one, with all that report in its `clusters`"
        ],
    ),
}


def test_the_zone_is_right() -> None:
    LandingZoneSettings.load(zone(), SUBJECT)


@pytest.mark.parametrize(("change", "sentences"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_is_said(change: Change, sentences: list[str]) -> None:
    settings = zone()
    change(settings)
    assert problems_of(settings) == sentences


def test_administrators_alone_sign_in_to_the_login_node() -> None:
    """And auditors see that it is there."""
    settings = zone()
    del settings["fabricGateLogs"]
    groups = {name: f"{number}" * 8 + "-1111-1111-1111-111111111111" for number, name in enumerate(GROUPS)}
    settings["people"] = groups
    scheduler(settings, login={"entraSignIn": True})
    made = register(lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)))
    given = {
        name: (inputs["principalId"], inputs["roleDefinitionId"].rsplit("/", 1)[-1])
        for name, inputs in made.inputs.items()
        if name.startswith("zone-slurm-") and "roleDefinitionId" in inputs
    }
    administers = BuiltInRole.VIRTUAL_MACHINE_ADMINISTRATOR_LOGIN
    assert given == {
        "zone-slurm-admins-access": (groups["administrators"], BuiltInRole.READER.guid),
        "zone-slurm-admins-in-access": (groups["administrators"], administers.guid),
        "zone-slurm-auditors-access": (groups["auditors"], BuiltInRole.READER.guid),
    }


def test_nodes_mount_what_names_their_cluster() -> None:
    settings, others = stack(), stack("research")
    (dataset,), (cache,) = others["lustreDatasets"], others["blobCaches"]
    settings["lustreDatasets"] = [
        dataset
        | {
            "clusters": ["pretrain"],
            "readers": [{"size": "Standard_ND96isr_H100_v5", "nodeCount": 4}],
            "blob": {"mode": "disabled"},
        }
    ]
    settings["blobCaches"] = [cache | {"mountedBy": ["pretrain"]}]
    found = register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    )
    data = found.inputs["zone-pretrain-scale-set"]["virtualMachineProfile"]["osProfile"]["customData"]
    files = json.loads(base64.b64decode(data).decode().partition("\n")[2])["write_files"]
    told = json.loads(files[0]["content"])
    assert [(mount["kind"], mount["path"]) for mount in told["mounts"]] == [
        ("lustre", "/mnt/data"),
        ("blobfuse2", "/mnt/texts"),
    ]
    lustre, blobs = told["mounts"]
    assert lustre["source"].endswith("@tcp:/lustrefs")
    assert blobs["source"] == "data"
    assert told["clientId"] in blobs["config"]
    assert {"zone-data-file-system", "zone-texts-pretrain-access"} <= found.dependencies[
        "zone-pretrain-scale-set"
    ]


def test_people_see_on_the_login_node_what_their_jobs_see() -> None:
    """What both clusters mount is mounted once; a cache on disks that the login node hasn't is left out."""
    settings = zone()
    del settings["fabricGateLogs"]
    (cluster,) = settings["trainingClusters"]
    settings["trainingClusters"].append(cluster | {"name": "tune"})
    settings["slurmSchedulers"][0]["clusters"].append("tune")
    settings["lustreDatasets"] = [
        {
            "name": "files",
            "sizing": {"mode": "given", "skuName": "AMLFS-Durable-Premium-500", "storageTib": 16},
            "readers": [{"size": cluster["size"], "nodeCount": 8}],
            "zone": "1",
            "clusters": ["pretrain", "tune"],
        }
    ]
    settings["blobCaches"] = [
        {"name": "texts", "mount": {"mode": "fileCache", "cacheGib": 800}, "mountedBy": ["pretrain"]}
    ]
    made = register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    )
    data = made.inputs["zone-slurm-login"]["osProfile"]["customData"]
    files = json.loads(base64.b64decode(data).decode().partition("\n")[2])["write_files"]
    mounts = json.loads(files[0]["content"])["mounts"]
    assert [(mount["kind"], mount["path"]) for mount in mounts] == [("lustre", "/mnt/files")]
    assert "zone-files-file-system" in made.dependencies["zone-slurm-login"]


def test_the_scheduler_makes_nodes_of_its_clusters_anew() -> None:
    """It knows their scale sets before they are made, and has its role on each of them."""
    settings = zone()
    del settings["fabricGateLogs"]
    made = register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    )
    data = made.inputs["zone-slurm-scheduler"]["osProfile"]["customData"]
    files = json.loads(base64.b64decode(data).decode().partition("\n")[2])["write_files"]
    told = json.loads(files[0]["content"])["slurm"]["scaleSets"]
    (name,) = {scale_set.rpartition("/")[2] for scale_set in told.values()}
    assert (list(told), name) == (["pretrain"], made.inputs["zone-pretrain-scale-set"]["vmScaleSetName"])
    grant = made.inputs["zone-pretrain-slurm-access"]
    assert grant["roleDefinitionId"].endswith(BuiltInRole.VIRTUAL_MACHINE_CONTRIBUTOR.guid)
    assert grant["scope"].endswith("/zone-pretrain-scale-set")


def test_the_scheduler_makes_nodes_anew_by_a_role_of_the_companys_own() -> None:
    place, guid = (
        "/providers/Microsoft.Authorization/roleDefinitions/",
        "6a0b4a0b-0000-0000-0000-0000000000aa",
    )
    role = f"/subscriptions/{SUBSCRIPTION}{place}{guid}"
    settings = zone()
    scheduler(settings, rollRoleDefinitionId=role)
    made = register(lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)), id_format=None)
    grant = made.inputs["zone-pretrain-slurm-access"]
    assert grant["roleDefinitionId"] == role
    scheduler(settings, rollRoleDefinitionId=guid)
    assert problems_of(settings) == [
        f"slurmSchedulers[0].rollRoleDefinitionId: must be /subscriptions/<id>{place}<id>, got '{guid}'"
    ]
    owner = f"/subscriptions/{SUBSCRIPTION}{place}{BuiltInRole.OWNER.guid.upper()}"
    scheduler(settings, rollRoleDefinitionId=owner)
    assert problems_of(settings) == [
        "slurmSchedulers[0].rollRoleDefinitionId: is Owner, which can give away roles: name a narrower one, "
        f"got '{owner}'"
    ]


def told_to(made: Registered, name: str) -> dict[str, Any]:
    """What a machine or a scale set is told of its Slurm."""
    inputs = made.inputs[name]
    profile = inputs.get("virtualMachineProfile", inputs)["osProfile"]
    files = json.loads(base64.b64decode(profile["customData"]).decode().partition("\n")[2])["write_files"]
    slurm: dict[str, Any] = json.loads(files[0]["content"])["slurm"]
    return slurm


def test_containers_are_the_same_on_all_machines() -> None:
    settings = zone()
    del settings["fabricGateLogs"]
    scheduler(settings, containerRuntime={"enrootSha256": SHA, "enrootCapsSha256": SHA})
    made = register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    )
    for name in ("zone-slurm-scheduler", "zone-slurm-login", "zone-pretrain-scale-set"):
        assert told_to(made, name)["containers"] == {
            "mirror": "https://github.com/NVIDIA",
            "enroot": "4.0.1",
            "sha256": {"enroot": SHA, "enroot+caps": SHA},
            "pyxis": "c908f63181e78d6b71a30d71f816009a8709c917",
        }
    assert told_to(made, "zone-slurm-scheduler")["files"]["plugstack.conf"] == (
        "required /opt/pyxis/spank_pyxis.so runtime_path=/mnt/scratch/enroot/pyxis container_scope=job\n"
    )


def test_a_mirror_of_one_s_own_needs_no_way_to_github() -> None:
    settings = zone()
    scheduler(
        settings,
        containerRuntime={"enrootSha256": SHA, "enrootCapsSha256": SHA, "mirror": "https://mirror.example/n"},
    )
    (item,) = LandingZoneSettings.load(settings, SUBJECT).slurm_schedulers
    assert item.ways_out() == ["hpcImages", "ubuntu"]


def test_jobs_may_be_somebody_else_than_their_node() -> None:
    """Who writes checkpoints, and opens no vault; nodes keep what they mount and join with."""
    settings = zone()
    del settings["fabricGateLogs"]
    (cluster,) = settings["trainingClusters"]
    cluster["jobRolesOn"] = {}
    made = register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/a/b/{name}",
    )
    identities = made.inputs["zone-pretrain-scale-set"]["identity"]["userAssignedIdentities"]
    names = [one.rpartition("/")[2] for one in identities]
    assert names == ["zone-pretrain-identity", "zone-pretrain-jobs-identity"]
    assert "zone-checkpoints-pretrain-access" not in made.inputs
    writer = made.inputs["zone-checkpoints-pretrain-jobs-access"]
    assert writer["roleDefinitionId"].endswith(BuiltInRole.STORAGE_BLOB_DATA_OWNER.guid)
    secrets = BuiltInRole.KEY_VAULT_SECRETS_USER.guid
    roles = {name: one.get("roleDefinitionId", "") for name, one in made.inputs.items()}
    reads = [name for name, role in roles.items() if role.endswith(secrets)]
    assert sorted(reads) == ["zone-key-vault-pretrain-access", "zone-key-vault-slurm-login-access"]


def test_jobs_get_no_role_that_they_have_no_token_for() -> None:
    settings = zone()
    settings["trainingClusters"][0]["jobRolesOn"] = {"keyVault": ["Key Vault Secrets User"]}
    assert problems_of(settings) == [
        "trainingClusters[0].jobRolesOn.keyVault: jobs get no tokens for vaults, where the key is with which "
        "one can pretend to be any user: leave it out"
    ]

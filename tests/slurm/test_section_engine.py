"""A zone with a scheduler and a log of fabric gates on the real engine."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone.catalog import single_facts
from helpers.offline import Program, program
from helpers.published_types import refusals
from helpers.settings import stack

pytestmark = pytest.mark.engine

ZONE = """
from pathlib import Path

import yaml

from azure_ai_landing_zone import LandingZone, LandingZoneSettings

settings = yaml.safe_load(Path("zone.yaml").read_text(encoding="utf-8"))
LandingZone("zone", LandingZoneSettings.load(settings, "zone.yaml"))
"""


def settings() -> dict[str, Any]:
    """The training stack, scheduled by Slurm with accounts, and telling what its gates find."""
    zone = stack()
    (cluster,) = zone["trainingClusters"]
    cluster["rolesOn"] = {"keyVault": ["Key Vault Secrets User"]}
    zone["protection"] = "off"
    zone["keyVault"] = {
        "mode": "create",
        "softDeleteDays": 7,
        "keys": ["disks"],
        "keyRotationDays": {"disks": 365},
        "trustedServices": True,
    }
    cluster["encryptionKeyName"] = "disks"
    zone["slurmSchedulers"] = [
        {
            "name": "slurm",
            "clusters": ["pretrain"],
            "encryptionKeyName": "disks",
            "zone": "1",
            "imageVersion": cluster["imageVersion"],
            "sshPublicKey": cluster["sshPublicKey"],
            "login": {"entraSignIn": True},
            "accounting": {
                "mode": "existing",
                "databaseHost": "slurm-db.mysql.database.azure.com",
                "userName": "slurm",
                "passwordSecret": "slurm-database",
            },
            "accounts": [{"name": "vision", "maxGpus": 16}],
        }
    ]
    zone["people"] = {"administrators": "11111111-1111-1111-1111-111111111111"}
    zone["fabricGateLogs"] = [{"name": "gates", "clusters": ["pretrain"], "ingestion": "public"}]
    return zone


def told(made: Program, name: str) -> dict[str, Any]:
    """What a machine's customData says."""
    (inputs,) = (
        one["inputs"]
        for one in made.resources()
        if one["urn"].endswith(f"::{name}") and one["type"].startswith("azure-native:compute:")
    )
    data = inputs.get("virtualMachineProfile", inputs)["osProfile"]["customData"]
    text = base64.b64decode(data)
    assert len(text) < single_facts.whole("customDataBytes")
    config = json.loads(text.decode().partition("\n")[2])
    found: dict[str, Any] = json.loads(config["write_files"][0]["content"])
    return found


def test_a_zone_with_a_scheduler_and_reports(tmp_path: Path) -> None:
    made = program(tmp_path, ZONE)
    (tmp_path / "zone.yaml").write_text(yaml.safe_dump(settings()), encoding="utf-8")
    made.up("--skip-preview")
    ours = sorted(
        (resource["type"].removeprefix("azure-native:"), resource["urn"].split("::")[-1])
        for resource in made.resources()
        if resource["type"].startswith("azure-native:")
        and resource["urn"].split("::")[-1].startswith(("zone-slurm", "zone-gates"))
    )
    assert ours == [
        ("authorization:RoleAssignment", "zone-gates-pretrain-access"),
        ("authorization:RoleAssignment", "zone-slurm-admins-access"),
        ("authorization:RoleAssignment", "zone-slurm-admins-in-access"),
        ("compute:Disk", "zone-slurm-state-disk"),
        ("compute:DiskEncryptionSet", "zone-slurm-disk-encryption"),
        ("compute:VirtualMachine", "zone-slurm-login"),
        ("compute:VirtualMachine", "zone-slurm-scheduler"),
        ("compute:VirtualMachineExtension", "zone-slurm-entra-login"),
        ("managedidentity:UserAssignedIdentity", "zone-slurm-identity"),
        ("managedidentity:UserAssignedIdentity", "zone-slurm-key-identity"),
        ("managedidentity:UserAssignedIdentity", "zone-slurm-login-identity"),
        ("monitor:DataCollectionEndpoint", "zone-gates-collection-endpoint"),
        ("monitor:DataCollectionRule", "zone-gates-rule"),
        ("monitor:DiagnosticSetting", "zone-gates-diagnostics"),
        ("monitor:DiagnosticSetting", "zone-slurm-login-diagnostics"),
        ("monitor:DiagnosticSetting", "zone-slurm-scheduler-diagnostics"),
        ("network:NetworkInterface", "zone-slurm-login-interface"),
        ("network:NetworkInterface", "zone-slurm-scheduler-interface"),
        ("operationalinsights:Table", "zone-gates-table"),
        ("resources:Deployment", "zone-slurm-accounts"),
        ("resources:Deployment", "zone-slurm-disk-key"),
    ]
    accounting = told(made, "zone-slurm-scheduler")["slurm"]["accounting"]
    assert accounting["accountsSecret"] == "slurm-accounts"
    node = told(made, "zone-pretrain-scale-set")
    assert node["slurm"]["partition"] == "pretrain"
    assert node["slurm"]["scheduler"] == told(made, "zone-slurm-login")["slurm"]["scheduler"] != ""
    assert node["reports"]["rule"].startswith("dcr-")
    assert node["reports"]["endpoint"].endswith(".ingest.monitor.azure.com")
    assert node["checkpoints"].endswith(".blob.core.windows.net/checkpoints")
    assert node["clientId"]
    made.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    up = made.resources()
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert refusals(up) == []

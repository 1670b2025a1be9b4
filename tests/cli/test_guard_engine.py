"""The guard on previews of the real engine."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from azure_ai_landing_zone_policies.engine.pack import utc_today
from helpers.offline import SMALL, Settings, Zone, zone

pytestmark = pytest.mark.engine


def preview(made: Zone, *, streamed: bool) -> str:
    made.offline.environment["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = str(streamed).lower()
    return made.pulumi("preview", "--json", status=None).output


def guarded(made: Zone, plan: str, waivers: str = "", *arguments: str) -> tuple[int, list[str]]:
    """The guard's status on a plan, and the first line of each loss, or all that it said."""
    policy = made.offline.folder / "policy.yaml"
    policy.write_text(f"guard: {{waivers: [{waivers}]}}", encoding="utf-8")
    command = [str(Path(sys.executable).with_name("ailz")), "guard", "--policy-file", str(policy), *arguments]
    done = subprocess.run(command, input=plan, capture_output=True, text=True, check=False)
    lines = (done.stdout or done.stderr).splitlines()
    return done.returncode, [line for line in lines if ", would be " in line] or lines


def unprotected(settings: Settings) -> None:
    settings["protection"] = "off"


def without_store(settings: Settings) -> None:
    settings.pop("checkpointStores")
    settings["trainingClusters"][0].pop("checkpointStore")


def elsewhere(settings: Settings) -> None:
    settings["location"] = "westus3"


STORE_GONE = [
    "training-checkpoints-account: storage account, would be deleted",
    "training-private-dns-zones-privatelink-blob-core-windows-net-zone: private DNS zone, would be deleted",
    "training-checkpoints-container: blob container, would be deleted",
]
MOVED = [
    f"training-{name}, would be replaced: deleted and made anew"
    for name in (
        "resource-group: resource group",
        "checkpoints-account: storage account",
        "checkpoints-container: blob container",
        "logs-workspace: Log Analytics workspace",
        "network-endpoints-subnet: subnet",
        "network-pretrain-subnet: subnet",
        "network-virtual-network: virtual network",
        "pretrain-scale-set: cluster",
        "private-dns-zones-privatelink-blob-core-windows-net-zone: private DNS zone",
    )
]


def test_the_training_zone_is_guarded(tmp_path: Path) -> None:
    made = zone(tmp_path, "training", SMALL)
    made.pulumi("up", "--yes", "--skip-preview")
    made.edit(without_store)
    plan = preview(made, streamed=True)
    state = tmp_path / "state.json"
    state.write_text(made.state(), encoding="utf-8")
    assert guarded(made, plan)[0] == 1
    status, said = guarded(made, plan, "", "--state", str(state))
    assert (status, sorted(said)) == (1, sorted(STORE_GONE))

    made.config_file.write_text(SMALL.read_text(encoding="utf-8"))
    made.edit(unprotected)
    made.pulumi("up", "--yes", "--skip-preview")

    made.edit(elsewhere)
    assert guarded(made, preview(made, streamed=True)) == (1, MOVED)

    made.edit(lambda settings: settings.update(location="eastus"))
    made.edit(without_store)
    plan = preview(made, streamed=False)
    assert guarded(made, plan) == (1, STORE_GONE)
    until = utc_today() + timedelta(days=30)
    waiver = (
        "{resource: training-*, owner: ml@contoso.com, approver: ciso@contoso.com, "
        f"reason: a new one is there, until: {until}}}"
    )
    status, said = guarded(made, plan, waiver)
    assert status == 0
    assert said[0].startswith("Guard: only what waivers let go is lost (training-checkpoints-account, ")

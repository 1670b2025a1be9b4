"""What a subscription may have, said in a file or by the name of a profile."""

import re
from pathlib import Path

import pytest

from helpers.offline import SMALL, Offline, Settings, zone

pytestmark = pytest.mark.engine


def _large(settings: Settings) -> None:
    settings["trainingClusters"][0] |= {"nodeCount": 150, "nodeLimit": 200}


def test_a_scale_set_above_100_nodes_can_be_granted(tmp_path: Path) -> None:
    training = zone(tmp_path, "training", SMALL)
    training.edit(_large)
    refused = training.pulumi("preview", status=None)
    assert refused.status != 0
    assert "150 is above the 100 instances" in refused.output
    (tmp_path / "subscription.yaml").write_text("singlePlacementGroupLimit: 200\n", encoding="utf-8")
    training.offline.environment["AZURE_SIMULATOR_SUBSCRIPTION"] = "subscription.yaml"
    assert training.pulumi("preview", status=None).status == 0


def test_a_new_subscription_refuses_what_is_not_registered(tmp_path: Path) -> None:
    training = zone(tmp_path, "training", SMALL)
    training.offline.environment["AZURE_SIMULATOR_SUBSCRIPTION"] = "new"
    refused = training.pulumi("up", "--yes", "--skip-preview", "--continue-on-error", status=None)
    assert refused.status != 0
    namespaces = re.findall(r"not registered to use namespace '(\S+)'", refused.output)
    assert sorted(set(namespaces)) == [
        "Microsoft.ManagedIdentity",
        "Microsoft.Network",
        "Microsoft.OperationalInsights",
        "Microsoft.Storage",
    ]


def test_a_subscription_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    offline = Offline(tmp_path, {"AZURE_SIMULATOR_SUBSCRIPTION": "none.yaml"})
    assert offline.run("true", status=None).output == (
        f"azure-simulator: AZURE_SIMULATOR_SUBSCRIPTION: {tmp_path}/none.yaml: No such file or directory\n"
    )

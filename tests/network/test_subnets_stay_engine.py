"""Subnets stay where they are on the real engine, which knows from the stack's state where that is."""

import copy
from datetime import date
from pathlib import Path

import pytest

from azure_ai_landing_zone_policies.guard.losses import losses
from azure_ai_landing_zone_policies.preview.read import read_plan
from helpers.offline import SMALL, Program, Settings, program, zone
from helpers.settings import stack

pytestmark = pytest.mark.engine


def _with_a_machine(settings: Settings) -> None:
    settings["devMachines"] = stack("dev")["devMachines"]


def _another_cluster(settings: Settings) -> None:
    settings["costLimits"]["budgets"][0]["amount"] *= 2
    settings["trainingClusters"].append(copy.deepcopy(settings["trainingClusters"][0]) | {"name": "tune"})


def _moved(settings: Settings) -> None:
    settings["network"]["pinnedPrefixes"] = {"workbench": "10.40.9.0/24"}


def test_a_cluster_that_is_appended_moves_no_subnet(tmp_path: Path) -> None:
    """And if one is moved by a pin, the guard says so."""
    training = zone(tmp_path, "training", SMALL)
    training.edit(_with_a_machine)
    training.up("--skip-preview")
    training.edit(_another_cluster)
    assert [step for step in training.steps() if step[1].endswith(":Subnet")] == [
        ("create", "azure-native:network:Subnet", "training-network-tune-subnet")
    ]
    training.up("--skip-preview")

    training.edit(_moved)
    plan = read_plan(training.pulumi("preview", "--json").output)
    assert [(loss.name, loss.how) for loss in losses(plan, date(2026, 11, 22))] == [
        ("training-network-workbench-subnet", "moved")
    ]


CODE = """
import pulumi
from pulumi_azure_native import network, resources

from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.network.network import Network, NetworkArgs
from azure_ai_landing_zone.network.settings import NetworkSubnet


class Group(pulumi.ComponentResource):
    # Puts out what others' components do: a resource, and a secret.
    def __init__(self):
        super().__init__("their:index:Group", "theirs")
        options = pulumi.ResourceOptions(parent=self)
        self.group = resources.ResourceGroup(
            "group", resource_group_name="rg", location="eastus", opts=options
        )
        self.register_outputs({"group": self.group, "word": pulumi.Output.secret("hush")})


def nodes(name, addresses):
    return NetworkSubnet(name=name, purpose="nodes", addresses=addresses)


def make(name, subnets, aliases):
    return Network(
        name,
        NetworkArgs(
            location="eastus",
            naming=Naming(suffix="x1"),
            label="net",
            resource_group_name=Group().group.name,
            address_space="10.40.0.0/16",
            subnets=subnets,
        ),
        pulumi.ResourceOptions(aliases=[pulumi.Alias(name=alias) for alias in aliases]),
    )


"""

FAILS = """
made = make("net", [nodes("first", 100), nodes("second", 20)], [])
network.Subnet(
    "lost",
    resource_group_name="rg",
    virtual_network_name="nobody-has-made",
    subnet_name="lost",
    address_prefix="10.9.0.0/24",
    opts=pulumi.ResourceOptions(depends_on=[made]),
)
"""

WORKS = """
made = make("other", [nodes("third", 300), nodes("second", 20), nodes("first", 100)], ["net"])
pulumi.export("prefixes", made.subnet_prefixes)
"""


def test_an_up_that_failed_half_way_moves_no_subnet_either(tmp_path: Path) -> None:
    """Nor does another name of the network in the program, with an alias."""
    made = program(tmp_path, CODE + FAILS)
    made.up("--skip-preview", status=1)
    assert prefixes(made) == {"snet-ai-net-first-x1": "10.40.0.0/25", "snet-ai-net-second-x1": "10.40.1.0/27"}
    (tmp_path / "__main__.py").write_text(CODE + WORKS, encoding="utf-8")
    made.up("--skip-preview")
    expected = {"third": "10.40.4.0/23", "second": "10.40.1.0/27", "first": "10.40.0.0/25"}
    assert made.outputs() == {"prefixes": expected}
    assert prefixes(made) == {f"snet-ai-net-{name}-x1": prefix for name, prefix in expected.items()}


def prefixes(made: Program) -> dict[str, str]:
    return {
        one["inputs"]["subnetName"]: one["inputs"]["addressPrefix"]
        for one in made.resources()
        if one["type"] == "azure-native:network:Subnet"
    }

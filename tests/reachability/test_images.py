"""Whatever way out a cluster has: every image that it runs is pulled, from the zone's registry."""

import copy
from typing import Any

import pytest

import reachability_docs
import recorded
from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_ai_landing_zone.catalog.chart_images import all_images
from azure_ai_landing_zone.catalog.image_sources import host_of
from azure_ai_landing_zone.workloads.image_registry import ImageRegistry
from azure_ai_landing_zone_policies.reachability.ask import ask
from azure_ai_landing_zone_policies.reachability.land import Land, Subnet
from azure_ai_landing_zone_policies.reachability.read import read
from azure_simulator.testing import mocks as kit
from helpers.pulled_images import images_of, pulls
from helpers.registered import Identified
from helpers.settings import stack

Place = tuple[Land, Subnet]


def isolated() -> dict[str, Any]:
    """The stack inference without a way out, and without what needs one."""
    found = copy.deepcopy(stack("inference"))
    found["network"]["egress"] = "none"
    found["inferenceClusters"][0]["workloadIdentities"] = []
    found["inferenceClusters"][0]["managedCluster"] |= {"outboundType": "none", "keda": False}
    return found


@pytest.fixture(scope="module")
def made() -> Identified:
    def program() -> None:
        LandingZone("zone", LandingZoneSettings.load(isolated(), "settings"))

    return kit.run(Identified(id_format=None), program, project="azure-ai-landing-zone", stack="dev")


def place(land: Land, beginning: str) -> Place:
    return land, next(one for one in land.subnets.values() if one.name.startswith(beginning))


@pytest.fixture(scope="module")
def without_a_way_out(made: Identified) -> Place:
    return place(read(made.resources()), "snet-ai-zone-serving")


@pytest.fixture(scope="module")
def behind_a_nat_gateway() -> Place:
    return place(reachability_docs.land_of(["inference"]), "snet-ai-inference-serving")


@pytest.fixture(scope="module")
def behind_a_firewall() -> Place:
    """A spoke of the hub with a registry of its own, from the subnet of its machines."""
    together = next(one for one in reachability_docs.TOGETHER if "prod" in one)
    return place(reachability_docs.land_of(together), "snet-ai-prod-pretrain")


def registry_of(where: Place) -> ImageRegistry:
    """The one that has an endpoint in the network of those nodes."""
    land, nodes = where
    (name,) = (
        name
        for one in land.endpoints
        if land.subnets[one.subnet].network == nodes.network
        for name in one.names
        if name.endswith(".azurecr.io")
    )
    return ImageRegistry(login_server=name)


EGRESS = ("behind_a_nat_gateway", "behind_a_firewall", "without_a_way_out")


@pytest.mark.parametrize("egress", EGRESS)
def test_all_that_clusters_run_is_pulled_by_the_endpoint(egress: str, request: pytest.FixtureRequest) -> None:
    where: Place = request.getfixturevalue(egress)
    registry = registry_of(where)
    land, nodes = where
    found = pulls(land, nodes, map(registry.pulled, all_images()))
    assert len(found) == len(all_images())
    assert {(one.verdict, one.way) for one in found.values()} == {("reached", "endpoint")}


@pytest.mark.parametrize(
    ("egress", "refused"),
    [
        ("behind_a_nat_gateway", []),
        ("behind_a_firewall", ["docker.io", "nvcr.io", "quay.io", "registry.k8s.io"]),
        ("without_a_way_out", ["docker.io", "mcr.microsoft.com", "nvcr.io", "quay.io", "registry.k8s.io"]),
    ],
)
def test_what_of_it_would_stay_away_without_the_registry(
    egress: str, refused: list[str], request: pytest.FixtureRequest
) -> None:
    land, nodes = request.getfixturevalue(egress)
    found = pulls(land, nodes, all_images())
    assert sorted({host_of(image) for image, one in found.items() if one.verdict != "reached"}) == refused


def test_the_pods_of_the_sample_pull_from_its_registry_alone(behind_a_nat_gateway: Place) -> None:
    images = images_of(recorded.resources("inference-workloads"))
    assert {host_of(image) for image in images} == {registry_of(behind_a_nat_gateway).login_server}


def test_nothing_else_leaves_a_zone_without_a_way_out(without_a_way_out: Place) -> None:
    land, nodes = without_a_way_out
    for name in ("example.com", "another-tenant.azurecr.io", "login.microsoftonline.com"):
        assert ask(land, nodes, name, 443).verdict == "refused"


def test_a_cluster_without_a_way_out_boots_from_the_registry_once_that_is_there(made: Identified) -> None:
    cluster = made.inputs["zone-serving-cluster"]
    assert cluster["networkProfile"]["outboundType"] == "none"
    assert cluster["bootstrapProfile"] == {
        "artifactSource": "Cache",
        "containerRegistryId": made.ids["zone-registry-registry"],
    }
    assert made.dependencies["zone-serving-cluster"] >= {
        "zone-registry-aks-managed-mcr",
        "zone-registry-registry",
        "zone-registry-serving-nodes-access",
    }

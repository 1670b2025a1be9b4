"""Numbers that are written twice on purpose: where a component has a choice of its own beside Azure's limit,
on nodes, which have no catalogue, and in the simulated Azure, which is a second opinion."""

import pytest

from azure_ai_landing_zone.catalog import regions, single_facts
from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.data.lustre import blob
from azure_ai_landing_zone.network.planning import addresses, ranges, subnets
from azure_ai_landing_zone.node_setup.on_node import mounts
from azure_ai_landing_zone_policies.rules import address_ranges_do_not_overlap
from azure_simulator.cloud import locations
from azure_simulator.types import azure_firewall, lustre_auto_import_job
from azure_simulator.types.shared import ranges as simulated_ranges


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (subnets.RESERVED_ADDRESSES, simulated_ranges.RESERVED),
        (addresses.FIREWALL_PREFIX, vars(azure_firewall)["_SMALLEST"]),
        (blob.CHANGE_FEED_DAYS, vars(lustre_auto_import_job)["_LEAST_DAYS"]),
        (ranges.RDMA_RANGE, vars(address_ranges_do_not_overlap)["_RDMA"]),
        (".".join(map(str, mounts.OLDEST_BLOBFUSE)), single_facts.text("oldestBlobfuse")),
    ],
    ids=["addresses that Azure keeps", "a firewall's subnet", "change feed", "RDMA", "BlobFuse2 on nodes"],
)
def test_the_same_number(ours: object, theirs: object) -> None:
    assert ours == theirs


def test_regions() -> None:
    assert set(regions.all_regions()) - locations.REGIONS == set()
    # Azure's list of places lacks them; nothing is near them then.
    assert locations.REGIONS - set(regions.all_regions()) == {"swedensouth", "taiwannorth"}


def test_the_images_of_components_are_hpc_images_to_rules() -> None:
    offers = {image.offer for image in VM_IMAGES.values() if image.drivers != "none"}
    assert offers - set(single_facts.words("hpcImageOffers")) == set()

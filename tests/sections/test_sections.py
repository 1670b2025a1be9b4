"""The contract between a zone and the parts of its stack file."""

import copy
from dataclasses import replace
from typing import Any, ClassVar

import pulumi
import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_ai_landing_zone.network.section import HubNetworkItem, NetworkCreateItem
from azure_ai_landing_zone.operations.section import AlertsItem, LogAnalyticsCreateItem
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.sections.order import in_order
from azure_ai_landing_zone.sections.others import part_settings
from azure_ai_landing_zone.sections.section import Item, Section
from azure_ai_landing_zone.sections.site import Site
from azure_ai_landing_zone.zone.landing_zone import ordered_kinds
from helpers.registered import Registered, register
from helpers.settings import problems_of, stack
from helpers.slurm_zone import zone as slurm_zone


def test_all_kinds_are_made_in_an_order_that_they_ask_for() -> None:
    kinds = ordered_kinds()
    places = {kind: number for number, kind in enumerate(kinds)}
    late = [
        (kind.__name__, other.__name__)
        for kind in kinds
        for other in kinds
        if other is not kind and issubclass(other, kind.after) and places[other] > places[kind]
    ]
    assert late == []
    assert [kind.__name__ for kind in kinds if kind.ground] == [
        "LogAnalyticsCreateItem",
        "LogAnalyticsExistingItem",
        "HubNetworkItem",
        "NetworkCreateItem",
        "NetworkExistingItem",
        "PrivateDnsZonesItem",
    ]
    assert kinds[-1] is AlertsItem


def test_every_setting_of_a_zone_that_may_be_several_things_or_many_holds_parts() -> None:
    settings = part_settings(LandingZoneSettings)
    others = [name for name in LandingZoneSettings.model_fields if name not in settings]
    assert others == [
        "location",
        "resource_group",
        "naming",
        "tags",
        "protection",
        "hub_subscription_id",
        "diagnostic_settings",
        "people",
        "gpu_quota",
    ]


class First(Section):
    makes: ClassVar[type[object]] = object


class Second(First):
    after: ClassVar[tuple[type[Needs], ...]] = (First,)


class Third(Section):
    makes: ClassVar[type[object]] = object
    after: ClassVar[tuple[type[Needs], ...]] = (Second,)


class Back(First):
    after: ClassVar[tuple[type[Needs], ...]] = (Third,)


def test_a_kind_comes_after_all_that_are_of_a_kind_it_names() -> None:
    assert in_order([Third, Second, First]) == [First, Second, Third]
    assert in_order([HubNetworkItem, NetworkCreateItem, LogAnalyticsCreateItem]) == [
        LogAnalyticsCreateItem,
        HubNetworkItem,
        NetworkCreateItem,
    ]


def test_kinds_that_wait_for_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="wait for each other: "):
        in_order([Third, Second, First, Back])


def registered(settings: dict[str, Any]) -> Registered:
    return register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, "settings")), id_format=None
    )


def test_a_part_that_is_renamed_stays_what_it_is() -> None:
    """The same resources, and the same is said of each, what nodes are told included."""
    before = slurm_zone()
    after = copy.deepcopy(before)
    (cluster,), (store,) = after["trainingClusters"], after["checkpointStores"]
    (scheduler,), (log,) = after["slurmSchedulers"], after["fabricGateLogs"]
    for item, name in ((cluster, "foundation"), (store, "weights"), (scheduler, "queue"), (log, "fabric")):
        item |= {"name": name, "formerName": item["name"]}
    cluster["checkpointStore"] = "weights"
    scheduler["clusters"], log["clusters"] = ["foundation"], ["foundation"]
    old, new = registered(before), registered(after)
    assert new.inputs == old.inputs
    assert new.types == old.types
    assert {name: new.dependencies[name] for name in new.types} == {
        name: old.dependencies[name] for name in old.types
    }


def test_outputs_have_the_new_name() -> None:
    settings = stack()
    settings["checkpointStores"][0] |= {"name": "weights", "formerName": "checkpoints"}
    settings["trainingClusters"][0]["checkpointStore"] = "weights"
    seen: list[str] = []

    def program() -> None:
        seen.extend(
            LandingZone("zone", LandingZoneSettings.load(settings, "settings")).exports["checkpointStores"]
        )

    register(program)
    assert seen == ["weights"]


def test_a_former_name_is_still_taken() -> None:
    settings = stack()
    (store,) = settings["checkpointStores"]
    settings["trainingClusters"][0]["checkpointStore"] = "weights"
    settings["checkpointStores"] = [store | {"name": "weights", "formerName": "checkpoints"}, store]
    assert problems_of(settings) == [
        "checkpointStores[1].name: checkpoints is the name of [0] already: give each its own"
    ]


def test_an_existing_subnet_is_given_by_the_new_name() -> None:
    network = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/hub"
    settings = stack()
    settings["trainingClusters"][0] |= {"name": "foundation", "formerName": "pretrain"}
    settings["network"] = {
        "mode": "existing",
        "virtualNetworkResourceId": network,
        "endpointSubnetResourceId": f"{network}/subnets/endpoints",
        "subnetResourceIds": {"foundation": f"{network}/subnets/nodes"},
    }
    made = registered(settings).inputs["zone-pretrain-scale-set"]
    assert f"{network}/subnets/nodes" in str(made)


class Hasty(Item):
    """Asks for what comes later."""

    makes: ClassVar[type[object]] = pulumi.ComponentResource

    def make(self, made: Made) -> Part:
        return Part(component=made.the(Site), outputs={})


def test_who_asks_for_what_is_made_later_is_told_to_say_so() -> None:
    class Late(Item):
        makes: ClassVar[type[object]] = Site

    others = LandingZoneSettings.load(stack(), "settings").others()
    parts = {**others.parts, "identities": [Hasty(name="hasty"), Late(name="late")]}
    made = Made(None, replace(others, parts=parts))  # type: ignore[arg-type]  # nothing of it is asked for
    with pytest.raises(LookupError, match="Site is asked for before it is made: name it in `after`"):
        Hasty(name="hasty").make(made)

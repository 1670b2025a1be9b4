"""What the stack's own state says of subnets decides where they lie."""

from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import (
    Naming,
    Network,
    NetworkArgs,
    SettingsError,
)
from azure_ai_landing_zone.network.bastion import BastionCreate
from azure_ai_landing_zone.network.firewall import FirewallCreate
from azure_ai_landing_zone.network.hub import HubNetwork, HubNetworkArgs
from azure_ai_landing_zone.network.settings import NetworkSubnet
from helpers.registered import Registered, register


def network(name: str = "net", opts: pulumi.ResourceOptions | None = None, /, **changes: Any) -> Network:
    """One with the subnets `sizes`, by name."""
    sizes: dict[str, int] = changes.pop("sizes")
    arguments: dict[str, Any] = {
        "location": "eastus",
        "resource_group_name": "rg",
        "naming": Naming(suffix="x1"),
        "address_space": "10.0.0.0/16",
        "subnets": [NetworkSubnet(name=key, purpose="nodes", addresses=sizes[key]) for key in sizes],
        **changes,
    }
    return Network(name, NetworkArgs(**arguments), opts)


def hub(**changes: Any) -> HubNetwork:
    arguments: dict[str, Any] = {
        "location": "eastus",
        "resource_group_name": "rg",
        "naming": Naming(suffix="x1"),
        "address_space": "10.9.1.0/24",
        "spoke_ranges": ["10.32.0.0/11"],
        "bastion": BastionCreate(mode="create"),
        "gateway_room": True,
        **changes,
    }
    return HubNetwork("hub", HubNetworkArgs(**arguments))


def made(before: Registered | None = None, /, **changes: Any) -> Registered:
    return register(lambda: network(**changes), state=before.made if before else {})


def prefixes(found: Registered, name: str = "net") -> dict[str, str]:
    return {
        one.removeprefix(f"{name}-").removesuffix("-subnet"): found.inputs[one]["addressPrefix"]
        for one, type_ in found.types.items()
        if type_ == "azure-native:network:Subnet" and one.startswith(f"{name}-")
    }


BEFORE = {"endpoints": 59, "pretrain": 100, "serving": 50}
PLAN = {"endpoints": "10.0.0.0/26", "pretrain": "10.0.1.0/25", "serving": "10.0.2.0/26"}


@pytest.mark.parametrize(
    ("sizes", "plan"),
    [
        (BEFORE, PLAN),
        ({"serving": 50, "new": 100, "pretrain": 100, "endpoints": 59}, PLAN | {"new": "10.0.3.0/25"}),
        # What is deleted is so after the others are made; the next plan may have its range.
        ({"serving": 50, "new": 100}, {"serving": "10.0.2.0/26", "new": "10.0.3.0/25"}),
        ({"endpoints": 1, "pretrain": 123, "serving": 59}, PLAN),
    ],
)
def test_what_exists_stays(sizes: dict[str, int], plan: dict[str, str]) -> None:
    before = made(sizes=BEFORE)
    assert prefixes(before) == PLAN
    assert prefixes(made(before, sizes=sizes)) == plan


def test_what_was_taken_away_is_free_for_the_next_plan() -> None:
    without = made(made(sizes=BEFORE), sizes={"serving": 50})
    assert prefixes(made(without, sizes={"serving": 50, "new": 100})) == {
        "new": "10.0.0.0/25",
        "serving": "10.0.2.0/26",
    }


def test_a_pin_of_the_user_wins() -> None:
    moved = made(made(sizes=BEFORE), sizes=BEFORE, pinned_prefixes={"pretrain": "10.0.8.0/24"})
    assert prefixes(moved) == PLAN | {"pretrain": "10.0.8.0/24"}
    assert prefixes(made(moved, sizes=BEFORE)) == PLAN | {"pretrain": "10.0.8.0/24"}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"sizes": BEFORE | {"pretrain": 200}},
            "pinned_prefixes.pretrain: pretrain lies at 10.0.1.0/25, which holds 123 addresses, and now "
            "needs 200; Azure enlarges no subnet in use: stay within 123; or empty the subnet and pin it to "
            "10.0.1.0/24, which is free; or put the rest into a subnet of another name",
        ),
        (
            {"sizes": BEFORE, "address_space": "10.0.0.0/24", "additional_address_spaces": ["10.0.2.0/24"]},
            "address_space: subnets lie outside of 10.0.0.0/24 and 10.0.2.0/24: pretrain (10.0.1.0/25); "
            "Azure takes no range from a network while a subnet is in it: keep the range, here or among "
            "`additional_address_spaces`",
        ),
        (
            {"sizes": BEFORE, "pinned_prefixes": {"serving": "10.0.1.64/26"}},
            "pinned_prefixes.serving: 10.0.1.64/26 overlaps 10.0.1.0/25, where pretrain lies: correct it",
        ),
        (
            {"sizes": {"serving": 50}, "pinned_prefixes": {"serving": "10.0.1.64/26"}},
            "pinned_prefixes.serving: 10.0.1.64/26 overlaps 10.0.1.0/25, where pretrain lies: correct it, or "
            "deploy first without it, so that pretrain leaves",
        ),
    ],
)
def test_what_would_have_to_move_is_refused(changes: dict[str, Any], problem: str) -> None:
    before = made(sizes=BEFORE)
    with pytest.raises(SettingsError) as raised:
        made(before, **changes)
    assert str(raised.value).splitlines() == ["1 problem in the arguments of Network:", f"  {problem}"]


NO_ROOM = "10.0.0.0/24 has no room for subnet {}: it needs a /26 (59 addresses and Azure's 5)"


def test_a_full_network_may_have_its_subnets_in_any_order() -> None:
    """In this order they don't fit, which matters only where they don't exist yet."""
    sizes = {"a": 27, "b": 27, "c": 100, "d": 59}
    tight: dict[str, Any] = {"sizes": sizes, "address_space": "10.0.0.0/24"}
    before = made(**tight | {"sizes": {key: sizes[key] for key in ("c", "d", "a", "b")}})
    plan = {"a": "10.0.0.192/27", "b": "10.0.0.224/27", "c": "10.0.0.0/25", "d": "10.0.0.128/26"}
    assert prefixes(before) == plan
    assert prefixes(made(before, **tight)) == plan
    with pytest.raises(SettingsError) as raised:
        made(**tight)
    assert str(raised.value).splitlines() == [
        "1 problem in the arguments of Network:",
        f"  address_space: {NO_ROOM.format('d')} and 64 addresses are left: take a larger range",
    ]
    # What is taken away and what comes instead don't fit at once.
    with pytest.raises(SettingsError) as raised:
        made(before, sizes={"c": 100, "d": 59, "e": 59}, address_space="10.0.0.0/24")
    assert str(raised.value).splitlines()[1:] == [
        f"  address_space: {NO_ROOM.format('e')} and 0 addresses are left: take a larger range, or deploy "
        "first without them, which frees 10.0.0.192/27 of a and 10.0.0.224/27 of b"
    ]


def test_what_fits_in_no_order_is_refused_before_anything_is_known() -> None:
    with pytest.raises(SettingsError) as raised:
        network(sizes={"a": 27, "b": 27, "c": 100, "d": 59, "e": 1}, address_space="10.0.0.0/24")
    assert str(raised.value).splitlines() == [
        "1 problem in the arguments of NetworkArgs:",
        f"  address_space: {NO_ROOM.format('d')} and 64 addresses are left: take a larger range",
    ]


REVERSED = dict(reversed(BEFORE.items()))
MOVED = {"endpoints": "10.0.2.0/26", "pretrain": "10.0.1.0/25", "serving": "10.0.0.0/26"}
"""Where they would lie if there were none."""


def renamed(*aliases: pulumi.Alias | str) -> Registered:
    before = made(sizes=BEFORE)

    def program() -> None:
        options = pulumi.ResourceOptions(aliases=list(aliases))
        network("other", options, sizes=REVERSED, label="net")

    return register(program, state=before.made)


def test_a_network_that_was_renamed_is_known_by_its_alias() -> None:
    urn = "urn:pulumi:dev::azure-ai-landing-zone::azure-ai-landing-zone:index:Network::net"
    assert prefixes(renamed(pulumi.Alias(name="net")), "other") == PLAN
    assert prefixes(renamed(urn), "other") == PLAN
    assert prefixes(renamed(pulumi.Alias(parent=pulumi.ROOT_STACK_RESOURCE)), "other") == MOVED
    assert prefixes(renamed(), "other") == MOVED


@pytest.mark.parametrize("changes", [{"location": "westus3"}, {"naming": Naming(suffix="x2")}])
def test_a_network_that_is_replaced_keeps_nothing(changes: dict[str, Any]) -> None:
    assert prefixes(made(made(sizes=BEFORE), sizes=REVERSED, **changes)) == MOVED


def test_each_network_keeps_its_own() -> None:
    def program(east: dict[str, int], whole: dict[str, int]) -> None:
        network("net-east", sizes=east)
        network("net", sizes=whole, address_space="10.7.0.0/16")

    before = register(lambda: program({"nodes": 100, "b": 9}, {"east-a": 200, "c": 9}))
    after = register(lambda: program({"b": 9}, {"c": 9, "east-a": 200}), state=before.made)
    assert prefixes(after) == {name: prefixes(before)[name] for name in ("east-b", "east-a", "c")}


def test_a_subnet_with_several_prefixes_stays_at_its_first() -> None:
    state = made(sizes=BEFORE).made
    (subnet,) = (one["outputs"] for urn, one in state.items() if urn.endswith("::net-pretrain-subnet"))
    subnet["addressPrefixes"] = ["10.0.12.0/25", "10.0.13.0/25"]
    del subnet["addressPrefix"]
    found = register(lambda: network(sizes=BEFORE), state=state)
    assert prefixes(found)["pretrain"] == "10.0.12.0/25"


def test_a_hub_keeps_its_own() -> None:
    before = register(hub)
    plan = {"bastion": "10.9.1.128/26", "gateway": "10.9.1.192/27"}
    assert prefixes(before, "hub") == plan
    more = {"address_space": "10.9.0.0/23", "firewall": FirewallCreate(mode="create")}
    after = register(lambda: hub(**more), state=before.made)
    assert prefixes(after, "hub") == plan | {"firewall": "10.9.0.0/26"}
    with pytest.raises(SettingsError) as raised:
        register(lambda: hub(address_space="10.9.0.0/24"), state=before.made)
    assert str(raised.value).splitlines() == [
        "1 problem in the arguments of HubNetwork:",
        "  address_space: subnets lie outside of 10.9.0.0/24: bastion (10.9.1.128/26), gateway "
        "(10.9.1.192/27); Azure takes no range from a network while a subnet is in it: keep the range, here "
        "or among `additional_address_spaces`",
    ]


def test_both_say_where_their_subnets_lie() -> None:
    said: list[dict[str, str]] = []

    def program() -> None:
        said.append(network(sizes=BEFORE, bastion=BastionCreate(mode="create")).subnet_prefixes)
        said.append(hub().subnet_prefixes)

    register(program)
    assert said == [
        PLAN | {"bastion": "10.0.255.192/26"},
        {"bastion": "10.9.1.128/26", "gateway": "10.9.1.192/27"},
    ]


class Counting(Registered):
    """Mocks as others write them, who know nothing of the stack's state."""

    def call(self, args: pulumi.runtime.MockCallArgs) -> Any:
        if args.token != "pulumi:pulumi:readStackResourceOutputs":
            return super().call(args)
        self.asked = [*getattr(self, "asked", []), args.args]
        return {}


def test_the_state_is_asked_for_once() -> None:
    mocks = Counting()

    def program() -> None:
        network("one", sizes=BEFORE)
        network("two", sizes=BEFORE)
        hub()

    pulumi.runtime.set_mocks(mocks, project="p", stack="prod", organization="o", preview=False)
    pulumi.runtime.test(program)()  # type: ignore[no-untyped-call]  # of Pulumi's own
    assert mocks.asked == [{"stackName": "o/p/prod"}]
    assert prefixes(mocks, "one") == PLAN

"""Where the subnets of a network lie already. The stack's own state knows, so nobody has to write it down."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network

import pulumi

from azure_ai_landing_zone.core.component import Component
from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.own_state import SavedResource, saved_resources
from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.network.planning.ranges import parse

_NETWORK = "azure-native:network:VirtualNetwork"
_SUBNET = "azure-native:network:Subnet"


def kept_prefixes(
    component: Component,
    opts: pulumi.ResourceOptions | None,
    *,
    virtual_network_name: str,
    location: str,
) -> dict[str, str]:
    """Prefixes of the subnets that the component's network has, by key, also of those that it isn't to have
    any more. `opts` are the component's own.

    None of a network that isn't there, or that is replaced by one of another Azure name or region.
    """
    type_ = component.pulumi_resource_type
    made = _made(_NETWORK, type_)
    networks = {one.name.removesuffix("-virtual-network"): one for one in made}
    names = (component.pulumi_resource_name, *_former_names(opts))
    name = next((name for name in names if name in networks), None)
    if name is None or networks[name].place != (virtual_network_name.lower(), location):
        return {}
    form = re.compile(f"{re.escape(name)}-(.+)-subnet")
    return {
        match[1]: str(one.ranges[0])
        for one in _made(_SUBNET, type_)
        if (match := form.fullmatch(one.name)) and _is_in(one, networks[name])
    }


def _is_in(subnet: "_Made", network: "_Made") -> bool:
    """Whether it is the network's: net-east-nodes may be one of net-east, or one of net."""
    return any(prefix.subnet_of(space) for prefix in subnet.ranges[:1] for space in network.ranges)


def _former_names(opts: pulumi.ResourceOptions | None) -> Iterator[str]:
    for alias in (opts.aliases if opts is not None else None) or []:
        if isinstance(alias, str):
            yield alias.rpartition("::")[2]
        elif isinstance(alias, pulumi.Alias) and isinstance(alias.name, str):
            yield alias.name


def plan_around(
    kept: Mapping[str, str], plan: Callable[[Mapping[str, str]], dict[str, str]], subject: str
) -> dict[str, str]:
    """The plan with what is kept. Raises SettingsError, before the network is registered."""
    try:
        return plan(kept)
    except PlanRefused as refused:
        raise SettingsError(subject, list(refused.problems)) from None


@dataclass(frozen=True, slots=True)
class _Made:
    """A network or subnet that the state has."""

    name: str
    place: tuple[str, str]
    """Of a network: its Azure name and region."""
    ranges: list[IPv4Network]
    """Its address space, or prefix."""


def _made(type_: str, within: str) -> list["_Made"]:
    return [_read(one) for one in saved_resources(type_) if one.within == within]


def _read(one: SavedResource) -> _Made:
    outputs = one.outputs
    texts = [outputs.get("addressPrefix", ""), *outputs.get("addressPrefixes", [])]
    texts += outputs.get("addressSpace", {}).get("addressPrefixes", [])
    ranges = [range_ for text in texts if (range_ := parse(text)) is not None]
    place = (str(outputs.get("name")).lower(), str(outputs.get("location")))
    return _Made(one.name, place, ranges)

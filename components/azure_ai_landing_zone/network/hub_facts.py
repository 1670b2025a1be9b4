"""HubReference: what a spoke knows of a hub that another stack makes."""

from collections.abc import Sequence
from typing import Any

import pulumi
from pydantic import Field, ValidationError

from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.model import Input, Model
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AddressRange
from azure_ai_landing_zone.network.ways_out import WayOut, unmet

OUTPUT = "hub"
"""The stack output that a hub has for its spokes."""


MONITOR_SCOPE = "monitorPrivateLinkScopeResourceId"
"""The stack output with the monitor private link scope that spokes share."""


WAYS_OUT = "firewallWaysOut"
"""The stack output with what its firewall lets out."""


READ_BY_SPOKES = (OUTPUT, MONITOR_SCOPE, WAYS_OUT)
"""All that a spoke reads of its hub's stack."""


class HubFacts(Model):
    """What a hub says of itself. Spokes in other stacks read it, so names stay as they are."""

    virtual_network_resource_id: str
    """Full id of the hub's network."""
    address_ranges: list[AddressRange] = Field(min_length=1)
    """Of the hub's network."""
    firewall_private_ip_address: str | None = None
    """Where routes lead to; none without a firewall."""
    bastion_address_range: str | None = None
    """Where Bastion's connections come from; none without a Bastion."""
    dns_resolver_ip_address: str | None = None
    """Where its DNS resolver is asked; none without one."""
    forwarding_ruleset_resource_id: str | None = None
    """Full id of its resolver's forwarding rules; none without any."""
    zone_resource_ids: dict[str, str] = Field(default={})
    """Full ids of the private DNS zones, by name."""


def hub_output(**facts: Input[Any]) -> pulumi.Output[dict[str, Any]]:
    """The facts, as the stack puts them out."""
    return pulumi.Output.all(**facts).apply(lambda known: HubFacts(**known).model_dump(by_alias=True))


class HubReference:
    """A hub's stack. What it lacks is said when it is asked for, in the preview already."""

    def __init__(self, stack: str, address_ranges: list[str], opts: pulumi.ResourceOptions) -> None:
        """`address_ranges`: those that the spoke was planned with."""
        self._stack = stack

        def read(found: Any) -> HubFacts:
            return self._facts(found, address_ranges)

        reference = pulumi.StackReference(stack, opts=opts)
        self._found = reference.get_output(OUTPUT).apply(read)
        self._monitor_scope = reference.get_output(MONITOR_SCOPE)
        self._ways_out = reference.get_output(WAYS_OUT)

    @property
    def virtual_network_resource_id(self) -> pulumi.Output[str]:
        return self._found.apply(lambda facts: facts.virtual_network_resource_id)

    @property
    def firewall_if_any(self) -> pulumi.Output[Any]:
        """Its private address; None where the hub has none."""
        return self._found.apply(lambda facts: facts.firewall_private_ip_address)

    @property
    def firewall_private_ip_address(self) -> pulumi.Output[str]:
        return self._found.apply(
            lambda facts: (
                facts.firewall_private_ip_address
                or self._refused("has no firewall: give it one, or take another `egress`")
            )
        )

    @property
    def forwarding_ruleset_resource_id(self) -> pulumi.Output[str]:
        return self._found.apply(
            lambda facts: (
                facts.forwarding_ruleset_resource_id
                or self._refused(
                    "has no forwarding rules: give its `hubNetwork.dnsResolver` some under `forwarding`, or "
                    "take `network.hubConnection.forwardingRules` away here"
                )
            )
        )

    @property
    def monitor_scope_resource_id(self) -> pulumi.Output[str]:
        """Of the monitor private link scope in the hub."""
        return self._monitor_scope.apply(
            lambda id_: (
                str(id_)
                if id_
                else self._refused(
                    "has no monitor private link scope: give its `observability` one of mode create, or say "
                    "under `observability.monitorPrivateLink.scopeResourceId` which one to join"
                )
            )
        )

    def warn_of_unmet(self, needed: Sequence[WayOut]) -> None:
        """Says in the preview what the hub's firewall doesn't let out and is needed: machines would come up
        and get nowhere. No refusal: what is missing may be somewhere else, such as in a private registry."""

        def told(ways: Any) -> None:
            there = [WayOut.model_validate(way, by_alias=True, by_name=False) for way in ways or []]
            for need in unmet(needed, there):
                pulumi.log.warn(
                    f"stack {self._stack} lets out nothing of {', '.join(need.workloads)} for {need.name} "
                    f"({', '.join(need.address_ranges)}): add that to `hubNetwork.firewall.waysOut` there, "
                    "as the output waysOut here has it, unless it is to be had without the internet"
                )

        self._ways_out.apply(told)

    def zone_resource_id(self, zone: str) -> pulumi.Output[str]:
        """Of one of its private DNS zones."""
        return self._found.apply(
            lambda facts: (
                facts.zone_resource_ids.get(zone)
                or self._refused(
                    f"has no private DNS zone {zone}: add it to `hubNetwork.dnsZoneNames` there, or say what "
                    "becomes of it under `privateDnsZones.dnsZones` here"
                )
            )
        )

    def _facts(self, found: Any, address_ranges: list[str]) -> HubFacts:
        if found is None:
            self._refused(f"has no output `{OUTPUT}`: bring it up first; a hub is a stack with `hubNetwork`")
        try:
            facts = HubFacts.model_validate(found, by_alias=True, by_name=False)
        except ValidationError:
            self._refused(f"has an output `{OUTPUT}` of another version: bring the hub up again")
        if sorted(facts.address_ranges) != sorted(address_ranges):
            there = ", ".join(facts.address_ranges)
            self._refused(
                f"has {there}, got {', '.join(address_ranges)}: correct `network.hubConnection.addressRanges`"
            )
        return facts

    def _refused(self, text: str) -> Any:
        raise SettingsError("the reference to the hub", [Problem((), f"stack {self._stack} {text}")])

"""The hub that a network is connected to."""

from typing import Literal

from pydantic import Field, StrictBool, model_validator

from azure_ai_landing_zone.model import Input, Model, refuse
from azure_ai_landing_zone.network_address_range import AddressRange
from azure_ai_landing_zone.planning.problem import Problem
from azure_ai_landing_zone.planning.ranges import Neighbour


class HubPeering(Model):
    """How a network is connected to a hub."""

    address_ranges: list[AddressRange] = Field(min_length=1)
    """Of the hub's network."""
    hub_side: Literal["create", "existing", "commands"] = "create"
    """Who makes the hub's half of the peering: this stack; whoever has made it already; or the hub's team,
    with the commands that the network puts out as `hub_commands`."""
    use_remote_gateways: StrictBool = False
    """Whether on-premises networks are reached through the hub's gateway, which must exist then."""

    @model_validator(mode="after")
    def _check_order(self) -> "HubPeering":
        if self.use_remote_gateways and self.hub_side == "commands":
            text = (
                "needs the hub's half of the peering first: leave it false, have the commands in "
                "`hub_commands` run, then set `hub_side` to existing and this to true"
            )
            refuse(HubPeering, [Problem(("use_remote_gateways",), text)])
        return self

    def neighbours(self) -> list[Neighbour]:
        """What the network's address spaces must stay clear of."""
        return [Neighbour(range_, "the hub") for range_ in self.address_ranges]


class HubConnection(HubPeering):
    """A hub, made by this program or by others."""

    virtual_network_resource_id: Input[str]
    """Of the hub's network, in this subscription or another one of the tenant."""
    firewall_private_ip_address: Input[str] | None = None
    """Of the hub's firewall, for networks with the egress `firewall`."""

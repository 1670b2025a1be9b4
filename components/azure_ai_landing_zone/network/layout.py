"""Where a network's subnets lie, and what they have to do with each other; pure."""

from collections.abc import Iterator, Mapping, Sequence

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.bastion import BastionCreate, BastionExisting
from azure_ai_landing_zone.network.flows import Flow, flow_problems
from azure_ai_landing_zone.network.planning.addresses import BASTION_PREFIX, fitting
from azure_ai_landing_zone.network.planning.ranges import (
    Neighbour,
    Purpose,
    collapsed,
    parse,
    purpose_problems,
)
from azure_ai_landing_zone.network.planning.security_rules import Opening, Surroundings
from azure_ai_landing_zone.network.planning.subnets import SubnetRequest, plan_subnets, subnet_problems
from azure_ai_landing_zone.network.settings import (
    BASTION,
    HubConnection,
    HubLink,
    NetworkSettings,
    NetworkSubnet,
    VirtualHubConnection,
    VirtualHubLink,
    keeps_bastion_room,
)

_LUSTRE_CLIENTS: tuple[Purpose, ...] = (
    "nodes",
    "machines",
    "schedulers",
    "kubernetes",
    "machineLearning",
)


def plan_network(
    layout: NetworkSettings,
    subnets: Sequence[NetworkSubnet],
    hub: HubLink | None,
    kept: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Prefixes by name, the Bastion's with them where there is room for one; around those that are `kept`.
    Raises PlanRefused."""
    return plan_subnets(
        _spaces(layout),
        _requests(layout, subnets),
        pinned=layout.pinned_prefixes,
        kept=kept,
        neighbours=_neighbours(layout, subnets, hub),
    )


def network_problems(
    layout: NetworkSettings,
    subnets: Sequence[NetworkSubnet],
    hub: HubConnection | VirtualHubConnection | None,
) -> list[Problem]:
    """Everything that speaks against a network, wherever those of its subnets lie that exist."""
    problems = [*_names_twice(subnets), *flow_problems(layout.flows), *_flows_astray(layout, subnets)]
    problems += subnet_problems(
        _spaces(layout),
        _requests(layout, subnets),
        pinned=layout.pinned_prefixes,
        neighbours=_neighbours(layout, subnets, hub),
    )
    purposes = sorted({use for subnet in subnets for use in (subnet.purpose, subnet.delegation) if use})
    problems += purpose_problems(_spaces(layout), purposes)
    if isinstance(hub, VirtualHubConnection):
        problems += _virtual_hub_problems(layout, subnets, hub)
    elif layout.egress == "firewall" and (hub is None or hub.firewall_private_ip_address is None):
        text = "needs a hub with `firewall_private_ip_address`: give them, or take `natGateway`"
        problems.append(Problem(("egress",), text))
    if (
        hub is not None
        and hub.forwarding_ruleset_resource_id is not None
        and not asks_azure(layout, subnets, hub)
    ):
        asked = ", ".join(layout.dns_servers) or "the hub's firewall"
        text = (
            f"names are asked of {asked}, and the hub's forwarding rules hold where Azure's own resolver is "
            "asked: leave the rules out, or these servers"
        )
        problems.append(Problem(("dns_servers",), text))
    return problems


def _virtual_hub_problems(
    layout: NetworkSettings, subnets: Sequence[NetworkSubnet], hub: VirtualHubConnection
) -> Iterator[Problem]:
    """Of what the default route that a secured virtual hub tells breaks. Sources:
    github.com/MicrosoftDocs/azure-docs/issues/108240 (2023-04-14) of AKS, and
    learn.microsoft.com/azure/bastion/bastion-faq, Virtual WAN and forced tunneling, 2026-11-23."""
    kubernetes = [subnet.name for subnet in subnets if subnet.purpose == "kubernetes"]
    has_address = hub.firewall_private_ip_address is not None
    if has_address and not (kubernetes and layout.egress == "firewall"):
        text = (
            "`firewall_private_ip_address` of a virtual hub is for AKS with `firewall`, got "
            f"{layout.egress}{'' if kubernetes else ' without AKS'}: leave it out, routes come by themselves"
        )
        yield Problem(("egress",), text)
    if layout.egress != "firewall":
        return
    if kubernetes and not has_address:
        text = (
            f"AKS in {', '.join(kubernetes)} asks for a default route in its subnet's table, and doesn't see "
            "the virtual hub's: give `firewall_private_ip_address` of the hub, or take `natGateway`"
        )
        yield Problem(("egress",), text)
    if isinstance(layout.bastion, BastionCreate):
        text = (
            "a Bastion stops working where the default route is a virtual hub's: take one in another "
            "network, of mode `existing`, or the egress `natGateway`"
        )
        yield Problem(("bastion",), text)


def asks_azure(layout: NetworkSettings, subnets: Sequence[NetworkSubnet], hub: HubLink | None) -> bool:
    """Whether names are asked of Azure's own resolver, which heeds forwarding rules."""
    return not asks_the_firewall(layout, subnets, hub) and layout.dns_servers in (
        [],
        [single_facts.text("azureResolver")],
    )


def asks_the_firewall(layout: NetworkSettings, subnets: Sequence[NetworkSubnet], hub: HubLink | None) -> bool:
    """Whether names are asked of the hub's firewall, which knows the hub's zones and logs who asks for what.
    Managed Lustre expects Azure's own resolver, and so does AKS with a zone of its own making. No zone can be
    linked to a virtual hub, so its firewall knows none
    (learn.microsoft.com/azure/architecture/networking/guide/private-link-virtual-wan-dns-guide)."""
    return (
        layout.egress == "firewall"
        and not isinstance(hub, VirtualHubLink)
        and not layout.dns_servers
        and not any(subnet.purpose in ("kubernetes", "lustre") for subnet in subnets)
    )


def routed_flows(layout: NetworkSettings) -> list[str]:
    """Ranges that are reached through the hub's firewall where not everything is: who is called has to answer
    by the same way, since a firewall drops a connection of which it sees one direction."""
    return list(collapsed([flow.address_range for flow in layout.flows]))


def surroundings(
    layout: NetworkSettings,
    subnets: Sequence[NetworkSubnet],
    hub: HubLink | None,
    prefixes: Mapping[str, str],
) -> Surroundings:
    """What its security groups have to know of."""

    def of(*purposes: Purpose) -> tuple[str, ...]:
        return tuple(prefixes[subnet.name] for subnet in subnets if subnet.purpose in purposes)

    ranges = _spaces(layout)
    ranges += hub.address_ranges if hub else []
    bastion: tuple[str, ...] = ()
    if isinstance(layout.bastion, BastionCreate):
        bastion = (prefixes[BASTION],)
    if isinstance(layout.bastion, BastionExisting):
        bastion = (layout.bastion.address_range,)
    return Surroundings(
        network=collapsed(ranges),
        bastion=bastion,
        lustre=collapsed(of("lustre")),
        lustre_clients=collapsed(of(*_LUSTRE_CLIENTS)),
        nodes=collapsed(of("nodes")),
        schedulers=collapsed(of("schedulers")),
        endpoint_ports=tuple(
            dict.fromkeys(
                port
                for subnet in subnets
                if subnet.purpose == "privateEndpoints"
                for port in subnet.endpoint_ports
            )
        ),
        internet=layout.egress != "none",
        inbound=openings(layout.flows, "inbound"),
        outbound=openings(layout.flows, "outbound"),
    )


def flows_of(layout: NetworkSettings, subnet: str) -> list[Flow]:
    """Those that are for a subnet."""
    return [flow for flow in layout.flows if not flow.subnet_names or subnet in flow.subnet_names]


def openings(flows: Sequence[Flow], direction: str) -> tuple[Opening, ...]:
    """What flows in that direction are for security groups."""
    return tuple(
        Opening(flow.name, flow.transport, flow.address_range, tuple(flow.ports))
        for flow in flows
        if flow.direction == direction
    )


def _flows_astray(layout: NetworkSettings, subnets: Sequence[NetworkSubnet]) -> Iterator[Problem]:
    names = [subnet.name for subnet in subnets]
    spaces = [range_ for text in _spaces(layout) if (range_ := parse(text)) is not None]
    for number, flow in enumerate(layout.flows):
        range_ = parse(flow.address_range)
        if range_ is not None and (own := next((one for one in spaces if one.overlaps(range_)), None)):
            text = (
                f"{range_} overlaps {own} of the network itself: a flow is with somebody outside; correct it"
            )
            yield Problem(("flows", number, "address_range"), text)
        for place, name in enumerate(flow.subnet_names):
            if name not in names:
                text = f"no subnet is called {name}: there are {', '.join(names) or 'none'}"
                yield Problem(("flows", number, "subnet_names", place), text)


def _spaces(layout: NetworkSettings) -> list[str]:
    return [layout.address_space, *layout.additional_address_spaces]


def _requests(layout: NetworkSettings, subnets: Sequence[NetworkSubnet]) -> list[SubnetRequest]:
    # Nodes, clusters and endpoints grow; a file system can't.
    requests = [
        SubnetRequest(subnet.name, subnet.addresses, grows=subnet.purpose != "lustre") for subnet in subnets
    ]
    if keeps_bastion_room(layout):
        requests.append(SubnetRequest(BASTION, fitting(BASTION_PREFIX), grows=False, at_the_end=True))
    return requests


def _neighbours(
    layout: NetworkSettings, subnets: Sequence[NetworkSubnet], hub: HubLink | None
) -> list[Neighbour]:
    used = [Neighbour(used.address_range, used.used_by) for used in layout.used_ranges]
    return [*(hub.neighbours() if hub else []), *used, *_pods(subnets)]


def _names_twice(subnets: Sequence[NetworkSubnet]) -> list[Problem]:
    names = [subnet.name for subnet in subnets]
    if BASTION in names:
        path = ("subnets", names.index(BASTION), "name")
        return [Problem(path, f"{BASTION} is the name of the Bastion's subnet: take another")]
    return [
        Problem(("subnets", number, "name"), f"{name} is the name of [{names.index(name)}] too: take another")
        for number, name in enumerate(names)
        if name in names[:number]
    ]


def _pods(subnets: Sequence[NetworkSubnet]) -> list[Neighbour]:
    return [
        Neighbour(subnet.pod_range, f"pods of {subnet.name}")
        for subnet in subnets
        if subnet.pod_range is not None
    ]

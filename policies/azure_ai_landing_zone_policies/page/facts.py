"""What is worth a line in the picture: sizes, zones, placement, fabrics, targets, and whether it is open."""

from collections.abc import Iterator
from contextlib import suppress

from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.node_pools import TYPES, NodePool, node_pools

OPEN = "public network access"
ON_THE_INTERNET = "an address on the internet"


def has_machines(view: View) -> bool:
    return view.resource.type in TYPES and bool(machines(view))


def facts(view: View) -> tuple[str, ...]:
    """In the order in which somebody asks."""
    return tuple(dict.fromkeys([*machines(view), *_leads_to(view), *_model(view), *_openness(view)]))


def machines(view: View) -> list[str]:
    """Of every pool of machines that the resource declares."""
    if view.resource.type not in TYPES:
        return []
    found: list[str] = []
    for pool in node_pools(view):
        with suppress(CantTell):
            found += _of_pool(pool)
    return found + (_placement(view) if found else [])


def _of_pool(pool: NodePool) -> Iterator[str]:
    size = pool.size()
    if size is None:
        return
    try:
        nodes = pool.nodes()
        yield f"{nodes} × {size.name}"
    except CantTell:
        yield size.name
    known = find(size.name)
    if known is not None and known.gpus:
        yield f"{known.gpus} × {known.gpu_model} a node"
    if known is not None and known.has_rdma:
        ports, gbps = known.infiniband_ports, known.infiniband_port_gbps
        rate = f", {ports} × {gbps:f} Gb/s" if ports and gbps else ""
        yield f"InfiniBand {known.infiniband}{rate}"
    zones = pool.zones()
    if zones:
        yield f"zone {', '.join(zones)}"
    if pool.is_spot():
        yield "spot"


def _placement(view: View) -> list[str]:
    found = []
    for path in ("proximityPlacementGroup.id", "proximityPlacementGroupID"):
        with suppress(CantTell):
            if group := view.text(path):
                found.append(f"placement group {group.rpartition('/')[2]}")
    with suppress(CantTell):
        if view.flag("singlePlacementGroup"):
            found.append("one placement group: one fabric")
    return found


def _leads_to(view: View) -> Iterator[str]:
    if view.resource.type != "network:PrivateEndpoint":
        return
    with suppress(CantTell):
        for one in view.items("privateLinkServiceConnections"):
            service = (one.text("privateLinkServiceId") or "").rpartition("/")[2]
            yield f"→ {service} ({', '.join(one.texts('groupIds') or [])})"


def _model(view: View) -> Iterator[str]:
    if view.resource.type != "cognitiveservices:Deployment":
        return
    with suppress(CantTell):
        yield f"{view.text('properties.model.name')} {view.text('properties.model.version') or ''}".strip()
        yield f"{view.text('sku.name')}, capacity {view.number('sku.capacity')}"


def _openness(view: View) -> Iterator[str]:
    for path in ("publicNetworkAccess", "properties.publicNetworkAccess"):
        with suppress(CantTell):
            if said := view.text(path):
                closed = said.lower() == "disabled"
                yield "by private endpoints only" if closed else f"{OPEN}: {said}"
    if view.resource.type == "network:PublicIPAddress":
        yield ON_THE_INTERNET

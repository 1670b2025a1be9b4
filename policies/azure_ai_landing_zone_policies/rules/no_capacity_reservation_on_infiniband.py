"""Rule no-capacity-reservation-on-infiniband."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each, first_of
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, Size, node_pools

_PATHS = {
    "compute:VirtualMachineScaleSet": "virtualMachineProfile.capacityReservation",
    "compute:VirtualMachine": "capacityReservation",
    "containerservice:AgentPool": "capacityReservationGroupID",
    "compute:CapacityReservation": "sku",
}


@rule(
    on=tuple(_PATHS),
    area="compute",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/capacity-reservation-overview",),
    passes={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 2}, "singlePlacementGroup": True},
    fails={
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 2},
        "singlePlacementGroup": True,
        "virtualMachineProfile": {"capacityReservation": {"capacityReservationGroup": {"id": "reserved"}}},
    },
)
def no_capacity_reservation_on_infiniband(props: View) -> Iterator[str | CantTell]:
    """Capacity reservations are for sizes that take them

    On-demand capacity reservations exclude the ND, HB, HC and HX series and NCads_H100_v5, and also spot
    machines and those in a proximity placement group or with singlePlacementGroup: Azure refuses the
    deployment. Take the reservation out and ask for quota, or for a reserved block of ND machines through
    Azure's sales.
    """
    path = _PATHS[props.resource.type]
    if not props.given(path):
        return

    def check(pool: NodePool) -> Iterator[str]:
        size = pool.size()
        reason = first_of(
            (f"{size.name if size else 'the size'} can't be reserved", lambda: _excluded(size)),
            ("the machines are spot", pool.is_spot),
            ("proximityPlacementGroup is set", lambda: props.given("proximityPlacementGroup")),
            ("proximityPlacementGroupID is set", lambda: props.given("proximityPlacementGroupID")),
            ("singlePlacementGroup is true", lambda: props.flag("singlePlacementGroup") is True),
        )
        if reason:
            yield f"{path} is set, and {reason}; remove the reservation"

    yield from each(list(node_pools(props))[:1], check)


def _excluded(size: Size | None) -> bool:
    known = find(size.name) if size else None
    if known is not None:
        return known.traits.capacity_reservation is False
    name = size.name.lower() if size else ""
    return name.startswith(("standard_nd", "standard_hb", "standard_hc", "standard_hx")) or (
        name.startswith("standard_nc") and name.endswith("_h100_v5")
    )

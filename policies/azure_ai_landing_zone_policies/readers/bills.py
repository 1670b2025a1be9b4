"""What all resources of a program are billed by."""

from collections.abc import Iterator, Mapping

from azure_ai_landing_zone.cost.charge import Bill, Charge, cant_tell
from azure_ai_landing_zone.cost.estimate import Estimate, estimate
from azure_ai_landing_zone.cost.free import FREE
from azure_ai_landing_zone.cost.price_list import PriceList
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.type_names import other_package
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.charges import (
    data,
    machines,
    network,
    observability,
    services,
)
from azure_ai_landing_zone_policies.readers.charges.billed import Reader, known

READERS: Mapping[str, Reader] = {
    **data.READERS,
    **machines.READERS,
    **network.READERS,
    **observability.READERS,
    **services.READERS,
}
"""By type, as `type_name` gives it."""

_NOTHING_BILLED = ("azuread",)
"""Applications, groups and consents of Entra ID: licences are per person, not per object."""


def estimate_of(stack: Stack, prices: PriceList | None = None) -> Estimate:
    """What a program costs by the month."""
    return estimate(bills(stack), prices)


def bills(stack: Stack) -> Iterator[Bill]:
    """Of every resource of Azure; what nobody knows the price of has a charge that says so."""
    for view in stack.all():
        resource = view.resource
        other = other_package(resource.type)
        if other in _NOTHING_BILLED or not (other or ":" in resource.type):
            continue
        if resource.type.startswith(("kubernetes/", "pulumi:")):
            continue
        yield Bill(
            resource.name,
            resource.type,
            tuple(_charges(view, stack)),
            component=resource.component,
            section=resource.section,
            tags=_tags(view),
        )


def _charges(view: View, stack: Stack) -> Iterator[Charge]:
    type_ = view.resource.type
    if type_ in FREE:
        return
    if other := other_package(type_):
        yield cant_tell(type_, f"no price is kept of what package {other} makes")
        return
    reader = READERS.get(type_)
    if reader is None:
        yield cant_tell(type_, f"no price is kept for {type_}")
        return
    try:
        yield from list(reader(view, stack))
    except CantTell as reason:
        yield cant_tell(type_, str(reason))


def _tags(view: View) -> dict[str, str]:
    names = known(lambda: view.keys("tags")) or []
    values = ((name, known(lambda: view.entry("tags", name))) for name in names)  # noqa: B023
    return {name: value for name, value in values if value}

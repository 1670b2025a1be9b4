"""VM sizes as Azure answers for them, from the catalogue."""

from __future__ import annotations

import re

from azure_ai_landing_zone.catalog import sizes
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Put

_SHAPE = re.compile(r"(Standard|Basic)_[A-Z]+\d+[A-Za-z0-9_-]*", re.IGNORECASE)
_COMPLETE = re.compile(r"Standard_(N|H[BCX])", re.IGNORECASE)
"""Families of which the catalogue has every size; of others it has some."""


def size_problem(name: object, place: object) -> str | None:
    """Azure's refusal of a size that it hasn't, or None. Which region has it only Azure knows: faults make it
    refuse one."""
    if not isinstance(name, str) or not isinstance(place, str):
        return None
    region = arm.location(place)
    known = sizes.find(name)
    if _COMPLETE.match(name):
        fine = known is not None
    else:
        fine = known is not None or _SHAPE.fullmatch(name) is not None
    if fine:
        return None
    near = sizes.did_you_mean(name)
    hint = f" Did you mean {' or '.join(near)}?" if near and known is None else ""
    return (
        f"The requested VM size {name} is not available in the current region ({region}). Find out more on "
        f"the available VM sizes in each region at https://aka.ms/azure-regions.{hint}"
    )


def size_refused(put: Put, region: str, zones: tuple[str, ...]) -> ArmError:
    """Of a size that Azure has, and not for this subscription in the region or zones."""
    return ArmError(
        409,
        "SkuNotAvailable",
        f"The requested size for resource '{put.id}' is currently not available in location '{region}' zones "
        f"'{','.join(zones)}' for subscription '{put.cloud.id}'. Please try another size or deploy to a "
        "different location or zones. See https://aka.ms/azureskunotavailable for details.",
        seen="microsoft/PartsUnlimitedMRP#133 (2018-02-19), mspnp/aks-baseline#372 (2023-03-17)",
    )

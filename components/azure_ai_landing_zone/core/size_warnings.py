"""What there is to say of a size, whatever is made of it: once for all machines of it in a region."""

import functools
from collections.abc import Iterator

import pulumi
from pulumi.runtime.settings import get_monitor

from azure_ai_landing_zone.catalog import prices, regions
from azure_ai_landing_zone.catalog.sizes import VmSize

_NEAREST = 5
"""How many regions a warning names."""


def size_warnings(size: VmSize, location: str) -> Iterator[str]:
    """What the data can't tell of it, and what will bite later: the same for all machines of that size."""
    yield from _region_warnings(size, location)
    if size.retirement_date is not None:
        instead = f"; {' or '.join(size.replacement)} replaces it" if size.replacement else ""
        yield f"{size.size} retires on {size.retirement_date}{instead}"
    if size.status == "unknown":
        yield f"{size.size}: Azure publishes no page for it; check that your subscription may use it"


def _region_warnings(size: VmSize, location: str) -> Iterator[str]:
    """That nobody knows whether the region has it: a table of prices doesn't say what Azure offers today."""
    if prices.hourly_usd(size.size, location) is not None:
        return
    seen, priced = prices.last_seen(size.size), prices.regions_with(size.size)
    have, where = f"the prices of {seen} have none in {location}", "there"
    if seen is None:
        have, where = "no price of it is known", f"in {location}"
    near = ", ".join(regions.by_distance(priced, location)[:_NEAREST])
    yield (
        f"{size.size}: {have}, so nobody knows here whether Azure offers it {where}: ask "
        f"`az vm list-skus --location {location} --size {size.size} --all`"
        + (f". The nearest regions with a price are {near}" if near else "")
    )


def warn_of_size(size: VmSize, location: str) -> None:
    """Say it, unless something else of this program has."""
    for text in size_warnings(size, location):
        _warn_once(get_monitor(), text)


@functools.lru_cache(maxsize=256)
def _warn_once(_monitor: object, text: str) -> None:
    """Once for each monitor, which every run of a program has one of."""
    pulumi.log.warn(text)

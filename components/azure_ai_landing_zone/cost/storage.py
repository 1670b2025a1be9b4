"""What data costs by the month: blobs, Lustre, disks and registries, without requests, traffic, reservations
and discounts."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from azure_ai_landing_zone.catalog.storage_prices import Meter, StoragePrice, storage_price
from azure_ai_landing_zone.cost.difference import HOURS_A_MONTH

DISK_TIERS = (
    (4, "P1"),
    (8, "P2"),
    (16, "P3"),
    (32, "P4"),
    (64, "P6"),
    (128, "P10"),
    (256, "P15"),
    (512, "P20"),
    (1_024, "P30"),
    (2_048, "P40"),
    (4_096, "P50"),
    (8_192, "P60"),
    (16_384, "P70"),
    (32_767, "P80"),
)
"""Largest size in GiB, and the tier of a Premium SSD that is billed for it.
Source: learn.microsoft.com/azure/virtual-machines/disks-types, 2026-11-21."""


@dataclass(frozen=True, slots=True)
class StorageUse:
    """What lies somewhere for a whole month. A None isn't known before deployment."""

    name: str
    """Of the resource that holds it."""
    meter: Meter
    sku: str
    """Of blobs the account's redundancy, of disks their tier, of Lustre and registries their SKU."""
    region: str
    quantity: Decimal | None
    """GB of blobs, GiB of Lustre, a number of disks and registries."""


@dataclass(frozen=True, slots=True)
class StorageLine:
    """What one use costs."""

    use: StorageUse
    usd: Decimal | None
    """Dollars a month. None if that can't be told; it never means nothing."""
    price: StoragePrice | None = None
    """Where that is from, and of what day."""
    unknown: str = ""
    """Why it can't be told."""


@dataclass(frozen=True, slots=True)
class StorageEstimate:
    """What all uses cost."""

    lines: tuple[StorageLine, ...]

    @property
    def usd(self) -> Decimal:
        """Dollars a month of all lines whose price is known: data costs at least that."""
        return sum((line.usd for line in self.lines if line.usd is not None), Decimal(0))

    @property
    def unpriced(self) -> tuple[StorageLine, ...]:
        """The lines whose price isn't known."""
        return tuple(line for line in self.lines if line.usd is None)


def blob_use(name: str, tier: Meter, account_sku: str, region: str, gb: float | None) -> StorageUse:
    """Blobs of one tier."""
    return StorageUse(name, tier, account_sku, region, None if gb is None else Decimal(str(gb)))


def lustre_use(name: str, sku_name: str, region: str, storage_tib: int) -> StorageUse:
    """A Lustre file system: all of it is billed, whatever lies on it."""
    return StorageUse(name, "lustre", sku_name, region, Decimal(storage_tib * 1024))


def disk_use(name: str, size_gib: int, region: str, count: int | None) -> StorageUse:
    """Premium SSDs, which are billed by the tier that their size falls into."""
    tier = next((tier for largest, tier in DISK_TIERS if size_gib <= largest), DISK_TIERS[-1][1])
    return StorageUse(name, "disk", tier, region, None if count is None else Decimal(count))


def storage_estimate(uses: Iterable[StorageUse]) -> StorageEstimate:
    """The price of a month. None of something costs nothing, whatever it is."""
    return StorageEstimate(tuple(_line(use) for use in uses))


def _line(use: StorageUse) -> StorageLine:
    if use.quantity == 0:
        return StorageLine(use, Decimal(0))
    if use.quantity is None:
        return StorageLine(use, None, unknown="its amount isn't known")
    price = storage_price(use.meter, use.sku, use.region)
    if price is None:
        text = f"there is no price for {use.meter} {use.sku} in {use.region}"
        return StorageLine(use, None, unknown=text)
    times = Decimal(HOURS_A_MONTH) / 24 if price.unit == "day" else Decimal(1)
    return StorageLine(use, price.usd * use.quantity * times, price)

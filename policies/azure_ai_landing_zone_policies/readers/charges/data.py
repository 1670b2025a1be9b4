"""Blobs by tier and by how they grow, shares of files, and Lustre."""

from collections.abc import Iterator
from decimal import Decimal

from azure_ai_landing_zone.cost.charge import Charge, Range, steady
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.charges.billed import (
    Reader,
    charge,
    days_a_month,
    known,
    needed,
)

GROWTH_DAYS = 365
"""What nothing deletes is counted as it lies there after a year."""

_TIERS = (("Hot", "blobHot"), ("Cool", "blobCool"), ("Cold", "blobCold"), ("Archive", "blobArchive"))

_AGES = ("daysAfterModificationGreaterThan", "daysAfterCreationGreaterThan")


def _account(view: View, stack: Stack) -> Iterator[Charge]:
    sku = needed(view.text("sku.name"), "sku.name")
    if sku.startswith("Premium"):
        if view.text("kind") == "FileStorage":
            return  # its shares say what they are paid for
        if (view.text("kind") or "") != "BlockBlobStorage":
            raise CantTell(f"{sku} of {view.text('kind')} has meters that aren't known here")
        yield _blobs("blobPremium", sku, view, stack, GROWTH_DAYS)
        return
    for meter, days in _days(view, stack).items():
        yield _blobs(meter, sku, view, stack, days)


def _share(view: View, stack: Stack) -> Iterator[Charge]:
    """What is provisioned, full or not. What standard shares cost, their use says."""
    accounts = [
        one
        for one in stack.of("storage:StorageAccount")
        if known(lambda: stack.refers(view, "accountName", one, "accountName"))  # noqa: B023
    ]
    sku = needed(accounts[0].text("sku.name") if accounts else None, "sku.name of its account")
    if sku not in ("Premium_LRS", "Premium_ZRS"):
        raise CantTell(f"shares of {sku} have meters that aren't known here")
    gib = Decimal(needed(view.number("shareQuota"), "shareQuota"))
    yield charge("filesPremium", sku, accounts[0], stack, Range(gib, gib, gib), f"{gib} GiB of {sku}")


def _blobs(meter: str, sku: str, view: View, stack: Stack, days: int) -> Charge:
    """What is written in a month, as often as it lies there at once."""
    what = f"{meter} {sku}, what {days} days bring"
    return charge(meter, sku, view, stack, steady(days_a_month(days)), what, "blobGbWritten")


def _days(account: View, stack: Stack) -> dict[str, int]:
    """How long a blob lies in each tier, by the rules of lifecycle that hold for every blob."""
    first = (account.text("accessTier") or "Hot").lower()
    start = next((meter for name, meter in _TIERS if name.lower() == first), "blobHot")
    moves: dict[str, int] = {start: 0}
    end = GROWTH_DAYS
    for rule in _rules(account, stack):
        for name, meter in _TIERS[1:]:
            if (day := _age(rule, f"definition.actions.baseBlob.tierTo{name}")) is not None:
                moves[meter] = min(day, moves.get(meter, day))
        if (day := _age(rule, "definition.actions.baseBlob.delete")) is not None:
            end = min(end, day)
    days: dict[str, int] = {}
    order = [meter for _, meter in _TIERS]
    steps = sorted(
        ((day, meter) for meter, day in moves.items() if day < end),
        key=lambda step: (step[0], order.index(step[1])),
    )
    for (day, meter), (following, _) in zip(steps, [*steps[1:], (end, "")], strict=True):
        if following > day:
            days[meter] = following - day
    return days


def _rules(account: View, stack: Stack) -> Iterator[View]:
    for policy in stack.of("storage:ManagementPolicy"):
        if known(lambda: stack.refers(policy, "accountName", account, "accountName")):  # noqa: B023
            for rule in policy.items("policy.rules"):
                filters = "definition.filters"
                prefixes = rule.texts(f"{filters}.prefixMatch") or []
                whole = all(prefix.rstrip("/").count("/") == 0 for prefix in prefixes)
                if (
                    whole
                    and not rule.given(f"{filters}.blobIndexMatch")
                    and rule.flag("enabled") is not False
                ):
                    yield rule


def _age(rule: View, action: str) -> int | None:
    return next((day for name in _AGES if (day := rule.number(f"{action}.{name}")) is not None), None)


def _lustre(view: View, stack: Stack) -> Iterator[Charge]:
    tib = Decimal(needed(view.number("storageCapacityTiB"), "storageCapacityTiB"))
    sku = needed(view.text("sku.name"), "sku.name")
    gib = Range(tib * 1024, tib * 1024, tib * 1024)
    yield charge("lustre", sku, view, stack, gib, f"{tib} TiB of {sku}")


READERS: dict[str, Reader] = {
    "storage:FileShare": _share,
    "storage:StorageAccount": _account,
    "storagecache:AmlFilesystem": _lustre,
}

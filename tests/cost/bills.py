"""Bills for tests."""

from decimal import Decimal

from azure_ai_landing_zone.cost.charge import Bill, Charge, Range, steady

H100 = "Standard_ND96isr_H100_v5"
T4 = "Standard_NC4as_T4_v3"


def machines(
    count: int | Range | None,
    size: str = H100,
    name: str = "nodes",
    region: str | None = "eastus",
    *,
    spot: bool = False,
    section: str = "",
) -> Bill:
    amount = steady(count) if isinstance(count, int) else count
    what = f"{count if isinstance(count, int) else 'some'} × {size}"
    charge = Charge("spot" if spot else "machine", size, region, amount, what)
    return Bill(name, "compute:VirtualMachineScaleSet", (charge,), section=section)


def one(meter: str, sku: str = "", amount: int | str = 1, region: str = "eastus", name: str = "it") -> Bill:
    charge = Charge(meter, sku, region, steady(Decimal(amount)), f"{amount} × {meter}")
    return Bill(name, "x:Y", (charge,))

"""What a program's resources are billed by, in short, and resources to ask it of."""

from datetime import date
from typing import Any

from azure_ai_landing_zone.cost.charge import Range
from azure_ai_landing_zone_policies.engine.testing import program
from azure_ai_landing_zone_policies.readers.bills import bills
from helpers.native import native

TODAY = date(2026, 11, 22)
EAST = {"location": "eastus"}
T4 = "Standard_NC4as_T4_v3"


def charged(resources: dict[str, Any], name: str = "it") -> list[tuple[Any, ...]]:
    """Meter, SKU, region, and how much; of what can't be told, why."""
    (bill,) = (bill for bill in bills(program(resources, TODAY)) if bill.name == name)
    return [
        (one.meter, one.sku, one.region, _amount(one.amount), *([one.assumed] if one.assumed else []))
        if not one.unknown
        else (one.unknown,)
        for one in bill.charges
    ]


def _amount(amount: Range | None) -> Any:
    if amount is None:
        return None
    figures = [round(float(each), 6) for each in (amount.minimum, amount.expected, amount.maximum)]
    return figures[0] if len(set(figures)) == 1 else tuple(figures)


def disk(size: int | None, kind: str = "Premium_LRS", **more: Any) -> dict[str, Any]:
    return {
        "osDisk": {
            "createOption": "FromImage",
            "diskSizeGB": size,
            "managedDisk": {"storageAccountType": kind},
        }
        | more
    }


def scale_set(capacity: int, **profile: Any) -> dict[str, Any]:
    return native(
        "compute:VirtualMachineScaleSet",
        **EAST,
        vmScaleSetName="vmss",
        sku={"name": T4, "capacity": capacity},
        virtualMachineProfile={"storageProfile": disk(256)} | profile,
    )


MACHINE = native(
    "compute:VirtualMachine",
    **EAST,
    vmName="vm",
    hardwareProfile={"vmSize": T4},
    storageProfile=disk(100) | {"dataDisks": [{"createOption": "Attach", "lun": 0}]},
)

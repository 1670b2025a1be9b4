"""What the children of a Cognitive Services account have in common: it takes one write at a time."""

from __future__ import annotations

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import ResourceType


class AccountChild(ResourceType):
    def serial_with(self, id_: str) -> str | None:
        head, _, tail = id_.partition("/accounts/")
        return f"{head}/accounts/{tail.split('/')[0]}"

    def busy(self, scope: str) -> ArmError:
        return ArmError(
            409,
            "RequestConflict",
            f"Another operation is being performed on the parent resource '{scope}'. Please try again later.",
            seen="hashicorp/terraform-provider-azurerm#22607 (2023-07-19)",
        )

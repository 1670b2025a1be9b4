"""A data disk of a node or machine."""

from typing import Literal

from pydantic import Field, StrictInt

from azure_ai_landing_zone.model import Model


class DataDisk(Model):
    """An empty managed disk. Linux has it as /dev/disk/azure/data/by-lun/<position>, or scsi1/lun<position>
    with older images."""

    size_gib: StrictInt = Field(ge=4, le=32_767)
    """Can grow later, never shrink."""
    disk_sku: Literal["Premium_LRS", "StandardSSD_LRS"] = "Premium_LRS"
    """Premium_LRS is the faster one."""

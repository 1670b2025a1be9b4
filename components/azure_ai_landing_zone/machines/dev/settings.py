"""What a machine for development is, as plain data."""

from datetime import UTC, datetime
from typing import ClassVar

from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.model import Model, Zone, refuse
from azure_ai_landing_zone.machines.auto_shutdown import AutoShutdown
from azure_ai_landing_zone.machines.dev.plan import DevMachineRequest, dev_machine_problems
from azure_ai_landing_zone.machines.settings import DataDisk, LinuxUser, MachineSecurity, OwnImage
from azure_ai_landing_zone.operations.action_group import EmailAddress


class MachineBudget(Model):
    """What one machine may cost a month, its disks included. It stops nothing: it tells people."""

    amount: StrictInt = Field(ge=1)
    """In the currency of the billing account."""
    emails: list[EmailAddress] = Field(min_length=1, max_length=50)
    """Who hears of it, at half of it, at 80 % and at all of it, and when it looks like more."""


class DevMachineSettings(LinuxUser, MachineSecurity):
    """A virtual machine with a GPU, or without one, that people sign in to with their Entra accounts."""

    refused: ClassVar[dict[str, str]] = {
        "public_ip_address": (
            "the machine has a private address only: leave it out, and come in through Bastion"
        ),
        "admin_password": "there are no passwords: people sign in with their Entra accounts",
        "accelerated_networking": "it is on wherever the size has it: leave it out",
        "secure_boot": "it is always off: drivers of GPUs aren't signed for it. Leave it out",
        "driver_extension": "it follows from the size: leave it out",
        "spot": "work of a day would be gone within half a minute: leave it out",
    }

    size: str
    """Such as Standard_NC4as_T4_v3, NV6ads_A10_v5, NV4ads_V710_v5, NC24ads_A100_v4 or NC40ads_H100_v5; Dsv5
    and its kin have no GPU."""
    zone: Zone | None = None
    """Left out: Azure decides. Its data disk is in the same one, for ever."""
    image_version: str | None = None
    """Of Azure's HPC image or Ubuntu, as the size needs. Another one makes the machine anew, with its data
    disk. Left out only beside `own_image`."""
    image_sku: str | None = None
    """Left out: the newest one that the size's driver supports."""
    own_image: OwnImage | None = None
    """Instead of the marketplace's, with a driver inside."""
    os_disk_size_gib: StrictInt = Field(default=256, ge=64, le=4_095)
    """Premium SSD; gone with the machine."""
    data_disk: DataDisk | None = DataDisk(size_gib=256)
    """Outlives the machine: a machine made anew finds it as it was."""
    auto_shutdown: AutoShutdown = AutoShutdown(time="19:00")
    """When it is switched off every day."""
    monthly_budget: MachineBudget | None = None
    """Left out: only the budgets of the zone count it."""

    def request(self) -> DevMachineRequest:
        """What the plan is made from."""
        return DevMachineRequest(
            size=self.size,
            image_sku=self.image_sku,
            image_version=self.image_version,
            own_image_architecture=self.own_image.architecture if self.own_image else None,
            security_type=self.security_type,
            data_disks=1 if self.data_disk else 0,
            os_disk_size_gib=self.os_disk_size_gib,
        )

    @model_validator(mode="after")
    def _check_machine(self) -> "DevMachineSettings":
        refuse(DevMachineSettings, dev_machine_problems(self.request(), datetime.now(UTC).date()))
        return self

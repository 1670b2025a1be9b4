"""The user that machines have from the start, whom a key lets in: there are no passwords."""

import base64
import binascii
from typing import Annotated, Literal

from pulumi_azure_native import compute
from pydantic import AfterValidator, Field, StrictBool, StrictInt

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.catalog.sizes import Architecture
from azure_ai_landing_zone.core.model import Input, Model


def _user_name(value: str) -> str:
    if value in single_facts.words("refusedUserNames"):
        raise ValueError(f"Azure refuses {value} as a user's name: take another, such as azureuser")
    return value


def public_key(value: str) -> str:
    """As it stands in one line of a public key file. Raises ValueError."""
    kind, _, rest = value.strip().partition(" ")
    if "PRIVATE KEY" in value:
        raise ValueError("is a private key: give the public one, and take this one out of the file's history")
    lines = value.strip().splitlines()
    if len(lines) > 1:
        raise ValueError(
            f"has {len(lines)} lines, and each would let somebody in: give one line of a public key file, "
            "ssh-ed25519 or ssh-rsa"
        )
    try:
        blob = base64.b64decode(rest.split(" ")[0], validate=True)
    except binascii.Error:
        blob = b""
    if kind not in ("ssh-rsa", "ssh-ed25519") or kind.encode() not in blob[:20]:
        raise ValueError("must be one line of a public key file, ssh-ed25519 or ssh-rsa")
    return value.strip()


class LinuxUser(Model):
    """Who gets in by SSH."""

    admin_username: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$"), AfterValidator(_user_name)] = (
        "azureuser"
    )
    """The user that the key lets in."""
    ssh_public_key: Annotated[str, AfterValidator(public_key)]
    """One line, ssh-ed25519 or ssh-rsa. There are no passwords."""

    def linux_configuration(self) -> "compute.LinuxConfigurationArgs":
        """Of a virtual machine, or of all of a scale set's."""
        return compute.LinuxConfigurationArgs(
            disable_password_authentication=True,
            provision_vm_agent=True,
            ssh=compute.SshConfigurationArgs(
                public_keys=[
                    compute.SshPublicKeyArgs(
                        path=f"/home/{self.admin_username}/.ssh/authorized_keys",
                        key_data=self.ssh_public_key,
                    )
                ]
            ),
        )


class MachineSecurity(Model):
    """Of a virtual machine, or of all of a scale set's."""

    security_type: Literal["Standard", "TrustedLaunch"] = "Standard"
    """TrustedLaunch gives a virtual TPM; Secure Boot stays off, since not every GPU driver is signed."""
    encryption_at_host: StrictBool = False
    """Also encrypts temporary disks and caches. Off because a subscription has to register the feature first:
    `az feature register --namespace Microsoft.Compute --name EncryptionAtHost`."""

    def security_profile(self) -> "compute.SecurityProfileArgs | None":
        """None where nothing is asked for: API 2024-11-01 has no value for the standard security type."""
        trusted = self.security_type == "TrustedLaunch"
        if not trusted and not self.encryption_at_host:
            return None
        return compute.SecurityProfileArgs(
            encryption_at_host=self.encryption_at_host or None,
            security_type="TrustedLaunch" if trusted else None,
            uefi_settings=compute.UefiSettingsArgs(secure_boot_enabled=False, v_tpm_enabled=True)
            if trusted
            else None,
        )


class OwnImage(Model):
    """Such as a version in an Azure Compute Gallery. What its drivers are, nobody checks."""

    image_resource_id: Input[str]
    """Full id of an image, or of a version in a gallery."""
    architecture: Architecture = "x64"
    """Of the image; Arm64 for GB200 and GB300."""


class DataDisk(Model):
    """An empty managed disk. Linux has it as /dev/disk/azure/data/by-lun/<position>, or scsi1/lun<position>
    with older images."""

    size_gib: StrictInt = Field(ge=4, le=32_767)
    """Can grow later, never shrink."""
    disk_sku: Literal["Premium_LRS", "StandardSSD_LRS"] = "Premium_LRS"
    """Premium_LRS is the faster one."""

"""What protects a machine from its host's side: its security type, and encryption at the host."""

from typing import Literal

from pulumi_azure_native import compute
from pydantic import StrictBool

from azure_ai_landing_zone.model import Model


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

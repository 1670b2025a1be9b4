"""What Azure's agent installs on a machine, over the internet."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MachineExtension:
    """Such as a GPU's driver."""

    publisher: str
    type: str
    version: str
    """At least; minor versions follow by themselves."""


ENTRA_LOGIN = MachineExtension("Microsoft.Azure.ActiveDirectory", "AADSSHLoginForLinux", "1.0")
"""Takes a system-assigned identity. Source: learn.microsoft.com/entra/identity/devices/
howto-vm-sign-in-azure-ad-linux, read 2026-11-21."""

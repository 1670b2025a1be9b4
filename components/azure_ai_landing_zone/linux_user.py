"""The user that machines have from the start, whom a key lets in: there are no passwords."""

import base64
import binascii
from typing import Annotated

from pulumi_azure_native import compute
from pydantic import AfterValidator, Field

from azure_ai_landing_zone.model import Model

_REFUSED_NAMES = frozenset(
    (
        *("a", "actuser", "adm", "admin", "admin1", "admin2", "administrator", "aspnet", "backup", "console"),
        *("david", "guest", "john", "owner", "root", "server", "sql", "support", "support_388945a0", "sys"),
        *("test", "test1", "test2", "test3", "user", "user1", "user2", "user3", "user4", "user5"),
    )
)
"""Source: learn.microsoft.com/rest/api/compute/virtual-machines/create-or-update, osProfile.adminUsername of
API 2024-11-01, read 2026-11-21."""


def _user_name(value: str) -> str:
    if value in _REFUSED_NAMES:
        raise ValueError(f"Azure refuses {value} as a user's name: take another, such as azureuser")
    return value


def _public_key(value: str) -> str:
    kind, _, rest = value.strip().partition(" ")
    if "PRIVATE KEY" in value:
        raise ValueError("is a private key: give the public one, and take this one out of the file's history")
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
    ssh_public_key: Annotated[str, AfterValidator(_public_key)]
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

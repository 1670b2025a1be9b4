"""Microsoft.Compute/sshPublicKeys"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import dig

_KINDS = ("ssh-rsa ", "ssh-ed25519 ")


class SshPublicKey(ResourceType):
    pulumi_type = "azure-native:compute:SshPublicKey"
    path = "…/Microsoft.Compute/sshPublicKeys/{sshPublicKeyName}"
    source = "learn.microsoft.com/azure/virtual-machines/ssh-keys-azure-cli"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        key = dig(props, "publicKey")
        if isinstance(key, str) and not key.startswith(_KINDS):
            yield "publicKey", "an SSH public key starts with ssh-rsa or ssh-ed25519"

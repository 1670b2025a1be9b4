"""What a change of settings would do to a Lustre file system that exists; pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_DELETES = "Azure can't change it: the file system would be deleted with its files and made anew"
_REFUSED = "Azure refuses to change it on a file system that exists: this update would fail"

_FIXED: dict[str, tuple[str, str]] = {
    "location": ("the region", _DELETES),
    "storageCapacityTiB": ("the capacity in TiB", _DELETES),
    "filesystemSubnet": ("the subnet", _DELETES),
    "identity": ("the identity", _DELETES),
    "sku": ("the SKU", _REFUSED),
    "zones": ("the zone", _REFUSED),
    "container": ("the blob container", _REFUSED),
    "loggingContainer": ("the container for logs", _REFUSED),
    "importPrefix": ("the prefix of the first import", _REFUSED),
    "encryption": ("the kind of encryption key", _REFUSED),
}
"""By property, what it is and what becomes of a change. The first are those for which pulumi-azure-native
makes a replacement: the `x-ms-mutability` of their values lacks `update`.
Sources: github.com/Azure/azure-rest-api-specs storagecache 2024-03-01 and
learn.microsoft.com/azure/azure-managed-lustre/create-file-system-portal 2024-05-14."""


@dataclass(frozen=True, slots=True)
class FixedProperties:
    """Of a file system: what nobody can change. Ids in any casing; None is not there, or not known yet."""

    values: Mapping[str, str | None]

    @staticmethod
    def of_answer(answer: Mapping[str, Any]) -> "FixedProperties":
        """As Azure answers."""
        settings = (answer.get("hsm") or {}).get("settings") or {}
        identity = (answer.get("identity") or {}).get("userAssignedIdentities") or {}
        encryption = (answer.get("encryptionSettings") or {}).get("keyEncryptionKey")
        return FixedProperties(
            {
                "location": answer.get("location"),
                "zones": "".join(answer.get("zones") or []) or None,
                "storageCapacityTiB": f"{answer.get('storageCapacityTiB', 0):g}",
                "filesystemSubnet": answer.get("filesystemSubnet"),
                "identity": next(iter(identity), None),
                "sku": (answer.get("sku") or {}).get("name"),
                "container": settings.get("container"),
                "loggingContainer": settings.get("loggingContainer"),
                "importPrefix": settings.get("importPrefix"),
                "encryption": "customer" if encryption else "platform",
            }
        )


def consequences(exists: FixedProperties, wanted: FixedProperties) -> list[str]:
    """A sentence for each change that Azure can't make, the deadly ones first."""
    found = []
    for name, (what, consequence) in _FIXED.items():
        before, after = exists.values.get(name), wanted.values.get(name)
        if (before or "").lower() != (after or "").lower():
            found.append(f"{what} would change from {before or 'none'} to {after or 'none'}. {consequence}")
    return found

"""What virtual machines and scale sets share: the rules of the compute provider for their profiles."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog import single_facts, sizes
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Put
from azure_simulator.cloud.values import dig, each, settled

ENCRYPTION_AT_HOST = "Microsoft.Compute/EncryptionAtHost"
"""A feature of subscriptions: learn.microsoft.com/azure/virtual-machines/disk-encryption, 2026-11-22."""

CUSTOM_DATA_LENGTH = -(-single_facts.whole("customDataBytes") // 3) * 4
"""Of base64."""


def profile_problems(profile: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """Problems of osProfile, storageProfile and priority; `path` is where the profile is, "" at the top."""
    at = f"{path}." if path else ""
    if isinstance(dig(profile, "osProfile"), Mapping):
        yield from ((f"{at}osProfile.{inner}", text) for inner, text in _os_problems(profile["osProfile"]))
    image = dig(profile, "storageProfile.imageReference")
    if isinstance(image, Mapping):
        yield from _image_problems(image, f"{at}storageProfile.imageReference")
    priority = str(dig(profile, "priority") or "Regular")
    for name in ("evictionPolicy", "billingProfile"):
        if priority == "Regular" and dig(profile, name) and "priority" not in profile:
            yield f"{at}{name}", f"{name} is for Spot priority only"
    group = dig(profile, "capacityReservation.capacityReservationGroup")
    if group and priority == "Spot":
        yield f"{at}capacityReservation", "Spot machines can't use a capacity reservation"


def size_profile_problems(
    profile: Mapping[str, Any], size_name: object, path: str
) -> Iterator[tuple[str, str]]:
    """What the size of a machine doesn't take."""
    at = f"{path}." if path else ""
    size = sizes.find(size_name) if isinstance(size_name, str) else None
    if size is None:
        return
    disks = dig(profile, "storageProfile.dataDisks")
    if isinstance(disks, list) and size.max_data_disks is not None and len(disks) > size.max_data_disks:
        yield (
            f"{at}storageProfile.dataDisks",
            "The maximum number of data disks allowed to be attached to a VM of this size is "
            f"{size.max_data_disks}.",
        )
    controller = dig(profile, "storageProfile.diskControllerType")
    if size.disk_controller == "NVMe" and isinstance(controller, str) and controller != "NVMe":
        yield (
            f"{at}storageProfile.diskControllerType",
            f"The VM size '{size.size}' cannot boot with disk controller {controller}: it takes NVMe only",
        )
    trusted = dig(profile, "securityProfile.securityType") == "TrustedLaunch"
    if trusted and size.traits.trusted_launch is False:
        yield (
            f"{at}securityProfile.securityType",
            f"The VM size '{size.size}' is not supported with security type 'TrustedLaunch'.",
        )


def _os_problems(os: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    data = dig(os, "customData")
    if isinstance(data, str) and not _is_base64(data):
        yield (
            "customData",
            "Custom data in OSProfile must be in Base64 encoding and with a maximum length of "
            f"{CUSTOM_DATA_LENGTH} characters.",
        )
    user = dig(os, "adminUsername")
    if isinstance(user, str) and user.lower() in single_facts.words("refusedUserNames"):
        yield "adminUsername", f"The Admin Username specified is not allowed: '{user}'."
    if "adminUsername" not in os:
        yield "adminUsername", "Required parameter 'adminUsername' is missing (null)."
    linux = dig(os, "linuxConfiguration")
    keys = dig(linux or {}, "ssh.publicKeys") or []
    if "linuxConfiguration" in os and dig(linux or {}, "disablePasswordAuthentication"):
        if not keys and settled(linux or {}, "ssh.publicKeys"):
            yield (
                "linuxConfiguration",
                "Authentication using either SSH or by user name and password must be enabled in Linux "
                "profile.",
            )
        if os.get("adminPassword"):
            yield "adminPassword", "a password goes with disablePasswordAuthentication false"
    elif not keys and "adminPassword" not in os and settled(os, "linuxConfiguration.ssh.publicKeys"):
        yield "adminPassword", "Required parameter 'adminPassword' is missing (null)."
    for index, key in each(linux or {}, "ssh.publicKeys"):
        place, expected = dig(key, "path"), f"/home/{user}/.ssh/authorized_keys"
        if place and user and place != expected:
            yield (
                f"linuxConfiguration.{index}.path",
                "Destination path for SSH public keys is currently limited to its default value "
                f"{expected}  due to a known issue in Linux provisioning agent.",
            )


def _image_problems(image: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    if (
        any(image.get(name) for name in ("id", "communityGalleryImageId", "sharedGalleryImageId"))
        or "id" in image
    ):
        return
    for name in ("publisher", "offer", "sku", "version"):
        if name not in image:
            yield f"{path}.{name}", f"Required parameter 'imageReference.{name}' is missing (null)."


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(text) <= CUSTOM_DATA_LENGTH


def os_defaults(os: Mapping[str, Any]) -> dict[str, Any]:
    """What the compute provider adds to an osProfile."""
    answer: dict[str, Any] = {"allowExtensionOperations": True, "secrets": []}
    if "linuxConfiguration" in os:
        answer["linuxConfiguration"] = {
            "disablePasswordAuthentication": False,
            "provisionVMAgent": True,
            "enableVMAgentPlatformUpdates": False,
            **os["linuxConfiguration"],
        }
    return {**answer, **{key: value for key, value in os.items() if key != "linuxConfiguration"}}


def os_disk_defaults(storage: Mapping[str, Any]) -> dict[str, Any]:
    """What the compute provider adds to a storageProfile."""
    disk = {"caching": "None", "createOption": "FromImage", "osType": "Linux", "deleteOption": "Delete"}
    sent = storage.get("osDisk") or {}
    managed = {"storageAccountType": "Standard_LRS", **(sent.get("managedDisk") or {})}
    return {**storage, "osDisk": {"diskSizeGB": 30, **disk, **sent, "managedDisk": managed}}


def check_encryption_at_host(put: Put, path: str) -> None:
    """A subscription has to have registered for it."""
    if dig(put.props, f"{path}.encryptionAtHost") is True and not put.cloud.has_feature(ENCRYPTION_AT_HOST):
        raise ArmError(
            400,
            "InvalidParameter",
            f"The property 'securityProfile.encryptionAtHost' is not valid because the "
            f"'{ENCRYPTION_AT_HOST}' feature is not enabled for this subscription.",
            seen=LOGS,
        )

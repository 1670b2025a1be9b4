"""Microsoft.Compute/virtualMachines"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog.sizes import find
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Machines, NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared.machine_profile import (
    check_encryption_at_host,
    os_defaults,
    os_disk_defaults,
    profile_problems,
    size_profile_problems,
)
from azure_simulator.types.shared.sizes import size_problem, size_refused


class VirtualMachine(ResourceType):
    pulumi_type = "azure-native:compute:VirtualMachine"
    path = "…/Microsoft.Compute/virtualMachines/{vmName}"
    source = "learn.microsoft.com/rest/api/compute/virtual-machines/create-or-update (2024-11-01)"
    fixed = ("zones", "osProfile.adminUsername", "osProfile.computerName", "priority")
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,62}[\w-])?", "1-64 letters, digits, underscores, periods and hyphens"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if problem := size_problem(dig(props, "hardwareProfile.vmSize"), dig(props, "location")):
            yield "hardwareProfile.vmSize", problem
        if "networkProfile" not in props and "virtualMachineScaleSet" not in props:
            yield "networkProfile", "Required parameter 'networkProfile' is missing (null)."
        yield from profile_problems(props, "")
        yield from size_profile_problems(props, dig(props, "hardwareProfile.vmSize"), "")

    def machines(self, put: Put) -> Iterator[Machines]:
        spot = dig(put.props, "priority") == "Spot"
        zones = tuple(dig(put.props, "zones") or ())
        yield Machines(str(dig(put.props, "hardwareProfile.vmSize")), 1, zones, spot)

    def sku_refused(self, put: Put, sku: str, region: str, zones: tuple[str, ...]) -> ArmError:  # noqa: ARG002
        return size_refused(put, region, zones)

    def create(self, put: Put) -> Mapping[str, Any]:
        _check_interfaces(put)
        _check_disks(put)
        check_encryption_at_host(put, "securityProfile")
        answer: dict[str, Any] = {
            "vmId": arm.stable_guid(put.id, "vm"),
        }
        if isinstance(put.props.get("osProfile"), Mapping):
            answer["osProfile"] = {"requireGuestProvisionSignal": True, **os_defaults(put.props["osProfile"])}
        if isinstance(put.props.get("storageProfile"), Mapping):
            answer["storageProfile"] = os_disk_defaults(put.props["storageProfile"])
        return answer


def _check_interfaces(put: Put) -> None:
    size = find(str(dig(put.props, "hardwareProfile.vmSize")))
    for _, reference in each(put.props, "networkProfile.networkInterfaces"):
        interface = put.cloud.store.get(str(dig(reference, "id")))
        wants = interface is not None and interface.body.get("enableAcceleratedNetworking") is True
        if wants and size is not None and size.accelerated_networking is False:
            raise ArmError(
                400,
                "VMSizeIsNotPermittedToEnableAcceleratedNetworking",
                f"The virtual machine {put.id} has size {size.size}, which is not compatible with enabling "
                "accelerated networking on network interface(s) on the VM.",
                seen="the code: cloudfoundry/bosh-azure-cpi-release docs; the words are ours",
            )


def _check_disks(put: Put) -> None:
    mine = dig(put.props, "zones") or []
    for _, attached in each(put.props, "storageProfile.dataDisks"):
        id_ = str(dig(attached, "managedDisk.id"))
        disk = put.cloud.store.get(id_)
        if disk is None:
            continue
        theirs = dig(disk.body, "zones") or []
        if mine != theirs and mine:
            where = f"zone '{mine[0]}'."
            if theirs:
                where = f"the same zone as the VM. VM zone: '{mine[0]}'. Disk zone: '{theirs[0]}'."
            raise ArmError(
                400,
                "BadRequest",
                f"Disk {id_} cannot be attached to the VM because it is not in {where}",
                seen=arm.LOGS,
            )
        others = [user for user in put.cloud.users(id_) if not arm.same_id(user, put.id)]
        if others:
            raise ArmError(
                409,
                "ConflictingUserInput",
                f"Disk '{id_}' cannot be attached as the disk is already owned by VM '{others[0]}'.",
                seen="MicrosoftDocs/azure-docs: Common VM error codes in Azure (2017-05-22)",
            )

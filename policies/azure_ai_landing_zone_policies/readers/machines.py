"""Virtual machines and scale sets, whose types of azure-native hold the same settings in different places."""

from dataclasses import dataclass

from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone_policies.program.view import View
from azure_ai_landing_zone_policies.readers.node_pools import Size, hpc_image, node_pools

TYPES = ("compute:VirtualMachineScaleSet", "compute:VirtualMachine")


@dataclass(frozen=True)
class Machine:
    """What a virtual machine, or a scale set, makes its machines of."""

    props: View
    prefix: str
    """Before the profiles, which a scale set has inside virtualMachineProfile."""

    @property
    def size(self) -> Size | None:
        """Its only size; None for a scale set that mixes sizes."""
        return next(node_pools(self.props)).size()

    def at(self, path: str) -> str:
        return f"{self.prefix}{path}"

    def secure_boot(self) -> bool:
        """Whether it asks for Secure Boot. Trusted Launch turns it on where the settings don't say."""
        flag = self.props.flag(self.at("securityProfile.uefiSettings.secureBootEnabled"))
        if flag is not None:
            return flag
        return (self.props.text(self.at("securityProfile.securityType")) or "").lower() == "trustedlaunch"

    def uses_hpc_image(self) -> bool:
        return hpc_image(self.props, self.at("storageProfile.imageReference.offer"))


def machine(props: View) -> Machine:
    """The machines that a resource of one of TYPES declares."""
    scale_set = props.resource.type == "compute:VirtualMachineScaleSet"
    return Machine(props, "virtualMachineProfile." if scale_set else "")


def has_gpu_or_infiniband(size: Size | None) -> bool:
    return size is not None and (size.has_gpu or size.has_infiniband)


def has_connectx_7(size: Size | None) -> bool:
    """Whether its InfiniBand adapters are ConnectX-7 or newer: NDR and what comes after it."""
    known = find(size.name) if size else None
    return known is not None and known.infiniband in ("NDR", "IB")


def refuses_trusted_launch(size: Size | None) -> bool:
    """Whether the catalogue knows that its family doesn't support it."""
    known = find(size.name) if size else None
    return known is not None and known.traits.trusted_launch is False

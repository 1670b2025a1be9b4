"""Virtual machines and scale sets, whose types of azure-native hold the same settings in different places."""

from dataclasses import dataclass

from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone_policies.program.view import View
from azure_ai_landing_zone_policies.readers.node_pools import Size, hpc_image, node_pools

TYPES = ("compute:VirtualMachineScaleSet", "compute:VirtualMachine")

_TRUSTED_LAUNCH_UNSUPPORTED = ("nd96asr_v4", "nd96amsr_a100_v4", "rtxpro6000bse_v6")
"""Source: learn.microsoft.com/azure/virtual-machines/trusted-launch, and the overview of the NC RTX PRO 6000
BSE v6 series, 2026-06-03."""


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


def is_nvidia(size: Size | None) -> bool:
    """Whether the catalogue knows its GPUs as NVIDIA's."""
    known = find(size.name) if size else None
    model = (known.gpu_model or "") if known else ""
    return any(
        word in model for word in ("A100", "A10", "H100", "H200", "T4", "V100", "GB200", "GB300", "RTX")
    )


def has_connectx_7(size: Size | None) -> bool:
    """Whether its InfiniBand adapters are ConnectX-7 or newer: NDR and what comes after it."""
    known = find(size.name) if size else None
    return known is not None and known.infiniband in ("NDR", "IB")


def refuses_trusted_launch(size: Size | None) -> bool:
    return size is not None and any(part in size.name.lower() for part in _TRUSTED_LAUNCH_UNSUPPORTED)

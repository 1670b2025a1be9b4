"""Rule infiniband-needs-its-drivers."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers.machines import machine
from azure_ai_landing_zone_policies.readers.node_pools import has_infiniband

_PLAIN = ("canonical", "redhat", "debian", "suse", "almalinux", "oracle", "microsoftwindowsserver")


@rule(
    on=("compute:VirtualMachineScaleSet", "compute:VirtualMachine"),
    area="compute",
    severity="high",
    since="2026.4",
    pillar="Performance Efficiency",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/configure",),
    baseline="advisory",
    passes={
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
        "virtualMachineProfile": {
            "storageProfile": {"imageReference": {"publisher": "microsoft-dsvm", "offer": "ubuntu-hpc"}}
        },
    },
    fails={
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
        "virtualMachineProfile": {
            "storageProfile": {"imageReference": {"publisher": "Canonical", "offer": "ubuntu-24_04-lts"}}
        },
    },
)
def infiniband_needs_its_drivers(props: View) -> Iterator[str | CantTell]:
    """Machines with InfiniBand start from an HPC image

    A plain distribution has neither the drivers of the InfiniBand adapters nor NCCL's topology files, so
    that jobs run over Ethernet at a fraction of the speed, and nothing says so. Take microsoft-dsvm
    ubuntu-hpc, almalinux-hpc or azurelinux-hpc, or an image of your own made from one: images of your own
    are never reported.
    """
    node = machine(props)
    if not all_of(lambda: has_infiniband(node.size), lambda: not node.uses_hpc_image()):
        return
    image = node.at("storageProfile.imageReference")
    publisher = props.text(f"{image}.publisher")
    if publisher and publisher.lower() in _PLAIN:
        yield (
            f"{image} is {publisher} {props.text(f'{image}.offer')}, which has no InfiniBand drivers; "
            "use microsoft-dsvm ubuntu-hpc, or an image made from it"
        )

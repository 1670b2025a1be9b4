"""Rule gpu-machine-is-encrypted-at-host."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.host_encryption import TYPES, Place, places
from azure_ai_landing_zone_policies.readers.machines import has_gpu_or_infiniband


def _program(**profile: object) -> dict[str, object]:
    return {
        "nodes": {
            "type": "azure-native:compute:VirtualMachineScaleSet",
            "properties": {"sku": {"name": "Standard_ND96isr_H100_v5"}, "virtualMachineProfile": profile},
        }
    }


@stack_rule(
    on=TYPES,
    area="compute",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("DP-4",),
    links=("https://learn.microsoft.com/azure/virtual-machines/disks-enable-host-based-encryption-portal",),
    baseline="disabled",
    passes=_program(securityProfile={"encryptionAtHost": True}),
    fails=_program(),
)
def gpu_machine_is_encrypted_at_host(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """GPU machines encrypt their local disks and caches

    Datasets, checkpoints and weights are cached on the temporary disk, which only encryption at host
    encrypts; Azure Disk Encryption, the older way, retires on 2028-09-15. Register the feature
    Microsoft.Compute/EncryptionAtHost once in the subscription and set encryptionAtHost to true; on AKS pools
    that is enableEncryptionAtHost, and for Azure ML the workspace's hbiWorkspace.
    """

    def check(place: Place) -> Iterator[str]:
        if all_of(
            lambda: any(has_gpu_or_infiniband(pool.size()) for pool in place.machines()),
            lambda: not place.is_on(),
        ):
            yield f"{place.path} isn't true, so that the local disks aren't encrypted; set it to true"

    yield from each(places(props, stack), check)

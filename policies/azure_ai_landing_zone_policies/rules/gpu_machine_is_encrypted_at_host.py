"""Rule gpu-machine-is-encrypted-at-host."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers.machines import TYPES, has_gpu_or_infiniband, machine


@rule(
    on=TYPES,
    area="compute",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("DP-4",),
    links=("https://learn.microsoft.com/azure/virtual-machines/disks-enable-host-based-encryption-portal",),
    baseline="disabled",
    passes={
        "sku": {"name": "Standard_ND96isr_H100_v5"},
        "virtualMachineProfile": {"securityProfile": {"encryptionAtHost": True}},
    },
    fails={"sku": {"name": "Standard_ND96isr_H100_v5"}},
)
def gpu_machine_is_encrypted_at_host(props: View) -> Iterator[str | CantTell]:
    """GPU machines encrypt their local disks and caches

    Datasets, checkpoints and weights are cached on the temporary disk, which only encryption at host
    encrypts; Azure Disk Encryption, the older way, retires on 2028-09-15. Register the feature
    Microsoft.Compute/EncryptionAtHost once in the subscription and set encryptionAtHost to true.
    """
    node = machine(props)
    path = node.at("securityProfile.encryptionAtHost")
    if all_of(lambda: props.flag(path) is not True, lambda: has_gpu_or_infiniband(node.size)):
        yield f"{path} isn't true, so that the local disks aren't encrypted; set it to true"

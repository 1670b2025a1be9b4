"""Rule gpu-machine-takes-no-password."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers.machines import TYPES, has_gpu_or_infiniband, machine


@rule(
    on=TYPES,
    area="compute",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("IM-6", "PV-3"),
    links=("https://learn.microsoft.com/azure/virtual-machines/linux/create-ssh-keys-detailed",),
    passes={
        "sku": {"name": "Standard_ND96isr_H100_v5"},
        "virtualMachineProfile": {
            "osProfile": {"linuxConfiguration": {"disablePasswordAuthentication": True}}
        },
    },
    fails={
        "sku": {"name": "Standard_ND96isr_H100_v5"},
        "virtualMachineProfile": {
            "osProfile": {
                "adminPassword": "…",
                "linuxConfiguration": {"disablePasswordAuthentication": False},
            }
        },
    },
)
def gpu_machine_takes_no_password(props: View) -> Iterator[str | CantTell]:
    """Linux machines with GPUs take keys, not passwords

    Passwords are guessed and shared, and one that is in a program is in its state and its history too. Set
    disablePasswordAuthentication to true and give an SSH public key, or use Microsoft Entra login.
    """
    node = machine(props)
    path = node.at("osProfile.linuxConfiguration.disablePasswordAuthentication")
    password = node.at("osProfile.adminPassword")
    windows = node.at("osProfile.windowsConfiguration")
    allowed = all_of(
        lambda: props.flag(path) is not True,
        lambda: props.flag(path) is False or (props.given(password) and not props.given(windows)),
        lambda: has_gpu_or_infiniband(node.size),
    )
    if allowed:
        yield f"{path} isn't true, so that a password opens the machine; set it to true and give a key"

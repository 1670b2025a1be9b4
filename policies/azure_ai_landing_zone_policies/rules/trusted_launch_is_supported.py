"""Rule trusted-launch-is-supported."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.machines import TYPES, machine, refuses_trusted_launch


@rule(
    on=TYPES,
    area="compute",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/trusted-launch",),
    passes={"sku": {"name": "Standard_ND96amsr_A100_v4", "capacity": 2}},
    fails={
        "sku": {"name": "Standard_ND96amsr_A100_v4", "capacity": 2},
        "virtualMachineProfile": {"securityProfile": {"securityType": "TrustedLaunch"}},
    },
)
def trusted_launch_is_supported(props: View) -> Iterator[str | CantTell]:
    """Trusted Launch is asked for only of sizes that have it

    ND A100 v4 and NDm A100 v4 don't support Trusted Launch, and the RTX PRO 6000 sizes need Secure Boot and
    vTPM off. The deployment fails, or the GPUs don't come up. Leave securityType out.
    """
    node = machine(props)
    path = node.at("securityProfile.securityType")
    if (props.text(path) or "").lower() != "trustedlaunch":
        return
    size = node.size
    if size and refuses_trusted_launch(size):
        yield f"{path} is TrustedLaunch, which {size.name} doesn't support; leave it out"

"""Rule training-nodes-stay-up-under-a-job."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers.node_pools import has_infiniband, node_pools


@rule(
    on=("compute:VirtualMachineScaleSet",),
    area="training",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-upgrade-policy",
        "https://learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-automatic-upgrade",
    ),
    baseline="advisory",
    passes={
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
        "upgradePolicy": {"mode": "Manual"},
    },
    fails={
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
        "upgradePolicy": {"mode": "Automatic"},
    },
)
def training_nodes_stay_up_under_a_job(props: View) -> Iterator[str | CantTell]:
    """No upgrade reboots nodes while they train

    With the upgrade mode Automatic or Rolling every change of the scale set, and with automatic OS upgrades
    every new image, reboots or reimages its nodes at once: the job on them ends, however many others still
    run. Set upgradePolicy.mode to Manual, leave automatic OS upgrades off, and upgrade between jobs. Sets
    whose tag `workload` says that the nodes work alone, such as inference, are free.
    """
    pool = next(node_pools(props))
    applies = (
        lambda: pool.tagged().kind != "other",
        lambda: has_infiniband(pool.size()),
        lambda: pool.nodes() > 1,
    )
    mode = "upgradePolicy.mode"
    if all_of(lambda: (props.text(mode) or "manual").lower() in ("automatic", "rolling"), *applies):
        yield f"{mode} is {props.text(mode)}, which takes nodes from a running job; set it to Manual"
    automatic = "upgradePolicy.automaticOSUpgradePolicy.enableAutomaticOSUpgrade"
    if all_of(lambda: props.flag(automatic) is True, *applies):
        yield f"{automatic} is true, so that a new image ends a running job; set it to false"

"""Rule dev-machine-shuts-down."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers.machines import machine
from azure_ai_landing_zone_policies.readers.node_pools import node_pools

_DEV = {
    "type": "azure-native:compute:VirtualMachine",
    "properties": {"hardwareProfile": {"vmSize": "Standard_NC4as_T4_v3"}},
}


@stack_rule(
    on=("compute:VirtualMachine",),
    area="compute",
    severity="medium",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/auto-shutdown-vm",),
    baseline="advisory",
    passes={
        "dev": _DEV,
        "evening": {
            "type": "azure-native:devtestlab:GlobalSchedule",
            "properties": {
                "status": "Enabled",
                "taskType": "ComputeVmShutdownTask",
                "targetResourceId": "${dev.id}",
            },
        },
    },
    fails={"dev": _DEV},
)
def dev_machine_shuts_down(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A single GPU machine shuts down in the evening

    A machine for development that nobody turns off is billed for 168 hours a week and used for 40. Give it
    a devtestlab GlobalSchedule with the task ComputeVmShutdownTask. A machine that must run on says so with
    a known word in the tag `workload`, such as inference.
    """
    if not all_of(
        lambda: (size := machine(props).size) is not None and size.has_gpu,
        lambda: next(node_pools(props)).tagged().kind == "unsaid",
    ):
        return
    schedules = stack.which_refer(props, "devtestlab:GlobalSchedule", "targetResourceId", "vmName")
    if not any((schedule.text("status") or "Enabled") == "Enabled" for schedule in schedules):
        yield (
            "no enabled devtestlab GlobalSchedule stops this machine in the evening; add one, or set the "
            "tag workload if it has to run on"
        )

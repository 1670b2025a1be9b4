"""Rule no-overprovision-on-infiniband."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers.machines import machine
from azure_ai_landing_zone_policies.readers.node_pools import has_infiniband


@rule(
    on=("compute:VirtualMachineScaleSet",),
    area="compute",
    severity="low",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-design-overview",
    ),
    baseline="advisory",
    passes={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}, "overprovision": False},
    fails={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}},
)
def no_overprovision_on_infiniband(props: View) -> Iterator[str | CantTell]:
    """Scale sets on InfiniBand make no spare machines

    A Uniform scale set makes more machines than it was asked for and deletes the spare ones, unless
    overprovision is false. With 96 vCPUs a machine the spare ones break the quota or take addresses of the
    subnet, and the machines that stay aren't those that the job counted on. Set overprovision to false.
    """
    uniform = lambda: (props.text("orchestrationMode") or "uniform").lower() == "uniform"  # noqa: E731
    if all_of(
        lambda: has_infiniband(machine(props).size),
        uniform,
        lambda: (props.number("sku.capacity") or 0) > 1,
        lambda: props.flag("overprovision") is not False,
    ):
        yield (
            "overprovision isn't false, so that the scale set makes spare machines and deletes them; "
            "set it to false"
        )

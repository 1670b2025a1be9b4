"""The number of nodes that autoscale decides: an update carries the one that Azure has now, or isn't made."""

import pulumi
from pulumi_azure_native import compute


def live_count_hook(name: str, parent: pulumi.Resource) -> pulumi.ResourceHook:
    """Refuses an update of a scale set that would set another number of nodes than there are.

    What Pulumi sends of a property that it ignores is what its state has. Azure takes no update without a
    capacity (github.com/Azure/vm-scale-sets#70, read 2026-11-22), and a hook can't change what is sent: so
    the state has to be right, which a refresh sees to.
    """

    async def judge(change: pulumi.ResourceHookArgs) -> None:
        sent = ((change.new_inputs or {}).get("sku") or {}).get("capacity")
        parts = change.id.split("/")
        found = compute.get_virtual_machine_scale_set_output(
            resource_group_name=parts[4],
            vm_scale_set_name=parts[8],
            opts=pulumi.InvokeOutputOptions(parent=parent),
        )
        # What the SDK makes of an answer is an empty dictionary by itself, and so false.
        nodes = found.apply(lambda scale_set: None if scale_set.sku is None else scale_set.sku.capacity)
        live = await nodes.future()
        if live is not None and live != sent:
            raise pulumi.RunError(
                f"{name} has {live:g} nodes, and this update says {sent:g}: autoscale decides how many there "
                "are. Run it with --refresh, which asks Azure first"
            )

    options = pulumi.ResourceHookOptions(on_dry_run=True)
    return pulumi.ResourceHook(f"{name}-live-count", judge, options)

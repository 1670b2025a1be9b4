"""Rule expensive-resources-carry-tags."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.node_pools import node_pools

_MACHINES = (
    "compute:VirtualMachineScaleSet",
    "compute:VirtualMachine",
    "containerservice:AgentPool",
    "machinelearningservices:Compute",
)


@rule(
    on=(*_MACHINES, "cognitiveservices:Account", "storagecache:AmlFilesystem"),
    area="cost",
    severity="low",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/cloud-adoption-framework/ready/azure-best-practices/resource-tagging",
    ),
    baseline="advisory",
    parameters=(Parameter("tags", "texts", ["owner", "costCenter"], "the tags' names, in any casing"),),
    passes={
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 1},
        "tags": {"owner": "ml-platform@contoso.com", "costCenter": "research-4711"},
    },
    fails={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 1}, "tags": {"costCenter": "4711"}},
)
def expensive_resources_carry_tags(props: View) -> Iterator[str | CantTell]:
    """GPU machines, model accounts and Lustre say whose cost they are

    The bill names resources. Without an owner and a cost centre on those that cost most, nobody can say whose
    they are, and nobody turns them off. Add the tags, or name yours in the parameter.
    """
    if props.resource.type in _MACHINES:
        sizes = [pool.size() for pool in node_pools(props)]
        if not any(size is not None and (size.has_gpu or size.has_infiniband) for size in sizes):
            return
    elif not props.given("sku") and not props.given("kind"):
        return
    present = {name.lower() for name in props.keys("tags")}
    missing = [name for name in props.parameter("tags") if name.lower() not in present]
    if missing:
        yield f"tags has no {', '.join(missing)}; add {'it' if len(missing) == 1 else 'them'}"

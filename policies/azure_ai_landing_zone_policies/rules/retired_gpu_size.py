"""Rule retired-gpu-size."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.sizes import VmSize, find
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.node_pools import TYPES, NodePool, node_pools


@rule(
    on=TYPES,
    area="compute",
    severity="critical",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/sizes/lifecycle/retired-sizes-list",),
    passes={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 8}},
    fails={"sku": {"name": "Standard_ND24rs", "capacity": 8}},
)
def retired_gpu_size(props: View) -> Iterator[str | CantTell]:
    """GPU and InfiniBand sizes are ones that Azure still runs

    Azure deallocates the machines of a retired size on its date and starts none again, so the deployment
    fails or the cluster stops. Samples and articles keep naming such sizes. A size whose announced date
    has come counts as retired. Use the size that the message names, or another current one.
    """

    def check(pool: NodePool) -> Iterator[str]:
        size = pool.size()
        known = find(size.name) if size else None
        if size and known and known.retired_on(props.resource.today):
            yield f"{size.path} is {size.name}, {_fate(known)}; use {' or '.join(known.replacement)}"

    yield from each(node_pools(props), check)


def _fate(size: VmSize) -> str:
    if size.retirement_date:
        return f"which Azure retired on {size.retirement_date}"
    return "a preview name that Azure no longer deploys"

"""Rule soon-retired-gpu-size."""

from collections.abc import Iterator
from datetime import timedelta

from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.node_pools import TYPES, NodePool, node_pools


@rule(
    on=TYPES,
    area="compute",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/sizes/retirement-overview",),
    baseline="advisory",
    parameters=(
        Parameter("noticeDays", "whole number", 365, "how many days before its end a size is reported"),
    ),
    passes={"sku": {"name": "Standard_HB176rs_v4", "capacity": 2}},
    fails={"sku": {"name": "Standard_HB120rs_v2", "capacity": 2}},
)
def soon_retired_gpu_size(props: View) -> Iterator[str | CantTell]:
    """GPU and InfiniBand sizes have time left

    Azure has announced the day on which it deallocates these machines. Moving means quota for another
    family in the region, which takes weeks, and often other drivers and another image. New work starts on
    the size that the message names.
    """

    def check(pool: NodePool) -> Iterator[str]:
        size = pool.size()
        known = find(size.name) if size else None
        if not size or not known or not known.retirement_date:
            return
        today = props.resource.today
        if today < known.retirement_date <= today + timedelta(days=props.parameter("noticeDays")):
            yield (
                f"{size.path} is {size.name}, which Azure retires on {known.retirement_date}; "
                f"plan the move to {' or '.join(known.replacement)}"
            )

    yield from each(node_pools(props), check)

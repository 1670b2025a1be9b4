"""Rule workload-tag-is-known."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.machines import has_gpu_or_infiniband
from azure_ai_landing_zone_policies.readers.node_pools import TYPES, WORKLOADS, NodePool, node_pools


@rule(
    on=TYPES,
    area="training",
    severity="medium",
    since="2026.4",
    pillar="Operational Excellence",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/cloud-adoption-framework/ready/azure-best-practices/resource-tagging",
    ),
    baseline="advisory",
    strict="advisory",
    passes={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 8}, "tags": {"workload": "training"}},
    fails={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 8}, "tags": {"workload": "webshop"}},
)
def workload_tag_is_known(props: View) -> Iterator[str | CantTell]:
    """The tag workload says whether GPUs train or serve

    Rules on fabrics, zones and checkpoints ask the tag `workload` whether nodes train together. A word that
    they don't know, such as the name of an application, counts as no tag: what else the resource shows
    decides then. Give the tag one of the known words, and put the application's name into another tag, as
    the Cloud Adoption Framework does with `WorkloadName`.
    """

    def check(pool: NodePool) -> Iterator[str]:
        if all_of(
            lambda: pool.unknown_tag() is not None,
            lambda: has_gpu_or_infiniband(pool.size()),
            lambda: pool.nodes() > 1,
        ):
            known = ", ".join(WORKLOADS[:-1])
            yield (
                f"{pool.unknown_tag()}, which counts as no tag; set it to {known} or {WORKLOADS[-1]}, and "
                "put an application's name into another tag, such as WorkloadName"
            )

    yield from each(node_pools(props), check)

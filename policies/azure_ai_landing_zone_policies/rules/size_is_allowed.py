"""Rule size-is-allowed."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.node_pools import TYPES, NodePool, node_pools


@rule(
    on=TYPES,
    area="cost",
    severity="medium",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/well-architected/cost-optimization/set-spending-guardrails",),
    parameters=(
        Parameter("allowed", "texts", None, "sizes or globs of them, in any casing", ["Standard_NC*_T4_v3"]),
    ),
    passes={"sku": {"name": "Standard_NC4as_T4_v3", "capacity": 1}},
    fails={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 1}},
)
def size_is_allowed(props: View) -> Iterator[str | CantTell]:
    """Machines are of the sizes that the company allows

    A list for the environment keeps an eight-GPU node out of development, and quota for the sizes that were
    planned. Give it in `allowed`; without it the rule is silent.
    """
    allowed = props.parameter("allowed")
    if allowed is None:
        return

    def check(pool: NodePool) -> Iterator[str]:
        size = pool.size()
        if size is None or size.name.lower() == "mix":
            return
        if not any(fnmatchcase(size.name.lower(), glob.lower()) for glob in allowed):
            yield f"{size.path} is {size.name}; allowed are {', '.join(allowed)}"

    yield from each(node_pools(props), check)

"""Lists that name training clusters of the zone."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from azure_ai_landing_zone.core.problem import Problem, nothing_called

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.parts import Parts


def cluster_name_problems(names: Sequence[str], parts: "Parts") -> Iterator[Problem]:
    """Names in a section's `clusters` that no training cluster has. None of them while one of the clusters is
    wrong in itself: it may be the one that is meant."""
    if None in parts.training_clusters:
        return
    there = [cluster.name for cluster in parts.clusters()]
    for number, name in enumerate(names):
        if name not in there:
            yield Problem(("clusters", number), nothing_called("training cluster", name, there))

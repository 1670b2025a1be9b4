"""GPU quota: how many GPUs of which family each project may use, in one table.

Azure's own quota belongs to a subscription and a region; that two projects share it is ours to keep in order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from pydantic import Field, model_validator

from azure_ai_landing_zone.catalog.sizes import VM_SIZES, VmSize, did_you_mean, find
from azure_ai_landing_zone.core.model import Key, Model, refuse
from azure_ai_landing_zone.core.problem import Problem


def gpu_families() -> list[str]:
    """The families whose sizes have GPUs, such as ND_H100_v5, sorted."""
    return sorted({size.family for size in VM_SIZES.values() if size.gpus})


@dataclass(frozen=True, slots=True)
class GpuDemand:
    """What one cluster, pool or machine takes when it is as large as it may become."""

    project: str | None
    """Whose it is; None where nobody says."""
    size: str
    nodes: int
    path: tuple[str | int, ...]
    """Where its settings are, for messages."""
    spot: bool = False
    """Spot machines of all families share one quota of their own."""


class GpuQuota(Model):
    """The table: GPUs by project and family of sizes."""

    projects: dict[Key, dict[str, Annotated[int, Field(strict=True, ge=0, le=1_000_000)]]]
    """Such as vision: {ND_H100_v5: 32}. A family that isn't there is none of the project's business."""

    @model_validator(mode="after")
    def _check_families(self) -> "GpuQuota":
        known = gpu_families()
        refuse(
            GpuQuota,
            [
                Problem(("projects", project, family), _unknown_family(family, known))
                for project, families in self.projects.items()
                for family in families
                if family not in known
            ],
        )
        return self

    def limit(self, project: str, family: str) -> int:
        """GPUs of the family that the project may use; 0 where the table says nothing."""
        return self.projects.get(project, {}).get(family, 0)

    def problems(self, demands: Sequence[GpuDemand]) -> list[Problem]:
        """What goes beyond the table, each at the demand that does."""
        return list(self._problems(demands))

    def _problems(self, demands: Sequence[GpuDemand]) -> Iterator[Problem]:
        used: dict[tuple[str, str], Fraction] = {}
        for demand in demands:
            size = find(demand.size)
            if size is None and not demand.size.lower().startswith("standard_n"):
                continue  # only the N series have GPUs (learn.microsoft.com/azure/virtual-machines/sizes)
            if size is None:
                close = ", ".join(did_you_mean(demand.size))
                hint = f": did you mean {close}?" if close else ""
                yield Problem((*demand.path, "size"), f"unknown size {demand.size}{hint}")
                continue
            gpus = _gpus(size, demand.nodes)
            if not gpus:
                continue
            if demand.project not in self.projects:
                text = f"{demand.project} has no GPU quota: projects with one are {', '.join(self.projects)}"
                yield Problem((*demand.path, "project"), text)
                continue
            place = (demand.project, size.family)
            before = used.get(place, Fraction(0))
            used[place] = before + gpus
            limit = self.limit(*place)
            if used[place] > limit:
                yield Problem(
                    demand.path,
                    f"{demand.nodes} × {size.size} takes {_count(gpus)} of {size.family}; the quota of "
                    f"{demand.project} is {limit}, with {_count(before)} taken: have fewer nodes, "
                    "or raise the quota",
                )


SPOT_QUOTA = "lowPriorityCores"
"""Of a region, for spot machines. Source: learn.microsoft.com/azure/virtual-machines/spot-vms, 2026-11-21."""


def vcpus_by_quota_family(demands: Sequence[GpuDemand]) -> Mapping[str, int]:
    """What Azure's quota has to allow for, by the name that its usages API has; sizes without a published
    quota family are under their own name, spot machines under SPOT_QUOTA."""
    wanted: Counter[str] = Counter()
    for demand in demands:
        size = find(demand.size)
        if size is not None:
            family = SPOT_QUOTA if demand.spot else size.quota_family or size.size
            wanted[family] += size.vcpus * demand.nodes
    return dict(wanted)


def _gpus(size: VmSize, nodes: int) -> Fraction:
    return (size.gpus or Fraction(0)) * nodes


def _count(gpus: Fraction) -> str:
    number = str(gpus.numerator) if gpus.denominator == 1 else f"{float(gpus):.2f}"
    return f"{number} GPU" if gpus == 1 else f"{number} GPUs"


def _unknown_family(family: str, known: Sequence[str]) -> str:
    size = find(family)
    if size is not None:
        return f"{family} is a size; its family is {size.family}"
    return f"no family of GPU sizes is called {family}: allowed are {', '.join(known)}"

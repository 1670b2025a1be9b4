"""OnGpuPools: arguments of what runs on the GPU pools of one cluster."""

from collections.abc import Sequence
from datetime import UTC, datetime

from pydantic import Field, model_validator

from azure_ai_landing_zone.gpu_pool_facts import GpuPoolFacts
from azure_ai_landing_zone.model import Model, refuse
from azure_ai_landing_zone.planning.aks_pools import PoolRequest, pool_problems
from azure_ai_landing_zone.planning.gpu_pools import GpuPool, one_owner_problems
from azure_ai_landing_zone.planning.problem import Problem


class OnGpuPools(Model):
    """What is said of a cluster's pools, checked before anything is planned on them."""

    gpu_pools: list[GpuPoolFacts] = Field(min_length=1)
    """All GPU pools of the cluster, as its own stack puts them out."""

    @model_validator(mode="after")
    def _check_gpu_pools(self) -> "OnGpuPools":
        refuse(OnGpuPools, facts_problems(self.gpu_pools))
        return self

    def pools_by_name(self) -> dict[str, GpuPool]:
        """The pools, as plans take them."""
        return {facts.name: facts.pool() for facts in self.gpu_pools}


def facts_problems(gpu_pools: Sequence[GpuPoolFacts | None]) -> list[Problem]:
    """What no cluster's pools can be; paths begin with `gpu_pools`. None stands for one that can't be
    judged."""
    today = datetime.now(UTC).date()
    problems = []
    names: list[str] = []
    for number, facts in enumerate(gpu_pools):
        if facts is None:
            continue
        if facts.name in names:
            problems.append(Problem((number, "name"), f"{facts.name} is the name of another pool already"))
        names.append(facts.name)
        # Of disks and regions the other stack knows.
        request = PoolRequest(
            pool=facts.pool(), os_disk_size_gib=128, scale_down_mode="Delete", location=None
        )
        problems += [
            Problem((number, *_own_path(problem)), problem.message)
            for problem in pool_problems(request, today)
        ]
    problems += one_owner_problems([facts.pool() if facts is not None else None for facts in gpu_pools])
    return [Problem(("gpu_pools", *problem.path), problem.message) for problem in problems]


def _own_path(problem: Problem) -> tuple[str | int, ...]:
    return ("mig_profile",) if problem.path == ("mig",) else problem.path

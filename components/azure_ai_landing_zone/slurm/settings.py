"""What a Slurm cluster is, as plain data."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.core.model import Model, Zone, matching, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.planning.sizes import lifecycle_problem
from azure_ai_landing_zone.machines.settings import LinuxUser, MachineSecurity
from azure_ai_landing_zone.node_setup.container_runtime import ContainerRuntime
from azure_ai_landing_zone.node_setup.slurm_release import VERSION, SlurmVersion
from azure_ai_landing_zone.slurm.accounting import (
    Hours,
    SlurmAccount,
    SlurmDatabaseChoice,
    SlurmQos,
    accounting_problems,
    hours_problems,
)
from azure_ai_landing_zone.slurm.people import SlurmUser, SlurmUserGroup, people_problems

IMAGE_SKU = "2404"
"""Of Azure's HPC image, which scheduler and login node have as well: what is built on the login node runs on
nodes."""


class SlurmLogin(Model):
    """A machine that people submit jobs from."""

    size: str = "Standard_D4s_v5"
    """Without a GPU."""
    os_disk_size_gib: StrictInt = Field(default=256, ge=64, le=4_095)
    """Premium SSD; gone with the machine. What is to stay belongs on what the nodes of its clusters
    mount, which is here as well."""
    entra_sign_in: StrictBool = False
    """Those who administer sign in with their accounts of Entra ID, and may use sudo: in a landing zone
    `people.administrators`. Nobody submits jobs so: such an account has a number of this machine's alone,
    which no node knows."""


class SlurmSchedulerSettings(LinuxUser, MachineSecurity):
    """A scheduler for training clusters: slurmctld on a machine of its own, whose state outlives it."""

    size: str = "Standard_D4s_v5"
    """Of the scheduler; four cores schedule some hundred nodes."""
    zone: Zone | None = None
    """That of its clusters. Left out: Azure decides."""
    image_version: str
    """Of Azure's HPC image for Ubuntu 24.04, such as 24.04.2026072901. Another one makes machines anew."""
    slurm_version: SlurmVersion = VERSION
    """On all machines, exactly. Another one makes scheduler and login node anew, in this order; nodes follow
    when they start from their image again. A slurmd may be older than its slurmctld (three releases back),
    never of a newer release. Source: slurm.schedmd.com/upgrades.html, read 2026-11-22."""
    container_runtime: ContainerRuntime | None = None
    """What `srun --container-image` starts containers with, on all machines. Left out: jobs start none by
    Slurm. Another one makes scheduler and login node anew, as `slurm_version` does."""
    os_disk_size_gib: StrictInt = Field(default=128, ge=64, le=4_095)
    """Premium SSD; gone with the machine."""
    state_disk_size_gib: StrictInt = Field(default=64, ge=4, le=32_767)
    """Jobs and nodes as Slurm knows them; outlives the machine."""
    login: SlurmLogin | None = SlurmLogin()
    """Null: people submit from elsewhere."""
    users: list[SlurmUser] = Field(default=[])
    """People with an account on all machines, whose homes are in `shared_homes`. Who is taken out here is out
    on all of them within minutes; files stay."""
    user_groups: list[SlurmUserGroup] = Field(default=[])
    """Groups of theirs beside everybody's own."""
    max_hours: Hours | None = None
    """The longest that any job may ask for, and what those have that ask for nothing. Left out: no end."""
    accounting_host: Annotated[str, matching(r"[A-Za-z0-9.-]{1,253}", "a name or address")] | None = None
    """Where a slurmdbd with the same munge key runs. Left out, and `accounting` too: nothing is kept of jobs
    that are over."""
    accounting: SlurmDatabaseChoice | None = None
    """A slurmdbd on the scheduler itself, and the database that it keeps jobs and limits in."""
    accounts: list[SlurmAccount] = Field(default=[])
    """Projects that jobs are counted for, with their limits. Where there are any, jobs of others are refused,
    and Slurm has these accounts, QoS and users and no others: what `sacctmgr` adds by hand goes again."""
    qos: list[SlurmQos] = Field(default=[])
    """What jobs of accounts may ask for with --qos."""
    munge_key_secret: Annotated[
        str, matching(r"[A-Za-z0-9-]{1,127}", "1 to 127 letters, digits and hyphens")
    ] = Field(default="slurm-munge-key")
    """The secret in the Key Vault that the scheduler makes at its first start."""

    @model_validator(mode="after")
    def _check_machines(self) -> "SlurmSchedulerSettings":
        refuse(SlurmSchedulerSettings, list(self._machine_problems()))
        return self

    def _machine_problems(self) -> Iterator[Problem]:
        day = datetime.now(UTC).date()
        machines = {("size",): self.size} | ({("login", "size"): self.login.size} if self.login else {})
        for path, name in machines.items():
            size = sizes.find(name)
            if problem := lifecycle_problem(name, day):
                yield Problem(path, problem)
            elif size is not None and (size.gpus != 0 or size.architecture != "x64"):
                text = f"must be an x64 size without GPUs, got {name}: take Standard_D4s_v5"
                yield Problem(path, text)
        if problem := VM_IMAGES[IMAGE_SKU].version_problem(self.image_version):
            yield Problem(("image_version",), problem)
        yield from people_problems(self.users, self.user_groups, self.admin_username)
        if self.accounting is not None and self.accounting_host is not None:
            text = "is another slurmdbd than `accounting` has: leave one of them out"
            yield Problem(("accounting_host",), text)
        yield from accounting_problems(self.accounting, self.accounts, self.qos, self.users)
        yield from hours_problems(self.max_hours, self.accounts, self.qos)

"""CheckpointStoreSettings: what a job writes, what is kept of it, and what becomes of the rest."""

from typing import ClassVar

from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.core.model import Model, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.checkpoints.planning.growth import (
    CheckpointGrowth,
    CheckpointJob,
    OptimizerState,
    Precision,
    bytes_per_parameter,
    plan_growth,
    size_problems,
)
from azure_ai_landing_zone.data.checkpoints.planning.lifecycle import (
    LifecycleRequest,
    MarkedBy,
    lifecycle_problems,
)
from azure_ai_landing_zone.stores.storage_account import AccountSku

_UNDOES = "would keep what the lifecycle deletes, at full price: leave it out"


class CheckpointStoreSettings(Model):
    """What a job writes and what is kept of it: all that decides the cost of a store."""

    refused: ClassVar[dict[str, str]] = {
        "versioning": f"every version {_UNDOES}",
        "change_feed": "nothing here reads it, and it is billed for every checkpoint: leave it out",
        "point_in_time_restore": f"it needs versions, which {_UNDOES}",
        "object_replication": (
            f"it needs versions, which {_UNDOES}; for a copy in the paired region take `account_sku` "
            "Standard_GRS or Standard_GZRS"
        ),
        "last_access_tracking": "checkpoints are tiered by age, and tracking is billed: leave it out",
    }

    parameters: StrictInt = Field(ge=1, le=10**14)
    """Of the model, such as 7000000000."""
    precision: Precision = "fp32"
    """In which a checkpoint holds the weights."""
    optimizer_state: OptimizerState = "none"
    """What it holds to go on training with: `adam` in bf16 makes 14 bytes a parameter instead of 2."""
    bytes_per_parameter: StrictInt | None = Field(default=None, ge=1, le=32)
    """Instead of `precision` and `optimizer_state`, for formats that they don't describe."""
    interval_minutes: StrictInt = Field(default=30, ge=1, le=10_080)
    """Between the beginnings of two checkpoints."""
    run_hours: StrictInt | None = Field(default=None, ge=1, le=87_600)
    """How long one run trains. Left out: it never ends, which is what it could cost at most."""
    write_gbps: StrictInt = Field(default=25, ge=1, le=200)
    """Gb/s that all nodes write with together. An account takes 25 anywhere, 60 in large regions, and more
    once support has raised it
    (learn.microsoft.com/azure/storage/common/scalability-targets-standard-account)."""
    keep_last: StrictInt = Field(default=3, ge=1, le=1_000)
    """Checkpoints that a job can go on from. It lets go of older ones; nothing deletes these."""
    keep_best: StrictInt = Field(default=1, ge=0, le=1_000)
    """Checkpoints that the job has marked as best. Nothing deletes them either."""
    marked_by: MarkedBy = "tags"
    """How the job marks them: by the index tag `checkpoint`, which takes Storage Blob Data Owner; or by
    prefixes, which means moving them: a rename in a hierarchical namespace, a copy elsewhere."""
    hierarchical_namespace: StrictBool = False
    """Real folders. It can't be changed later."""
    retention_days: StrictInt = Field(ge=1, le=3_650)
    """What was let go is deleted at this age, within a day."""
    soft_delete_days: StrictInt = Field(default=1, ge=1, le=365)
    """A deleted checkpoint can be brought back for so long, and is paid for."""
    cool_after_days: StrictInt | None = Field(default=None, ge=1)
    """For what was let go, and for the best. Left out: they stay in the hot tier, as the last ones do."""
    cold_after_days: StrictInt | None = Field(default=None, ge=1)
    """Azure bills at least 90 days of the cold tier, and 30 of the cool one."""
    archive_after_days: StrictInt | None = Field(default=None, ge=1)
    """Azure bills at least 180 days, and takes hours to bring a checkpoint back."""
    immutable_days: StrictInt | None = Field(default=None, ge=1)
    """Nobody can change or delete a checkpoint for so long after it was written. The policy can be taken back
    until someone locks it."""
    account_sku: AccountSku = "Standard_ZRS"
    """Standard_ZRS survives the loss of a zone; regions without zones have Standard_LRS only. Names with GRS
    or GZRS keep a copy in the paired region."""

    @model_validator(mode="after")
    def _check_retention(self) -> "CheckpointStoreSettings":
        problems = [*lifecycle_problems(self.lifecycle()), *size_problems(self.job())]
        described = (self.precision, self.optimizer_state) != ("fp32", "none")
        if self.bytes_per_parameter is not None and described:
            text = "says the same as `precision` and `optimizer_state`: give the one or the others"
            problems.append(Problem(("bytes_per_parameter",), text))
        refuse(CheckpointStoreSettings, problems)
        return self

    def job(self) -> CheckpointJob:
        """What is written."""
        size = self.bytes_per_parameter or bytes_per_parameter(self.precision, self.optimizer_state)
        return CheckpointJob(
            parameters=self.parameters,
            bytes_per_parameter=size,
            interval_minutes=self.interval_minutes,
            retention_days=self.retention_days,
            soft_delete_days=self.soft_delete_days,
            keep_last=self.keep_last,
            keep_best=self.keep_best,
            run_hours=self.run_hours,
            write_gbps=self.write_gbps,
        )

    def lifecycle(self) -> LifecycleRequest:
        """What becomes of it."""
        return LifecycleRequest(
            account_sku=self.account_sku,
            retention_days=self.retention_days,
            cool_after_days=self.cool_after_days,
            cold_after_days=self.cold_after_days,
            archive_after_days=self.archive_after_days,
            marked_by=self.marked_by,
            hierarchical_namespace=self.hierarchical_namespace,
            immutable_days=self.immutable_days,
        )

    def growth(self) -> CheckpointGrowth:
        """What the job comes to."""
        return plan_growth(self.job())

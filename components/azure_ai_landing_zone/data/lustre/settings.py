"""What a Lustre file system is, as plain data: its size, who reads it, and what root may do."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictInt, model_validator

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.core.model import Input, Model, Zone, matching, refuse, resource_id_of
from azure_ai_landing_zone.core.problem import PlanRefused, Problem
from azure_ai_landing_zone.core.week import Day
from azure_ai_landing_zone.data.lustre.blob import LustreBlobChoice, LustreBlobDisabled
from azure_ai_landing_zone.data.lustre.planning.size import (
    READ_MBPS_PER_GPU,
    Checkpoint,
    LustreNeed,
    LustrePlan,
    LustreSize,
    Readers,
    choose_size,
    plan_lustre,
    size_problems,
)
from azure_ai_landing_zone.network.planning.addresses import lustre_addresses


def _size_with_gpus(value: str) -> str:
    size = sizes.find(value)
    if size is None:
        close = sizes.did_you_mean(value)
        hint = f"did you mean {' or '.join(close)}?" if close else "sizes look like Standard_ND96isr_H100_v5"
        raise ValueError(f"{value} is not a size of the catalogue: {hint}")
    if not size.gpus:
        raise ValueError(f"{value} has no GPUs, by which reading is counted: leave it out")
    return value


class LustreReaders(Model):
    """Machines of one size that read the file system, all at once at the worst."""

    size: Annotated[str, AfterValidator(_size_with_gpus)]
    """Such as Standard_ND96isr_H100_v5."""
    node_count: StrictInt = Field(ge=1)
    """At their most."""


class LustreCapacityGiven(Model):
    """The size that is written here."""

    mode: Literal["given"]
    """As it says."""
    sku_name: str
    """AMLFS-Durable-Premium-40, -125, -250 or -500: the number is MB/s for each TiB. It can't be changed
    later."""
    storage_tib: StrictInt = Field(ge=1)
    """A whole number of the SKU's steps. It can't be changed later."""


class LustreCapacityForReaders(Model):
    """The smallest size that holds the data and feeds those who read it. Write what came of it down as
    `given` once files are in it: more readers would ask for another file system."""

    mode: Literal["forReaders"]
    """Chosen from `readers` and `checkpoint`."""
    data_tib: StrictInt = Field(ge=1)
    """What has to fit: datasets, and the checkpoints that stay on it."""


LustreCapacityChoice = Annotated[LustreCapacityGiven | LustreCapacityForReaders, Field(discriminator="mode")]


class LustreCheckpoint(Model):
    """What a job writes to the file system at regular intervals."""

    checkpoint_gb: StrictInt = Field(ge=1)
    """GB (10⁹ bytes) of one: parameters × bytes for each, such as 98 for 7 billion with Adam's state."""
    interval_minutes: StrictInt = Field(default=30, ge=1, le=10_080)
    """Between the beginnings of two."""


class LustreMaintenance(Model):
    """When Azure may disturb: 30 minutes a week, about once a month in fact."""

    day_of_week: Day = "Sunday"
    """In UTC."""
    time_of_day_utc: Annotated[str, matching(r"([01]\d|2[0-3]):[0-5]\d", "a time such as 22:00")] = "22:00"
    """When it begins."""


class LustreRootSquashOff(Model):
    """Root on any machine is root on the file system."""

    mode: Literal["off"]
    """As Azure has it by default."""


_ID = Field(ge=1, le=4_294_967_295)


class LustreRootSquash(Model):
    """Users of machines that aren't trusted become another one on the file system."""

    mode: Literal["rootOnly", "all"]
    """Root alone, or everybody."""
    squash_uid: StrictInt = _ID
    """The user they become."""
    squash_gid: StrictInt = _ID
    """And the group."""
    trusted_nids: list[
        Annotated[
            str,
            matching(
                r"\d{1,3}(\.\d{1,3}){2}\.(\d{1,3}|\[\d{1,3}([,-]\d{1,3})*\])@tcp",
                "addresses such as 10.0.1.[4-9]@tcp",
            ),
        ]
    ]
    """Machines that it doesn't concern, such as the one that fills the file system; Azure wants at least
    one. A range is of the last number only: wider ones would trust who isn't meant."""

    @model_validator(mode="after")
    def _check_nids(self) -> "LustreRootSquash":
        if not self.trusted_nids:
            text = "Azure wants at least one: name the machine that fills the file system"
            refuse(LustreRootSquash, [Problem(("trusted_nids",), text)])
        return self


class LustreDatasetSettings(Model):
    """A file system, as far as plain values say. Source of its limits:
    learn.microsoft.com/azure/azure-managed-lustre/create-file-system-portal 2024-05-14."""

    sizing: LustreCapacityChoice
    """How large it is, and so how fast."""
    readers: list[LustreReaders] = Field(default=[])
    """Who reads it at once. None: nothing is known of their rate."""
    read_mbps_per_gpu: StrictInt = Field(default=READ_MBPS_PER_GPU, ge=1, le=10_000)
    """What each GPU wants: 60 for text, 160 for compressed images, 490 for large ones read once (NVIDIA's
    guidelines for DGX SuperPOD)."""
    checkpoint: LustreCheckpoint | None = None
    """What jobs write to it, so that it is fast enough for that too."""
    size_limit_tib: StrictInt | None = Field(default=None, ge=1)
    """The most TiB that Azure's support has granted. Left out: what everybody gets."""
    address_count: StrictInt | None = Field(default=None, ge=4, le=2_000)
    """Of its subnet. Left out: as Azure publishes them, which it does up to 400 TiB; for more ask
    `az amlfs get-subnets-size`."""
    zone: Zone | None = None
    """That of the machines that read it: another one is slower and costs traffic. Left out only in regions
    without zones. It can't be changed later."""
    maintenance: LustreMaintenance = LustreMaintenance()
    """When Azure may disturb."""
    root_squash: Annotated[LustreRootSquashOff | LustreRootSquash, Field(discriminator="mode")] = (
        LustreRootSquashOff(mode="off")
    )
    """What root on a client may do."""
    blob: LustreBlobChoice = LustreBlobDisabled(mode="disabled")
    """The blob container that it shows as files. It can't be added later."""

    @model_validator(mode="after")
    def _check_size(self) -> "LustreDatasetSettings":
        try:
            self.needed_addresses()
        except PlanRefused as refused:
            refuse(LustreDatasetSettings, refused.problems)
        return self

    def need(self) -> LustreNeed:
        """What is asked of it."""
        checkpoint = self.checkpoint
        return LustreNeed(
            readers=[Readers(each.size, each.node_count) for each in self.readers],
            read_mbps_per_gpu=self.read_mbps_per_gpu,
            checkpoint=Checkpoint(checkpoint.checkpoint_gb, checkpoint.interval_minutes)
            if checkpoint is not None
            else None,
            exports=self.blob.mode != "disabled" and self.blob.job.mode == "autoExport",
            size_limit_tib=self.size_limit_tib,
        )

    def lustre_size(self) -> LustreSize:
        """Given, or chosen. Raises PlanRefused."""
        if isinstance(self.sizing, LustreCapacityForReaders):
            try:
                return choose_size(self.sizing.data_tib, self.need())
            except PlanRefused as refused:
                raise PlanRefused(_below_sizing(refused.problems)) from None
        sku_name, storage_tib = self.sizing.sku_name, self.sizing.storage_tib
        if problems := size_problems(sku_name, storage_tib, self.size_limit_tib):
            raise PlanRefused(_below_sizing(problems))
        return LustreSize(sku_name, storage_tib)

    def plan(self) -> LustrePlan:
        """What it gives to those who use it. Raises PlanRefused."""
        return plan_lustre(self.lustre_size(), self.need())

    def needed_addresses(self) -> int:
        """Of a subnet that it has to itself. Raises PlanRefused."""
        size = self.lustre_size()
        if self.address_count is not None:
            return self.address_count
        try:
            return lustre_addresses(size.storage_tib)
        except PlanRefused:
            text = (
                f"missing: Azure publishes no subnet for {size.storage_tib} TiB; give the number that "
                "`az amlfs get-subnets-size` prints"
            )
            raise PlanRefused([Problem(("address_count",), text)]) from None


def _below_sizing(problems: Sequence[Problem]) -> list[Problem]:
    return [Problem(("sizing", *problem.path), problem.message) for problem in problems]


_FORMS = {
    "key_url": matching(
        r"https://[\w.-]+/keys/[\w-]+/\w+",
        "of a version, such as https://<vault>.vault.azure.net/keys/<key>/<version>",
    ),
    "vault_resource_id": resource_id_of("Microsoft.KeyVault/vaults"),
    "identity_resource_id": resource_id_of("Microsoft.ManagedIdentity/userAssignedIdentities"),
}


class LustrePlatformKey(Model):
    """Azure keeps the keys."""

    mode: Literal["platform"]
    """It can't be changed later."""


class LustreCustomerKey(Model):
    """A key of one's own, in a vault of the same region and subscription that has purge protection. Its
    public access must be enabled, for all networks or for selected ones and Azure's trusted services: a vault
    that is closed altogether won't do. Source: learn.microsoft.com/azure/azure-managed-lustre/
    customer-managed-encryption-keys 2024-11-11."""

    mode: Literal["customer"]
    """It can't be changed later."""
    key_url: Input[str]
    """Of a version of an RSA key of 2 048 bits, such as https://<vault>.vault.azure.net/keys/<key>/<version>.
    The key itself can be changed."""
    vault_resource_id: Input[str]
    """Of the vault that it is in."""
    identity_resource_id: Input[str]
    """A user-assigned identity that holds Key Vault Crypto Service Encryption User on it."""

    @model_validator(mode="after")
    def _check_forms(self) -> "LustreCustomerKey":
        """Of what is known before deployment."""
        problems = []
        for field, form in _FORMS.items():
            value = getattr(self, field)
            if isinstance(value, str):
                try:
                    form.func(value)  # type: ignore[call-arg]
                except ValueError as error:
                    problems.append(Problem((field,), str(error)))
        refuse(LustreCustomerKey, problems)
        return self


LustreEncryptionChoice = Annotated[LustrePlatformKey | LustreCustomerKey, Field(discriminator="mode")]

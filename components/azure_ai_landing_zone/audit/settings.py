"""What is kept of calls to models, as plain data, and who has to do with it."""

from typing import Literal

from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.model import IdentityName, Input, Model, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.logs import LONG_RETENTION_DAYS
from azure_ai_landing_zone.stores.storage_account import AccountSku

AuditBodies = Literal["hash", "full"]
"""What a record holds of prompts and answers. hash: their SHA-256, which proves what was said to whoever has
the text. full: the text as well, which holds whatever people type in, so personal data for as long as it is
kept, beyond any request to erase it."""


class InferenceAuditSettings(Model):
    """What is kept of calls to models, how long, and for whom."""

    record_bodies: AuditBodies
    """hash or full: full keeps personal data where nobody can delete it, so there is no default."""
    store_days: StrictInt = Field(default=365, ge=1, le=146_000)
    """Nobody can change or delete a stored record for so long; the day after, it is deleted."""
    query_days: StrictInt = Field(default=90, ge=4, le=730)
    """How long queries see a record in the table."""
    table_days: StrictInt = 730
    """How long the table keeps it, beyond queries for search jobs and restores: up to 4383 days."""
    waiting_days: StrictInt = Field(default=7, ge=1, le=7)
    """How long records wait for a store that is down."""
    throughput_units: StrictInt = Field(default=1, ge=1, le=40)
    """Each takes 1 MB or 1000 records a second. More are added by themselves, and stay until a refresh."""
    most_throughput_units: StrictInt = Field(default=10, ge=1, le=40)
    """Beyond, the gateway's records are refused, and lost."""
    store_sku: AccountSku = "Standard_ZRS"
    """Of the storage account; Event Hubs stores nothing into Premium ones."""
    ingestion: Literal["private", "public"] = "private"
    """Where the table takes records from: `private` takes a monitor private link."""

    @model_validator(mode="after")
    def _check_days(self) -> "InferenceAuditSettings":
        problems = []
        total = self.table_days
        if not 4 <= total <= 730 and total not in LONG_RETENTION_DAYS:
            years = ", ".join(str(days) for days in LONG_RETENTION_DAYS)
            text = f"must be 4 to 730, or one of {years}, got {total}"
            problems.append(Problem(("table_days",), text))
        elif total < self.query_days:
            text = f"{total} days in all are fewer than the {self.query_days} that queries see"
            problems.append(Problem(("table_days",), text))
        if self.most_throughput_units < self.throughput_units:
            text = f"{self.most_throughput_units} are fewer than the {self.throughput_units} to start with"
            problems.append(Problem(("most_throughput_units",), text))
        if self.store_sku.startswith("Premium"):
            text = f"Event Hubs stores nothing into {self.store_sku}: take a Standard one"
            problems.append(Problem(("store_sku",), text))
        refuse(InferenceAuditSettings, problems)
        return self


class AuditParty(Model):
    """Who sends records, or reads them."""

    key: IdentityName
    """For the logical names of role assignments."""
    principal_id: Input[str]
    """The object id of an identity or group."""
    principal_type: Literal["ServicePrincipal", "User", "Group"] = "ServicePrincipal"
    """Managed identities are ServicePrincipal."""

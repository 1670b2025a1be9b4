"""ContentSafety: an account that judges texts and images for those who ask it, such as a gateway."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import cognitiveservices
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Model,
    PrivateEndpointPlace,
    Protection,
    Region,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.models.account import (
    RESOURCE_TYPE,
    DeletedAccount,
    make_account,
)


class ContentSafetyCreate(Model):
    """A Content Safety account of the zone's own."""

    mode: Literal["create"]
    """Made here."""
    region: Region | None = None
    """Where it stands. Left out: where its private endpoint is. Not every region has prompt shields."""
    deleted_account: DeletedAccount = "refuse"
    """Whether one of the same name that was deleted within 48 hours comes back: set `restore` for one
    deployment."""


class ContentSafetyExisting(Model):
    """An account that someone else answers for: only role assignments and an endpoint are added."""

    mode: Literal["existing"]
    """Taken over."""
    account_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it."""


ContentSafetyAccountChoice = Annotated[
    ContentSafetyCreate | ContentSafetyExisting, Field(discriminator="mode")
]


class ContentSafetySettings(Model):
    """Which account it is."""

    content_safety: ContentSafetyAccountChoice = ContentSafetyCreate(mode="create")
    """Made here, or taken over."""


class ContentSafetyArgs(ComponentArgs, ContentSafetySettings):
    """What a ContentSafety is made of."""

    private_endpoint: PrivateEndpointPlace | None = None
    """The way in; its zone is privatelink.cognitiveservices.azure.com. Left out: something else makes it."""
    encryption_key: EncryptionKey | None = None
    """A key of the customer's own, for blocklists. Left out: Microsoft's."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what. Callers are Cognitive Services User."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace it, and with it its blocklists."""

    @model_validator(mode="after")
    def _check_args(self) -> "ContentSafetyArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        if self.encryption_key is not None and isinstance(self.content_safety, ContentSafetyExisting):
            text = "goes with an account that is made here: leave it out"
            problems.append(Problem(("encryption_key",), text))
        refuse(ContentSafetyArgs, problems)
        return self


class ContentSafety(Component):
    """A Content Safety account without keys and without a public way in."""

    account_name: pulumi.Output[str]
    account_resource_id: pulumi.Output[str]
    endpoint: pulumi.Output[str]
    """https://<account>.cognitiveservices.azure.com/; resolves inside the network."""
    principal_id: pulumi.Output[str]
    """Of the account's own identity; empty if it has none."""

    def __init__(
        self, name: str, args: ContentSafetyArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        if isinstance(args.content_safety, ContentSafetyExisting):
            its_id: Input[str] = args.content_safety.account_resource_id
            account = cognitiveservices.Account.get(f"{name}-account", its_id, making.child())
        else:
            account = make_account(
                making,
                making.azure_name("contentSafety"),
                location=args.content_safety.region or args.location,
                kind="ContentSafety",
                encryption_key=args.encryption_key,
                trusted_services=False,
                deleted_account=args.content_safety.deleted_account,
            )
            its_id = account.id
            making.watch(account.id, RESOURCE_TYPE)
        making.endpoint(args.private_endpoint, its_id, "account", label="safety")
        making.grant(args.access, its_id)
        self.account_name = account.name.apply(str)
        self.account_resource_id = pulumi.Output.from_input(its_id)
        self.endpoint = pulumi.Output.concat("https://", account.name, ".cognitiveservices.azure.com/")
        self.principal_id = account.identity.apply(lambda own: (own.principal_id if own else None) or "")
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a ContentSafety called so names."""
    return [("contentSafety", label), ("privateEndpoint", f"{label}-safety")]

"""ModelService: a Foundry account with deployments of models, without keys and without a public way in."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import pulumi
from pulumi_azure_native import cognitiveservices
from pydantic import Field, StrictBool, model_validator

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
from azure_ai_landing_zone.models.content_filter import (
    Blocklist,
    ContentFilter,
    filter_problems,
    make_filters,
)
from azure_ai_landing_zone.models.deployment import ModelDeployment, make_deployments
from azure_ai_landing_zone.models.planning.deployments import deployment_problems, deployment_warnings


class FoundryAccountCreate(Model):
    """A Foundry account of the zone's own (kind AIServices)."""

    mode: Literal["create"]
    """Made here."""
    region: Region | None = None
    """Where it stands. Left out: where its private endpoint is, which may be in another region than it."""
    trusted_services: StrictBool = False
    """Lets in Azure AI Search and Azure Machine Learning, with their own identities."""
    called_fqdns: list[Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")]] = Field(
        default=[], max_length=1000
    )
    """Hosts from which it fetches what prompts name: images, files, tools. No others are called."""
    deleted_account: DeletedAccount = "refuse"
    """Whether one of the same name that was deleted within 48 hours comes back: set `restore` for one
    deployment."""


class FoundryAccountExisting(Model):
    """An account that someone else answers for: deployments, role assignments and an endpoint are added."""

    mode: Literal["existing"]
    """Taken over."""
    account_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to write to it."""


FoundryAccountChoice = Annotated[FoundryAccountCreate | FoundryAccountExisting, Field(discriminator="mode")]


class ModelServiceSettings(Model):
    """What a model service answers with, and what it lets through."""

    foundry_account: FoundryAccountChoice = FoundryAccountCreate(mode="create")
    """Made here, or taken over."""
    deployments: list[ModelDeployment] = Field(default=[])
    """At most 32."""
    content_filters: list[ContentFilter] = Field(default=[ContentFilter(name="shielded")])
    """The first is that of deployments that name none. None at all: Azure's default, without a shield against
    instructions in documents."""
    blocklists: list[Blocklist] = Field(default=[])
    """Words that content filters block as well."""
    modified_filters_approved: StrictBool = False
    """Whether Microsoft has approved filters weaker than its own for the subscription."""

    @model_validator(mode="after")
    def _check_plan(self) -> "ModelServiceSettings":
        today = datetime.now(UTC).date()
        filters = [one.name for one in self.content_filters]
        problems = [
            Problem(("deployments", *problem.path), problem.message)
            for problem in deployment_problems([one.request() for one in self.deployments], filters, today)
        ]
        problems += filter_problems(
            self.content_filters, self.blocklists, approved=self.modified_filters_approved
        )
        refuse(ModelServiceSettings, problems)
        return self


class ModelServiceArgs(ComponentArgs, ModelServiceSettings):
    """What a ModelService is made of."""

    private_endpoint: PrivateEndpointPlace | None = None
    """The way in, with three addresses; its zones are privatelink.cognitiveservices.azure.com,
    privatelink.openai.azure.com and privatelink.services.ai.azure.com. Left out: something else makes it."""
    encryption_key: EncryptionKey | None = None
    """A key of the customer's own. Left out: Microsoft's."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what. Callers of models are Cognitive Services OpenAI User."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics; prompts and answers aren't in them."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace the account, and with it its name and its throughput."""

    @model_validator(mode="after")
    def _check_args(self) -> "ModelServiceArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        if self.encryption_key is not None and isinstance(self.foundry_account, FoundryAccountExisting):
            text = "goes with an account that is made here: leave it out"
            problems.append(Problem(("encryption_key",), text))
        refuse(ModelServiceArgs, problems)
        return self


class ModelService(Component):
    """A Foundry account: filters first, then deployments one after another, provisioned ones last.

    Deleting goes the other way, since deployments with provisioned throughput are paid for until they
    themselves, or the account, are deleted for good: an account that is only deleted goes on costing until
    it is purged. Source: learn.microsoft.com/azure/ai-services/recover-purge-resources, 2026-11-21.
    """

    account_name: pulumi.Output[str]
    account_resource_id: pulumi.Output[str]
    endpoint: pulumi.Output[str]
    """https://<account>.openai.azure.com/, which OpenAI's SDKs take; resolves inside the network."""
    principal_id: pulumi.Output[str]
    """Of the account's own identity, for access grants on what it reads; empty if it has none."""
    deployments: pulumi.Output[list[dict[str, Any]]]
    """name, model, version, deploymentType and capacity of each."""
    purge_command: pulumi.Output[str]
    """Deletes a deleted account for good: until then its name stays taken, 48 hours long."""

    def __init__(self, name: str, args: ModelServiceArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        made_in = None
        if not isinstance(args.foundry_account, FoundryAccountExisting):
            made_in = args.foundry_account.region or args.location
        for warning in deployment_warnings(
            [one.request() for one in args.deployments], datetime.now(UTC).date(), made_in
        ):
            self.warn(warning)
        group_name: Input[str] = args.resource_group_name
        if isinstance(args.foundry_account, FoundryAccountExisting):
            its_id: Input[str] = args.foundry_account.account_resource_id
            account = cognitiveservices.Account.get(f"{name}-account", its_id, making.child())
            group_name = args.foundry_account.account_resource_id.split("/")[4]
        else:
            account = make_account(
                making,
                making.azure_name("foundryAccount"),
                location=args.foundry_account.region or args.location,
                kind="AIServices",
                encryption_key=args.encryption_key,
                trusted_services=args.foundry_account.trusted_services,
                deleted_account=args.foundry_account.deleted_account,
                allowed_fqdns=args.foundry_account.called_fqdns,
            )
            its_id = account.id
            making.watch(its_id, RESOURCE_TYPE)
        inside = {"account_name": account.name, "resource_group_name": group_name, "tags": making.tags}
        last = make_filters(making, args.content_filters, args.blocklists, inside)
        filters = [one.name for one in args.content_filters]
        last = make_deployments(making, args.deployments, inside, filters=filters, after=last)
        # While a child is being made the account takes no endpoint.
        making.endpoint(args.private_endpoint, its_id, "account", label="models", depends_on=last)
        making.grant(args.access, its_id)
        self.account_name = account.name.apply(str)
        self.account_resource_id = pulumi.Output.from_input(its_id)
        self.endpoint = pulumi.Output.concat("https://", account.name, ".openai.azure.com/")
        self.principal_id = account.identity.apply(lambda own: (own.principal_id if own else None) or "")
        self.deployments = pulumi.Output.from_input([_described(one) for one in args.deployments])
        self.purge_command = pulumi.Output.concat(
            "az cognitiveservices account purge --name ", account.name,
            " --resource-group ", group_name, " --location ", account.location.apply(str),
        )  # fmt: skip
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a ModelService called so names."""
    return [("foundryAccount", label), ("privateEndpoint", f"{label}-models")]


def _described(deployment: ModelDeployment) -> dict[str, Any]:
    return {
        "name": deployment.name,
        "model": deployment.model,
        "version": deployment.version,
        "deploymentType": deployment.deployment_type,
        "capacity": deployment.capacity,
    }

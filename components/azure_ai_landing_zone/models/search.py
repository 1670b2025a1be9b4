"""AISearch: a search service without keys and public access, and its own private ways to what it reads."""

from collections.abc import Sequence
from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import search
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.catalog.search_tiers import SearchTier
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems, part_access_problems
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Key,
    Model,
    PrivateEndpointPlace,
    Protection,
    Region,
    matching,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.models.planning.search import LinkGroup, link_problems, size_problems

RESOURCE_TYPE = "Microsoft.Search/searchServices"

IndexName = Annotated[
    str,
    matching(
        r"(?=.{2,128}$)[a-z0-9](?!.*(--|__))[a-z0-9_-]*",
        "an index's name: 2 to 128 lower-case letters, digits, - and _, beginning with a letter or digit, "
        "without -- and __",
    ),
]
"""Source: learn.microsoft.com/rest/api/searchservice/naming-rules, 2026-11-23."""


class SearchServiceCreate(Model):
    """A search service of the zone's own."""

    mode: Literal["create"]
    """Made here."""
    region: Region | None = None
    """Where it stands. Left out: where its private endpoint is."""
    pricing_tier: SearchTier = "standard"
    """Indexers with skills reach nothing privately from basic."""
    replicas: StrictInt = Field(default=2, ge=1)
    """From two on queries have a service level, from three on writes as well."""
    partitions: StrictInt = Field(default=1, ge=1)
    """For more documents, and for faster indexing."""
    semantic_ranking: Literal["disabled", "free", "standard"] = "disabled"
    """Ranks what was found by what it means; free has a small monthly allowance."""

    @model_validator(mode="after")
    def _check_size(self) -> "SearchServiceCreate":
        problems = list(size_problems(self.pricing_tier, self.replicas, self.partitions))
        refuse(SearchServiceCreate, problems)
        return self


class SearchServiceExisting(Model):
    """A service that someone else answers for: only role assignments and an endpoint are added."""

    mode: Literal["existing"]
    """Taken over."""
    service_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it."""


SearchServiceChoice = Annotated[SearchServiceCreate | SearchServiceExisting, Field(discriminator="mode")]


class SharedPrivateLink(Model):
    """A private way from the service to a resource; billed like a private endpoint. The resource's owner
    approves it, and indexers that take it run with executionEnvironment private."""

    key: Key
    """Of the link within the service."""
    target_resource_id: Input[str]
    """Full id of what is reached."""
    group_id: LinkGroup
    """What of it: blob of a storage account, openai_account of a Foundry account for embeddings."""


class AISearchSettings(Model):
    """What a search service is, and what it reaches."""

    search_service: SearchServiceChoice = SearchServiceCreate(mode="create")
    """Made here, or taken over."""
    shared_private_links: list[SharedPrivateLink] = Field(default=[])
    """One for each resource and group id."""

    @model_validator(mode="after")
    def _check_links(self) -> "AISearchSettings":
        if isinstance(self.search_service, SearchServiceExisting):
            found = [Problem((), "go with a service that is made here")] if self.shared_private_links else []
        else:
            groups = [link.group_id for link in self.shared_private_links]
            found = [
                *link_problems(self.search_service.pricing_tier, groups),
                *_twice(self.shared_private_links),
            ]
        refuse(
            AISearchSettings,
            [Problem(("shared_private_links", *problem.path), problem.message) for problem in found],
        )
        return self


class AISearchArgs(ComponentArgs, AISearchSettings):
    """What an AISearch is made of."""

    private_endpoint: PrivateEndpointPlace | None = None
    """The way in; its zone is privatelink.search.windows.net. Left out: something else makes it."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: Search Index Data Reader asks, Search Index Data Contributor fills."""
    index_access: dict[IndexName, list[AccessGrant]] = Field(default={})
    """The same on one index alone, by its name. Source: MicrosoftDocs/azure-ai-docs:articles/search/
    search-security-rbac.md (grant access to a single index), 2026-11-23."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace it, and with it its indexes; `locked`: and Azure to
    delete it."""

    @model_validator(mode="after")
    def _check_access(self) -> "AISearchArgs":
        found = [
            *access_problems(self.access, RESOURCE_TYPE),
            *part_access_problems("index_access", self.index_access, RESOURCE_TYPE),
        ]
        refuse(AISearchArgs, found)
        return self


class AISearch(Component):
    """A search service that only Entra identities use, over a private endpoint."""

    service_name: pulumi.Output[str]
    service_resource_id: pulumi.Output[str]
    endpoint: pulumi.Output[str]
    """https://<service>.search.windows.net; resolves inside the network."""
    principal_id: pulumi.Output[str]
    """Of the service's own identity, for access grants on what it reads; empty if it has none."""
    approval_commands: pulumi.Output[list[str]]
    """List what waits for approval at each target of a shared private link."""

    def __init__(self, name: str, args: AISearchArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        if isinstance(args.search_service, SearchServiceExisting):
            its_id: Input[str] = args.search_service.service_resource_id
            service = search.Service.get(f"{name}-service", its_id, making.child())
        else:
            service = _make_service(making, args.search_service, args.location)
            its_id = service.id
            making.lock(its_id, "service")
            making.watch(service.id, RESOURCE_TYPE)
            _make_links(making, service, args.shared_private_links)
        making.endpoint(args.private_endpoint, its_id, "searchService", label="search")
        making.grant(args.access, its_id)
        making.grant_parts(args.index_access, its_id, "indexes")
        self.service_name = service.name
        self.service_resource_id = pulumi.Output.from_input(its_id)
        self.endpoint = pulumi.Output.concat("https://", service.name, ".search.windows.net")
        self.principal_id = service.identity.apply(lambda own: (own.principal_id if own else None) or "")
        self.approval_commands = pulumi.Output.all(
            *(
                pulumi.Output.concat(
                    "az network private-endpoint-connection list --id ", link.target_resource_id
                )
                for link in args.shared_private_links
            )
        )
        self._end()


def _make_service(making: Making, service: SearchServiceCreate, region: Region) -> "search.Service":
    return search.Service(
        f"{making.name}-service",
        search_service_name=making.azure_name("searchService"),
        location=service.region or region,
        sku=search.SkuArgs(name=service.pricing_tier),
        identity=search.IdentityArgs(type=search.IdentityType.SYSTEM_ASSIGNED),
        disable_local_auth=True,
        network_rule_set=search.NetworkRuleSetArgs(bypass=search.SearchBypass.NONE),
        partition_count=service.partitions,
        public_network_access=search.PublicNetworkAccess.DISABLED,
        replica_count=service.replicas,
        semantic_search=service.semantic_ranking,
        tags=making.tags,
        opts=making.keeper(),
        **making.group,
    )


def _make_links(making: Making, service: "search.Service", links: Sequence[SharedPrivateLink]) -> None:
    """One after another: Azure refuses a second one meanwhile."""
    previous: list[pulumi.Resource] = []
    for link in links:
        previous = [
            search.SharedPrivateLinkResource(
                f"{making.name}-{link.key}-link",
                shared_private_link_resource_name=link.key,
                search_service_name=service.name,
                properties=search.SharedPrivateLinkResourcePropertiesArgs(
                    group_id=link.group_id,
                    private_link_resource_id=link.target_resource_id,
                    request_message="AI Search of the landing zone",
                ),
                opts=making.child(depends_on=previous),
                **making.group,
            )
        ]


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What an AISearch called so names."""
    return [("searchService", label), ("privateEndpoint", f"{label}-search")]


def _twice(links: Sequence[SharedPrivateLink]) -> list[Problem]:
    found = []
    for number, link in enumerate(links):
        for first, other in enumerate(links[:number]):
            if link.key == other.key:
                text = f"{link.key} is the key of [{first}] already: give each its own"
                found.append(Problem((number, "key"), text))
            elif (link.target_resource_id, link.group_id) == (other.target_resource_id, other.group_id):
                text = f"[{first}] reaches {link.group_id} of the same resource already: one is enough"
                found.append(Problem((number,), text))
    return found

"""AISearch: a search service without keys and public access, and its own private ways to what it reads."""

from collections.abc import Sequence
from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import search
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.catalog.search_tiers import SearchTier
from azure_ai_landing_zone.core.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.core.grants import access_problems, grant_access
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Key,
    Model,
    PrivateEndpointPlace,
    Protection,
    Region,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.private_endpoint import private_endpoint
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.models.planning.search import LinkGroup, link_problems, size_problems

RESOURCE_TYPE = "Microsoft.Search/searchServices"


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


SearchServiceSettings = Annotated[SearchServiceCreate | SearchServiceExisting, Field(discriminator="mode")]


class SharedPrivateLink(Model):
    """A private way from the service to a resource; billed like a private endpoint. The resource's owner
    approves it, and indexers that take it run with executionEnvironment private."""

    key: Key
    """Of the link within the service."""
    target_resource_id: Input[str]
    """Full id of what is reached."""
    group_id: LinkGroup
    """What of it: blob of a storage account, openai_account of a Foundry account for embeddings."""


class AISearchPlan(Model):
    """What a search service is, and what it reaches."""

    search_service: SearchServiceSettings = SearchServiceCreate(mode="create")
    """Made here, or taken over."""
    shared_private_links: list[SharedPrivateLink] = Field(default=[])
    """One for each resource and group id."""

    @model_validator(mode="after")
    def _check_links(self) -> "AISearchPlan":
        if isinstance(self.search_service, SearchServiceExisting):
            found = [Problem((), "go with a service that is made here")] if self.shared_private_links else []
        else:
            groups = [link.group_id for link in self.shared_private_links]
            found = [
                *link_problems(self.search_service.pricing_tier, groups),
                *_twice(self.shared_private_links),
            ]
        refuse(
            AISearchPlan,
            [Problem(("shared_private_links", *problem.path), problem.message) for problem in found],
        )
        return self


class AISearchArgs(ComponentArgs, AISearchPlan):
    """What an AISearch is made of."""

    private_endpoint: PrivateEndpointPlace | None = None
    """The way in; its zone is privatelink.search.windows.net. Left out: something else makes it."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: Search Index Data Reader asks, Search Index Data Contributor fills."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace it, and with it its indexes."""

    @model_validator(mode="after")
    def _check_access(self) -> "AISearchArgs":
        refuse(AISearchArgs, list(access_problems(self.access, RESOURCE_TYPE)))
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
        label = args.label or name
        check_names(AISearch, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        tags = args.tags.as_azure() if args.tags else None
        if isinstance(args.search_service, SearchServiceExisting):
            id_ = args.search_service.service_resource_id
            service = search.Service.get(f"{name}-service", id_, self._child())
            subscription_id = id_.split("/")[2]
        else:
            service = self._make_service(name, names.of("searchService", label), args.search_service, args)
            subscription_id = self._subscription_id()
            diagnose(
                name,
                args.diagnostics,
                resource_id=service.id,
                resource_type=RESOURCE_TYPE,
                opts=self._child(),
            )
            self._make_links(name, service, args)
        if args.private_endpoint is not None:
            private_endpoint(
                name,
                azure_name=names.of("privateEndpoint", f"{label}-search"),
                resource_group_name=args.resource_group_name,
                location=args.location,
                subnet_resource_id=args.private_endpoint.subnet_resource_id,
                target_resource_id=service.id,
                group_id="searchService",
                private_dns_zone_resource_ids=args.private_endpoint.private_dns_zone_resource_ids,
                tags=tags,
                opts=self._child(),
            )
        grant_access(name, args.access, scope=service.id, subscription_id=subscription_id, opts=self._child())

        self.service_name = service.name
        self.service_resource_id = service.id
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
        self.register_outputs(
            {
                "service_name": self.service_name,
                "service_resource_id": self.service_resource_id,
                "endpoint": self.endpoint,
                "principal_id": self.principal_id,
                "approval_commands": self.approval_commands,
            }
        )

    def _make_service(
        self, name: str, azure_name: str, service: SearchServiceCreate, args: AISearchArgs
    ) -> "search.Service":
        return search.Service(
            f"{name}-service",
            search_service_name=azure_name,
            resource_group_name=args.resource_group_name,
            location=service.region or args.location,
            sku=search.SkuArgs(name=service.pricing_tier),
            identity=search.IdentityArgs(type=search.IdentityType.SYSTEM_ASSIGNED),
            disable_local_auth=True,
            network_rule_set=search.NetworkRuleSetArgs(bypass=search.SearchBypass.NONE),
            partition_count=service.partitions,
            public_network_access=search.PublicNetworkAccess.DISABLED,
            replica_count=service.replicas,
            semantic_search=service.semantic_ranking,
            tags=args.tags.as_azure() if args.tags else None,
            opts=self._child(protect=args.protection == "on"),
        )

    def _make_links(self, name: str, service: "search.Service", args: AISearchArgs) -> None:
        """One after another: Azure refuses a second one meanwhile."""
        previous: list[pulumi.Resource] = []
        for link in args.shared_private_links:
            previous = [
                search.SharedPrivateLinkResource(
                    f"{name}-{link.key}-link",
                    shared_private_link_resource_name=link.key,
                    search_service_name=service.name,
                    resource_group_name=args.resource_group_name,
                    properties=search.SharedPrivateLinkResourcePropertiesArgs(
                        group_id=link.group_id,
                        private_link_resource_id=link.target_resource_id,
                        request_message="AI Search of the landing zone",
                    ),
                    opts=self._child(depends_on=previous),
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

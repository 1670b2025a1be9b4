"""Model services of a landing zone, with content safety and search beside them."""

from collections.abc import Iterator
from typing import Any, ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.section import (
    identity_problems,
    part_identity_problems,
    people_parts_problems,
)
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.grants import grant_access
from azure_ai_landing_zone.core.model import AccessGrant, IdentityName, Key, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.models import content_safety, search, service
from azure_ai_landing_zone.models.account import RESOURCE_TYPE
from azure_ai_landing_zone.models.content_safety import (
    ContentSafety,
    ContentSafetyArgs,
    ContentSafetySettings,
)
from azure_ai_landing_zone.models.planning.search import LinkGroup, link_problems
from azure_ai_landing_zone.models.search import (
    AISearch,
    AISearchArgs,
    AISearchSettings,
    IndexName,
    SearchServiceExisting,
    SharedPrivateLink,
)
from azure_ai_landing_zone.models.service import (
    FoundryAccountCreate,
    ModelService,
    ModelServiceArgs,
    ModelServiceSettings,
)
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Item
from azure_ai_landing_zone.stores.key_vault import KeyName
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey


def _people(item: Item, setting: str, made: Made) -> list[AccessGrant]:
    """Grants of groups: none on data where a gateway stands in front."""
    fronted = any((setting, item.name) in needs.fronted() for _, needs in made.others.each(Needs))
    return made.site.people.access("frontedModelService" if fronted else "modelService")


class ModelServiceItem(ModelServiceSettings, WithEncryptionKey, Item):
    """A Foundry account of the zone, reached over its private endpoint."""

    makes: ClassVar[type[object]] = ModelService
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem,)

    callers: list[IdentityName] = Field(default=[])
    """Identities of the zone that ask its models: Cognitive Services OpenAI User, or Cognitive Services User
    where there are models of other publishers."""
    encryption_key_name: KeyName | None = None
    """One of `keyVault.keys`, where keyVault has `trustedServices` and lies in the account's region. It can't
    be taken back. Left out: Microsoft's key."""

    @property
    def caller_role(self) -> BuiltInRole:
        """OpenAI User has data actions of OpenAI's models alone. Source: learn.microsoft.com/azure/foundry/
        foundry-models/how-to/configure-entra-id, which asks for Cognitive Services User."""
        if all(one.azure_format() == "OpenAI" for one in self.deployments):
            return BuiltInRole.COGNITIVE_SERVICES_OPENAI_USER
        return BuiltInRole.COGNITIVE_SERVICES_USER

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("models", "foundry", "account")]

    def identities(self) -> list[NeededIdentity]:
        return self.key_identities()

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return service.azure_names(self.key)

    def problems(self, others: Others) -> list[Problem]:
        return [*identity_problems("callers", self.callers, others), *self._key_problems(others)]

    def make(self, made: Made) -> Part:
        site = made.site
        component = ModelService(
            f"{site.name}-{self.key}-models",
            ModelServiceArgs(
                **site.common,
                **fields_of(self, ModelServiceSettings),
                label=self.key,
                private_endpoint=made.place(self, "models"),
                encryption_key=self.encryption_key(made),
                access=[
                    *(made.grant(name, self.caller_role) for name in self.callers),
                    *_people(self, "model_services", made),
                ],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=self.key_vaults(made)),
        )
        watched = []
        if any(one.request().is_provisioned for one in self.deployments):
            watched.append(
                AlertTarget(
                    key=self.key,
                    resource_type=RESOURCE_TYPE,
                    target_resource_id=component.account_resource_id,
                )
            )
        outputs: dict[str, Any] = {
            "endpoint": component.endpoint,
            "accountResourceId": component.account_resource_id,
            "deployments": component.deployments,
            "purgeCommand": component.purge_command,
        }
        return Part(component=component, outputs=outputs, alert_targets=watched)

    def _key_problems(self, others: Others) -> Iterator[Problem]:
        account = self.foundry_account
        yield from self.key_problems(others, made_here=isinstance(account, FoundryAccountCreate))
        if self.encryption_key_name is None or not isinstance(account, FoundryAccountCreate):
            return
        if account.region not in (None, others.location):
            text = (
                f"the key's vault lies in {others.location}: Azure wants it in the account's {account.region}"
            )
            yield Problem(("encryption_key_name",), text)


class ContentSafetyAccountItem(ContentSafetySettings, Item):
    """A Content Safety account of the zone."""

    makes: ClassVar[type[object]] = ContentSafety

    callers: list[IdentityName] = Field(default=[])
    """Identities of the zone that ask it: Cognitive Services User."""

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("safety", "contentSafety", "account")]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return content_safety.azure_names(self.key)

    def problems(self, others: Others) -> list[Problem]:
        return list(identity_problems("callers", self.callers, others))

    def make(self, made: Made) -> Part:
        site = made.site
        component = ContentSafety(
            f"{site.name}-{self.key}-safety",
            ContentSafetyArgs(
                **site.common,
                **fields_of(self, ContentSafetySettings),
                label=self.key,
                private_endpoint=made.place(self, "safety"),
                access=[
                    *(made.grant(name, BuiltInRole.COGNITIVE_SERVICES_USER) for name in self.callers),
                    *_people(self, "content_safety_accounts", made),
                ],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        outputs = {"endpoint": component.endpoint, "accountResourceId": component.account_resource_id}
        return Part(component=component, outputs=outputs)


class AISearchItem(AISearchSettings, Item):
    """A search service of the zone."""

    makes: ClassVar[type[object]] = AISearch
    after: ClassVar[tuple[type[Needs], ...]] = (ModelServiceItem,)

    callers: list[IdentityName] = Field(default=[])
    """Identities of the zone that search in all its indexes: Search Index Data Reader."""
    index_callers: dict[IndexName, list[IdentityName]] = Field(default={})
    """By name of an index: identities of the zone that search in it alone."""
    people_indexes: list[IndexName] | None = None
    """Indexes that data scientists fill and search in, by Search Index Data Contributor on each. Left out: on
    the whole service."""
    model_service_names: list[Key] = Field(default=[])
    """Those of `modelServices` that it makes embeddings with: a shared private link to each, and Cognitive
    Services OpenAI User."""

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("search", "aiSearch", "searchService")]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return search.azure_names(self.key)

    def problems(self, others: Others) -> list[Problem]:
        found = [
            *identity_problems("callers", self.callers, others),
            *part_identity_problems("index_callers", self.index_callers, others),
            *self._index_problems(),
            *people_parts_problems("people_indexes", self.people_indexes or [], others),
        ]
        services = others.of(ModelServiceItem)
        if not services.complete:
            return found  # the one that is meant may be the one that is wrong
        keys = [link.key for link in self.shared_private_links]
        for number, name in enumerate(self.model_service_names):
            path = ("model_service_names", number)
            if name not in services:
                found.append(Problem(path, nothing_called("model service", name, services)))
            elif name in [*self.model_service_names[:number], *keys]:
                text = f"{name} is given twice, here or as the key of a shared private link"
                found.append(Problem(path, text))
        return [*found, *self._link_problems()]

    def _index_problems(self) -> Iterator[Problem]:
        for index, callers in self.index_callers.items():
            for number, name in enumerate(callers):
                if name in self.callers:
                    text = f"{name} is one of `callers`, who search in all: take it out of one of them"
                    yield Problem(("index_callers", index, number), text)

    def _link_problems(self) -> Iterator[Problem]:
        path = ("model_service_names",)
        if not self.model_service_names:
            return
        if isinstance(self.search_service, SearchServiceExisting):
            yield Problem(path, "go with a service that is made here: leave them out")
            return
        groups: list[LinkGroup] = [link.group_id for link in self.shared_private_links]
        groups += ["openai_account" for _ in self.model_service_names]
        for problem in link_problems(self.search_service.pricing_tier, groups):
            if not problem.path:
                yield Problem(path, f"with `shared_private_links`, {problem.message}")

    def make(self, made: Made) -> Part:
        site = made.site
        services = made.others.of(ModelServiceItem)
        models = {services[one].key: made.of(ModelService, one) for one in self.model_service_names}
        links = [
            SharedPrivateLink(key=name, target_resource_id=one.account_resource_id, group_id="openai_account")
            for name, one in models.items()
        ]
        name = f"{site.name}-{self.key}-search"
        component = AISearch(
            name,
            AISearchArgs(
                **site.common,
                search_service=self.search_service,
                shared_private_links=[*self.shared_private_links, *links],
                label=self.key,
                private_endpoint=made.place(self, "search"),
                access=[
                    *(made.grant(name, BuiltInRole.SEARCH_INDEX_DATA_READER) for name in self.callers),
                    *site.people.access(
                        "searchService" if self.people_indexes is None else "searchServiceByIndex"
                    ),
                ],
                index_access=made.part_access(
                    self.index_callers,
                    BuiltInRole.SEARCH_INDEX_DATA_READER,
                    self.people_indexes or [],
                    "searchIndex",
                ),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            # An account takes no link while its deployments are being made.
            site.child(depends_on=list(models.values())),
        )
        for key, one in models.items():
            grant_access(
                f"{name}-{key}",
                [
                    AccessGrant(
                        key="self",
                        principal_id=component.principal_id,
                        role=BuiltInRole.COGNITIVE_SERVICES_OPENAI_USER,
                    )
                ],
                scope=one.account_resource_id,
                subscription_id=site.subscription_id,
                opts=site.child(),
            )
        outputs = {"endpoint": component.endpoint, "approvalCommands": component.approval_commands}
        return Part(component=component, outputs=outputs)

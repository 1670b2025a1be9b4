"""Model services of a landing zone, with content safety and search beside them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import Field

from azure_ai_landing_zone.access.grants import grant_access
from azure_ai_landing_zone.access.section import RolesOn
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import AccessGrant, Key
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.models import content_safety
from azure_ai_landing_zone.models import search as ai_search
from azure_ai_landing_zone.models import service as model_service
from azure_ai_landing_zone.models.account import RESOURCE_TYPE, EncryptionKey
from azure_ai_landing_zone.models.content_safety import ContentSafety, ContentSafetyArgs, ContentSafetyPlan
from azure_ai_landing_zone.models.planning.search import LinkGroup, link_problems
from azure_ai_landing_zone.models.search import (
    AISearch,
    AISearchArgs,
    AISearchPlan,
    SearchServiceExisting,
    SharedPrivateLink,
)
from azure_ai_landing_zone.models.service import (
    FoundryAccountCreate,
    ModelService,
    ModelServiceArgs,
    ModelServicePlan,
)
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.section import Part, Section, SectionEndpoint
from azure_ai_landing_zone.sections.site import fields_of
from azure_ai_landing_zone.stores.key_vault import KeyName, KeyVaultCreate

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts


class ModelServiceSettings(ModelServicePlan, Section):
    """A Foundry account of the zone, reached over its private endpoint."""

    callers: list[Key] = Field(default=[])
    """Identities of the zone that ask its models: Cognitive Services OpenAI User."""
    encryption_key_name: KeyName | None = None
    """One of `keyVault.keys`, where keyVault has `trustedServices` and lies in the account's region. It can't
    be taken back. Left out: Microsoft's key."""

    def endpoints(self) -> list[SectionEndpoint]:
        return [SectionEndpoint(f"{self.name}-models", "foundry", "account")]

    def identities(self) -> dict[str, RolesOn]:
        if self.encryption_key_name is None:
            return {}
        return {self._key_opener: {"keyVault": [BuiltInRole.KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER]}}

    def azure_names(self) -> list[tuple[Kind, str]]:
        return model_service.azure_names(self.name)

    def problems(self, parts: "Parts") -> list[Problem]:
        return [*caller_problems(self.callers, parts), *self._key_problems(parts)]

    def make(self, made: "Made") -> Part:
        site, key = made.site, None
        if self.encryption_key_name is not None and made.vault is not None:
            opener = made.identities[self._key_opener]
            key = EncryptionKey(
                key_vault_uri=made.vault.vault_uri,
                key_name=self.encryption_key_name,
                identity_resource_id=opener.identity_resource_id,
                client_id=opener.client_id,
            )
        component = ModelService(
            f"{site.name}-{self.name}-models",
            ModelServiceArgs(
                **site.common,
                **fields_of(self, ModelServicePlan),
                label=self.name,
                private_endpoint=made.zones.place("foundry", "account"),
                encryption_key=key,
                access=[
                    *caller_grants(self.callers, BuiltInRole.COGNITIVE_SERVICES_OPENAI_USER, made),
                    *site.people.access("modelService"),
                ],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            # The vault's roles are part of it: the key is opened as soon as the account is made.
            site.child(depends_on=[made.vault] if key is not None and made.vault is not None else []),
        )
        watched = []
        if any(one.request().is_provisioned for one in self.deployments):
            watched.append(
                AlertTarget(
                    key=self.name,
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

    @property
    def _key_opener(self) -> str:
        """The identity that opens the vault."""
        return f"{self.name[:11]}-key"

    def _key_problems(self, parts: "Parts") -> Iterator[Problem]:
        path = ("encryption_key_name",)
        if self.encryption_key_name is None:
            return
        vault, account = parts.key_vault, self.foundry_account
        if not isinstance(account, FoundryAccountCreate):
            yield Problem(path, "goes with an account that is made here: leave it out")
        elif account.region not in (None, parts.location):
            text = (
                f"the key's vault lies in {parts.location}: Azure wants it in the account's {account.region}"
            )
            yield Problem(path, text)
        if "key_vault" not in parts.present:
            yield Problem(path, "missing: this zone has no `key_vault` to keep it in")
        elif isinstance(vault, KeyVaultCreate):
            if self.encryption_key_name not in vault.keys:
                there = ", ".join(vault.keys) or "none"
                text = f"no key of `key_vault` is called {self.encryption_key_name}: there are {there}"
                yield Problem(path, text)
            if not vault.trusted_services:
                yield Problem(
                    path, "`key_vault.trusted_services` has to be true, or Azure doesn't get at the key"
                )
            if not vault.purge_protection:
                yield Problem(path, "`key_vault.purge_protection` has to be true for keys that encrypt")


class ContentSafetyAccountSettings(ContentSafetyPlan, Section):
    """A Content Safety account of the zone."""

    callers: list[Key] = Field(default=[])
    """Identities of the zone that ask it: Cognitive Services User."""

    def endpoints(self) -> list[SectionEndpoint]:
        return [SectionEndpoint(f"{self.name}-safety", "contentSafety", "account")]

    def azure_names(self) -> list[tuple[Kind, str]]:
        return content_safety.azure_names(self.name)

    def problems(self, parts: "Parts") -> list[Problem]:
        return list(caller_problems(self.callers, parts))

    def make(self, made: "Made") -> Part:
        site = made.site
        component = ContentSafety(
            f"{site.name}-{self.name}-safety",
            ContentSafetyArgs(
                **site.common,
                **fields_of(self, ContentSafetyPlan),
                label=self.name,
                private_endpoint=made.zones.place("contentSafety", "account"),
                access=[
                    *caller_grants(self.callers, BuiltInRole.COGNITIVE_SERVICES_USER, made),
                    *site.people.access("modelService"),
                ],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        outputs = {"endpoint": component.endpoint, "accountResourceId": component.account_resource_id}
        return Part(component=component, outputs=outputs)


class AISearchSettings(AISearchPlan, Section):
    """A search service of the zone."""

    callers: list[Key] = Field(default=[])
    """Identities of the zone that search: Search Index Data Reader."""
    model_service_names: list[Key] = Field(default=[])
    """Those of `modelServices` that it makes embeddings with: a shared private link to each, and Cognitive
    Services OpenAI User."""

    def endpoints(self) -> list[SectionEndpoint]:
        return [SectionEndpoint(f"{self.name}-search", "aiSearch", "searchService")]

    def azure_names(self) -> list[tuple[Kind, str]]:
        return ai_search.azure_names(self.name)

    def problems(self, parts: "Parts") -> list[Problem]:
        found = list(caller_problems(self.callers, parts))
        services = [item.name for path, item in parts.items() if path[0] == "model_services"]
        if None in parts.lists.get("model_services", []):
            return found  # the one that is meant may be the one that is wrong
        keys = [link.key for link in self.shared_private_links]
        for number, name in enumerate(self.model_service_names):
            path = ("model_service_names", number)
            if name not in services:
                text = f"no model service is called {name}: there are {', '.join(services) or 'none'}"
                found.append(Problem(path, text))
            elif name in [*self.model_service_names[:number], *keys]:
                text = f"{name} is given twice, here or as the key of a shared private link"
                found.append(Problem(path, text))
        return [*found, *self._link_problems()]

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

    def make(self, made: "Made") -> Part:
        site = made.site
        services = {name: made.parts["model_services"][name].component for name in self.model_service_names}
        models = {name: one for name, one in services.items() if isinstance(one, ModelService)}
        links = [
            SharedPrivateLink(key=name, target_resource_id=one.account_resource_id, group_id="openai_account")
            for name, one in models.items()
        ]
        name = f"{site.name}-{self.name}-search"
        component = AISearch(
            name,
            AISearchArgs(
                **site.common,
                search_service=self.search_service,
                shared_private_links=[*self.shared_private_links, *links],
                label=self.name,
                private_endpoint=made.zones.place("aiSearch", "searchService"),
                access=[
                    *caller_grants(self.callers, BuiltInRole.SEARCH_INDEX_DATA_READER, made),
                    *site.people.access("searchService"),
                ],
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


def caller_grants(callers: Sequence[str], role: BuiltInRole, made: "Made") -> list[AccessGrant]:
    """The grants of those who call a service."""
    return [
        AccessGrant(key=name, principal_id=made.identities[name].principal_id, role=role) for name in callers
    ]


def caller_problems(callers: Sequence[str], parts: "Parts") -> Iterator[Problem]:
    """Callers that the zone has no identity of, or that are given twice."""
    known = [one.name for one in (*parts.identities, *parts.clusters()) if one is not None]
    known += [name for _, item in parts.items() for name in item.identities()]
    if None in parts.identities:
        return  # the one that is meant may be the one that is wrong
    for number, name in enumerate(callers):
        if name not in known:
            text = f"no identity of the zone is called {name}: there are {', '.join(known) or 'none'}"
            yield Problem(("callers", number), text)
        elif name in callers[:number]:
            yield Problem(("callers", number), f"{name} is given twice")

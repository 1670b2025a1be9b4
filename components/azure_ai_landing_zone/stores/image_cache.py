"""ImageCache: a registry keeps copies of public images, so that nodes ask it alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

import pulumi
from pulumi_azure_native import containerregistry
from pydantic import Field

from azure_ai_landing_zone.catalog.chart_images import publishers
from azure_ai_landing_zone.catalog.image_sources import (
    DOCKER_HUB,
    MICROSOFT,
    host_of,
    image_sources,
    kept_as,
    with_host,
)
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Model, matching
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.stores.key_vault import SecretName, VaultName, vault_uri

MICROSOFT_RULE = "aks-managed-mcr"
"""AKS asks for this rule by name. Source: MicrosoftDocs/azure-aks-docs@fb060ab:
articles/aks/network-isolated.md, 2026-08-21."""

_DOCKER_HUB_SET = "docker-hub"

Repository = Annotated[
    str,
    matching(
        r"[a-z0-9.-]+\.[a-z]+(/[a-z0-9._-]+)+(/\*)?",
        "a repository with its registry, such as ghcr.io/company/model or ghcr.io/company/*",
    ),
]


class DockerHubAccount(Model):
    """Whom Docker Hub's images are fetched as: it lets Azure's cache in with an account only, and a free one
    will do. The registry's credential set needs Key Vault Secrets User on both secrets, from whoever answers
    for the vault; whether it gets into a vault without a public way in is not seen on Azure yet."""

    vault_name: VaultName
    """Of the key vault with the account's name and token."""
    username_secret: SecretName
    """Name of the secret with the account's name."""
    password_secret: SecretName
    """Name of the secret with an access token that may read public repositories."""


class ImageCache(Model):
    """Copies of everything that the library runs in a cluster, and of more."""

    docker_hub: DockerHubAccount
    """vLLM, Envoy, Ray and the OpenTelemetry collector come from there."""
    further_repositories: list[Repository] = Field(default=[], max_length=900)
    """Of other images that pods pull, such as docker.io/lmsysorg/sglang; with /* at the end all below."""

    def sources(self) -> list[str]:
        """All repositories of which copies are kept, with their registries."""
        return [*publishers(), *self.further_repositories]

    def problems(self) -> Iterator[Problem]:
        """With paths from the cache on."""
        for number, repository in enumerate(self.further_repositories):
            path = ("further_repositories", number)
            before = [*publishers(), *self.further_repositories[:number]]
            there = next((one for one in before if holds(one, repository) or holds(repository, one)), None)
            if host_of(repository) not in image_sources():
                text = (
                    f"{host_of(repository)} is none of the registries that Azure keeps copies of, "
                    f"{', '.join(image_sources())}: import its images (az acr import), and leave it out"
                )
                yield Problem(path, text)
            elif (whole := with_host(repository)) != repository:
                yield Problem(path, f"{repository} is {whole}, which a cache rule has to say: give that")
            elif there is not None:
                text = f"{repository} and {there} are about the same images: keep the wider one"
                yield Problem(path, text)


def holds(source: str, repository: str) -> bool:
    """Whether a cache rule with that source is about a repository, or about all below one."""
    wide = source.removesuffix("*")
    return repository == source or (wide != source and repository.startswith(wide))


@dataclass(frozen=True, slots=True)
class CacheRule:
    """One rule of a registry. Sources: MicrosoftDocs/azure-management-docs@d923d58:
    articles/container-registry/wildcards-artifact-cache.md, 2026-08-20."""

    name: str
    source: str
    target: str
    signs_in: bool


def cache_rules(sources: Sequence[str]) -> list[CacheRule]:
    """One for each source. Names have 5 to 50 letters, digits and hyphens (Azure's published type): those of
    two sources that differ in a dot only end differently."""
    return [
        CacheRule(
            name=MICROSOFT_RULE if host_of(source) == MICROSOFT else _rule_name(source),
            source=source,
            target=kept_as(source),
            signs_in=image_sources()[host_of(source)].signs_in,
        )
        for source in sources
    ]


def _rule_name(source: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", source.lower()).strip("-")
    return f"{words[:43]}-{sha256(source.encode()).hexdigest()[:6]}"


def make_cache(
    making: Making, cache: ImageCache, registry: "containerregistry.Registry", location: str
) -> None:
    """The registry's credential set and rules, made one after another: they are all written to the registry.

    pulumi-azure-native 3.29 uses API version 2024-11-01-preview for rules and 2023-01-01-preview for
    credential sets.
    """
    account = _docker_hub(making, cache.docker_hub, registry, location)
    before: list[pulumi.Resource] = [account]
    for rule in cache_rules(cache.sources()):
        made = containerregistry.CacheRule(
            f"{making.name}-{rule.name}",
            cache_rule_name=rule.name,
            registry_name=registry.name,
            source_repository=rule.source,
            target_repository=rule.target,
            credential_set_resource_id=account.id if rule.signs_in else None,
            opts=making.child(depends_on=before),
            **making.group,
        )
        before = [made]


def _docker_hub(
    making: Making, account: DockerHubAccount, registry: "containerregistry.Registry", location: str
) -> "containerregistry.CredentialSet":
    secrets = f"{vault_uri(account.vault_name, location)}secrets/"
    return containerregistry.CredentialSet(
        f"{making.name}-{_DOCKER_HUB_SET}",
        credential_set_name=_DOCKER_HUB_SET,
        registry_name=registry.name,
        login_server=DOCKER_HUB,
        identity=containerregistry.IdentityPropertiesArgs(
            type=containerregistry.ResourceIdentityType.SYSTEM_ASSIGNED
        ),
        auth_credentials=[
            containerregistry.AuthCredentialArgs(
                name=containerregistry.CredentialName.CREDENTIAL1,
                username_secret_identifier=secrets + account.username_secret,
                password_secret_identifier=secrets + account.password_secret,
            )
        ],
        opts=making.child(),
        **making.group,
    )

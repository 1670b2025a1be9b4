"""What a registry keeps copies of."""

from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.catalog.chart_images import all_images
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.stores.container_registry import (
    ContainerRegistry,
    ContainerRegistryArgs,
    ContainerRegistryCreate,
)
from azure_ai_landing_zone.stores.image_cache import holds
from helpers.registered import Registered, register

ACCOUNT = {"vault_name": "kv-company", "username_secret": "hub-name", "password_secret": "hub-token"}


def settings(*further: str, **changes: Any) -> dict[str, Any]:
    cache = {"docker_hub": ACCOUNT, "further_repositories": list(further)}
    return {"mode": "create", "trusted_services": True, "image_cache": cache} | changes


@pytest.fixture(scope="module")
def made() -> Registered:
    args = ContainerRegistryArgs(
        location="eastus",
        resource_group_name="rg",
        naming=Naming(suffix="x1"),
        registry=settings("docker.io/lmsysorg/sglang", "ghcr.io/company/*"),  # type: ignore[arg-type]
    )
    return register(lambda: ContainerRegistry("shared", args))


def test_one_rule_for_each_publisher_and_docker_hub_s_sign_in(made: Registered) -> None:
    rules = {
        inputs["cacheRuleName"]: (
            inputs["sourceRepository"],
            inputs["targetRepository"],
            "credentialSetResourceId" in inputs,
        )
        for name, inputs in made.inputs.items()
        if made.types[name].endswith(":CacheRule")
    }
    assert rules == {
        "aks-managed-mcr": ("mcr.microsoft.com/*", "aks-managed-repository/*", False),
        "docker-io-envoyproxy-370162": ("docker.io/envoyproxy/*", "docker.io/envoyproxy/*", True),
        "docker-io-lmsysorg-sglang-9d6d40": ("docker.io/lmsysorg/sglang",) * 2 + (True,),
        "docker-io-otel-64a20d": ("docker.io/otel/*", "docker.io/otel/*", True),
        "docker-io-rayproject-1f95f7": ("docker.io/rayproject/*", "docker.io/rayproject/*", True),
        "docker-io-vllm-408e4d": ("docker.io/vllm/*", "docker.io/vllm/*", True),
        "ghcr-io-company-6b2a70": ("ghcr.io/company/*", "ghcr.io/company/*", False),
        "nvcr-io-nvidia-35886a": ("nvcr.io/nvidia/*", "nvcr.io/nvidia/*", False),
        "quay-io-kuberay-f1dd60": ("quay.io/kuberay/*", "quay.io/kuberay/*", False),
        "registry-k8s-io-kueue-1c72d1": ("registry.k8s.io/kueue/*", "registry.k8s.io/kueue/*", False),
        "registry-k8s-io-nfd-cb08f2": ("registry.k8s.io/nfd/*", "registry.k8s.io/nfd/*", False),
    }
    for image in all_images():
        repository = image.rpartition(":")[0]
        assert sum(holds(source, repository) for source, _, _ in rules.values()) == 1, image


def test_the_account_is_read_from_a_vault_as_the_credential_set(made: Registered) -> None:
    assert made.inputs["shared-docker-hub"] == {
        "credentialSetName": "docker-hub",
        "registryName": "shared-registry",
        "resourceGroupName": "rg",
        "loginServer": "docker.io",
        "identity": {"type": "SystemAssigned"},
        "authCredentials": [
            {
                "name": "Credential1",
                "usernameSecretIdentifier": "https://kv-company.vault.azure.net/secrets/hub-name",
                "passwordSecretIdentifier": "https://kv-company.vault.azure.net/secrets/hub-token",
            }
        ],
    }


def test_rules_are_written_one_after_another(made: Registered) -> None:
    rules = [name for name, type_ in made.types.items() if type_.endswith(":CacheRule")]
    written = [*rules, "shared-docker-hub"]
    before = [len(made.dependencies[rule] & {*written}) for rule in rules]
    assert all(before)


AT = "registry.image_cache.further_repositories"


@pytest.mark.parametrize(
    ("registry", "expected"),
    [
        (
            settings(trusted_services=False),
            "trusted_services: must be true with `image_cache`: Azure fills the cache of a closed registry "
            "as one of its trusted services",
        ),
        (
            settings("registry.example.com/model"),
            "image_cache.further_repositories[0]: registry.example.com is none of the registries that Azure "
            "keeps copies of, docker.io, gcr.io, ghcr.io, mcr.microsoft.com, nvcr.io, public.ecr.aws, "
            "quay.io, registry.k8s.io: import its images (az acr import), and leave it out",
        ),
        (
            settings("docker.io/vllm/vllm-openai"),
            "image_cache.further_repositories[0]: docker.io/vllm/vllm-openai and docker.io/vllm/* are about "
            "the same images: keep the wider one",
        ),
        (
            settings("ghcr.io/company/model", "ghcr.io/company/*"),
            "image_cache.further_repositories[1]: ghcr.io/company/* and ghcr.io/company/model are about the "
            "same images: keep the wider one",
        ),
        (
            settings("docker.io/nginx"),
            "image_cache.further_repositories[0]: docker.io/nginx is docker.io/library/nginx, which a cache "
            "rule has to say: give that",
        ),
        (
            settings("sglang"),
            "image_cache.further_repositories[0]: must be a repository with its registry, such as "
            "ghcr.io/company/model or ghcr.io/company/*, got 'sglang'",
        ),
        (
            settings(image_cache={}),
            "image_cache.docker_hub: missing, and required: vLLM, Envoy, Ray and the OpenTelemetry collector "
            "come from there",
        ),
    ],
    ids=["closed to Azure", "not cached", "ours already", "twice", "library", "no registry", "no account"],
)
def test_refused(registry: dict[str, Any], expected: str) -> None:
    with pytest.raises(SettingsError) as raised:
        ContainerRegistryCreate(**registry)
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == [expected]

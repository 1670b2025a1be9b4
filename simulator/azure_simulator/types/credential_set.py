"""Microsoft.ContainerRegistry/registries/credentialSets"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import each
from azure_simulator.types.cache_rule import NAME


class CredentialSet(ResourceType):
    pulumi_type = "azure-native:containerregistry:CredentialSet"
    path = "…/Microsoft.ContainerRegistry/registries/{registryName}/credentialSets/{credentialSetName}"
    source = "learn.microsoft.com/azure/container-registry/artifact-cache-cli"
    name_rule = NAME

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for path, credential in each(props, "authCredentials"):
            for name in ("usernameSecretIdentifier", "passwordSecretIdentifier"):
                value = credential.get(name)
                if isinstance(value, str) and not value.startswith("https://"):
                    yield f"{path}.{name}", f"'{value}' is no secret identifier of a key vault"

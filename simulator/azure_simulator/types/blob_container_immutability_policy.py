"""Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.storage_features import not_supported


class BlobContainerImmutabilityPolicy(ResourceType):
    pulumi_type = "azure-native:storage:BlobContainerImmutabilityPolicy"
    path = (
        "…/Microsoft.Storage/storageAccounts/{accountName}/blobServices/default/containers/{containerName}"
        "/immutabilityPolicies/{immutabilityPolicyName}"
    )
    source = "learn.microsoft.com/azure/storage/blobs/immutable-storage-overview (2024-05-01)"
    name_rule = NameRule("default", "The name should always be 'default'")
    defaults = given({"state": "Unlocked", "allowProtectedAppendWrites": False})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        name = "immutabilityPeriodSinceCreationInDays"
        days = dig(props, name)
        if isinstance(days, int) and not 1 <= days <= 146_000:
            yield name, f"{days} is outside 1 to 146000"
        if dig(props, "allowProtectedAppendWrites") and dig(props, "allowProtectedAppendWritesAll"):
            yield "allowProtectedAppendWrites", "excludes allowProtectedAppendWritesAll"

    def create(self, put: Put) -> Mapping[str, Any]:
        if put.old is not None:
            raise wrong_etag()
        account = put.cloud.store.get(put.id[: put.id.lower().index("/blobservices/")])
        if account is not None and dig(account.body, "enableNfsV3"):
            raise not_supported("ImmutabilityPolicy")
        return {"etag": f'"{arm.stable_guid(put.id, "etag")}"'}

    def delete(self, cloud: Cloud, resource: Resource) -> None:  # noqa: ARG002
        raise wrong_etag()


def wrong_etag() -> ArmError:
    """pulumi-azure-native sends none, and Azure wants it of every change and delete."""
    return ArmError(
        412,
        "ContainerImmutabilityPolicyFailure",
        "Operation not allowed on immutability policy with incorrect etag.",
        seen="pulumi/pulumi-azure-native#2154 and #2156 (2022-12-22), of a delete; that it is every change: "
        "Azure/azure-rest-api-specs#29632 (2024-06-28)",
    )

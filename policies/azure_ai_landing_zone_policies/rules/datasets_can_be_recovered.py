"""Rule datasets-can-be-recovered."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.checkpoints import account_of, holds_checkpoints


def _program(**service: object) -> dict[str, object]:
    return {
        "account": {"type": "azure-native:storage:StorageAccount", "properties": {"kind": "StorageV2"}},
        "datasets": {
            "type": "azure-native:storage:BlobContainer",
            "properties": {"accountName": "${account.name}", "containerName": "datasets"},
        },
        "service": {
            "type": "azure-native:storage:BlobServiceProperties",
            "properties": {"accountName": "${account.name}", **service},
        },
        "files": {
            "type": "azure-native:storagecache:AmlFilesystem",
            "properties": {"sku": {"name": "AMLFS-Durable-Premium-250"}, "storageCapacityTiB": 16},
        },
    }


@stack_rule(
    on=("storage:StorageAccount",),
    area="data",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/storage/blobs/soft-delete-blob-overview",),
    baseline="advisory",
    only_with_ai=True,
    passes=_program(deleteRetentionPolicy={"enabled": True, "days": 14}),
    fails=_program(),
)
def datasets_can_be_recovered(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Datasets that were deleted can be brought back

    A dataset that took months to collect and clean is gone with one wrong path in a job. Set
    deleteRetentionPolicy, or versioning, in the account's BlobServiceProperties. Accounts with a
    container count; checkpoints, which are written every half hour and are large, have rules of their
    own, and NFS takes neither.
    """
    containers = [each for each in stack.of("storage:BlobContainer") if _is_in(each, props, stack)]
    if not containers or holds_checkpoints(props, stack) or props.flag("enableNfsV3") is True:
        return
    services = stack.which_refer(props, "storage:BlobServiceProperties", "accountName", "accountName")
    if not stack.some(services, _keeps):
        yield (
            "nothing keeps blobs that were deleted; set deleteRetentionPolicy or isVersioningEnabled in its "
            "BlobServiceProperties"
        )


def _is_in(container: View, account: View, stack: Stack) -> bool:
    found = account_of(container, stack)
    return found is not None and found.is_same(account)


def _keeps(service: View) -> bool:
    return (
        service.flag("deleteRetentionPolicy.enabled") is True or service.flag("isVersioningEnabled") is True
    )

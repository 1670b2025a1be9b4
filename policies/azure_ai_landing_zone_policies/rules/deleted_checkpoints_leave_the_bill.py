"""Rule deleted-checkpoints-leave-the-bill."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers import checkpoints as lifecycle
from azure_ai_landing_zone_policies.readers.checkpoints import account_of, holds_checkpoints


def _store(days: int) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "account": {"type": "azure-native:storage:StorageAccount", "properties": {"kind": "StorageV2"}},
        "checkpoints": {
            "type": "azure-native:storage:BlobContainer",
            "properties": {"accountName": "${account.name}", "containerName": "checkpoints"},
        },
        "blobs": {
            "type": "azure-native:storage:BlobServiceProperties",
            "properties": {
                "accountName": "${account.name}",
                "deleteRetentionPolicy": {"enabled": True, "days": days},
            },
        },
    }


@stack_rule(
    on=("storage:BlobServiceProperties",),
    area="training",
    severity="medium",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/storage/blobs/soft-delete-blob-overview",),
    baseline="advisory",
    parameters=(Parameter("maxDays", "whole number", 14, "how long deleted checkpoints may be kept"),),
    only_with_ai=True,
    passes=_store(14),
    fails=_store(30),
)
def deleted_checkpoints_leave_the_bill(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """What the lifecycle deletes isn't kept for long after

    Soft delete and versions keep what a lifecycle rule deletes, at full price: with 14 days of checkpoints
    and 30 days of soft delete two thirds of the bill are for deleted blobs, and old versions stay for ever
    unless a rule deletes versions too. A week or two are enough to notice that something went which wasn't to
    go: keep soft delete at that, and turn versioning off or let the lifecycle delete versions.
    """
    account = account_of(props, stack)
    if account is None or not holds_checkpoints(account, stack):
        return
    days, allowed = props.number("deleteRetentionPolicy.days"), props.parameter("maxDays")
    if props.flag("deleteRetentionPolicy.enabled") is True and days is not None and days > allowed:
        yield (
            f"deleteRetentionPolicy.days is {days}, so that every deleted checkpoint is billed for {days} "
            f"days more; set it to at most {allowed}"
        )
    if props.flag("isVersioningEnabled") is True:
        policies = stack.which_refer(account, "storage:ManagementPolicy", "accountName", "accountName")
        if not stack.some(policies, lambda policy: any(_deletes_versions(policy))):
            yield (
                "isVersioningEnabled is true, and no rule of the account's ManagementPolicy deletes "
                "versions, which therefore stay for ever; set it to false, or add actions.version.delete"
            )


def _deletes_versions(policy: View) -> Iterator[bool]:
    return (lifecycle.deletes(rule, "version") for rule in lifecycle.rules(policy))

"""Rule checkpoints-expire."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers import checkpoints as lifecycle
from azure_ai_landing_zone_policies.readers.checkpoints import holds_checkpoints

_STORE = {
    "nodes": H100_NODES,
    "account": {"type": "azure-native:storage:StorageAccount", "properties": {"kind": "StorageV2"}},
    "checkpoints": {
        "type": "azure-native:storage:BlobContainer",
        "properties": {"accountName": "${account.name}", "containerName": "checkpoints"},
    },
}


@stack_rule(
    on=("storage:StorageAccount",),
    area="training",
    severity="high",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/storage/blobs/lifecycle-management-overview",),
    only_with_ai=True,
    passes=_STORE
    | {
        "lifecycle": {
            "type": "azure-native:storage:ManagementPolicy",
            "properties": {
                "accountName": "${account.name}",
                "policy": {
                    "rules": [
                        {
                            "name": "expire",
                            "enabled": True,
                            "type": "Lifecycle",
                            "definition": {
                                "filters": {"blobTypes": ["blockBlob"], "prefixMatch": ["checkpoints/"]},
                                "actions": {"baseBlob": {"delete": {"daysAfterModificationGreaterThan": 14}}},
                            },
                        }
                    ]
                },
            },
        }
    },
    fails=_STORE,
)
def checkpoints_expire(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Checkpoints are deleted some day

    A 7B model's checkpoint is about 28 GB for its weights alone; one every 30 minutes makes over 4 TB in 72
    hours, and all of it stays on the bill until somebody looks. Give the storage account a
    ManagementPolicy whose rule deletes old checkpoints; keep the last and the best ones elsewhere.
    """
    if not holds_checkpoints(props, stack):
        return
    policies = stack.which_refer(props, "storage:ManagementPolicy", "accountName", "accountName")
    if not stack.some(policies, lambda policy: any(map(lifecycle.deletes, lifecycle.rules(policy)))):
        yield (
            "it holds checkpoints, and no ManagementPolicy of this account deletes old ones; add a rule with "
            "actions.baseBlob.delete"
        )

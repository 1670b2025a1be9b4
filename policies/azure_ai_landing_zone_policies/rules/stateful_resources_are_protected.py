"""Rule stateful-resources-are-protected."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.checkpoints import holds_checkpoints

_FILES = {
    "type": "azure-native:storagecache:AmlFilesystem",
    "properties": {"sku": {"name": "AMLFS-Durable-Premium-250"}, "storageCapacityTiB": 16},
}

_LOCKS = ("authorization:ManagementLockByScope", "authorization:ManagementLockAtResourceLevel")


@stack_rule(
    on=(
        "storagecache:AmlFilesystem",
        "storage:StorageAccount",
        "keyvault:Vault",
        "machinelearningservices:Workspace",
        "cognitiveservices:Account",
    ),
    area="protection",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/azure-resource-manager/management/lock-resources",),
    baseline="disabled",
    only_with_ai=True,
    passes={"files": _FILES | {"options": {"protect": True}}},
    fails={"files": _FILES},
)
def stateful_resources_are_protected(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """What holds data or models can't be deleted by mistake

    A renamed resource, or one property that Azure can't change, makes Pulumi replace it, and with it go the
    files of a Lustre file system, checkpoints, or the name and the throughput of a model account. Set the
    resource option `protect`, or add a management lock. Of storage accounts, those with checkpoints count.
    """
    if props.resource.protect:
        return
    if props.resource.type == "storage:StorageAccount" and not holds_checkpoints(props, stack):
        return
    locks = [lock for type_ in _LOCKS for lock in stack.which_refer(props, type_, "scope")]
    if not locks:
        yield "it isn't protected, and no management lock of the program is on it; set the option protect"

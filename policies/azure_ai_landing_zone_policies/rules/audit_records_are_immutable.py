"""Rule audit-records-are-immutable."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_NODES = {
    "type": "azure-native:cognitiveservices:Account",
    "properties": {"kind": "AIServices"},
}
_CONTAINER = {
    "type": "azure-native:storage:BlobContainer",
    "properties": {"accountName": "${account.name}", "containerName": "inference-audit"},
}


@stack_rule(
    on=("storage:BlobContainer",),
    area="data",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("LT-6",),
    links=("https://learn.microsoft.com/azure/storage/blobs/immutable-storage-overview",),
    baseline="advisory",
    parameters=(Parameter("minDays", "whole number", 365, "how long records stay as they are, at least"),),
    only_with_ai=True,
    passes={
        "models": _NODES,
        "audit": _CONTAINER,
        "keep": {
            "type": "azure-native:storage:BlobContainerImmutabilityPolicy",
            "properties": {"containerName": "${audit.name}", "immutabilityPeriodSinceCreationInDays": 365},
        },
    },
    fails={"models": _NODES, "audit": _CONTAINER},
)
def audit_records_are_immutable(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Audit records can't be changed

    A record of who asked a model what proves nothing if an administrator can delete it. Give the container an
    immutability policy that lasts, with allowProtectedAppendWrites where something appends to its blobs, or
    turn version-level immutability on. Containers count that have audit in their name.
    """
    given = props.text("containerName") if props.known("containerName") else ""
    if "audit" not in f"{props.resource.name} {given}".lower():
        return
    policies = stack.which_refer(
        props, "storage:BlobContainerImmutabilityPolicy", "containerName", "containerName"
    )
    if not policies and props.flag("immutableStorageWithVersioning.enabled") is not True:
        yield "no BlobContainerImmutabilityPolicy keeps its records; add one"
    least = props.parameter("minDays")
    for policy in policies:
        days = policy.number("immutabilityPeriodSinceCreationInDays")
        if days is not None and days < least:
            yield (
                f"immutabilityPeriodSinceCreationInDays of its policy is {days}; set it to at least {least}"
            )

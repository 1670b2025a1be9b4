"""What the lifecycle rules of a storage account do to its blobs."""

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers.node_pools import NodePool


def rules(policy: View) -> list[View]:
    """The rules of a storage ManagementPolicy that are in force."""
    return [rule for rule in policy.items("policy.rules") if rule.flag("enabled") is not False]


def days(rule: View, action: str) -> int | None:
    """After how many days a rule takes an action on base blobs, whatever it counts them from."""
    path = f"definition.actions.baseBlob.{action}"
    for condition in ("Modification", "Creation", "LastAccessTime"):
        value = rule.number(f"{path}.daysAfter{condition}GreaterThan")
        if value is not None:
            return value
    return None


def deletes(rule: View, kind: str = "baseBlob") -> bool:
    """Whether a rule deletes blobs: `baseBlob`, `version` or `snapshot`."""
    return rule.given(f"definition.actions.{kind}.delete")


_NAMES = ("checkpoint", "ckpt")


def checkpoint_containers(stack: Stack) -> list[View]:
    """Blob containers that are named after checkpoints."""
    return [
        container
        for container in stack.of("storage:BlobContainer")
        if any(name in _name(container).lower() for name in _NAMES)
    ]


def _name(container: View) -> str:
    given = container.text("containerName") if container.known("containerName") else None
    return f"{container.resource.name} {given or ''}"


def holds_checkpoints(account: View, stack: Stack) -> bool:
    """Whether one of the containers for checkpoints is in this storage account."""
    accounts = [account_of(container, stack) for container in checkpoint_containers(stack)]
    return any(other is not None and other.is_same(account) for other in accounts)


def account_of(child: View, stack: Stack) -> View | None:
    """The storage account of the program that a child such as a container is in."""
    for account in stack.of("storage:StorageAccount"):
        try:
            if stack.refers(child, "accountName", account, "accountName"):
                return account
        except CantTell:
            continue
    return None


def keeps_checkpoints(pool: NodePool, stack: Stack) -> bool:
    """Whether the program has a place for checkpoints, or the pool's tag `checkpoints` names another."""
    tagged = any(holder.entry(path, "checkpoints") for holder, path in pool.workload_tags)
    return tagged or bool(checkpoint_containers(stack))


def trains(pool: NodePool) -> bool:
    """Whether it is known to train, on machines with GPUs."""
    return all_of(
        lambda: (size := pool.size()) is not None and size.has_gpu,
        lambda: pool.workload().kind == "training",
    )

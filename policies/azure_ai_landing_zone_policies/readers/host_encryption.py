"""Where machines say whether their host encrypts temporary disks and caches."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, node_pools


@dataclass(frozen=True)
class Place:
    """The flag of some machines."""

    path: str
    """As it is shown."""
    is_on: Callable[[], bool]
    machines: Callable[[], list[NodePool]]


def _flag(holder: View, path: str, shown: str, machines: Callable[[], list[NodePool]]) -> Place:
    return Place(shown, lambda: holder.flag(path) is True, machines)


_PATHS = {
    "compute:VirtualMachineScaleSet": "virtualMachineProfile.securityProfile.encryptionAtHost",
    "compute:VirtualMachine": "securityProfile.encryptionAtHost",
    "azurefleet:Fleet": "computeProfile.baseVirtualMachineProfile.securityProfile.encryptionAtHost",
    "batch:Pool": ("deploymentConfiguration.virtualMachineConfiguration.securityProfile.encryptionAtHost"),
    "servicefabric:NodeType": "enableEncryptionAtHost",
}

_AKS = ("containerservice:AgentPool", "containerservice:ManagedCluster")

TYPES = (*_PATHS, *_AKS, "machinelearningservices:Compute")
"""The types whose machines may be encrypted at host, as `type_name` gives them."""


def places(props: View, stack: Stack) -> Iterator[Place]:
    """The flags of a resource of one of TYPES."""
    if props.resource.type in _AKS:
        for pool in node_pools(props):
            if pool.size_path == "vmSize":
                path = "enableEncryptionAtHost"
                yield _flag(pool.size_in, path, pool.size_in.path(path), lambda pool=pool: [pool])  # type: ignore[misc]
    elif props.resource.type == "machinelearningservices:Compute":
        yield _ml_compute(props, stack)
    else:
        path = _PATHS[props.resource.type]
        yield _flag(props, path, path, lambda: list(node_pools(props)))


def _ml_compute(props: View, stack: Stack) -> Place:
    """Azure ML encrypts temporary disks where the workspace was made with hbiWorkspace. Source:
    learn.microsoft.com/azure/machine-learning/concept-data-encryption, 2026-11."""
    path = "hbiWorkspace"
    pools = list(node_pools(props))
    for workspace in stack.of("machinelearningservices:Workspace"):
        if stack.refers(props, "workspaceName", workspace, "workspaceName"):
            return _flag(workspace, path, workspace.seen_from(props, path), lambda: pools)

    def unknown() -> bool:
        raise CantTell(f"its workspace isn't in the program, whose {path} encrypts temporary disks")

    return Place(path, unknown, lambda: pools)

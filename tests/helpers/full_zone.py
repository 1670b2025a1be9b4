"""A zone with something in every list of a stack file."""

import copy
from typing import Any

from helpers.settings import stack

SEARCH = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Search/searchServices"


def full() -> dict[str, Any]:
    """Its settings, put together from those of the project's stacks."""
    settings: dict[str, Any] = {}
    for name in ("bootstrap", "dev", "inference", "models", "research", "prod"):
        settings |= copy.deepcopy(stack(name))
    models = stack("models")
    settings |= {key: copy.deepcopy(models[key]) for key in ("people", "keyVault", "identities")}
    settings["network"] = {"mode": "create", "addressSpace": "10.50.0.0/16"}
    settings["observability"]["monitorPrivateLink"] = {"mode": "create"}
    (cluster,) = settings["trainingClusters"]
    cluster["rolesOn"]["keyVault"] = ["Key Vault Secrets User"]
    given = {key: cluster[key] for key in ("imageVersion", "sshPublicKey")}
    settings["slurmSchedulers"] = [{"name": "slurm", "clusters": ["pretrain"], **given}]
    settings["fabricGateLogs"] = [{"name": "gates", "clusters": ["pretrain"]}]
    settings["privateAiEndpoints"] = [
        {"name": "others", "service": "aiSearch", "targetResourceId": f"{SEARCH}/others"}
    ]
    (workspace,) = settings["machineLearningWorkspaces"]
    for item in (*settings["devMachines"], *workspace["computeClusters"]):
        item["project"] = "foundation"
    families = ("ND_H100_v5", "NC_A100_v4", "NCasT4_v3", "NCads_H100_v5")
    settings["gpuQuota"] = {
        "projects": {name: dict.fromkeys(families, 1000) for name in ("foundation", "serving")}
    }
    return settings


RENAMED = ("checkpoints", "pretrain", "front-gateway", "shields", "sweden", "germany", "others")


def second(section: str, item: dict[str, Any]) -> dict[str, Any]:
    """Another item like this one, which works with the others that are added."""

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: renamed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [renamed(inner) for inner in value]
        if value in RENAMED:
            return value.replace("-gateway", "") + "-b" + ("-gateway" if "-" in value else "")
        return value

    other: dict[str, Any] = renamed(item)
    other["name"] = f"{item['name'][:11]}-b"
    if section == "privateAiEndpoints":
        other["targetResourceId"] += "-b"
    if section == "inferenceClusters":
        other["managedCluster"]["podAddressRange"] = "10.245.0.0/16"
        other["workloadIdentities"] = []
    return other

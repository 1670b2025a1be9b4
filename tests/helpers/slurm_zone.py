"""A stack file with a scheduler and a log of fabric gates."""

from typing import Any

from helpers.settings import stack


def zone() -> dict[str, Any]:
    """The training stack with a scheduler and a log, which is right."""
    settings = stack()
    (cluster,) = settings["trainingClusters"]
    cluster["rolesOn"] = {"keyVault": ["Key Vault Secrets User"]}
    settings["keyVault"] = {"mode": "create"}
    settings["slurmSchedulers"] = [
        {
            "name": "slurm",
            "clusters": ["pretrain"],
            "imageVersion": cluster["imageVersion"],
            "sshPublicKey": cluster["sshPublicKey"],
        }
    ]
    settings["fabricGateLogs"] = [{"name": "gates", "clusters": ["pretrain"], "ingestion": "public"}]
    return settings

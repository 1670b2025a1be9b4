"""The part of a stack file that makes what is proposed."""

from datetime import date
from math import ceil

from azure_ai_landing_zone.advisor.planning.checkpoints import STATES, checkpoint_bytes
from azure_ai_landing_zone.advisor.planning.needs import (
    Proposal,
    ServingProposal,
    StackPart,
    TrainingMode,
    TrainingNeed,
    TrainingProposal,
)
from azure_ai_landing_zone.advisor.planning.serving import driver_of
from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.catalog.kubernetes_versions import supported_on
from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.machines.planning.images import hpc_image_sku
from azure_ai_landing_zone.network.planning.addresses import lustre_addresses
from azure_ai_landing_zone.training.planning.placement import SINGLE_PLACEMENT_GROUP_NODES

_RETENTION_DAYS = 14

_MOST_RUN_HOURS = 87_600

_NODES_OF_THE_DEFAULT_RANGE = 240
"""GPU nodes for which 10.244.0.0/16 has a /24 each, with system nodes and those of upgrades."""

_RANGE_OF_MORE_PODS = "10.244.0.0/15"
"""For 512 nodes, more than any request may ask for."""

_NAMES: dict[TrainingMode, str] = {"preTraining": "pretrain", "fullFineTuning": "finetune", "lora": "lora"}


def serving_part(proposal: ServingProposal, today: date) -> StackPart:
    """An AKS cluster with a pool whose nodes are always there."""
    pool: StackPart = {
        "name": "gpu",
        "size": proposal.size.size,
        "minNodes": proposal.nodes,
        "maxNodes": proposal.nodes,
    }
    if driver_of(proposal.size) != "aks":
        pool["driver"] = driver_of(proposal.size)
    cluster = {"mode": "create", "kubernetesVersion": supported_on(today)[-1]}
    if proposal.nodes > _NODES_OF_THE_DEFAULT_RANGE:
        cluster["podAddressRange"] = _RANGE_OF_MORE_PODS
    return {"inferenceClusters": [{"name": "serving", "managedCluster": cluster, "pools": [pool]}]}


def training_part(
    proposal: TrainingProposal, need: TrainingNeed, ssh_public_key: str, zone: str | None
) -> StackPart:
    """A training cluster, the store for its checkpoints, and a Lustre file system where there is data for
    one."""
    name = _NAMES[need.mode]
    cluster: StackPart = {"name": name, "size": proposal.size.size, "nodeCount": proposal.nodes}
    if proposal.nodes > SINGLE_PLACEMENT_GROUP_NODES:
        cluster["nodeLimit"] = proposal.nodes
    if zone is not None:
        cluster["zone"] = zone
    cluster["imageVersion"] = VM_IMAGES[hpc_image_sku(proposal.size)].example_version
    cluster["sshPublicKey"] = ssh_public_key
    cluster["checkpointStore"] = "checkpoints"
    part: StackPart = {"trainingClusters": [cluster], "checkpointStores": [_store(proposal, need)]}
    if proposal.checkpoint.lustre is not None and not lustre_needs_addresses(proposal):
        part["lustreDatasets"] = [_lustre(proposal, name, zone)]
    return part


def lustre_needs_addresses(proposal: Proposal) -> bool:
    """Whether Azure publishes no subnet for the file system, so that someone has to ask it for one."""
    lustre = proposal.checkpoint.lustre if isinstance(proposal, TrainingProposal) else None
    if lustre is None:
        return False
    try:
        lustre_addresses(lustre.storage_tib)
    except PlanRefused:
        return True
    return False


def _store(proposal: TrainingProposal, need: TrainingNeed) -> StackPart:
    optimizer = need.job.optimizer
    store: StackPart = {"name": "checkpoints", "parameters": need.job.trained_parameters}
    if (state := STATES[optimizer]) is None:
        store["bytesPerParameter"] = checkpoint_bytes(optimizer)
    else:
        store |= {"precision": "bf16", "optimizerState": state}
    store["intervalMinutes"] = proposal.checkpoint.interval_minutes
    if proposal.hours is not None and proposal.hours <= _MOST_RUN_HOURS:
        store["runHours"] = max(ceil(proposal.hours), 1)
    return store | {"retentionDays": _RETENTION_DAYS}


def _lustre(proposal: TrainingProposal, cluster: str, zone: str | None) -> StackPart:
    checkpoint, lustre = proposal.checkpoint, proposal.checkpoint.lustre
    found: StackPart = {"name": "data"}
    if lustre is not None:
        found["sizing"] = {
            "mode": "given",
            "skuName": lustre.sku_name,
            "storageTib": lustre.storage_tib,
        }
    found["readers"] = [{"size": proposal.size.size, "nodeCount": proposal.nodes}]
    found["checkpoint"] = {
        "checkpointGb": ceil(checkpoint.gb),
        "intervalMinutes": checkpoint.interval_minutes,
    }
    if zone is not None:
        found["zone"] = zone
    return found | {"clusters": [cluster]}

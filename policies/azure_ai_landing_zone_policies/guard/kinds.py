"""What is lost for good, or for long, when a plan deletes a resource of some type."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.ai import has_gpus
from azure_ai_landing_zone_policies.readers.node_pools import node_pools


@dataclass(frozen=True)
class Kind:
    """A kind of resource that nobody deletes by the way."""

    noun: str
    lost: str
    instead: str
    """How to get what the change is for without the loss."""
    small: bool = False
    """Soon made again: its deletion is a loss only where what it serves stays, and its replacement none."""
    shared: bool = False
    """What uses it names it, and where nothing that stays does, it is no loss."""


_BESIDE = "create the new one beside it under another name, move what uses it, and remove this one afterwards"
_RIGHT = "give whoever needs it another one first"
_CAPACITY = "nobody promises that Azure has the machines again"

_LOCK = Kind("lock", "what keeps people from deleting what it is on", "keep it", small=True)

GUARDED: Mapping[str, Kind] = {
    "apimanagement:ApiManagementService": Kind(
        "API gateway", "its address, subscriptions and their keys; a new one takes up to an hour", _BESIDE
    ),
    "authorization:ManagementLockAtResourceGroupLevel": _LOCK,
    "authorization:ManagementLockAtResourceLevel": _LOCK,
    "authorization:ManagementLockAtSubscriptionLevel": _LOCK,
    "authorization:ManagementLockByScope": _LOCK,
    "authorization:RoleAssignment": Kind(
        "role assignment", "the right of whoever it is for, from one minute to the next", _RIGHT, small=True
    ),
    "batch:Pool": Kind("Batch pool", f"its machines and the tasks on them; {_CAPACITY}", _BESIDE),
    "cognitiveservices:Account": Kind(
        "AI service account",
        "its deployments with their throughput, fine-tuned models and files; its name is taken for 48 hours",
        _BESIDE,
    ),
    "cognitiveservices:Deployment": Kind(
        "provisioned throughput", "capacity that goes back to Azure and may not be there again", _BESIDE
    ),
    "compute:CapacityReservation": Kind("capacity reservation", _CAPACITY, _BESIDE),
    "compute:Disk": Kind("disk", "everything on it", "take a snapshot, and create the new disk from that"),
    "compute:VirtualMachineScaleSet": Kind(
        "cluster", f"its machines, what is on their disks and the jobs on them; {_CAPACITY}", _BESIDE
    ),
    "containerregistry:Registry": Kind(
        "container registry", "its images, and with them the next start of every pod", _BESIDE
    ),
    "containerservice:AgentPool": Kind(
        "AKS node pool", f"its nodes and the pods on them; {_CAPACITY}", f"{_BESIDE} (cordon and drain first)"
    ),
    "containerservice:ManagedCluster": Kind(
        "AKS cluster", "all that runs in it, its volumes, its API address and its identities", _BESIDE
    ),
    "cosmosdb:DatabaseAccount": Kind("Cosmos DB account", "its databases", _BESIDE),
    "eventhub:EventHub": Kind("event hub", "the events in it, and those sent while it is gone", _BESIDE),
    "eventhub:Namespace": Kind(
        "Event Hubs namespace", "its event hubs with their events, and its address", _BESIDE
    ),
    "keyvault:Key": Kind(
        "key", "what is encrypted with it can't be read while it is gone", "make a new version of the key"
    ),
    "keyvault:Vault": Kind(
        "key vault",
        "its secrets and keys, and what is encrypted with them; its name is taken while it is soft-deleted",
        "recover rather than recreate; for another region or SKU, create a second vault and copy the secrets",
    ),
    "machinelearningservices:Compute": Kind(
        "Azure ML compute", f"its machines and jobs; {_CAPACITY}", _BESIDE
    ),
    "machinelearningservices:OnlineEndpoint": Kind(
        "Azure ML endpoint", "its address and its keys, which callers have", _BESIDE
    ),
    "machinelearningservices:Workspace": Kind(
        "Azure ML workspace", "its jobs, models, data assets and endpoints with their history", _BESIDE
    ),
    "managedidentity:FederatedIdentityCredential": Kind(
        "federated credential", "the way in of whoever it trusts", _RIGHT, small=True
    ),
    "managedidentity:UserAssignedIdentity": Kind(
        "managed identity",
        "its roles and its access to keys: a new one of the same name is another principal",
        _BESIDE,
        shared=True,
    ),
    "monitor:AzureMonitorWorkspace": Kind("Azure Monitor workspace", "its metrics", _BESIDE),
    "monitor:DiagnosticSetting": Kind(
        "diagnostic setting",
        "the record of what happens from now on",
        "have another setting write it first",
        small=True,
    ),
    "network:AzureFirewall": Kind(
        "firewall", "the only way out of networks that are routed through it, and its addresses", _BESIDE
    ),
    "network:FirewallPolicy": Kind(
        "firewall policy", "the rules of the firewalls that have it", _BESIDE, shared=True
    ),
    "network:ExpressRouteCircuit": Kind(
        "ExpressRoute circuit", "its service key: the provider has to connect it anew", _BESIDE
    ),
    "network:NetworkSecurityGroup": Kind(
        "network security group",
        "the rules of the subnets that have it: what they deny is open then",
        "give the subnets another one first",
        small=True,
        shared=True,
    ),
    "network:PrivateEndpoint": Kind(
        "private endpoint",
        "the private way to what it leads to, whose public one is usually closed",
        _BESIDE,
        small=True,
    ),
    "network:Subnet": Kind(
        "subnet",
        "the network of all that is in it; Azure refuses while anything is",
        "add a subnet, and move",
    ),
    "network:VirtualNetwork": Kind(
        "virtual network",
        "its subnets, peerings and links, and the connection of all that is in it",
        "add an address range or a second network, and move",
    ),
    "network:VirtualNetworkGateway": Kind(
        "network gateway", "its tunnels and its addresses, for most of an hour", _BESIDE
    ),
    "operationalinsights:Table": Kind(
        "table of logs", "its records, which may be kept for years", "keep it, or export it first"
    ),
    "operationalinsights:Workspace": Kind(
        "Log Analytics workspace", "its logs, unless it is recovered within 14 days", _BESIDE
    ),
    "privatedns:PrivateZone": Kind(
        "private DNS zone",
        "the names of private endpoints: clients get public addresses, and no answer",
        _BESIDE,
    ),
    "resources:ResourceGroup": Kind(
        "resource group",
        "everything in it, also what other programs and people put there",
        "make a second group for what is new, and leave this one",
    ),
    "search:Service": Kind("search service", "its indexes, which have to be built anew", _BESIDE),
    "storage:BlobContainer": Kind(
        "blob container", "its blobs, unless container soft delete brings them back", _BESIDE
    ),
    "storage:BlobContainerImmutabilityPolicy": Kind(
        "immutability policy",
        "what keeps records from being changed and deleted",
        "keep it; a longer period is an update",
        small=True,
    ),
    "storage:FileShare": Kind("file share", "its files, unless soft delete brings them back", _BESIDE),
    "storage:StorageAccount": Kind(
        "storage account",
        "everything in it, such as checkpoints, unless it is recovered within 14 days under the same name",
        _BESIDE,
    ),
    "storagecache:AmlFilesystem": Kind(
        "Lustre file system",
        "every file that wasn't exported to blobs",
        "export to the blob container first (an export job), then create the new one beside it",
    ),
}
"""By type, as `type_name` gives it.

Sources: learn.microsoft.com, storage/common/storage-account-recover, azure-monitor/logs/delete-workspace,
ai-services/recover-purge-resources, key-vault/general/soft-delete-overview; 2026-11.
"""


def kind_of(view: View) -> Kind | None:
    """What the loss of a resource is; None for one that is soon made again."""
    kind = GUARDED.get(view.resource.type)
    if kind is None:
        return None
    if view.resource.type == "compute:VirtualMachineScaleSet":
        return kind if _may_have_gpus(view) else None
    if view.resource.type == "cognitiveservices:Deployment":
        return (
            kind
            if _unless_known(lambda: "provisioned" not in (view.text("sku.name") or "").lower())
            else None
        )
    return kind


def _may_have_gpus(view: View) -> bool:
    """Also where a size can't be read."""
    try:
        sizes = [pool.size() for pool in node_pools(view)]
    except CantTell:
        return True
    return bool(sizes) and has_gpus(view)


def _unless_known(harmless: Any) -> bool:
    try:
        return not harmless()
    except CantTell:
        return True

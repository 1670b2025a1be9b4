"""What the nodes of a zone's training clusters mount, report to and are scheduled by."""

import pulumi

from azure_ai_landing_zone.data.blob_cache.cache import BlobCache
from azure_ai_landing_zone.data.lustre.dataset import LustreDataset
from azure_ai_landing_zone.data.lustre.planning.client import FILE_SYSTEM, MOUNT_OPTIONS
from azure_ai_landing_zone.node_setup.services import (
    FabricReports,
    NodeMount,
    NodeServices,
    SlurmMembership,
)
from azure_ai_landing_zone.slurm.scheduler import SlurmScheduler
from azure_ai_landing_zone.training.fabric_gate_log import FabricGateLog
from azure_ai_landing_zone.zone.made import Made


def node_services(
    made: Made, cluster: str, checkpoint_store: str | None
) -> tuple[NodeServices, list[pulumi.Resource]]:
    """Of the cluster called so, from all that names it; and what is to be there before its nodes are."""
    settings, reached = made.settings, list[pulumi.Resource]()
    store = made.stores.get(checkpoint_store or "")
    mounts: list[NodeMount] = []
    for dataset in settings.lustre_datasets:
        component = made.parts["lustre_datasets"][dataset.name].component
        if cluster in dataset.clusters and isinstance(component, LustreDataset):
            source = pulumi.Output.concat(component.mgs_address, f"@tcp:/{FILE_SYSTEM}")
            mounts.append(
                NodeMount(
                    kind="lustre", path=f"/mnt/{dataset.name}", source=source, options=list(MOUNT_OPTIONS)
                )
            )
            reached.append(component)
    for cache in settings.blob_caches:
        component = made.parts["blob_caches"][cache.name].component
        if cluster in cache.mounted_by and isinstance(component, BlobCache):
            container = component.container_url.apply(lambda url: url.rstrip("/").rpartition("/")[2])
            path, config = cache.mount_path or f"/mnt/{cache.name}", component.config.apply(str)
            mounts.append(NodeMount(kind="blobfuse2", path=path, source=container, config=config))
            reached.append(component)
    reports = None
    for log in settings.fabric_gate_logs:
        component = made.parts["fabric_gate_logs"][log.name].component
        if cluster in log.clusters and isinstance(component, FabricGateLog):
            reports = FabricReports(
                logs_ingestion_endpoint=component.logs_ingestion_endpoint,
                rule_immutable_id=component.rule_immutable_id,
            )
            reached.append(component)
    slurm = None
    for scheduler in settings.slurm_schedulers:
        component = made.parts["slurm_schedulers"][scheduler.name].component
        if cluster in scheduler.clusters and isinstance(component, SlurmScheduler) and made.vault is not None:
            slurm = SlurmMembership(
                partition=cluster,
                scheduler_address=component.scheduler_address,
                vault_uri=made.vault.vault_uri,
                munge_key_secret=scheduler.munge_key_secret,
            )
            reached.append(component)
    services = NodeServices(
        client_id=made.identities[cluster].client_id,
        mounts=mounts,
        checkpoint_container_url=store.container_url if store else None,
        fabric_reports=reports,
        slurm=slurm,
    )
    return services, reached

"""Rule lustre-size-exists."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.lustre import all_skus
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _file_system(size_tib: int) -> dict[str, object]:
    return {"sku": {"name": "AMLFS-Durable-Premium-250"}, "storageCapacityTiB": size_tib, "zones": ["1"]}


@rule(
    on=("storagecache:AmlFilesystem",),
    area="data",
    severity="high",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/azure-managed-lustre/create-file-system-portal",),
    passes=_file_system(16),
    fails=_file_system(20),
)
def lustre_size_exists(props: View) -> Iterator[str | CantTell]:
    """A Lustre file system has a size that Azure makes

    Sizes come in steps that depend on the throughput. Azure rounds others up and bills the larger size, the
    program shows a difference for ever, and since the size can't be changed the repair is a replacement that
    deletes all files. It is in one zone, too: that of the machines that read it.
    """
    name, size = props.text("sku.name"), props.number("storageCapacityTiB")
    kinds = {kind.lower(): sku for kind, sku in all_skus().items()}
    step = kinds[name.lower()].step_tib if name and name.lower() in kinds else None
    if step and size is not None and (size % step or size == 0):
        lower = size // step * step
        near = f"{lower} or {lower + step}" if lower else str(step)
        yield f"storageCapacityTiB is {size}; {name} comes in steps of {step} TiB: use {near}"
    zones = props.texts("zones")
    if zones is not None and len(zones) != 1:
        yield f"zones has {len(zones)} entries; a file system is in exactly one, that of its clients"

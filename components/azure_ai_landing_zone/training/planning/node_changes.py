"""What a change of a scale set does to the nodes that run: nothing, nothing yet, or it can't be made.

A scale set with the upgrade policy Manual takes a new model at once and applies it to nodes that come later.
Source: learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-upgrade-policy and
…/virtual-machine-scale-sets-upgrade-scale-set, read 2026-11-21.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from azure_ai_landing_zone.catalog.sizes import find

_PROFILE = "virtualMachineProfile"

_SETTLED = {
    "zones": "zone",
    "platformFaultDomainCount": "fault_domain_count",
    f"{_PROFILE}.priority": "spot",
    f"{_PROFILE}.osProfile.adminUsername": "admin_username",
    f"{_PROFILE}.osProfile.computerNamePrefix": "label",
}
"""What Azure settles when it makes a scale set, by the argument that decides it."""

_EVICTION = f"{_PROFILE}.evictionPolicy"
"""Settled as well, of a scale set that stays one of spot nodes.
Source: github.com/hashicorp/terraform-provider-azurerm, whose resource makes a new scale set; 2026-11-21."""

_DISK_KEY = f"{_PROFILE}.storageProfile.osDisk.managedDisk.diskEncryptionSet"
"""Azure takes another one and does nothing with it: hashicorp/terraform-provider-azurerm@69697b7:
internal/services/compute/virtual_machine_scale_set.go, 2026-11-23."""

_APPLIED_LATER = {
    "sku.name": "`size`",
    f"{_PROFILE}.storageProfile.imageReference": "`image_version`",
    f"{_PROFILE}.storageProfile.osDisk.diskSizeGB": "`os_disk_size_gib`",
    f"{_PROFILE}.storageProfile.dataDisks": "`data_disks`",
    f"{_PROFILE}.securityProfile.securityType": "`security_type`",
    f"{_PROFILE}.securityProfile.encryptionAtHost": "`encryption_at_host`",
    f"{_PROFILE}.networkProfile": "the network",
    f"{_PROFILE}.scheduledEventsProfile": "`termination_notice_minutes`",
}
"""What running nodes don't see until they follow the model, by what decides it."""

_ON_FIRST_BOOT = {
    f"{_PROFILE}.osProfile.linuxConfiguration": "`ssh_public_key`",
    f"{_PROFILE}.osProfile.customData": "what nodes do on their first boot",
}
"""What a node that follows the model doesn't see before it starts from its image again.
Source: learn.microsoft.com/azure/virtual-machines/custom-data, read 2026-11-21."""

_ANEW = (
    "give the cluster another name, which makes a second one; or take it out, run `pulumi up`, and put it "
    "back, which deletes its nodes"
)


@dataclass(frozen=True, slots=True)
class ScaleSetChange:
    """An update of a scale set, as its inputs were and are to be. What isn't known yet is left alone."""

    old: Mapping[str, Any]
    new: Mapping[str, Any]
    nodes: int
    """That it has now."""

    def refusals(self) -> list[str]:
        """Why it can't be made, each with what to do instead."""
        return list(self._refusals())

    def _refusals(self) -> Iterator[str]:
        stays_spot = {} if self._differs(f"{_PROFILE}.priority") else {_EVICTION: "eviction_policy"}
        for path, argument in (_SETTLED | stays_spot).items():
            if self._differs(path):
                yield f"`{argument}` of a scale set can't change, {self._step(path)}: {_ANEW}"
        if self._moves(_DISK_KEY):
            yield f"the key of a scale set's disks can't come or go later: {_ANEW}"
        if self._moves("proximityPlacementGroup") and self.nodes:
            yield (
                f"`placement` can't change while the cluster has nodes, and it has {self.nodes}: set "
                "`node_count` to 0 first"
            )
        before, after = find(str(_at(self.old, "sku.name"))), find(str(_at(self.new, "sku.name")))
        if before and after and before.has_rdma and before.family != after.family:
            yield (
                f"`size` can't change to another family, from {before.size} to {after.size}: nodes of two "
                f"families are on two InfiniBand fabrics; {_ANEW}"
            )

    def _moves(self, path: str) -> bool:
        """Into a placement group, say, which may not have an id yet, out of one, or into another."""
        is_new = (_at(self.old, path) is None) != (_at(self.new, path) is None)
        return is_new or self._differs(path)

    def not_yet(self) -> list[str]:
        """What of it running nodes don't see."""
        every = _APPLIED_LATER | _ON_FIRST_BOOT
        return [what for path, what in every.items() if self.nodes and self._differs(path)]

    def needs_first_boot(self) -> bool:
        """Whether nodes that run have to start from their image again for all of it."""
        return any(self._differs(path) for path in _ON_FIRST_BOOT)

    def _differs(self, path: str) -> bool:
        before, after = _at(self.old, path), _at(self.new, path)
        return _known(before) and _known(after) and before != after

    def _step(self, path: str) -> str:
        def spelled(value: Any) -> str:
            if isinstance(value, list):
                return ", ".join(str(item) for item in value)
            return "none" if value is None else str(value)

        return f"from {spelled(_at(self.old, path))} to {spelled(_at(self.new, path))}"


def _at(props: Mapping[str, Any], path: str) -> Any:
    value: Any = props
    for name in path.split("."):
        if not isinstance(value, Mapping):
            return None if value is None else value
        value = value.get(name)
    return value


def _known(value: Any) -> bool:
    """Plain data all the way down: promises and unknowns aren't."""
    if isinstance(value, Mapping):
        return all(_known(item) for item in value.values())
    if isinstance(value, list):
        return all(_known(item) for item in value)
    return value is None or isinstance(value, str | int | float | bool)

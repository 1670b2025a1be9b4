"""Whose key the disks of a cluster that is there have: the stack's own state knows."""

from azure_ai_landing_zone.core.component import Component
from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.own_state import saved_resources
from azure_ai_landing_zone.core.problem import Problem

_CLUSTER = "azure-native:containerservice:ManagedCluster"


def refuse_other_disks(component: Component, azure_name: str, *, has_key: bool) -> None:
    """Azure settles whether disks of nodes have a key of the customer's own when it makes a cluster, and
    the provider would make another one instead, with all that runs in it. Which key that is can change.
    Sources: MicrosoftDocs/azure-aks-docs:articles/aks/azure-disk-customer-managed-keys.md;
    pulumi-azure-native:provider/pkg/gen/replacement.go, 2026-11-23. Raises SettingsError."""
    name = f"{component.pulumi_resource_name}-cluster"
    there = (one.outputs for one in saved_resources(_CLUSTER) if one.name == name)
    made = next((outputs for outputs in there if outputs.get("name") == azure_name), None)
    if made is None or bool(made.get("diskEncryptionSetID")) == has_key:
        return
    whose, instead, second = "Microsoft's key", "leave the key out", "with it"
    if not has_key:
        whose, instead, second = "a key of your own", "give it the key again", "without one"
    text = f"disks of its nodes have {whose}, and that is settled when a cluster is made: {instead}, or make "
    text += f"a second cluster under another name {second}"
    raise SettingsError(f"the cluster {azure_name}", [Problem((), text)])

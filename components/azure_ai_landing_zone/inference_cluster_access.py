"""What an AKS cluster's own identities may do."""

import pulumi

from azure_ai_landing_zone.access import grant_access
from azure_ai_landing_zone.model import AccessGrant, Input, Model
from azure_ai_landing_zone.roles import BuiltInRole


class AttachedIdentity(Model):
    """A user-assigned identity, as a ManagedIdentity puts it out."""

    identity_resource_id: Input[str]
    """Full id."""
    principal_id: Input[str]
    """The object id."""
    client_id: Input[str]
    """The application id."""


def allow_control_plane(
    name: str,
    identity: AttachedIdentity,
    *,
    kubelet_resource_id: Input[str],
    subnet_resource_id: Input[str],
    zone: str,
    subscription_id: str,
    opts: pulumi.ResourceOptions,
    zone_opts: pulumi.ResourceOptions,
) -> list[pulumi.Resource]:
    """What Azure does as this identity while it makes the cluster, which waits for these grants: it gives
    nodes theirs, joins them to the subnet, and links the private DNS `zone` to the network. Sources:
    learn.microsoft.com/azure/aks/use-managed-identity, and private-clusters, 2026-08-05."""
    network_id = pulumi.Output.from_input(subnet_resource_id).apply(lambda id_: id_.partition("/subnets/")[0])
    joined = ("subnet", subnet_resource_id) if zone == "none" else ("network", network_id)
    wanted: list[tuple[str, Input[str], BuiltInRole, str, pulumi.ResourceOptions]] = [
        ("kubelet", kubelet_resource_id, BuiltInRole.MANAGED_IDENTITY_OPERATOR, subscription_id, opts),
        (*joined, BuiltInRole.NETWORK_CONTRIBUTOR, subscription_id, opts),
    ]
    if zone not in ("system", "none"):
        role = BuiltInRole.PRIVATE_DNS_ZONE_CONTRIBUTOR
        wanted.append(("zone", zone, role, zone.split("/")[2], zone_opts))
    return [
        assignment
        for key, scope, role, subscription, options in wanted
        for assignment in grant_access(
            f"{name}-{key}",
            [AccessGrant(key="control", principal_id=identity.principal_id, role=role)],
            scope=scope,
            subscription_id=subscription,
            opts=options,
        )
    ]

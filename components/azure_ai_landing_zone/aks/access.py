"""What an AKS cluster's own identities may do."""

from collections.abc import Sequence
from typing import Any

import pulumi
from pulumi_azure_native import managedidentity

from azure_ai_landing_zone.access.role_wait import after_roles
from azure_ai_landing_zone.access.trust import AUDIENCE
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.model import AccessGrant, Input, Key, Model
from azure_ai_landing_zone.core.problem import Problem

_ROLE_WAIT_SECONDS = 180
"""Azure lets everybody know of a role within ten minutes, mostly within some; a cluster that is refused can
be tried again at once. Source: learn.microsoft.com/azure/role-based-access-control/troubleshooting."""


class AttachedIdentity(Model):
    """A user-assigned identity, as a ManagedIdentity puts it out."""

    identity_resource_id: Input[str]
    """Full id."""
    principal_id: Input[str]
    """The object id."""
    client_id: Input[str]
    """The application id."""


class TrustedPods(Model):
    """Pods of one service account that are an identity."""

    key: Key
    """For the name of the credential."""
    identity_resource_id: Input[str]
    """Of the user-assigned identity."""
    namespace: str
    """The service account's."""
    service_account: str
    """Its name."""


def allow_control_plane(
    making: Making,
    identity: AttachedIdentity,
    *,
    kubelet_resource_id: Input[str],
    subnet_resource_id: Input[str],
    disk_encryption_set_id: Input[str] | None,
    zone: str,
    zone_provider: pulumi.ProviderResource | None,
) -> pulumi.ResourceOptions:
    """What Azure does as this identity while it makes the cluster, which waits for these grants with the
    options that come back: it gives nodes theirs, joins them to the subnet, reads what their disks are
    encrypted with, and links the private DNS `zone` to the network. Azure checks that at once, and doesn't
    know of a grant made a moment ago. Sources: learn.microsoft.com/azure/aks/use-managed-identity, and
    private-clusters, 2026-08-05; MicrosoftDocs/azure-aks-docs:articles/aks/azure-disk-customer-managed-
    keys.md, 2026-11-23."""
    network_id = pulumi.Output.from_input(subnet_resource_id).apply(lambda id_: id_.partition("/subnets/")[0])
    joined = ("subnet", subnet_resource_id) if zone == "none" else ("network", network_id)
    wanted: list[tuple[str, Input[str], BuiltInRole, dict[str, Any]]] = [
        ("kubelet", kubelet_resource_id, BuiltInRole.MANAGED_IDENTITY_OPERATOR, {}),
        (*joined, BuiltInRole.NETWORK_CONTRIBUTOR, {}),
    ]
    if disk_encryption_set_id is not None:
        wanted.append(("disks", disk_encryption_set_id, BuiltInRole.READER, {}))
    if zone not in ("system", "none"):
        wanted.append(("zone", zone, BuiltInRole.PRIVATE_DNS_ZONE_CONTRIBUTOR, {"provider": zone_provider}))
    assignments = [
        assignment
        for key, scope, role, where in wanted
        for assignment in making.grant(
            [AccessGrant(key="control", principal_id=identity.principal_id, role=role)], scope, key, **where
        )
    ]
    return after_roles([assignment.created_on for assignment in assignments], _ROLE_WAIT_SECONDS)


def issuer_of(profile: Any, *, needed: bool) -> str:
    """The URL of a cluster's OIDC issuer; empty where it has none and nobody needs it."""
    url = str(profile.issuer_url) if profile is not None and profile.enabled else ""
    if needed and not url:
        text = (
            "has no OIDC issuer, and pods can't be identities without: run `az aks update "
            "--enable-oidc-issuer --enable-workload-identity` on it"
        )
        raise SettingsError("the cluster that is brought along", [Problem((), text)])
    return url


def trust_pods(making: Making, pods: Sequence[TrustedPods], issuer: Input[str]) -> None:
    """Let pods of the cluster sign in as their identities. One after another: Azure refuses a second write to
    an identity meanwhile, and pods may share one."""
    previous: list[pulumi.Resource] = []
    for workload in pods:
        parts = pulumi.Output.from_input(workload.identity_resource_id).apply(lambda id_: id_.split("/"))
        previous = [
            managedidentity.FederatedIdentityCredential(
                f"{making.name}-{workload.key}-credential",
                federated_identity_credential_resource_name=f"{making.label}-{workload.key}",
                resource_group_name=parts.apply(lambda found: str(found[4])),
                resource_name_=parts.apply(lambda found: str(found[8])),
                issuer=issuer,
                subject=f"system:serviceaccount:{workload.namespace}:{workload.service_account}",
                audiences=[AUDIENCE],
                opts=making.child(depends_on=previous),
            )
        ]


def let_keda_read(making: Making, reader: AttachedIdentity, metrics_resource_id: Input[str]) -> TrustedPods:
    """The identity of AKS's KEDA add-on, allowed to read metrics. Source:
    learn.microsoft.com/azure/azure-monitor/containers/integrate-keda, 2026-08."""
    role = BuiltInRole.MONITORING_DATA_READER
    grant = AccessGrant(key="keda", principal_id=reader.principal_id, role=role)
    making.grant([grant], metrics_resource_id, "metrics")
    return TrustedPods(
        key="keda",
        identity_resource_id=reader.identity_resource_id,
        namespace="kube-system",
        service_account="keda-operator",
    )

"""HomeShare: an NFS share of Azure Files for home directories."""

import pulumi
from pulumi_azure_native import storage

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.model import PrivateEndpointPlace, Protection
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.data.homes.settings import HomeShareCreate
from azure_ai_landing_zone.stores.closed_account import RESOURCE_TYPE, closed_account

SHARE = "homes"
"""What the share is called in its account."""


class HomeShareArgs(ComponentArgs):
    """What a HomeShare is made of."""

    share: HomeShareCreate = HomeShareCreate(mode="create")
    """How large, how redundant, and how long a deleted one can be brought back."""
    private_endpoint: PrivateEndpointPlace
    """The only way in; its zone is privatelink.file.core.windows.net."""
    encryption_key: EncryptionKey | None = None
    """A key of the customer's own. Left out: Microsoft's."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace account and share."""


class HomeShare(Component):
    """A share that knows users and groups by their numbers: whoever reaches the endpoint is who they say,
    root too, since machines make homes as root. So it has a private endpoint and no other way in.

    What travels is encrypted: the account takes secure transfer only, and machines mount with the AZNFS
    helper, which talks TLS. In API 2024-01-01, whose classes azure-native 3.29 has, that setting of the whole
    account governs NFS too; newer ones have one for the protocol, which nothing sets here. Sources:
    learn.microsoft.com/azure/storage/files/files-nfs-protocol, 2026-07-08, and
    encryption-in-transit-for-nfs-shares, 2025-05-07.
    """

    account_name: pulumi.Output[str]
    share_resource_id: pulumi.Output[str]
    export: pulumi.Output[str]
    """What machines mount: <account>.file.core.windows.net:/<account>/homes; resolves inside the network."""
    snapshot_command: pulumi.Output[str]
    """Makes a snapshot, of which machines see files below `.snapshots`, and people get their own back."""

    def __init__(self, name: str, args: HomeShareArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        account = closed_account(
            making,
            account_kind="FileStorage",
            account_sku=args.share.share_sku,
            encryption_key=args.encryption_key,
        )
        service = storage.FileServiceProperties(
            f"{name}-file-service",
            file_services_name="default",
            account_name=account.name,
            share_delete_retention_policy=storage.DeleteRetentionPolicyArgs(
                enabled=True, days=args.share.soft_delete_days
            ),
            opts=making.child(),
            **making.group,
        )
        share = storage.FileShare(
            f"{name}-share",
            share_name=SHARE,
            account_name=account.name,
            enabled_protocols=storage.EnabledProtocols.NFS,
            root_squash=storage.RootSquashType.NO_ROOT_SQUASH,
            share_quota=args.share.size_gib,
            opts=making.keeper(depends_on=[service]),
            **making.group,
        )
        making.watch(account.id, RESOURCE_TYPE)
        making.watch(service.id, f"{RESOURCE_TYPE}/fileServices", "file")
        making.endpoint(args.private_endpoint, account.id, "file", depends_on=[share])
        self.account_name = account.name
        self.share_resource_id = share.id
        self.export = account.name.apply(lambda called: f"{called}.file.core.windows.net:/{called}/{SHARE}")
        self.snapshot_command = pulumi.Output.concat(
            "az storage share-rm snapshot --name ", SHARE, " --storage-account ", account.name,
            " --resource-group ", args.resource_group_name,
        )  # fmt: skip
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a HomeShare called so names."""
    return [("storageAccount", label), ("privateEndpoint", f"{label}-file")]

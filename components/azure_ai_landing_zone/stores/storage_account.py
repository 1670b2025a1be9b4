"""StorageAccount: blobs and files that only Entra identities reach, over private endpoints."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import storage
from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Model,
    PrivateEndpointPlace,
    Protection,
    matching,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AllowedIpRange
from azure_ai_landing_zone.stores.closed_account import (
    RESOURCE_TYPE,
    blob_service,
    closed_blob_account,
    container,
)

AccountSku = Literal[
    "Standard_LRS",
    "Standard_ZRS",
    "Standard_GRS",
    "Standard_GZRS",
    "Standard_RAGRS",
    "Standard_RAGZRS",
    "Premium_LRS",
    "Premium_ZRS",
]

StorageService = Literal["blob", "dfs", "file", "queue", "table"]
"""What a private endpoint leads to. Clients of a hierarchical namespace need blob and dfs."""

ContainerName = Annotated[
    str,
    matching(r"(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*", "3 to 63 lower-case letters, digits and single hyphens"),
]


class StorageAccountCreate(Model):
    """A storage account of the zone's own."""

    mode: Literal["create"]
    """Made here."""
    account_sku: AccountSku = "Standard_ZRS"
    """Standard_ZRS survives the loss of a zone; regions without zones have Standard_LRS only. Premium is for
    block blobs."""
    containers: list[ContainerName] = Field(default=[])
    """Names of the containers in it."""
    hierarchical_namespace: StrictBool = False
    """Real folders, for BlobFuse2, NFS and analytics. It can't be changed later."""
    soft_delete_days: StrictInt = Field(default=7, ge=1, le=365)
    """A deleted blob can be brought back for so long, and is paid for."""
    versioning: StrictBool = False
    """Keeps what is overwritten, for state files and the like. Nothing deletes old versions by itself."""
    trusted_services: StrictBool = False
    """Lets in Azure's own services on Microsoft's list, such as Log Analytics' data export."""
    allowed_ip_ranges: list[AllowedIpRange] = Field(default=[], max_length=400)
    """Public addresses that get in. None: public access is off altogether."""

    @model_validator(mode="after")
    def _check_features(self) -> "StorageAccountCreate":
        problems = []
        if self.hierarchical_namespace and self.versioning:
            text = "Azure keeps no versions in a hierarchical namespace: drop one"
            problems.append(Problem(("versioning",), text))
        for number, called in enumerate(self.containers):
            if called in self.containers[:number]:
                problems.append(Problem(("containers", number), f"{called} is there twice"))
        refuse(StorageAccountCreate, problems)
        return self


class StorageAccountExisting(Model):
    """A storage account that someone else answers for: only role assignments and endpoints are added."""

    mode: Literal["existing"]
    """Taken over."""
    account_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it."""


StorageAccountChoice = Annotated[StorageAccountCreate | StorageAccountExisting, Field(discriminator="mode")]


class StorageAccountArgs(ComponentArgs):
    """What a StorageAccount is made of."""

    account: StorageAccountChoice = StorageAccountCreate(mode="create")
    """Made here, or taken over."""
    private_endpoints: dict[StorageService, PrivateEndpointPlace] = Field(default={})
    """The ways in, by what they lead to; the zone of each is privatelink.<service>.core.windows.net."""
    access: list[AccessGrant] = Field(default=[])
    """Who reaches everything in the account. Grants on one container belong to who makes it."""
    encryption_key: EncryptionKey | None = None
    """A key of the customer's own, for blobs and files. Left out: Microsoft's."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data; `locked`: and Azure to delete it."""

    @model_validator(mode="after")
    def _check_access(self) -> "StorageAccountArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        if self.encryption_key is not None and isinstance(self.account, StorageAccountExisting):
            text = "goes with an account that is made here: leave it out"
            problems.append(Problem(("encryption_key",), text))
        refuse(StorageAccountArgs, problems)
        return self


class StorageAccount(Component):
    """A storage account without keys, without anonymous access and without a public way in."""

    account_name: pulumi.Output[str]
    account_resource_id: pulumi.Output[str]
    blob_endpoint: pulumi.Output[str]
    """Such as https://<account>.blob.core.windows.net/; resolves inside the network."""
    container_resource_ids: pulumi.Output[dict[str, str]]
    """Full ids of the containers made here, by name: the narrowest scope of a role on blobs."""

    def __init__(
        self, name: str, args: StorageAccountArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        ways_in = args.private_endpoints
        services: list[StorageService] = sorted(ways_in)
        super().__init__(name, opts, args, lambda label: azure_names(label, services))
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        containers: dict[str, pulumi.Output[str]] = {}
        # What is made in the account waits for this alone: whatever outlives the rest then keeps only this.
        self.blob_service: storage.BlobServiceProperties | None = None
        if isinstance(args.account, StorageAccountExisting):
            its_id: Input[str] = args.account.account_resource_id
            account = storage.StorageAccount.get(f"{name}-account", its_id, making.child())
        else:
            account = _make_account(making, args.account, args.encryption_key)
            its_id = account.id
            self.blob_service = blob_service(
                making,
                account,
                soft_delete_days=args.account.soft_delete_days,
                is_versioning_enabled=True if args.account.versioning else None,
            )
            containers = {
                one: container(making, account, self.blob_service, one, role=f"{one}-container").id
                for one in args.account.containers
            }
        self.private_endpoint_resource_ids: dict[StorageService, pulumi.Output[str]] = {
            service: endpoint.id
            for service in services
            for endpoint in making.endpoint(args.private_endpoints[service], its_id, service, role=service)
        }
        making.grant(args.access, its_id)
        self.account_name = account.name
        self.account_resource_id = pulumi.Output.from_input(its_id)
        self.blob_endpoint = account.primary_endpoints.blob
        self.container_resource_ids = pulumi.Output.all(**containers)
        self._end()


def _make_account(
    making: Making, account: StorageAccountCreate, encryption_key: EncryptionKey | None
) -> "storage.StorageAccount":
    ways_in = storage.NetworkRuleSetArgs(
        default_action=storage.DefaultAction.DENY,
        bypass="AzureServices" if account.trusted_services else "None",
        ip_rules=[
            storage.IPRuleArgs(i_p_address_or_range=one, action=storage.Action.ALLOW)
            for one in account.allowed_ip_ranges
        ]
        or None,
    )
    return closed_blob_account(
        making,
        account.account_sku,
        encryption_key=encryption_key,
        is_hns_enabled=True if account.hierarchical_namespace else None,
        network_rule_set=ways_in,
        public_network_access="Enabled" if account.allowed_ip_ranges else "Disabled",
    )


def lock_command(
    container_name: str, account: StorageAccount, resource_group_name: Input[str]
) -> pulumi.Output[str]:
    """Makes the immutability of a container irrevocable."""
    policy = pulumi.Output.concat(
        f"--container-name {container_name} --account-name ",
        account.account_name,
        " --resource-group ",
        resource_group_name,
    )
    command = "az storage container immutability-policy"
    etag = pulumi.Output.concat(f"$({command} show ", policy, " --query etag --output tsv)")
    return pulumi.Output.concat(f"{command} lock ", policy, ' --if-match "', etag, '"')


def azure_names(label: str, services: list[StorageService]) -> list[tuple[Kind, str]]:
    """What a StorageAccount called so names."""
    endpoints: list[tuple[Kind, str]] = [("privateEndpoint", f"{label}-{service}") for service in services]
    return [("storageAccount", label), *endpoints]

"""An account of Cognitive Services that only Entra identities call, over a private endpoint."""

from collections.abc import Sequence
from typing import Literal

import pulumi
from pulumi_azure_native import cognitiveservices

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Region

RESOURCE_TYPE = "Microsoft.CognitiveServices/accounts"

DeletedAccount = Literal["refuse", "restore"]
"""What becomes of an account of the same name that was deleted less than 48 hours ago: Azure's refusal says
so, or it comes back with all that was in it. Azure refuses `restore` where there is nothing to restore."""


def make_account(
    making: Making,
    azure_name: str,
    *,
    location: Region,
    kind: Literal["AIServices", "ContentSafety"],
    encryption_key: EncryptionKey | None,
    trusted_services: bool,
    deleted_account: DeletedAccount,
    allowed_fqdns: Sequence[str] = (),
) -> "cognitiveservices.Account":
    """A closed account. Its name is its host name as well: private endpoints and Entra tokens need one.

    It fetches what a prompt names (images, files, tools) from `allowed_fqdns` only. Source:
    learn.microsoft.com/azure/ai-services/cognitive-services-data-loss-prevention, 2026-11-22, which doesn't
    name Content Safety.
    """
    identities: list[Input[str]] = []
    encryption = None
    if encryption_key is not None:
        identities = [encryption_key.identity_resource_id]
        encryption = cognitiveservices.EncryptionArgs(
            key_source="Microsoft.KeyVault",
            key_vault_properties=cognitiveservices.KeyVaultPropertiesArgs(
                key_vault_uri=encryption_key.key_vault_uri,
                key_name=encryption_key.key_name,
                identity_client_id=encryption_key.client_id,
            ),
        )
    ready = encryption_key.ready() if encryption_key is not None else None
    both = cognitiveservices.ResourceIdentityType.SYSTEM_ASSIGNED_USER_ASSIGNED
    return cognitiveservices.Account(
        f"{making.name}-account",
        account_name=azure_name,
        location=location,
        kind=kind,
        sku=cognitiveservices.SkuArgs(name="S0"),
        identity=cognitiveservices.IdentityArgs(
            type=both if identities else cognitiveservices.ResourceIdentityType.SYSTEM_ASSIGNED,
            user_assigned_identities=identities or None,
        ),
        properties=cognitiveservices.AccountPropertiesArgs(
            # What makes an account of kind AIServices a Foundry account; others don't have it.
            allow_project_management=True if kind == "AIServices" else None,
            custom_sub_domain_name=azure_name,
            disable_local_auth=True,
            encryption=encryption,
            network_acls=cognitiveservices.NetworkRuleSetArgs(
                default_action="Deny",
                bypass=("AzureServices" if trusted_services else "None") if kind == "AIServices" else None,
            ),
            public_network_access="Disabled",
            restrict_outbound_network_access=True if kind == "AIServices" else None,
            allowed_fqdn_list=list(allowed_fqdns) or None,
            restore=True if deleted_account == "restore" else None,
        ),
        tags=making.tags,
        opts=pulumi.ResourceOptions.merge(making.keeper(), ready),
        **making.group,
    )

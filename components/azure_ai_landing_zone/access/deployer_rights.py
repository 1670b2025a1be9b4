"""What an identity that deploys a zone may do, written down: nothing else is given to it."""

from collections.abc import Sequence

from azure_ai_landing_zone.access.people import roles_of_people
from azure_ai_landing_zone.catalog.roles import PRIVILEGED, BuiltInRole

ACTIONS: dict[str, str] = {
    "Microsoft.AlertsManagement/*": "Prometheus rule groups",
    "Microsoft.ApiManagement/*": "model gateways",
    "Microsoft.Authorization/*/read": "to see the assignments it made",
    "Microsoft.CognitiveServices/*": "model services and content safety",
    "Microsoft.Compute/*": "scale sets, machines, disks, placement groups",
    "Microsoft.Consumption/budgets/*": "budgets",
    "Microsoft.ContainerRegistry/*": "registries",
    "Microsoft.ContainerService/*": "clusters and node pools",
    "Microsoft.DBforMySQL/*": "databases of a Slurm cluster's accounts",
    "Microsoft.Dashboard/*": "Managed Grafana",
    "Microsoft.DevTestLab/schedules/*": "auto-shutdown of machines",
    "Microsoft.EventHub/*": "the way of an audit's records",
    "Microsoft.Features/*": "the feature that InfiniBand pools of clusters need",
    "Microsoft.Insights/*": "diagnostic settings, alerts, data collection, Application Insights",
    "Microsoft.KeyVault/*": "vaults and keys",
    "Microsoft.MachineLearningServices/*": "workspaces, compute, endpoints",
    "Microsoft.ManagedIdentity/*": "identities of workloads and what they trust",
    "Microsoft.Monitor/*": "Monitor workspaces",
    "Microsoft.Network/*": "networks, private endpoints, DNS zones, firewalls, Bastion",
    "Microsoft.OperationalInsights/*": "Log Analytics; diagnostic settings ask for sharedKeys/action",
    "Microsoft.Resources/deployments/*": "what no class of the SDK makes",
    "Microsoft.Resources/subscriptions/resourceGroups/*": "resource groups",
    "Microsoft.Search/*": "search services",
    "Microsoft.Storage/*": "storage accounts and containers",
    "Microsoft.StorageCache/*": "Managed Lustre",
}
"""Operations of the custom role, each with what a zone needs it for."""

NOT_ACTIONS: dict[str, str] = {
    "Microsoft.ApiManagement/service/*/listKeys/action": "everything uses Entra identities",
    "Microsoft.ApiManagement/service/*/listSecrets/action": "everything uses Entra identities",
    "Microsoft.ApiManagement/service/namedValues/listValue/action": "secrets are the vault's",
    "Microsoft.CognitiveServices/accounts/listKeys/action": "everything uses Entra identities",
    "Microsoft.CognitiveServices/accounts/regenerateKey/action": "everything uses Entra identities",
    "Microsoft.Compute/disks/beginGetAccess/action": "disks leave by nobody's link",
    "Microsoft.Compute/galleries/share/action": "images are the company's",
    "Microsoft.Compute/restorePointCollections/restorePoints/diskRestorePoints/beginGetAccess/action": (
        "disks leave by nobody's link"
    ),
    "Microsoft.Compute/restorePointCollections/restorePoints/retrieveSasUris/action": (
        "disks leave by nobody's link"
    ),
    "Microsoft.Compute/snapshots/beginGetAccess/action": "disks leave by nobody's link",
    "Microsoft.Compute/virtualMachineScaleSets/disks/beginGetAccess/action": "disks leave by nobody's link",
    "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/diagnosticRunCommand/action": (
        "machines start with all that they run"
    ),
    "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/diagnosticRunCommands/write": (
        "machines start with all that they run"
    ),
    "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/runCommand/action": "machines start with all",
    "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/runCommands/write": "machines start with all",
    "Microsoft.Compute/virtualMachines/diagnosticRunCommand/action": "machines start with all that they run",
    "Microsoft.Compute/virtualMachines/diagnosticRunCommands/write": "machines start with all that they run",
    "Microsoft.Compute/virtualMachines/runCommand/action": "machines start with all that they run",
    "Microsoft.Compute/virtualMachines/runCommands/write": "machines start with all that they run",
    "Microsoft.ContainerRegistry/registries/generateCredentials/action": "everything uses Entra identities",
    "Microsoft.ContainerRegistry/registries/listCredentials/action": "the admin user is off",
    "Microsoft.ContainerRegistry/registries/regenerateCredential/action": "the admin user is off",
    "Microsoft.ContainerRegistry/registries/tokens/write": "everything uses Entra identities",
    "Microsoft.ContainerService/managedClusters/accessProfiles/listCredential/action": "nobody's but AKS's",
    "Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action": "local accounts are off",
    "Microsoft.ContainerService/managedClusters/runCommand/action": "Kubernetes has an API",
    "Microsoft.EventHub/namespaces/*/listKeys/action": "shared keys are off",
    "Microsoft.EventHub/namespaces/*/regenerateKeys/action": "shared keys are off",
    "Microsoft.KeyVault/locations/deletedVaults/purge/action": "what was deleted can be brought back",
    "Microsoft.KeyVault/managedHSMs/*": "keys are in vaults",
    "Microsoft.KeyVault/vaults/accessPolicies/write": "data is under role assignments",
    "Microsoft.KeyVault/vaults/deploy/action": "a deployment would read secrets",
    "Microsoft.MachineLearningServices/workspaces/*/listKeys/action": "everything uses Entra identities",
    "Microsoft.MachineLearningServices/workspaces/connections/listsecrets/action": "secrets are the vault's",
    "Microsoft.MachineLearningServices/workspaces/listKeys/action": "everything uses Entra identities",
    "Microsoft.Search/searchServices/listAdminKeys/action": "everything uses Entra identities",
    "Microsoft.Search/searchServices/listQueryKeys/action": "everything uses Entra identities",
    "Microsoft.Search/searchServices/regenerateAdminKey/action": "everything uses Entra identities",
    "Microsoft.Storage/storageAccounts/ListAccountSas/action": "shared keys are off",
    "Microsoft.Storage/storageAccounts/ListServiceSas/action": "shared keys are off",
    "Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies/delete": "it is evidence",
    "Microsoft.Storage/storageAccounts/listKeys/action": "shared keys are off",
    "Microsoft.Storage/storageAccounts/localUsers/*": "everything uses Entra identities",
    "Microsoft.Storage/storageAccounts/regeneratekey/action": "shared keys are off",
}
"""Operations that the custom role leaves out, with the reason. Two aren't among them: by
`Microsoft.KeyVault/vaults/secrets/write` a deployment writes the list of a Slurm cluster's people, and reads
nothing; what `Microsoft.Insights/diagnosticSettings/delete` takes goes with what it is of, and alerts tell
of others. Source of the names:
learn.microsoft.com/azure/role-based-access-control/resource-provider-operations, 2026-08-07, and
MicrosoftDocs/azure-docs:articles/role-based-access-control/permissions, 2026-11-22."""

DATA_ACTIONS: dict[str, str] = {
    "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write": (
        "Event Hubs lets an audit's hub store only where whoever makes or changes it could write"
    ),
}
"""Operations on data of the custom role. No more than a deployer can have anyhow: it gives identities that it
makes Storage Blob Data Contributor. Source: learn.microsoft.com/azure/event-hubs/event-hubs-capture-overview,
"Linked access check failed for capture storage destination", 2026-11-22."""

ROLL = tuple(
    f"Microsoft.Compute/virtualMachineScaleSets/{name}"
    for name in (
        "delete/action",
        "manualUpgrade/action",
        "read",
        "reimage/action",
        "virtualMachines/read",
        "write",
    )
)
"""What a Slurm scheduler asks of the scale sets of its nodes: docs/slurm.md has what each is for. Source:
learn.microsoft.com/azure/role-based-access-control/permissions/compute, 2026-11-22."""

LOCK = "Microsoft.Authorization/locks/write"
"""To make locks, of a zone whose `protection` is `locked`. Without locks/delete, which Owner and User Access
Administrator have, it takes none away; what it can write over one is its level, which alerts tell of.
Source: learn.microsoft.com/azure/azure-resource-manager/management/lock-resources, 2024-03-08."""

DECRYPT = "Microsoft.KeyVault/vaults/keys/decrypt/action"
"""All that Pulumi does with the key of a stack that there is: it opens the stack's own key with it. Key Vault
Crypto User could also disable it. Sources: gocloud.dev/secrets/azurekeyvault v0.46 and pulumi/pulumi
pkg/secrets/cloud, 2026-11-22."""

TO_GROUPS: tuple[BuiltInRole, ...] = tuple(
    # What flow logs and audits keep is read with the last one.
    sorted({*roles_of_people(), BuiltInRole.STORAGE_BLOB_DATA_READER})
)
"""Roles that a zone gives to groups, and so to nobody whom a deployer can make."""

TO_WORKLOADS: tuple[BuiltInRole, ...] = tuple(
    sorted(
        {
            BuiltInRole.ACR_PULL,
            BuiltInRole.ACR_PUSH,
            BuiltInRole.AZURE_AI_ENTERPRISE_NETWORK_CONNECTION_APPROVER,
            BuiltInRole.COGNITIVE_SERVICES_OPENAI_USER,
            BuiltInRole.COGNITIVE_SERVICES_USER,
            BuiltInRole.EVENT_HUBS_DATA_SENDER,
            BuiltInRole.KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER,
            BuiltInRole.KEY_VAULT_SECRETS_OFFICER,  # of a Slurm scheduler, which makes a key
            BuiltInRole.KEY_VAULT_SECRETS_USER,
            BuiltInRole.MANAGED_IDENTITY_OPERATOR,
            BuiltInRole.MONITORING_DATA_READER,
            BuiltInRole.MONITORING_METRICS_PUBLISHER,
            BuiltInRole.MONITORING_READER,
            BuiltInRole.NETWORK_CONTRIBUTOR,
            BuiltInRole.PRIVATE_DNS_ZONE_CONTRIBUTOR,
            BuiltInRole.READER,
            BuiltInRole.SEARCH_INDEX_DATA_READER,
            BuiltInRole.STORAGE_ACCOUNT_CONTRIBUTOR,  # of Managed Lustre's own principal
            BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR,
            BuiltInRole.STORAGE_BLOB_DATA_OWNER,  # of nodes that mark checkpoints with index tags
            BuiltInRole.STORAGE_BLOB_DATA_READER,
            BuiltInRole.STORAGE_FILE_DATA_PRIVILEGED_CONTRIBUTOR,
            BuiltInRole.VIRTUAL_MACHINE_CONTRIBUTOR,  # of a Slurm scheduler, on the scale sets of its nodes
        }
    )
)
"""Roles that a zone gives to its identities. A deployer can be each of them: it makes identities, and says
whom they trust."""


def assignment_condition(
    to_groups: Sequence[BuiltInRole],
    to_workloads: Sequence[BuiltInRole],
    own_principal_id: str,
    roll_role_definition_id: str | None = None,
) -> str:
    """Limits Role Based Access Control Administrator: some roles to groups only, some to managed identities
    only, none to itself. roll_role_definition_id: of a role that it may give to managed identities as well.

    Version 2.0 of Azure's conditions: what is asked for (@Request) counts when assigning, what is there
    (@Resource) when deleting. Source: learn.microsoft.com/azure/role-based-access-control/
    delegate-role-assignments-examples (2024-04-15) and conditions-authorization-actions-attributes.
    """
    if privileged := sorted(PRIVILEGED.intersection([*to_groups, *to_workloads])):
        raise ValueError(f"{', '.join(privileged)} can give away roles: no deployer may assign them")
    further = [] if roll_role_definition_id is None else [roll_role_definition_id.rpartition("/")[2]]
    pairs = [
        ("Group", [role.guid for role in set(to_groups)]),
        ("ServicePrincipal", [*(role.guid for role in set(to_workloads)), *further]),
    ]

    def only(operation: str, source: str) -> str:
        attribute = f"@{source}[Microsoft.Authorization/roleAssignments:"
        either = " OR ".join(
            f"({attribute}RoleDefinitionId] ForAnyOfAnyValues:GuidEquals "
            f"{{{', '.join(sorted(roles))}}} AND "
            f"{attribute}PrincipalType] ForAnyOfAnyValues:StringEqualsIgnoreCase {{'{kind}'}})"
            for kind, roles in pairs
            if roles
        )
        return (
            f"((!(ActionMatches{{'Microsoft.Authorization/roleAssignments/{operation}'}})) OR "
            f"(({either}) AND "
            f"{attribute}PrincipalId] ForAnyOfAllValues:GuidNotEquals {{{own_principal_id}}}))"
        )

    return f"{only('write', 'Request')} AND {only('delete', 'Resource')}"

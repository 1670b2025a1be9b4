"""Azure's built-in roles that components assign, by the name that the portal shows."""

from enum import StrEnum

_AKS = "Microsoft.ContainerService/managedClusters"
_API_MANAGEMENT = "Microsoft.ApiManagement/service"
_APP_CONFIGURATION = "Microsoft.AppConfiguration/configurationStores"
_COGNITIVE = "Microsoft.CognitiveServices/accounts"
_CONTAINER_REGISTRY = "Microsoft.ContainerRegistry/registries"
_COSMOS_DB = "Microsoft.DocumentDB/databaseAccounts"
_EVENT_HUBS = "Microsoft.EventHub/namespaces"
_GRAFANA = "Microsoft.Dashboard/grafana"
_IDENTITY = "Microsoft.ManagedIdentity/userAssignedIdentities"
_KEY_VAULT = "Microsoft.KeyVault/vaults"
_MACHINE_LEARNING = "Microsoft.MachineLearningServices/workspaces"
_MACHINE_LEARNING_REGISTRY = "Microsoft.MachineLearningServices/registries"
_SEARCH = "Microsoft.Search/searchServices"
_STORAGE = "Microsoft.Storage/storageAccounts"


class BuiltInRole(StrEnum):
    """A built-in role: its name, its GUID, and the only type of resource it means anything on (None: many).
    The GUID is the same in every tenant.

    Source: learn.microsoft.com/azure/role-based-access-control/built-in-roles and the role maps of
    github.com/Azure/bicep-registry-modules, 2026-08-07.
    """

    guid: str
    resource_type: str | None

    def __new__(cls, name: str, guid: str, resource_type: str | None) -> "BuiltInRole":
        role = str.__new__(cls, name)
        role._value_ = name
        role.guid = guid
        role.resource_type = resource_type
        return role

    def definition_id(self, subscription_id: str) -> str:
        """The role's ARM id, as a role assignment in that subscription names it."""
        return (
            f"/subscriptions/{subscription_id}/providers/Microsoft.Authorization/roleDefinitions/{self.guid}"
        )

    def suits(self, resource_type: str) -> bool:
        """Whether the role means anything on resources of that type, such as Microsoft.KeyVault/vaults."""
        return self.resource_type in (None, resource_type)

    OWNER = "Owner", "8e3af657-a8ff-443c-a75c-2fe8c4bcb635", None
    CONTRIBUTOR = "Contributor", "b24988ac-6180-42a0-ab88-20f7382dd24c", None
    READER = "Reader", "acdd72a7-3385-48ef-bd42-f606fba81ae7", None
    ROLE_BASED_ACCESS_CONTROL_ADMINISTRATOR = (
        "Role Based Access Control Administrator",
        "f58310d9-a9f6-439a-9e8d-f62e7b41a168",
        None,
    )
    USER_ACCESS_ADMINISTRATOR = "User Access Administrator", "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9", None
    API_MANAGEMENT_SERVICE_CONTRIBUTOR = (
        "API Management Service Contributor",
        "312a565d-c81f-4fd8-895a-4e21e48d571c",
        _API_MANAGEMENT,
    )
    APP_CONFIGURATION_DATA_OWNER = (
        "App Configuration Data Owner",
        "5ae67dd6-50cb-40e7-96ff-dc2bfa4b606b",
        _APP_CONFIGURATION,
    )
    APP_CONFIGURATION_DATA_READER = (
        "App Configuration Data Reader",
        "516239f1-63e1-4d78-a4de-a74fb236a071",
        _APP_CONFIGURATION,
    )
    AZURE_AI_ADMINISTRATOR = "Azure AI Administrator", "b78c5d69-af96-48a3-bf8d-a8b4d589de94", None
    AZURE_AI_DEVELOPER = "Azure AI Developer", "64702f94-c441-49e6-a78b-ef80e0188fee", None
    AZURE_AI_ENTERPRISE_NETWORK_CONNECTION_APPROVER = (
        "Azure AI Enterprise Network Connection Approver",
        "b556d68e-0be0-4f35-a333-ad7ee1ce17ea",
        None,
    )
    AZURE_AI_INFERENCE_DEPLOYMENT_OPERATOR = (
        "Azure AI Inference Deployment Operator",
        "3afb7f49-54cb-416e-8c09-6dc049efa503",
        None,
    )
    AZURE_AI_PROJECT_MANAGER = "Azure AI Project Manager", "eadc314b-1a2d-4efa-be10-5d325db5065e", _COGNITIVE
    FOUNDRY_USER = "Foundry User", "53ca6127-db72-4b80-b1b0-d745d6d5456d", _COGNITIVE
    COGNITIVE_SERVICES_CONTRIBUTOR = (
        "Cognitive Services Contributor",
        "25fbc0a9-bd7c-42a3-aa1a-3b75d497ee68",
        _COGNITIVE,
    )
    COGNITIVE_SERVICES_OPENAI_CONTRIBUTOR = (
        "Cognitive Services OpenAI Contributor",
        "a001fd3d-188f-4b5d-821b-7da978bf7442",
        _COGNITIVE,
    )
    COGNITIVE_SERVICES_OPENAI_USER = (
        "Cognitive Services OpenAI User",
        "5e0bd9bd-7b93-4f28-af87-19fc36ad61bd",
        _COGNITIVE,
    )
    COGNITIVE_SERVICES_USAGES_READER = (
        "Cognitive Services Usages Reader",
        "bba48692-92b0-4667-a9ad-c31c7b334ac2",
        None,
    )
    COGNITIVE_SERVICES_USER = "Cognitive Services User", "a97b65f3-24c7-4388-baec-2e87135dc908", _COGNITIVE
    AZUREML_COMPUTE_OPERATOR = (
        "AzureML Compute Operator",
        "e503ece1-11d0-4e8e-8e2c-7a6c3bf38815",
        _MACHINE_LEARNING,
    )
    AZUREML_DATA_SCIENTIST = (
        "AzureML Data Scientist",
        "f6c7c914-8db3-469d-8ca1-694a8f32e121",
        _MACHINE_LEARNING,
    )
    AZUREML_METRICS_WRITER = (
        "AzureML Metrics Writer (preview)",
        "635dd51f-9968-44d3-b7fb-6d9a6bd613ae",
        _MACHINE_LEARNING,
    )
    AZUREML_REGISTRY_USER = (
        "AzureML Registry User",
        "1823dd4f-9b8c-4ab6-ab4e-7397a3684615",
        _MACHINE_LEARNING_REGISTRY,
    )
    AKS_CLUSTER_ADMIN = (
        "Azure Kubernetes Service Cluster Admin Role",
        "0ab0b1a8-8aac-4efd-b8c2-3ee1fb270be8",
        _AKS,
    )
    AKS_CLUSTER_USER = (
        "Azure Kubernetes Service Cluster User Role",
        "4abbcc35-e782-43d8-92c5-2d3f1bd2253f",
        _AKS,
    )
    AKS_CONTRIBUTOR = (
        "Azure Kubernetes Service Contributor Role",
        "ed7f3fbd-7b88-4dd4-9017-9adb7ce333f8",
        _AKS,
    )
    AKS_RBAC_ADMIN = "Azure Kubernetes Service RBAC Admin", "3498e952-d568-435e-9b2c-8d77e338d7f7", _AKS
    AKS_RBAC_CLUSTER_ADMIN = (
        "Azure Kubernetes Service RBAC Cluster Admin",
        "b1ff04bb-8a4e-4dc4-8eb5-8693973ce19b",
        _AKS,
    )
    AKS_RBAC_READER = "Azure Kubernetes Service RBAC Reader", "7f6c6a51-bcf8-42ba-9220-52d62157d7db", _AKS
    AKS_RBAC_WRITER = "Azure Kubernetes Service RBAC Writer", "a7ffa36f-339b-4b5c-8bdf-e2c188b2c0eb", _AKS
    ACR_PULL = "AcrPull", "7f951dda-4ed3-4680-a7ca-43fe172d538d", _CONTAINER_REGISTRY
    ACR_PUSH = "AcrPush", "8311e382-0749-4cb8-b61a-304f252e45ec", _CONTAINER_REGISTRY
    CONTAINER_REGISTRY_REPOSITORY_READER = (
        "Container Registry Repository Reader",
        "b93aa761-3e63-49ed-ac28-beffa264f7ac",
        _CONTAINER_REGISTRY,
    )
    CONTAINER_REGISTRY_REPOSITORY_WRITER = (
        "Container Registry Repository Writer",
        "2a1e307c-b015-4ebd-883e-5b7698a07328",
        _CONTAINER_REGISTRY,
    )
    COSMOS_DB_ACCOUNT_READER = (
        "Cosmos DB Account Reader Role",
        "fbdf93bf-df7d-467e-a4d2-9458aa1360c8",
        _COSMOS_DB,
    )
    COSMOS_DB_OPERATOR = "Cosmos DB Operator", "230815da-be43-4aae-9cb4-875f7bd000aa", _COSMOS_DB
    DOCUMENTDB_ACCOUNT_CONTRIBUTOR = (
        "DocumentDB Account Contributor",
        "5bd9cd88-fe45-4216-938b-f97437e15450",
        _COSMOS_DB,
    )
    COST_MANAGEMENT_CONTRIBUTOR = "Cost Management Contributor", "434105ed-43f6-45c7-a02f-909b2ba83430", None
    COST_MANAGEMENT_READER = "Cost Management Reader", "72fafb9e-0641-4937-9268-a91bfd8191a3", None
    EVENT_HUBS_DATA_OWNER = "Azure Event Hubs Data Owner", "f526a384-b230-433a-b45c-95f59c4a2dec", _EVENT_HUBS
    EVENT_HUBS_DATA_RECEIVER = (
        "Azure Event Hubs Data Receiver",
        "a638d3c7-ab3a-418d-83e6-5f17a39d4fde",
        _EVENT_HUBS,
    )
    EVENT_HUBS_DATA_SENDER = (
        "Azure Event Hubs Data Sender",
        "2b629674-e913-4c01-ae53-ef4638d8f975",
        _EVENT_HUBS,
    )
    GRAFANA_ADMIN = "Grafana Admin", "22926164-76b3-42b3-bc55-97df8dab3e41", _GRAFANA
    GRAFANA_EDITOR = "Grafana Editor", "a79a5197-3a5c-4973-a920-486035ffd60f", _GRAFANA
    GRAFANA_VIEWER = "Grafana Viewer", "60921a7e-fef1-4a43-9b16-a26c52ad4769", _GRAFANA
    KEY_VAULT_ADMINISTRATOR = "Key Vault Administrator", "00482a5a-887f-4fb3-b363-3b7fe8e74483", _KEY_VAULT
    KEY_VAULT_CONTRIBUTOR = "Key Vault Contributor", "f25e0fa2-a7c8-4377-a976-54943a77a395", _KEY_VAULT
    KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER = (
        "Key Vault Crypto Service Encryption User",
        "e147488a-f6f5-4113-8e2d-b22465e65bf6",
        _KEY_VAULT,
    )
    KEY_VAULT_CRYPTO_USER = "Key Vault Crypto User", "12338af0-0e69-4776-bea7-57ae8d297424", _KEY_VAULT
    KEY_VAULT_READER = "Key Vault Reader", "21090545-7ca7-4776-b22c-e363652d74d2", _KEY_VAULT
    KEY_VAULT_SECRETS_OFFICER = (
        "Key Vault Secrets Officer",
        "b86a8fe4-44ce-4948-aee5-eccb2c155cd7",
        _KEY_VAULT,
    )
    KEY_VAULT_SECRETS_USER = "Key Vault Secrets User", "4633458b-17de-408a-b874-0445c86b69e6", _KEY_VAULT
    LOG_ANALYTICS_CONTRIBUTOR = "Log Analytics Contributor", "92aaf0da-9dab-42b6-94a3-d43ce8d16293", None
    LOG_ANALYTICS_READER = "Log Analytics Reader", "73c42c96-874c-492b-b04d-ab87d138a893", None
    MANAGED_IDENTITY_CONTRIBUTOR = (
        "Managed Identity Contributor",
        "e40ec5ca-96e0-45a2-b4ff-59039f2c2b59",
        _IDENTITY,
    )
    MANAGED_IDENTITY_OPERATOR = "Managed Identity Operator", "f1a07417-d97a-45cb-824c-7a7467783830", _IDENTITY
    MONITORING_CONTRIBUTOR = "Monitoring Contributor", "749f88d5-cbae-40b8-bcfc-e573ddc772fa", None
    MONITORING_DATA_READER = "Monitoring Data Reader", "b0d8363b-8ddd-447d-831f-62ca05bff136", None
    MONITORING_METRICS_PUBLISHER = (
        "Monitoring Metrics Publisher",
        "3913510d-42f4-4e42-8a64-420c390055eb",
        None,
    )
    MONITORING_READER = "Monitoring Reader", "43d0d8ad-25c7-4714-9337-8ba259a9fe05", None
    NETWORK_CONTRIBUTOR = "Network Contributor", "4d97b98b-1d4f-4787-a291-c67834d212e7", None
    PRIVATE_DNS_ZONE_CONTRIBUTOR = (
        "Private DNS Zone Contributor",
        "b12aa53e-6015-4669-85d0-8515ebb3ae7f",
        None,
    )
    SEARCH_INDEX_DATA_CONTRIBUTOR = (
        "Search Index Data Contributor",
        "8ebe5a00-799e-43f5-93ac-243d3dce84a7",
        _SEARCH,
    )
    SEARCH_INDEX_DATA_READER = "Search Index Data Reader", "1407120a-92aa-4202-b7e9-c0e197c71c8f", _SEARCH
    SEARCH_SERVICE_CONTRIBUTOR = "Search Service Contributor", "7ca78c08-252a-4471-8644-bb5ff32d4ba0", _SEARCH
    STORAGE_ACCOUNT_CONTRIBUTOR = (
        "Storage Account Contributor",
        "17d1049b-9a84-46fb-8f53-869881c3d3ab",
        _STORAGE,
    )
    STORAGE_BLOB_DATA_CONTRIBUTOR = (
        "Storage Blob Data Contributor",
        "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
        _STORAGE,
    )
    STORAGE_BLOB_DATA_OWNER = "Storage Blob Data Owner", "b7e6dc6d-f1e8-4753-8033-0f276bb0955b", _STORAGE
    STORAGE_BLOB_DATA_READER = "Storage Blob Data Reader", "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1", _STORAGE
    STORAGE_FILE_DATA_PRIVILEGED_CONTRIBUTOR = (
        "Storage File Data Privileged Contributor",
        "69566ab7-960f-475b-8e7c-b3118f30c6bd",
        _STORAGE,
    )
    STORAGE_FILE_DATA_PRIVILEGED_READER = (
        "Storage File Data Privileged Reader",
        "b8eda974-7b85-4f76-af95-65846b26df6d",
        _STORAGE,
    )
    STORAGE_QUEUE_DATA_CONTRIBUTOR = (
        "Storage Queue Data Contributor",
        "974c5e8b-45b9-4653-ba55-5f855dd0fb88",
        _STORAGE,
    )
    STORAGE_TABLE_DATA_CONTRIBUTOR = (
        "Storage Table Data Contributor",
        "0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3",
        _STORAGE,
    )
    VIRTUAL_MACHINE_ADMINISTRATOR_LOGIN = (
        "Virtual Machine Administrator Login",
        "1c0163c0-47e6-4577-8991-ea5c82e286e4",
        None,
    )
    VIRTUAL_MACHINE_USER_LOGIN = "Virtual Machine User Login", "fb879df8-f326-4884-b1cf-06f3ad86be52", None
    VIRTUAL_MACHINE_CONTRIBUTOR = "Virtual Machine Contributor", "9980e02c-c2be-4d73-94e8-173b1dc7cf3c", None


PRIVILEGED = frozenset(
    {
        BuiltInRole.OWNER,
        BuiltInRole.ROLE_BASED_ACCESS_CONTROL_ADMINISTRATOR,
        BuiltInRole.USER_ACCESS_ADMINISTRATOR,
    }
)
"""Roles that can give away roles: never part of an AccessGrant."""

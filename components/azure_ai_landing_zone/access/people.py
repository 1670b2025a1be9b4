"""People: which groups may do what, for each kind of resource."""

from collections.abc import Mapping
from typing import Literal

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.entra import GroupId
from azure_ai_landing_zone.core.model import AccessGrant, Model

PeopleKind = Literal[
    "auditWorkspace",
    "containerRegistry",
    "contentSafety",
    "dashboard",
    "frontedModelService",
    "keyVault",
    "kubernetesCluster",
    "kubernetesNamespace",
    "logAnalyticsWorkspace",
    "machineLearningWorkspace",
    "modelService",
    "searchIndex",
    "searchService",
    "searchServiceByIndex",
    "secret",
    "slurmLogin",
    "storageAccount",
    "virtualMachine",
]
"""Kinds of resources that groups get roles on. What a gateway stands in front of, a workspace that keeps what
models were asked, parts that are scopes of their own, and a service that is given out by its indexes alone,
are kinds of their own."""

RESOURCE_TYPES: Mapping[PeopleKind, str] = {
    "auditWorkspace": "Microsoft.OperationalInsights/workspaces",
    "containerRegistry": "Microsoft.ContainerRegistry/registries",
    "contentSafety": "Microsoft.CognitiveServices/accounts",
    "dashboard": "Microsoft.Dashboard/grafana",
    "frontedModelService": "Microsoft.CognitiveServices/accounts",
    "keyVault": "Microsoft.KeyVault/vaults",
    "kubernetesCluster": "Microsoft.ContainerService/managedClusters",
    "kubernetesNamespace": "Microsoft.ContainerService/managedClusters",
    "logAnalyticsWorkspace": "Microsoft.OperationalInsights/workspaces",
    "machineLearningWorkspace": "Microsoft.MachineLearningServices/workspaces",
    "modelService": "Microsoft.CognitiveServices/accounts",
    "searchIndex": "Microsoft.Search/searchServices",
    "searchService": "Microsoft.Search/searchServices",
    "searchServiceByIndex": "Microsoft.Search/searchServices",
    "secret": "Microsoft.KeyVault/vaults",
    "slurmLogin": "Microsoft.Compute/virtualMachines",
    "storageAccount": "Microsoft.Storage/storageAccounts",
    "virtualMachine": "Microsoft.Compute/virtualMachines",
}

_Roles = Mapping[str, BuiltInRole]
"""By the key of the grant; a key never changes its meaning."""

ADMINISTRATOR: Mapping[PeopleKind, _Roles] = {
    "auditWorkspace": {"admins": BuiltInRole.LOG_ANALYTICS_READER},
    "containerRegistry": {"admins": BuiltInRole.READER, "admins-push": BuiltInRole.ACR_PUSH},
    "contentSafety": {"admins": BuiltInRole.COGNITIVE_SERVICES_USER},
    "dashboard": {"admins": BuiltInRole.GRAFANA_ADMIN},
    "frontedModelService": {"admins": BuiltInRole.READER},
    "keyVault": {"admins": BuiltInRole.KEY_VAULT_ADMINISTRATOR},
    "kubernetesCluster": {
        "admins": BuiltInRole.AKS_RBAC_CLUSTER_ADMIN,
        "admins-in": BuiltInRole.AKS_CLUSTER_USER,
    },
    "kubernetesNamespace": {},
    "logAnalyticsWorkspace": {"admins": BuiltInRole.LOG_ANALYTICS_READER},
    "machineLearningWorkspace": {
        "admins": BuiltInRole.AZUREML_DATA_SCIENTIST,
        "admins-compute": BuiltInRole.AZUREML_COMPUTE_OPERATOR,
    },
    "modelService": {
        "admins": BuiltInRole.READER,
        "admins-data": BuiltInRole.COGNITIVE_SERVICES_OPENAI_USER,
    },
    "searchIndex": {},
    "searchService": {
        "admins": BuiltInRole.SEARCH_SERVICE_CONTRIBUTOR,
        "admins-data": BuiltInRole.SEARCH_INDEX_DATA_CONTRIBUTOR,
    },
    "searchServiceByIndex": {
        "admins": BuiltInRole.SEARCH_SERVICE_CONTRIBUTOR,
        "admins-data": BuiltInRole.SEARCH_INDEX_DATA_CONTRIBUTOR,
    },
    "secret": {},
    "slurmLogin": {
        "admins": BuiltInRole.READER,
        "admins-in": BuiltInRole.VIRTUAL_MACHINE_ADMINISTRATOR_LOGIN,
    },
    "storageAccount": {
        "admins": BuiltInRole.READER,
        "admins-blobs": BuiltInRole.STORAGE_BLOB_DATA_OWNER,
    },
    "virtualMachine": {
        "admins": BuiltInRole.READER,
        "admins-in": BuiltInRole.VIRTUAL_MACHINE_ADMINISTRATOR_LOGIN,
    },
}
"""Runs what is in the resource. Resources themselves are changed by deployments: nobody can turn keys or
public access on again by hand, or change a content filter, as Cognitive Services OpenAI Contributor could."""

DATA_SCIENTIST: Mapping[PeopleKind, _Roles] = {
    "auditWorkspace": {},
    "containerRegistry": {"scientists": BuiltInRole.ACR_PUSH},
    "contentSafety": {"scientists": BuiltInRole.COGNITIVE_SERVICES_USER},
    "dashboard": {"scientists": BuiltInRole.GRAFANA_VIEWER},
    "frontedModelService": {},
    "keyVault": {},
    "kubernetesCluster": {"scientists-in": BuiltInRole.AKS_CLUSTER_USER},
    "kubernetesNamespace": {"scientists": BuiltInRole.AKS_RBAC_WRITER},
    "logAnalyticsWorkspace": {"scientists": BuiltInRole.LOG_ANALYTICS_READER},
    "machineLearningWorkspace": {"scientists": BuiltInRole.AZUREML_DATA_SCIENTIST},
    "modelService": {"scientists": BuiltInRole.COGNITIVE_SERVICES_OPENAI_USER},
    "searchIndex": {"scientists": BuiltInRole.SEARCH_INDEX_DATA_CONTRIBUTOR},
    "searchService": {"scientists": BuiltInRole.SEARCH_INDEX_DATA_CONTRIBUTOR},
    "searchServiceByIndex": {},
    "secret": {"scientists": BuiltInRole.KEY_VAULT_SECRETS_USER},
    "slurmLogin": {},
    "storageAccount": {"scientists": BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR},
    "virtualMachine": {
        "scientists": BuiltInRole.READER,
        "scientists-in": BuiltInRole.VIRTUAL_MACHINE_USER_LOGIN,
    },
}
"""Works with data, models and jobs; changes no resource."""

AUDITOR: Mapping[PeopleKind, _Roles] = {
    kind: {"auditors": BuiltInRole.READER}
    for kind in RESOURCE_TYPES
    if kind
    not in (
        "auditWorkspace",
        "dashboard",
        "logAnalyticsWorkspace",
        "kubernetesCluster",
        "kubernetesNamespace",
        "searchIndex",
        "secret",
    )
} | {
    "auditWorkspace": {"auditors": BuiltInRole.LOG_ANALYTICS_READER},
    "dashboard": {"auditors": BuiltInRole.GRAFANA_VIEWER},
    "kubernetesCluster": {
        "auditors": BuiltInRole.AKS_RBAC_READER,
        "auditors-in": BuiltInRole.AKS_CLUSTER_USER,
    },
    "kubernetesNamespace": {},
    "logAnalyticsWorkspace": {"auditors": BuiltInRole.LOG_ANALYTICS_READER},
    "searchIndex": {},
    "secret": {},
}
"""Sees how everything is set and what was logged; no data, no secrets."""


class People(Model):
    """Groups in Entra ID, which someone else makes. Each gets its roles on every resource, nothing wider."""

    administrators: GroupId | None = None
    """Run what is in the resources."""
    data_scientists: GroupId | None = None
    """Work with data, models and jobs."""
    auditors: GroupId | None = None
    """See settings and logs, no data."""

    def access(self, kind: PeopleKind) -> list[AccessGrant]:
        """The grants for one resource of that kind: add them to its `access`."""
        groups = (
            (self.administrators, ADMINISTRATOR),
            (self.data_scientists, DATA_SCIENTIST),
            (self.auditors, AUDITOR),
        )
        return [
            AccessGrant(key=key, principal_id=group, role=role, principal_type="Group")
            for group, roles in groups
            if group is not None
            for key, role in roles[kind].items()
        ]


def roles_of_people() -> frozenset[BuiltInRole]:
    """Every role that a group can get."""
    tables = (ADMINISTRATOR, DATA_SCIENTIST, AUDITOR)
    return frozenset(role for table in tables for roles in table.values() for role in roles.values())

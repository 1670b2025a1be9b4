"""All questions that are ever asked, each with the API version that its answer is read by.

Paths and shapes: learn.microsoft.com/rest/api. Each version was looked up on 2026-11-22 in
github.com/Azure/azure-rest-api-specs, below specification/*/resource-manager:

| of | in |
| --- | --- |
| sizes | Microsoft.Compute/Skus/stable/2021-07-01/skus.json |
| vCPUs | Microsoft.Compute/ComputeRP/stable/2024-07-01/computeRPCommon.json |
| images | Microsoft.Compute/ComputeRP/stable/2024-07-01/virtualMachineImage.json |
| vCPUs of machine learning | Microsoft.MachineLearningServices/stable/2024-10-01/examples/Usage/list.json |
| models, their usages, domains | Microsoft.CognitiveServices/stable/2024-10-01/cognitiveservices.json |
| providers, resources of a group | Microsoft.Resources/stable/2021-04-01/resources.json |
| features | Microsoft.Features/stable/2021-07-01/features.json |
| deleted gateways | Microsoft.ApiManagement/stable/2022-08-01/apimdeletedservices.json |
| names of gateways | Microsoft.ApiManagement/stable/2022-08-01/apimdeployment.json |
| deleted vaults | Microsoft.KeyVault/stable/2023-07-01/examples/listDeletedVaults.json |
| deleted workspaces of logs | Microsoft.OperationalInsights/stable/2023-09-01/Workspaces.json |
| names of registries | Microsoft.ContainerRegistry/stable/2023-07-01/containerregistry.json |
| names of event hubs | Microsoft.EventHub/stable/2024-01-01/CheckNameAvailability.json |
| names of search services | Microsoft.Search/stable/2023-11-01/search.json |
| names of storage accounts | Microsoft.Storage/stable/2023-05-01/storage.json |
| networks | Microsoft.Network/stable/2024-05-01/virtualNetwork.json |
| virtual hubs | Microsoft.Network/stable/2024-05-01/virtualWan.json |
| private zones and their links | Microsoft.Network/stable/2024-06-01/privatedns.json |
| permissions | Microsoft.Authorization/stable/2022-04-01/authorization-RoleDefinitionsCalls.json |
| Kubernetes | Microsoft.ContainerService/aks/stable/2024-09-01/examples/KubernetesVersions_List.json |

Names of vaults: sdk/keyvault/azure-mgmt-keyvault, v2023_07_01/operations/_vaults_operations.py, in
github.com/Azure/azure-sdk-for-python.
"""

from collections.abc import Sequence

from azure_ai_landing_zone.preflight.planning.question import Question


def sizes(subscription: str, region: str) -> Question:
    """Resource SKUs - List: sizes of machines with their zones, restrictions and quota families."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.Compute/skus",
        "2021-07-01",
        "Microsoft.Compute/skus/read",
        query=(("$filter", f"location eq '{region}'"),),
    )


def vcpus(subscription: str, region: str) -> Question:
    """Usage - List (compute): vCPUs by family, of the region, and of spot machines."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.Compute/locations/{region}/usages",
        "2024-07-01",
        "Microsoft.Compute/locations/usages/read",
    )


def machine_learning_vcpus(subscription: str, region: str) -> Question:
    """Usages - List (Azure Machine Learning), which has quotas of its own."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.MachineLearningServices/locations/{region}/usages",
        "2024-10-01",
        "Microsoft.MachineLearningServices/locations/usages/read",
    )


def models(subscription: str, region: str) -> Question:
    """Models - List: models by version, with the deployment types and the name of the quota of each."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.CognitiveServices/locations/{region}/models",
        "2024-10-01",
        "Microsoft.CognitiveServices/locations/models/read",
    )


def model_usages(subscription: str, region: str) -> Question:
    """Usages - List (Cognitive Services): tokens a minute and provisioned units."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.CognitiveServices/locations/{region}/usages",
        "2024-10-01",
        "Microsoft.CognitiveServices/locations/usages/read",
    )


def providers(subscription: str) -> Question:
    """Providers - List: registration, and the regions of each type."""
    return Question(
        f"/subscriptions/{subscription}/providers",
        "2021-04-01",
        "Microsoft.Resources/subscriptions/providers/read",
    )


def feature(subscription: str, namespace: str, name: str) -> Question:
    """Features - Get."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.Features/providers/{namespace}/features/{name}",
        "2021-07-01",
        "Microsoft.Features/providers/features/read",
        items=None,
    )


def resources_of_group(subscription: str, group: str) -> Question:
    """Resources - List: what is in a group, nothing where there is no such group."""
    return Question(
        f"/subscriptions/{subscription}/resources",
        "2021-04-01",
        "Microsoft.Resources/subscriptions/resources/read",
        query=(("$filter", f"resourceGroup eq '{group}'"),),
    )


_SOFT_DELETED = {
    "Microsoft.ApiManagement/service": ("deletedservices", "2022-08-01"),
    "Microsoft.CognitiveServices/accounts": ("deletedAccounts", "2024-10-01"),
    "Microsoft.KeyVault/vaults": ("deletedVaults", "2023-07-01"),
    "Microsoft.OperationalInsights/workspaces": ("deletedWorkspaces", "2023-09-01"),
}
"""Where the deleted ones of a type are listed, which keep their names."""


def soft_deleted(subscription: str, arm_type: str) -> Question | None:
    """Deleted resources of a type; None for types of which nothing stays, or nobody lists it."""
    if arm_type not in _SOFT_DELETED:
        return None
    namespace = arm_type.partition("/")[0]
    listed, version = _SOFT_DELETED[arm_type]
    return Question(
        f"/subscriptions/{subscription}/providers/{namespace}/{listed}", version, f"{namespace}/{listed}/read"
    )


_NAME_CHECKS = {
    "Microsoft.ApiManagement/service": ("checkNameAvailability", "2022-08-01", "name", "read"),
    "Microsoft.CognitiveServices/accounts": (
        "checkDomainAvailability",
        "2024-10-01",
        "subdomainName",
        "action",
    ),
    "Microsoft.ContainerRegistry/registries": ("checkNameAvailability", "2023-07-01", "name", "read"),
    "Microsoft.EventHub/namespaces": ("checkNameAvailability", "2024-01-01", "name", "action"),
    "Microsoft.KeyVault/vaults": ("checkNameAvailability", "2023-07-01", "name", "read"),
    "Microsoft.Search/searchServices": ("checkNameAvailability", "2023-11-01", "name", "action"),
    "Microsoft.Storage/storageAccounts": ("checkNameAvailability", "2023-05-01", "name", "read"),
}
"""Which types tell whether a name is free among all of Azure's customers, and whether that takes a right to
read or one to act (learn.microsoft.com/azure/role-based-access-control/resource-provider-operations)."""

_SHORT_TYPE = {"Microsoft.Search/searchServices": "searchServices"}
_NO_TYPE = ("Microsoft.ApiManagement/service", "Microsoft.EventHub/namespaces")
"""What their requests have as `type`, where it isn't the ARM type."""


def name_is_free(subscription: str, arm_type: str, name: str) -> Question | None:
    """Check Name Availability of a type; None for types whose names are free in every group."""
    if arm_type not in _NAME_CHECKS:
        return None
    namespace = arm_type.partition("/")[0]
    check, version, field, right = _NAME_CHECKS[arm_type]
    type_ = () if arm_type in _NO_TYPE else (("type", _SHORT_TYPE.get(arm_type, arm_type)),)
    return Question(
        f"/subscriptions/{subscription}/providers/{namespace}/{check}",
        version,
        f"{namespace}/{check}/{right}",
        method="POST",
        body=((field, name), *type_),
        items=None,
    )


def virtual_network(id_: str) -> Question:
    """Virtual Networks - Get."""
    return Question(id_, "2024-05-01", "Microsoft.Network/virtualNetworks/read", items=None)


def virtual_hub(id_: str) -> Question:
    """Virtual Hubs - Get."""
    return Question(id_, "2024-05-01", "Microsoft.Network/virtualHubs/read", items=None)


def private_zone(id_: str) -> Question:
    """Private Zones - Get."""
    return Question(id_, "2024-06-01", "Microsoft.Network/privateDnsZones/read", items=None)


def private_zones(subscription: str) -> Question:
    """Private Zones - List."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.Network/privateDnsZones",
        "2024-06-01",
        "Microsoft.Network/privateDnsZones/read",
    )


def links_of_zone(id_: str) -> Question:
    """Virtual Network Links - List."""
    return Question(
        f"{id_}/virtualNetworkLinks",
        "2024-06-01",
        "Microsoft.Network/privateDnsZones/virtualNetworkLinks/read",
    )


def permissions(scope: str) -> Question:
    """Permissions - List: what who asks may do at a resource group, or at a whole subscription
    (learn.microsoft.com/azure/azure-resource-manager/resource-manager-api-authentication asks it there)."""
    return Question(
        f"{scope}/providers/Microsoft.Authorization/permissions",
        "2022-04-01",
        "Microsoft.Authorization/permissions/read",
    )


def image_versions(subscription: str, region: str, publisher: str, offer: str, sku: str) -> Question:
    """Virtual Machine Images - List: the answer is a bare list."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.Compute/locations/{region}/publishers/{publisher}"
        f"/artifacttypes/vmimage/offers/{offer}/skus/{sku}/versions",
        "2024-07-01",
        "Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/versions/read",
        items="",
    )


def kubernetes_versions(subscription: str, region: str) -> Question:
    """Managed Clusters - List Kubernetes Versions."""
    return Question(
        f"/subscriptions/{subscription}/providers/Microsoft.ContainerService/locations/{region}/kubernetesVersions",
        "2024-09-01",
        "Microsoft.ContainerService/locations/kubernetesVersions/read",
        items="values",
    )


_S = "S"
EVERY: Sequence[Question] = (
    sizes(_S, "R"),
    vcpus(_S, "R"),
    machine_learning_vcpus(_S, "R"),
    models(_S, "R"),
    model_usages(_S, "R"),
    providers(_S),
    feature(_S, "N", "F"),
    resources_of_group(_S, "G"),
    *filter(None, (soft_deleted(_S, type_) for type_ in _SOFT_DELETED)),
    *filter(None, (name_is_free(_S, type_, "n") for type_ in _NAME_CHECKS)),
    virtual_network("/V"),
    virtual_hub("/H"),
    private_zone("/Z"),
    private_zones(_S),
    links_of_zone("/Z"),
    permissions("/G"),
    image_versions(_S, "R", "P", "O", "S"),
    kubernetes_versions(_S, "R"),
)
"""One of each kind: what the role of who asks is made of."""

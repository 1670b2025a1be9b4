"""An Azure ML workspace with a cluster that never stops, of machines that Azure no longer gives."""

# mypy: ignore-errors
from pulumi_azure_native import keyvault, machinelearningservices, resources, storage

group = resources.ResourceGroup("ml", location="westeurope")
account = storage.StorageAccount(
    "data",
    resource_group_name=group.name,
    location=group.location,
    kind="StorageV2",
    sku={"name": "Standard_LRS"},
    allow_shared_key_access=False,
    public_network_access="Disabled",
)
vault = keyvault.Vault(
    "vault",
    resource_group_name=group.name,
    location=group.location,
    properties={
        "tenant_id": "00000000-0000-0000-0000-000000000000",
        "sku": {"family": "A", "name": "standard"},
        "enable_rbac_authorization": True,
        "enable_purge_protection": True,
        "public_network_access": "Disabled",
    },
)
workspace = machinelearningservices.Workspace(
    "workspace",
    resource_group_name=group.name,
    location=group.location,
    storage_account=account.id,
    key_vault=vault.id,
    public_network_access="Disabled",
    identity={"type": "SystemAssigned"},
)
machinelearningservices.Compute(
    "cluster",
    resource_group_name=group.name,
    workspace_name=workspace.name,
    tags={"owner": "a", "costCenter": "b"},
    properties={
        "compute_type": "AmlCompute",
        "properties": {
            "vm_size": "STANDARD_NC24ADS_A100_V4",
            "vm_priority": "LowPriority",
            "enable_node_public_ip": True,
            "scale_settings": {
                "min_node_count": 2,
                "max_node_count": 8,
                "node_idle_time_before_scale_down": "PT4H",
            },
        },
    },
)
machinelearningservices.Compute(
    "notebook",
    resource_group_name=group.name,
    workspace_name=workspace.name,
    properties=machinelearningservices.ComputeInstanceArgs(
        compute_type="ComputeInstance",
        properties=machinelearningservices.ComputeInstancePropertiesArgs(vm_size="Standard_DS3_v2"),
    ),
)

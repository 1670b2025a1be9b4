"""An Azure ML workspace with a cluster that never stops, of machines that Azure no longer gives."""

# mypy: ignore-errors
from pulumi_azure_native import machinelearningservices, resources

group = resources.ResourceGroup("ml", location="westeurope")
workspace = machinelearningservices.Workspace(
    "workspace",
    resource_group_name=group.name,
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

"""The mistakes of other programs, in resources that are written as ARM does, with versions of their own."""

# mypy: ignore-errors
import pulumi
from pulumi_azure_native import resources

group = resources.ResourceGroup("arm", location="eastus")


def arm(name, namespace, type_, *, parent="", **inputs):
    return resources.Resource(
        name,
        resource_group_name=group.name,
        resource_provider_namespace=namespace,
        parent_resource_path=parent,
        resource_type=type_,
        resource_name_=name,
        location=inputs.pop("location", "eastus"),
        **inputs,
    )


arm(
    "nodes",
    "Microsoft.Compute",
    "virtualMachineScaleSets",
    api_version="2026-03-01",
    sku={"name": "Standard_ND96isr_H100_v5", "capacity": 2, "tier": "Standard"},
    tags={
        "owner": "ml@contoso.com",
        "costCenter": "4711",
        "workload": "training",
        "checkpoints": "elsewhere",
    },
    properties={
        "orchestrationMode": "Flexible",
        "virtualMachineProfile": {"storageProfile": {"imageReference": {"offer": "ubuntu-hpc"}}},
    },
)
models = arm(
    "models",
    "Microsoft.CognitiveServices",
    "accounts",
    api_version="2026-05-01",
    kind="AIServices",
    sku={"name": "S0"},
    tags={"owner": "ml@contoso.com", "costCenter": "4711"},
    properties={"disableLocalAuth": True, "customSubDomainName": "arm", "publicNetworkAccess": "Enabled"},
)
# the account's name isn't known in the preview; a deployment can be nothing else of this provider
arm(
    "old",
    "Microsoft.CognitiveServices",
    "deployments",
    parent=pulumi.Output.concat("accounts/", models.name),
    api_version="2026-05-01",
    sku={"name": "Standard", "capacity": 10},
    properties={
        "model": {"format": "OpenAI", "name": "gpt-35-turbo", "version": "0301"},
        "raiPolicyName": "Microsoft.DefaultV2",
    },
)
arm(
    "open",
    "Microsoft.Network",
    "networkSecurityGroups",
    api_version="2025-01-01",
    properties={
        "securityRules": [
            {
                "name": "ssh",
                "properties": {
                    "access": "Allow",
                    "direction": "Inbound",
                    "protocol": "Tcp",
                    "sourceAddressPrefix": "*",
                    "destinationPortRange": "22",
                },
            }
        ]
    },
)
arm("unheard", "Microsoft.Unheard", "things", api_version="2026-01-01", properties={"sku": {"name": "x"}})

"""What runs inside a GPU cluster, against its pools: a plugin that can't get in, a pod that never starts."""

# mypy: ignore-errors
import pulumi
from pulumi_azure_native import containerservice, resources

group = resources.ResourceGroup("inference", location="swedencentral")
containerservice.AgentPool(
    "spot",
    resource_group_name=group.name,
    resource_name_="cluster",
    vm_size="Standard_NC48ads_A100_v4",
    scale_set_priority="Spot",
    node_taints=["sku=gpu:NoSchedule"],
    tags={"owner": "a", "costCenter": "b", "workload": "inference"},
)


def gpus(number, image):
    return {"name": "main", "image": image, "resources": {"limits": {"nvidia.com/gpu": number}}}


def workload(kind, name, containers, tolerations):
    labels = {"app": name}
    pods = {"metadata": {"labels": labels}, "spec": {"containers": containers, "tolerations": tolerations}}
    pulumi.CustomResource(
        f"kubernetes:apps/v1:{kind}", name, {"spec": {"selector": {"matchLabels": labels}, "template": pods}}
    )


workload(
    "DaemonSet",
    "plugin",
    [{"name": "plugin", "image": "nvcr.io/nvidia/k8s-device-plugin:v0.18.0"}],
    [{"key": "nvidia.com/gpu", "operator": "Exists"}],
)
workload("Deployment", "large", [gpus(4, "contoso.azurecr.io/serve:latest")], [])
workload(
    "Deployment",
    "fits",
    [gpus(2, "contoso.azurecr.io/serve:1.4")],
    [{"key": "sku", "operator": "Equal", "value": "gpu"}, {"operator": "Exists"}],
)
pulumi.CustomResource(
    "kubernetes:monitoring.coreos.com/v1:PodMonitor",
    "monitor",
    {"spec": {"selector": {"matchLabels": {"app": "dcgm"}}}},
)

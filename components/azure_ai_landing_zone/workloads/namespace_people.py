"""What people of a namespace make there that Azure's roles don't know of."""

from azure_ai_landing_zone.core.entra import GroupId
from azure_ai_landing_zone.workloads.component import Manifest

_GROUP = "rbac.authorization.k8s.io"
_NAME = "makes-custom-resources"
_EVERYTHING = ["create", "delete", "get", "list", "patch", "update", "watch"]
_READ = ["get", "list", "watch"]

_MAKES = {
    "gateway.networking.k8s.io": ["httproutes"],
    "keda.sh": ["scaledjobs", "scaledobjects"],
    "ray.io": ["rayclusters", "rayjobs", "rayservices"],
}
"""By API group. Not KEDA's triggerauthentications, by which somebody would ask as KEDA's own identity, nor
policies of the gateway, which say who may call."""
_SEES = {"kueue.x-k8s.io": ["localqueues", "workloads"]}
"""Why a job waits."""


def people_of(namespace: str, groups: list[GroupId]) -> dict[str, Manifest]:
    """A Role of Kubernetes and its binding to Entra groups, by role: of built-in kinds Azure Kubernetes
    Service RBAC Writer has 35 data actions, and none of custom ones. Azure has one action for custom
    resources of all kinds, and conditions on kinds only as a preview; both ways of saying who may do what
    hold in one cluster. Sources: MicrosoftDocs/azure-aks-docs concepts-cluster-authorization.md, 2026-04-19,
    entra-id-authorization.md, 2026-08-18, and learn.microsoft.com/azure/aks/azure-ad-rbac."""
    if not groups:
        return {}
    metadata = {"name": _NAME, "namespace": namespace}
    rules = [
        {"apiGroups": [group], "resources": kinds, "verbs": verbs}
        for table, verbs in ((_MAKES, _EVERYTHING), (_SEES, _READ))
        for group, kinds in table.items()
    ]
    binding = {
        "roleRef": {"apiGroup": _GROUP, "kind": "Role", "name": _NAME},
        "subjects": [{"apiGroup": _GROUP, "kind": "Group", "name": group} for group in groups],
    }
    return {
        "people-role": {"apiVersion": f"{_GROUP}/v1", "kind": "Role", "metadata": metadata, "rules": rules},
        "people": {"apiVersion": f"{_GROUP}/v1", "kind": "RoleBinding", "metadata": metadata, **binding},
    }

"""People of a namespace make custom resources there, and nobody does where pods may be privileged."""

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.aks.section_settings import PRIVILEGED_NAMESPACES
from azure_ai_landing_zone.workloads.gpu_daemons import GPU_NAMESPACE
from azure_ai_landing_zone.workloads.namespace_people import people_of
from azure_ai_landing_zone.workloads.namespaces import GpuNamespace, GpuNamespaces, GpuNamespacesArgs
from azure_ai_landing_zone.workloads.operators import CHARTS
from helpers.inference_settings import settings
from helpers.registered import register

SCIENTISTS, GUESTS = "3b9a1f77-2d84-4c0b-b6f4-9e1d5a7c2d04", "8e2d7b90-6f0a-4f6b-8a52-41d2c90e7c03"
RBAC = "rbac.authorization.k8s.io"


def test_they_get_a_role_of_their_namespace_alone() -> None:
    assert people_of("models", []) == {}
    made = people_of("models", [SCIENTISTS, GUESTS])
    assert [(one["kind"], one["metadata"]["namespace"]) for one in made.values()] == [
        ("Role", "models"),
        ("RoleBinding", "models"),
    ]
    assert [
        f"{group}/{kind}: {' '.join(rule['verbs'])}"
        for rule in made["people-role"]["rules"]
        for group in rule["apiGroups"]
        for kind in rule["resources"]
    ] == [
        "gateway.networking.k8s.io/httproutes: create delete get list patch update watch",
        "keda.sh/scaledjobs: create delete get list patch update watch",
        "keda.sh/scaledobjects: create delete get list patch update watch",
        "ray.io/rayclusters: create delete get list patch update watch",
        "ray.io/rayjobs: create delete get list patch update watch",
        "ray.io/rayservices: create delete get list patch update watch",
        "kueue.x-k8s.io/localqueues: get list watch",
        "kueue.x-k8s.io/workloads: get list watch",
    ]
    assert made["people"]["roleRef"] == {"apiGroup": RBAC, "kind": "Role", "name": "makes-custom-resources"}
    assert made["people"]["subjects"] == [
        {"apiGroup": RBAC, "kind": "Group", "name": group} for group in (SCIENTISTS, GUESTS)
    ]


def test_a_namespace_without_people_has_no_role() -> None:
    namespaces = [GpuNamespace(namespace="models", people_groups=[SCIENTISTS]), GpuNamespace(namespace="web")]
    args = GpuNamespacesArgs(namespaces=namespaces, gpu_pools=settings()["gpu_pools"])
    made = register(lambda: GpuNamespaces("projects", args))
    assert [name for name in made.inputs if "people" in name] == [
        "projects-models-people-role",
        "projects-models-people",
    ]


def test_refused() -> None:
    """Root on a node is everybody on it."""
    with pytest.raises(SettingsError) as raised:
        GpuNamespacesArgs(
            namespaces=[
                GpuNamespace(namespace="fabric", people_groups=[SCIENTISTS], pod_security="privileged"),
                GpuNamespace(namespace="models", people_groups=[SCIENTISTS, SCIENTISTS]),
            ],
            gpu_pools=settings()["gpu_pools"],
        )
    assert str(raised.value) == (
        "2 problems in the arguments of GpuNamespacesArgs:\n"
        "  namespaces[0].people_groups: whoever starts privileged pods is root on nodes: leave people out of "
        "this namespace\n"
        f"  namespaces[1].people_groups[1]: {SCIENTISTS} is there twice"
    )


def test_nobody_is_let_in_where_drivers_are_privileged() -> None:
    """Neither people nor pods that are an identity."""
    charts = {chart.namespace for chart in CHARTS.values() if chart.pod_security == "privileged"}
    assert sorted({GPU_NAMESPACE, *charts} - set(PRIVILEGED_NAMESPACES)) == []

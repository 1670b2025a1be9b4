"""The stand-in for the kubernetes provider."""

from __future__ import annotations

import re
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2

from azure_simulator.cloud.values import UNKNOWN

DEPLOYMENT = "kubernetes:apps/v1:Deployment"
NAMESPACE = "kubernetes:core/v1:Namespace"
QUEUE = "kubernetes:example.com/v1:Queue"
TEMPLATE = {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "c", "image": "i:1"}]}}
SPEC = {"replicas": 2, "selector": {"matchLabels": {"app": "a"}}, "template": TEMPLATE}


def test_manifest_is_created_read_and_deleted_with_its_namespace(kubernetes: Any) -> None:
    namespace = kubernetes.create(NAMESPACE, "gpu", metadata={"name": "gpu"})
    made = kubernetes.create(DEPLOYMENT, "d", metadata={"name": "d", "namespace": "gpu"}, spec=SPEC)
    assert (namespace.id, made.id) == ("gpu", "gpu/d")
    assert made.outputs["status"] == {"observedGeneration": 1, "replicas": 2}
    assert kubernetes.read(DEPLOYMENT, made.id, made) == (made.id, made.inputs, made.outputs)
    _, imported, _ = kubernetes.read(DEPLOYMENT, made.id)
    assert kubernetes.check(DEPLOYMENT, "d", imported) == (imported, [])
    kubernetes.delete(namespace)
    assert kubernetes.read(DEPLOYMENT, made.id, made)[0] == ""


def test_names_as_pulumi_kubernetes_makes_them(kubernetes: Any) -> None:
    inputs, failures = kubernetes.check(DEPLOYMENT, "web", {"spec": SPEC})
    assert failures == []
    assert re.fullmatch(r"web-[0-9a-f]{8}", inputs["metadata"]["name"])
    assert inputs["metadata"]["annotations"] == {"pulumi.com/autonamed": "true"}
    assert (inputs["apiVersion"], inputs["kind"]) == ("apps/v1", "Deployment")
    again, _ = kubernetes.check(DEPLOYMENT, "web", {"spec": SPEC}, inputs, randomSeed=b"other")
    assert again["metadata"] == inputs["metadata"]


@pytest.mark.parametrize(
    ("news", "expected"),
    [
        ({"spec": {**SPEC, "replicas": "2"}}, [("spec.replicas", "'2' is not of type 'integer', 'null'")]),
        (
            {"spec": {**SPEC, "replica": 2}},
            [("spec", "Additional properties are not allowed ('replica' was unexpected)")],
        ),
        ({"spec": {"template": TEMPLATE}}, [("spec", "'selector' is a required property")]),
        (
            {"kind": "Pod", "spec": SPEC},
            [("kind", "'Pod' does not go with kubernetes:apps/v1:Deployment: expected 'Deployment'")],
        ),
        ({"spec": {**SPEC, "replicas": UNKNOWN, "selector": UNKNOWN}}, []),
        ({"spec": UNKNOWN}, []),
    ],
)
def test_manifests_are_held_against_the_published_schema(
    kubernetes: Any, news: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert kubernetes.check(DEPLOYMENT, "d", {"metadata": {"name": "d"}, **news})[1] == expected


def test_missing_namespace_and_existing_object(kubernetes: Any, refused: Any) -> None:
    given = {"metadata": {"name": "d", "namespace": "gpu"}, "spec": SPEC}
    said = 'resource "gpu/d" was not successfully created by the Kubernetes API server: '
    with refused(f'{said}namespaces "gpu" not found'):
        kubernetes.create(DEPLOYMENT, "d", **given)
    kubernetes.create(NAMESPACE, "gpu", metadata={"name": "gpu"})
    kubernetes.create(DEPLOYMENT, "d", **given)
    with refused(f'{said}deployments.apps "d" already exists'):
        kubernetes.create(DEPLOYMENT, "e", **given)


def test_immutable_fields_replace(kubernetes: Any) -> None:
    made = kubernetes.create(DEPLOYMENT, "d", metadata={"name": "d"}, spec=SPEC)
    diff = kubernetes.diff(made, {**made.inputs, "spec": {**SPEC, "selector": {"matchLabels": {"app": "b"}}}})
    assert (list(diff.replaces), diff.deleteBeforeReplace) == (["spec.selector.matchLabels.app"], True)
    assert list(kubernetes.diff(made, {**made.inputs, "spec": {**SPEC, "replicas": 3}}).replaces) == []


def test_custom_resources_need_their_definition(kubernetes: Any, refused: Any) -> None:
    queue = {"metadata": {"name": "q"}, "spec": {"depth": 3}}
    with refused(
        'no matches for kind "Queue" in version "example.com/v1": the cluster has no '
        "CustomResourceDefinition for it"
    ):
        kubernetes.create(QUEUE, "q", **queue)
    fields = {"depth": {"type": "integer"}}
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    names = {"kind": "Queue", "plural": "queues"}
    definition = kubernetes.create(
        "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition",
        "crd",
        metadata={"name": "queues.example.com"},
        spec={"group": "example.com", "names": names, "scope": "Cluster", "versions": [version]},
    )
    assert kubernetes.check(QUEUE, "q", {**queue, "spec": {"dept": 3}})[1] == [
        ("spec", "Additional properties are not allowed ('dept' was unexpected)")
    ]
    made = kubernetes.create(QUEUE, "q", **queue)
    assert made.id == "q"
    kubernetes.delete(definition)
    assert kubernetes.read(QUEUE, made.id)[0] == ""


def test_kinds_that_kubernetes_has_not_are_refused(kubernetes: Any) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        kubernetes.check("kubernetes:apps/v1:Deploymint", "d", {})
    assert refused.value.details() == (
        "Kubernetes 1.35 has no kind Deploymint in apps/v1 (kubernetes:apps/v1:Deploymint)"
    )


COHORT = "kubernetes:kueue.x-k8s.io/v1beta2:Cohort"
RELEASE = "kubernetes:helm.sh/v3:Release"
KUEUE = {
    "name": "kueue",
    "namespace": "kueue-system",
    "chart": "oci://registry.k8s.io/kueue/charts/kueue",
    "version": "0.16.1",
}


def test_a_release_brings_the_kinds_of_its_chart(kubernetes: Any, refused: Any) -> None:
    cohort = {"metadata": {"name": "gpus"}, "spec": {}}
    with refused(
        'no matches for kind "Cohort" in version "kueue.x-k8s.io/v1beta2": the cluster has no '
        "CustomResourceDefinition for it"
    ):
        kubernetes.create(COHORT, "gpus", **cohort)
    with refused('create: failed to create: namespaces "kueue-system" not found'):
        kubernetes.create(RELEASE, "kueue", **KUEUE)
    kubernetes.create(NAMESPACE, "kueue-system", metadata={"name": "kueue-system"})
    release = kubernetes.create(RELEASE, "kueue", **KUEUE)
    assert release.id == "kueue-system/kueue"
    assert release.outputs["status"] == {
        "chart": "kueue",
        "name": "kueue",
        "namespace": "kueue-system",
        "revision": 1,
        "status": "deployed",
        "version": "0.16.1",
    }
    assert kubernetes.read(RELEASE, release.id, release) == (release.id, release.inputs, release.outputs)
    assert kubernetes.create(COHORT, "gpus", **cohort).id == "gpus"
    assert list(kubernetes.diff(release, {**KUEUE, "version": "0.17.0"}).replaces) == []
    assert kubernetes.update(release, **{**KUEUE, "version": "0.17.0"}).outputs["status"]["revision"] == 2
    assert list(kubernetes.diff(release, {**KUEUE, "namespace": "other"}).replaces) == ["namespace"]
    with refused("cannot re-use a name that is still in use"):
        kubernetes.create(RELEASE, "again", **KUEUE)
    kubernetes.delete(release)
    assert kubernetes.read(RELEASE, release.id)[0] == ""


def test_a_chart_without_a_repository_is_a_path(kubernetes: Any) -> None:
    assert kubernetes.check(RELEASE, "kueue", {"chart": "kueue", "name": "k"})[1] == [
        ("chart", 'path "kueue" not found')
    ]
    assert kubernetes.check(RELEASE, "kueue", {"name": "k"})[1] == [("chart", "missing required property")]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"scaleTargetRef": {}, "triggers": []}, []),
        ({"triggers": UNKNOWN, "scaleTargetRef": {}}, []),
        (UNKNOWN, []),
        ({"scaleTargetRef": {}}, [("spec", "'triggers' is a required property")]),
        (
            {"scaleTargetRef": {}, "triggers": [], "minReplicas": 1},
            [("spec", "Additional properties are not allowed ('minReplicas' was unexpected)")],
        ),
        ([], [("spec", "[] is not of type 'object'")]),
    ],
)
def test_kinds_of_add_ons_are_held_against_their_names(
    kubernetes: Any, spec: Any, expected: list[tuple[str, str]]
) -> None:
    inputs = {"metadata": {"name": "s"}, "spec": spec}
    assert kubernetes.check("kubernetes:keda.sh/v1alpha1:ScaledObject", "s", inputs)[1] == expected


def test_charts_are_refused_in_words(kubernetes: Any, refused: Any) -> None:
    text = (
        "the simulated Kubernetes renders no charts, so a Chart can't be taken apart into what it makes: "
        "install it as a kubernetes.helm.v3.Release, or spell its objects out"
    )
    with refused(text):
        kubernetes.invoke("kubernetes:helm:template", jsonOpts="{}")
    request = provider_pb2.ConstructRequest(type="kubernetes:helm.sh/v4:Chart", name="c")
    with pytest.raises(grpc.RpcError) as raised:
        kubernetes.stub.Construct(request)
    assert raised.value.details() == text

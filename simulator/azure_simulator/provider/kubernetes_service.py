"""The kubernetes provider's side of Pulumi's provider protocol: typed manifests and custom resources."""

# ruff: noqa: ARG002 - the protocol fixes the arguments

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import provider_pb2

from azure_simulator.cloud.arm import ProviderError
from azure_simulator.cloud.faults import Faults
from azure_simulator.cloud.schema import Problem
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.values import UNKNOWN, Props, from_struct, marked_like, plain, to_struct
from azure_simulator.kubernetes import manifests, releases
from azure_simulator.kubernetes.cluster import Cluster
from azure_simulator.kubernetes.custom_kinds import ADD_ON, CUSTOM_KINDS, problems_of
from azure_simulator.provider import diffing
from azure_simulator.provider.protocol import Provider, answers_errors, diff_response, token_and_name

_NO_CHARTS = (
    "the simulated Kubernetes renders no charts, so a Chart can't be taken apart into what it makes: install "
    "it as a kubernetes.helm.v3.Release, or spell its objects out"
)
AUTONAMED = "pulumi.com/autonamed"
_SERVER_FIELDS = ("creationTimestamp", "generation", "resourceVersion", "uid")
_IMMUTABLE = {
    "Deployment": {"spec.selector"},
    "DaemonSet": {"spec.selector"},
    "StatefulSet": {"spec.selector", "spec.serviceName", "spec.volumeClaimTemplates"},
    "Job": {"spec.selector", "spec.template", "spec.completionMode"},
    "PersistentVolumeClaim": {"spec.accessModes", "spec.storageClassName", "spec.volumeName"},
    "StorageClass": {"provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"},
    "PriorityClass": {"value"},
    "RoleBinding": {"roleRef"},
    "ClusterRoleBinding": {"roleRef"},
}
"""kubernetes.io/docs/reference, fields that the API server refuses to change (v1.35)."""


class Kubernetes(Provider):
    def __init__(self, store: Store, faults: Faults) -> None:
        super().__init__("kubernetes", "4.34.2")
        self._store = store
        self._faults = faults

    def _cluster(self, context: grpc.ServicerContext) -> Cluster:
        return Cluster(self._store, self.config(context))

    def _disturbed(self, operation: str, token: str, name: str) -> AbstractContextManager[None]:
        return self._faults.around(operation, token, name, Subscription(self._store))

    @answers_errors
    def Check(self, request: Any, context: grpc.ServicerContext) -> Any:
        token, logical_name = token_and_name(request.urn)
        inputs = from_struct(request.news)
        if token == releases.TOKEN:
            olds = from_struct(request.olds)
            inputs.setdefault("name", olds.get("name") or _suffixed(logical_name, request.randomSeed))
            found = list(releases.problems(plain(inputs)))
        else:
            found = _identify(token, inputs)
            _name(logical_name, request.randomSeed, from_struct(request.olds), inputs)
            if not found:
                found = self._problems(token, inputs, self._cluster(context))
        failures = [
            provider_pb2.CheckFailure(property=problem.path, reason=problem.text) for problem in found
        ]
        return provider_pb2.CheckResponse(inputs=to_struct(inputs), failures=failures)

    def _problems(self, token: str, inputs: Props, cluster: Cluster) -> list[Problem]:
        values = plain(inputs)
        api_version, kind = manifests.api_version_and_kind(token)
        definition = cluster.definition(api_version, kind)
        found = manifests.problems(values, definition)
        if found is None:
            brought = CUSTOM_KINDS.get((api_version, kind))
            if brought is not None:
                return list(problems_of(brought, values))
            if _may_be_custom(api_version):
                return []  # its definition may come with this very update: Create sees
            raise ProviderError(
                f"Kubernetes {manifests.VERSION} has no kind {kind} in {api_version} ({token})"
            )
        return list(found)

    @answers_errors
    def Diff(self, request: Any, context: grpc.ServicerContext) -> Any:
        olds, news = from_struct(request.old_inputs), from_struct(request.news)
        if token_and_name(request.urn)[0] == releases.TOKEN:
            return diff_response(
                olds,
                news,
                lambda path, _: path in releases.REPLACES,
                request.ignoreChanges,
                delete_first=True,
            )
        replaces = {"apiVersion", "kind", "metadata.name", "metadata.namespace"} | _IMMUTABLE.get(
            str(news.get("kind")), set()
        )
        renamed = plain(olds.get("metadata") or {}).get("name") != plain(news.get("metadata") or {}).get(
            "name"
        )
        return diff_response(
            olds,
            news,
            lambda path, _: diffing.at_or_below(path, replaces),
            request.ignoreChanges,
            delete_first=not renamed,
        )

    @answers_errors
    def Create(self, request: Any, context: grpc.ServicerContext) -> Any:
        token, _ = token_and_name(request.urn)
        inputs = from_struct(request.properties)
        if request.preview:
            return provider_pb2.CreateResponse(properties=to_struct(_preview(inputs)))
        cluster = self._cluster(context)
        if token == releases.TOKEN:
            with self._disturbed("create", token, str(plain(inputs)["name"])):
                id_, live = releases.create(cluster, plain(inputs))
            return provider_pb2.CreateResponse(id=id_, properties=to_struct(marked_like(live, inputs)))
        api_version, kind = manifests.api_version_and_kind(token)
        found = manifests.problems(plain(inputs), cluster.definition(api_version, kind))
        brought = CUSTOM_KINDS.get((api_version, kind))
        if (
            found is None
            and brought is not None
            and (brought.chart == ADD_ON or releases.has_chart(cluster, brought.chart))
        ):
            found = problems_of(brought, plain(inputs))
        if found is None:
            raise ProviderError(
                f'no matches for kind "{kind}" in version "{api_version}": the cluster has no '
                "CustomResourceDefinition for it"
            )
        if wrong := [f"{problem.path}: {problem.text}" for problem in found]:
            raise ProviderError(f'{kind} "{inputs["metadata"]["name"]}" is invalid: {"; ".join(wrong)}')
        with self._disturbed("create", token, str(plain(inputs)["metadata"]["name"])):
            id_, live = cluster.create(token, plain(inputs))
        return provider_pb2.CreateResponse(id=id_, properties=to_struct(marked_like(live, inputs)))

    @answers_errors
    def Update(self, request: Any, context: grpc.ServicerContext) -> Any:
        token, _ = token_and_name(request.urn)
        inputs = from_struct(request.news)
        if request.preview:
            return provider_pb2.UpdateResponse(properties=to_struct(_preview(inputs)))
        cluster = self._cluster(context)
        if token == releases.TOKEN:
            with self._disturbed("update", token, request.id):
                live = releases.put(cluster, request.id, plain(inputs))
            return provider_pb2.UpdateResponse(properties=to_struct(marked_like(live, inputs)))
        with self._disturbed("update", token, request.id):
            live = cluster.put(token, cluster.key(plain(inputs)), plain(inputs)).body
        return provider_pb2.UpdateResponse(properties=to_struct(marked_like(live, inputs)))

    @answers_errors
    def Read(self, request: Any, context: grpc.ServicerContext) -> Any:
        token, _ = token_and_name(request.urn)
        cluster = self._cluster(context)
        if token == releases.TOKEN:
            with self._disturbed("read", token, request.id):
                release = releases.read(cluster, request.id)
            if release is None:
                return provider_pb2.ReadResponse()
            olds = from_struct(request.inputs)
            sent = {key: value for key, value in release.items() if key != "status"}
            return provider_pb2.ReadResponse(
                id=request.id,
                properties=to_struct(marked_like(release, olds)),
                inputs=to_struct(marked_like(sent, olds)),
            )
        with self._disturbed("read", token, request.id):
            found = self._store.get(cluster.key_of(*manifests.api_version_and_kind(token), request.id))
        if found is None:
            return provider_pb2.ReadResponse()
        olds = from_struct(request.inputs)
        before = plain(from_struct(request.properties))
        inputs = diffing.carried_over(olds, _sent(before), _sent(found.body)) if olds else _sent(found.body)
        return provider_pb2.ReadResponse(
            id=request.id, properties=to_struct(marked_like(found.body, olds)), inputs=to_struct(inputs)
        )

    @answers_errors
    def Delete(self, request: Any, context: grpc.ServicerContext) -> Any:
        token, _ = token_and_name(request.urn)
        cluster = self._cluster(context)
        if token == releases.TOKEN:
            with self._disturbed("delete", token, request.id):
                releases.delete(cluster, request.id)
            return empty_pb2.Empty()
        with self._disturbed("delete", token, request.id):
            cluster.delete(cluster.key_of(*manifests.api_version_and_kind(token), request.id))
        return empty_pb2.Empty()

    @answers_errors
    def Invoke(self, request: Any, context: grpc.ServicerContext) -> Any:
        if request.tok == "kubernetes:helm:template":
            raise ProviderError(_NO_CHARTS)
        raise ProviderError(f"the simulated Kubernetes has no function {request.tok}")

    @answers_errors
    def Construct(self, request: Any, context: grpc.ServicerContext) -> Any:
        chart = request.type == "kubernetes:helm.sh/v4:Chart"
        raise ProviderError(_NO_CHARTS if chart else f"the simulated Kubernetes has no {request.type}")


def _identify(token: str, inputs: Props) -> list[Problem]:
    """Fills in apiVersion and kind; what contradicts the token is a problem."""
    found = []
    for name, expected in zip(("apiVersion", "kind"), manifests.api_version_and_kind(token), strict=True):
        got = plain(inputs.setdefault(name, expected))
        if got != expected:
            found.append(Problem(name, f"'{got}' does not go with {token}: expected '{expected}'"))
    return found


def _name(logical_name: str, seed: bytes, olds: Props, inputs: Props) -> None:
    """As pulumi-kubernetes: the logical name, a hyphen and eight characters, marked by an annotation."""
    metadata = inputs.get("metadata")
    metadata = dict(metadata) if isinstance(metadata, dict) else {}
    if metadata.get("name") is not None or metadata.get("generateName") is not None:
        return
    before = plain(olds.get("metadata") or {})
    named_before = (before.get("annotations") or {}).get(AUTONAMED) == "true"
    metadata["name"] = before["name"] if named_before else _suffixed(logical_name, seed)
    metadata["annotations"] = {**(metadata.get("annotations") or {}), AUTONAMED: "true"}
    inputs["metadata"] = metadata


def _suffixed(logical_name: str, seed: bytes) -> str:
    return f"{logical_name}-{hashlib.sha512(seed or logical_name.encode()).hexdigest()[:8]}"


def _may_be_custom(api_version: str) -> bool:
    """True for groups with a domain other than Kubernetes' own `<word>.k8s.io`."""
    group = api_version.rpartition("/")[0]
    return "." in group and (not group.endswith(".k8s.io") or group.count(".") > 2)


def _preview(inputs: Props) -> Props:
    metadata = inputs.get("metadata")
    extra = dict.fromkeys(_SERVER_FIELDS, UNKNOWN)
    return {**inputs, "metadata": {**extra, **metadata}} if isinstance(metadata, dict) else dict(inputs)


def _sent(live: Mapping[str, Any]) -> Props:
    """A live object without what the API server adds."""
    metadata = {
        key: value for key, value in (live.get("metadata") or {}).items() if key not in _SERVER_FIELDS
    }
    return {**{key: value for key, value in live.items() if key != "status"}, "metadata": metadata}

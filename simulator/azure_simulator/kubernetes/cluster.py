"""A simulated Kubernetes cluster: objects by kind, namespace and name, in the store that Azure's are in."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import yaml

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ProviderError
from azure_simulator.cloud.store import Resource, Store
from azure_simulator.cloud.values import Props, dig
from azure_simulator.kubernetes.custom_kinds import CUSTOM_KINDS
from azure_simulator.kubernetes.manifests import CLUSTER_SCOPED

NAMESPACES = frozenset({"default", "kube-node-lease", "kube-public", "kube-system"})
_DEFINITION = "CustomResourceDefinition"


class Cluster:
    """The cluster that a provider's settings lead to: one for each API server."""

    def __init__(self, store: Store, config: Mapping[str, Any]) -> None:
        self.store = store
        self.root = f"/kubernetes/{_server(config)}"

    def key(self, manifest: Mapping[str, Any]) -> str:
        return f"{self.root}/{manifest['apiVersion']}/{manifest['kind']}/{self.id_of(manifest)}"

    def key_of(self, api_version: str, kind: str, id_: str) -> str:
        if kind not in CLUSTER_SCOPED and "/" not in id_ and not self._cluster_scoped(api_version, kind):
            id_ = f"default/{id_}"
        return f"{self.root}/{api_version}/{kind}/{id_}"

    def id_of(self, manifest: Mapping[str, Any]) -> str:
        """`namespace/name`, or `name` for what belongs to the whole cluster."""
        name = str(dig(manifest, "metadata.name"))
        if self._cluster_scoped(str(manifest["apiVersion"]), str(manifest["kind"])):
            return name
        return f"{dig(manifest, 'metadata.namespace') or 'default'}/{name}"

    def definition(self, api_version: str, kind: str) -> Props | None:
        """The CustomResourceDefinition of a kind, if the cluster has it."""
        group = api_version.rpartition("/")[0]
        for found in self.store.below(f"{self.root}/apiextensions.k8s.io/v1/{_DEFINITION}"):
            spec = found.body.get("spec", {})
            if spec.get("group") == group and dig(spec, "names.kind") == kind:
                return found.body
        return None

    def create(self, token: str, manifest: Props) -> tuple[str, Props]:
        """(id, live object); raises ProviderError in the words of the provider and the API server."""
        id_, key = self.id_of(manifest), self.key(manifest)
        refused = f'resource "{id_}" was not successfully created by the Kubernetes API server: '
        if self.store.get(key) is not None:
            raise ProviderError(
                f'{refused}{_plural(manifest)} "{dig(manifest, "metadata.name")}" already exists'
            )
        namespace = dig(manifest, "metadata.namespace")
        if (
            namespace
            and namespace not in NAMESPACES
            and self.store.get(self.key_of("v1", "Namespace", namespace)) is None
        ):
            raise ProviderError(f'{refused}namespaces "{namespace}" not found')
        return id_, self.put(token, key, manifest).body

    def put(self, token: str, key: str, manifest: Props) -> Resource:
        old = self.store.get(key)
        resource = self.store.next_version(key, token, manifest)
        resource.body = _live(key, manifest, resource.revision, old.body if old else None)
        return self.store.put(resource)

    def delete(self, key: str) -> None:
        """With all content: a namespace's objects, a definition's custom resources."""
        found = self.store.get(key)
        if found is None:
            return
        kind, name = found.body.get("kind"), dig(found.body, "metadata.name")
        for other in self.store.below(self.root):
            of_namespace = kind == "Namespace" and dig(other.body, "metadata.namespace") == name
            of_definition = (
                kind == _DEFINITION
                and other.body.get("kind") == dig(found.body, "spec.names.kind")
                and str(other.body.get("apiVersion")).rpartition("/")[0] == dig(found.body, "spec.group")
            )
            if of_namespace or of_definition:
                self.store.remove(other.id)
        self.store.remove(key)

    def _cluster_scoped(self, api_version: str, kind: str) -> bool:
        if kind in CLUSTER_SCOPED:
            return True
        definition = self.definition(api_version, kind)
        if definition is not None:
            return bool(dig(definition, "spec.scope") == "Cluster")
        brought = CUSTOM_KINDS.get((api_version, kind))
        return brought is not None and brought.cluster_scoped


def _live(key: str, manifest: Props, revision: int, old: Props | None) -> Props:
    """The object as the API server answers it."""
    metadata = dict(manifest.get("metadata") or {})
    kind, parts = str(manifest["kind"]), key.split("/")
    if len(parts) > 2 and "namespace" not in metadata and parts[-2] != kind:
        metadata["namespace"] = parts[-2]
    metadata |= {
        "creationTimestamp": dig(old, "metadata.creationTimestamp")
        or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "generation": revision,
        "resourceVersion": str(revision),
        "uid": arm.stable_guid(key),
    }
    live = {**manifest, "metadata": metadata}
    replicas = dig(manifest, "spec.replicas")
    if kind in ("Deployment", "StatefulSet", "ReplicaSet"):
        live["status"] = {"observedGeneration": revision, "replicas": 1 if replicas is None else replicas}
    if kind == "Service" and dig(manifest, "spec.type") != "ExternalName":
        address = 1 + int(arm.stable_guid(key, "ip")[:2], 16) % 250
        live["spec"] = {
            "clusterIP": f"10.0.77.{address}",
            "type": "ClusterIP",
            **(manifest.get("spec") or {}),
        }
    return live


def _plural(manifest: Mapping[str, Any]) -> str:
    kind = str(manifest["kind"]).lower()
    plural = kind[:-1] + "ies" if kind.endswith("y") else kind + ("es" if kind.endswith(("s", "x")) else "s")
    group = str(manifest["apiVersion"]).rpartition("/")[0]
    return f"{plural}.{group}" if group else plural


def _server(config: Mapping[str, Any]) -> str:
    """A short name for the API server of a kubeconfig; `default` where none is given."""
    text = config.get("kubeconfig")
    if not isinstance(text, str) or not text.strip():
        return "default"
    try:
        parsed = yaml.safe_load(text)
        text = str(parsed["clusters"][0]["cluster"]["server"])
    except (yaml.YAMLError, KeyError, IndexError, TypeError):
        pass
    return hashlib.sha256(text.encode()).hexdigest()[:16]

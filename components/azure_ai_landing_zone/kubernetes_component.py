"""What components inside a cluster are made of: plain manifests, registered one by one."""

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pulumi

from azure_ai_landing_zone.component import Component

Manifest = dict[str, Any]
"""A Kubernetes object as YAML files have it: apiVersion, kind, metadata and the rest, in camelCase."""

_BUILT_IN = re.compile(r"(?:(?P<group>[a-z]+)(?:\.(?:authorization\.)?k8s\.io)?/)?(?P<version>v\w+)")


class KubernetesComponent(Component):
    """A component whose children are Kubernetes objects; it takes its kubernetes provider through `opts`."""

    def _make(
        self, name: str, manifests: Mapping[str, Manifest], **options: Any
    ) -> dict[str, pulumi.CustomResource]:
        """The objects by role, called `<name>-<role>`."""
        return {
            role: make_object(f"{name}-{role}", manifest, self._child(**options))
            for role, manifest in manifests.items()
        }


def make_object(name: str, manifest: Manifest, opts: pulumi.ResourceOptions) -> pulumi.CustomResource:
    """One object. Kinds that Kubernetes doesn't know itself become a CustomResource."""
    rest = {key: value for key, value in manifest.items() if key not in ("apiVersion", "kind")}
    known = _BUILT_IN.fullmatch(manifest["apiVersion"])
    if known is None:
        custom: Any = import_module("pulumi_kubernetes.apiextensions").CustomResource
        made: pulumi.CustomResource = custom(
            name, api_version=manifest["apiVersion"], kind=manifest["kind"], opts=opts, **rest
        )
        return made
    module = import_module(f"pulumi_kubernetes.{known['group'] or 'core'}.{known['version']}")
    arguments = {_snake(key): value for key, value in rest.items()}
    built_in: type[pulumi.CustomResource] = getattr(module, manifest["kind"])
    return built_in(name, opts=opts, **arguments)


def _snake(name: str) -> str:
    return re.sub(r"(?=[A-Z])", "_", name).lower()

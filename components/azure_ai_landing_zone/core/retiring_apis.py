"""A warning where a component is written with a version of Azure's management API that retires."""

import functools
from typing import Any

import pulumi
from pulumi.runtime.settings import get_monitor

from azure_ai_landing_zone.catalog import api_versions
from azure_ai_landing_zone.catalog.api_versions import ApiRetirement


def warn_of_retiring_apis(args: pulumi.ResourceTransformationArgs) -> None:
    """Say once a run of which provider's API Azure will refuse a version, and from when on."""
    provider, version = _written_with(args.type_, args.props)
    known = api_versions.find(provider, version) if provider and version else None
    if known is not None:
        _warn(get_monitor(), known, version)


def _written_with(type_: str, props: Any) -> tuple[str, str]:
    """Provider and version; empty where nothing is known to retire."""
    if type_ == "azure-native:resources:Resource":
        return props.get("resource_provider_namespace") or "", props.get("api_version") or ""
    package, _, name = type_.partition(":")
    known = api_versions.of_module(name.partition(":")[0]) if package == "azure-native" else None
    return (known.provider, known.azure_native_version) if known else ("", "")


@functools.lru_cache(maxsize=16)
def _warn(_monitor: object, known: ApiRetirement, version: str) -> None:
    pulumi.log.warn(
        f"a component is written with version {version} of {known.provider}'s API, and Azure refuses those "
        f"before {known.before} from {known.retires_on} on: update azure-ai-landing-zone before then "
        f"({known.source}, {known.as_of})"
    )

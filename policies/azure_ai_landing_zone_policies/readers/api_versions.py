"""Which versions of Azure's management API a resource is written with, as far as they retire."""

from collections.abc import Iterator
from dataclasses import dataclass

from azure_ai_landing_zone.catalog import api_versions
from azure_ai_landing_zone.catalog.api_versions import ApiRetirement
from azure_ai_landing_zone_policies.program.arm_paths import ARM_PATHS
from azure_ai_landing_zone_policies.program.untyped import GENERIC
from azure_ai_landing_zone_policies.program.view import View

TYPES = (
    *(type_ for type_ in ARM_PATHS if api_versions.of_module(type_.partition(":")[0])),
    GENERIC,
)
"""What can be written with a version that the catalogue knows."""


@dataclass(frozen=True)
class RetiringApi:
    """A version that Azure retires, in use."""

    text: str
    """Where it stands, and what it is: the beginning of a sentence."""
    retirement: ApiRetirement
    instead: str
    """What to write."""


def retiring_apis(props: View) -> Iterator[RetiringApi]:
    """The resource's own."""
    type_, version = props.resource.type, props.resource.api_version
    module = api_versions.of_module(type_.partition(":")[0])
    if version is None and module is not None:
        version = module.azure_native_version
    if type_ == GENERIC:
        provider = props.text("resourceProviderNamespace") or ""
    else:
        provider = ARM_PATHS[type_].partition("/")[0]
    known = api_versions.find(provider, version) if version else None
    if known is not None:
        if props.resource.deployment:
            yield RetiringApi(f"{props.path('apiVersion')} is {version}", known, _first(known))
        else:
            yield RetiringApi(f"its API version is {version}", known, f"{_first(known)}{_where(known)}")


def _first(known: ApiRetirement) -> str:
    return f"{known.before} or a newer one"


def _where(known: ApiRetirement) -> str:
    """Where to write it."""
    if not known.concerns(known.azure_native_version):
        return f", such as azure-native's own {known.azure_native_version}"
    return (
        ", as the apiVersion of an azure-native:resources:Resource or with a package from `pulumi package "
        f"add azure-native {known.azure_native_module} {known.before}`"
    )

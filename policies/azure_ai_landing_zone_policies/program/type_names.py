"""Which azure-native type a Pulumi token means, whatever API version and package it was written with."""

import re

_TOKEN = re.compile(
    r"azure-native(?:_[a-z0-9]+_v(?P<generated>[a-z0-9]+))?"  # the package, or one generated for a version
    r":(?P<module>[a-z0-9]+)(?:/v(?P<version>[a-z0-9]+))?"
    r":(?P<name>[A-Za-z0-9]+)"
)

_KUBERNETES = re.compile(r"kubernetes:(?P<group>[A-Za-z0-9.-]+)/v[a-z0-9]+:(?P<kind>[A-Za-z0-9]+)")

_OTHERS = re.compile(r"(?P<package>azure|azuread|azapi):(?P<module>[^:/]+)[^:]*:[A-Za-z0-9]+")
"""Packages that make things of Azure too, in their own words, which no rule reads."""

OTHER = "other/"
"""Before the package and its module in the name of their types."""

_RENAMED = {
    "documentdb:DatabaseAccount": "cosmosdb:DatabaseAccount",
    "machinelearningservices:MachineLearningCompute": "machinelearningservices:Compute",
    "network:PrivateZone": "privatedns:PrivateZone",
}
"""Names that a type had in other versions of azure-native, as its own aliases list them (3.29.0)."""


def type_name(token: str) -> str | None:
    """`compute:VirtualMachine` for any spelling of that type's token; None if no rule can be about it.

    The spellings: `azure-native:compute:VirtualMachine`, `azure-native:compute/v20240301:VirtualMachine` and
    `azure-native_compute_v20240301:compute:VirtualMachine` (from `pulumi package add azure-native`).
    Objects of Kubernetes have their group and kind, whatever the version: `kubernetes/apps:Deployment`.
    The program as a whole is `pulumi:Stack`. What another package makes in Azure is of the type of that
    package's module, such as `other/azure/cognitive`: no rule reads it, but one says so.
    """
    if token == "pulumi:pulumi:Stack":  # noqa: S105 - no password
        return "pulumi:Stack"
    if match := _KUBERNETES.fullmatch(token):
        return f"kubernetes/{match['group']}:{match['kind']}"
    if match := _OTHERS.fullmatch(token):
        return f"{OTHER}{match['package']}/{match['module']}"
    match = _TOKEN.fullmatch(token)
    if not match:
        return None
    name = f"{match['module']}:{match['name']}"
    return _RENAMED.get(name, name)


def other_package(type_: str) -> str | None:
    """The package that makes things of this type, if it is another than azure-native."""
    return type_.removeprefix(OTHER).partition("/")[0] if type_.startswith(OTHER) else None


def api_version(token: str) -> str | None:
    """`2024-03-01`, or `2024-03-02-preview`, of a token that has the version of Azure's API in it. None of
    any other: azure-native chooses."""
    match = _TOKEN.fullmatch(token)
    written = (match["version"] or match["generated"] or "") if match else ""
    parts = re.fullmatch(r"(\d{4})(\d\d)(\d\d)([a-z]*)", written)
    return "-".join(filter(None, parts.groups())) if parts else None

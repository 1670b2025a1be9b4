"""Which aliases components drop: only those that cost time and can't match anything of ours."""

from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone.core.component import drop_version_aliases

TYPE = "azure-native:network:PrivateEndpoint"
VERSION = pulumi.Alias(type_="azure-native:network/v20240501:PrivateEndpoint")
PREVIEW = pulumi.Alias(type_="azure-native:network/v20240501preview:PrivateEndpoint")
RENAMED = pulumi.Alias(type_="azure-native:network/v20190201:InterfaceEndpoint")
MOVED = pulumi.Alias(type_="azure-native:privatedns/v20190201:PrivateEndpoint")
MOVED_UNVERSIONED = pulumi.Alias(type_="azure-native:privatedns:PrivateEndpoint")
OWN_NAME = pulumi.Alias(name="old-name")
OWN_NAME_AND_TYPE = pulumi.Alias(name="old", type_="azure-native:network/v20240501:PrivateEndpoint")
OWN_PARENT = pulumi.Alias(type_="azure-native:network/v20240501:PrivateEndpoint", parent="urn:x")
URN = "urn:pulumi:dev::p::azure-native:network/v20240501:PrivateEndpoint::x"


def kept(aliases: Any, type_: str = TYPE) -> Any:
    options = pulumi.ResourceOptions(aliases=aliases)
    result = drop_version_aliases(
        pulumi.ResourceTransformationArgs(
            resource=None,  # type: ignore[arg-type]  # not looked at
            type_=type_,
            name="x",
            props={},
            opts=options,
        )
    )
    return options.aliases if result is None else result.opts.aliases


@pytest.mark.parametrize("alias", [VERSION, PREVIEW])
def test_drops(alias: pulumi.Alias) -> None:
    assert kept([alias]) == []


@pytest.mark.parametrize(
    "alias", [RENAMED, MOVED, MOVED_UNVERSIONED, OWN_NAME, OWN_NAME_AND_TYPE, OWN_PARENT, URN]
)
def test_keeps(alias: Any) -> None:
    assert kept([VERSION, alias, PREVIEW]) == [alias]


def test_leaves_other_providers_and_components_alone() -> None:
    alias = pulumi.Alias(type_="kubernetes:core/v1:Pod")
    assert kept([alias], "kubernetes:core:Pod") == [alias]
    assert kept(None) is None

"""A component that is written with an API version that retires says so, once a run."""

from datetime import date
from types import MappingProxyType

import pulumi
import pytest
from pulumi_azure_native import keyvault, resources

from azure_ai_landing_zone.catalog import api_versions
from azure_ai_landing_zone.catalog.api_versions import ApiRetirement
from azure_ai_landing_zone.core.component import Component
from helpers.registered import register

GATEWAY = ApiRetirement(
    "Microsoft.ApiManagement", date(2026, 1, 1), date(2028, 3, 31), "apimanagement", "2024-05-01", "page",
    date(2026, 11, 22),
)  # fmt: skip
VAULTS = (
    "a component is written with version 2024-11-01 of Microsoft.KeyVault's API, and Azure refuses those "
    "before 2026-02-01 from 2027-02-27 on: update azure-ai-landing-zone before then "
    "(learn.microsoft.com/azure/key-vault/general/migrate-api-version, 2026-11-22)"
)
BACKENDS = (
    "a component is written with version 2025-03-01-preview of Microsoft.ApiManagement's API, and Azure "
    "refuses those before 2026-01-01 from 2028-03-31 on: update azure-ai-landing-zone before then (page, "
    "2026-11-22)"
)


class Shop(Component):
    """Vaults of the SDK's class, and what is written as ARM does."""

    def __init__(self, name: str, *, vaults: int = 0, versions: tuple[str, ...] = ()) -> None:
        super().__init__(name, None)
        properties = keyvault.VaultPropertiesArgs(
            sku=keyvault.SkuArgs(family="A", name=keyvault.SkuName.STANDARD), tenant_id="t"
        )
        for number in range(vaults):
            keyvault.Vault(
                f"{name}-{number}", resource_group_name="rg", properties=properties, opts=self._child()
            )
        for version in versions:
            resources.Resource(
                f"{name}-{version}",
                resource_group_name="rg",
                resource_provider_namespace="Microsoft.ApiManagement",
                parent_resource_path="service/apim",
                resource_type="backends",
                api_version=version,
                opts=self._child(),
            )


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    known = dict(api_versions.API_RETIREMENTS) | {"microsoft.apimanagement": GATEWAY}
    monkeypatch.setattr(api_versions, "API_RETIREMENTS", MappingProxyType(known))
    found: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: found.append(text))
    return found


def test_it_is_said_once_a_run_whoever_makes_it(warned: list[str]) -> None:
    register(lambda: (Shop("one", vaults=2), Shop("two", vaults=1)))
    assert warned == [VAULTS]
    register(lambda: Shop("one", vaults=1))
    assert warned == [VAULTS, VAULTS]


def test_the_version_of_what_is_written_as_arm_does_counts(warned: list[str]) -> None:
    register(lambda: Shop("one", versions=("2025-03-01-preview", "2026-01-01")))
    assert warned == [BACKENDS]


def test_of_what_stays_nothing_is_said(warned: list[str]) -> None:
    register(lambda: Shop("one", versions=("2026-01-01",)))
    assert warned == []

"""The version that a resource is written with: by token, by package, as ARM does, in a template."""

from datetime import date
from typing import Any

import pytest

from azure_ai_landing_zone_policies.engine.testing import judge_program

BEFORE, LAST, AFTER = date(2026, 11, 21), date(2027, 2, 26), date(2027, 2, 27)
VAULT = {"properties": {"tenantId": "t", "sku": {"family": "A", "name": "standard"}}}
AS_ARM = {
    "resourceProviderNamespace": "Microsoft.KeyVault",
    "parentResourcePath": "",
    "resourceType": "vaults",
    "resourceName": "kv",
}
DEFAULT = "its API version is 2024-11-01"
FIRST = "2026-02-01 or a newer one"
WRITTEN = (
    f"{FIRST}, as the apiVersion of an azure-native:resources:Resource or with a package from `pulumi "
    "package add azure-native keyvault 2026-02-01`"
)


def said(rule: str, token: str, properties: dict[str, Any], today: date) -> list[str]:
    verdicts = judge_program(rule, {"it": {"type": token, "properties": properties}}, today)
    assert [verdict.unsure for verdict in verdicts.values() if verdict.unsure] == []
    return [problem for verdict in verdicts.values() for problem in verdict.problems]


def template(*versions: str) -> dict[str, Any]:
    resources = [{"type": "Microsoft.KeyVault/vaults", "apiVersion": one, "name": "kv"} for one in versions]
    return {"properties": {"mode": "Incremental", "template": {"resources": resources}}}


def as_arm(version: str, **changes: str) -> dict[str, Any]:
    return AS_ARM | {"apiVersion": version} | changes


RETIRING = pytest.mark.parametrize(
    ("token", "properties", "text", "instead"),
    [
        ("keyvault:Vault", VAULT, DEFAULT, WRITTEN),
        ("keyvault:Secret", {}, DEFAULT, WRITTEN),
        ("keyvault:ManagedHsm", {}, DEFAULT, WRITTEN),
        ("keyvault:Key", {"azureApiVersion": "2024-11-01"}, DEFAULT, WRITTEN),
        ("keyvault/v20230701:Vault", VAULT, "its API version is 2023-07-01", WRITTEN),
        ("keyvault/v20241201preview:Vault", VAULT, "its API version is 2024-12-01-preview", WRITTEN),
        ("resources:Resource", as_arm("2025-05-01"), "its API version is 2025-05-01", WRITTEN),
        (
            "resources:Resource",
            as_arm("2025-05-01", resourceType="unheard"),
            "its API version is 2025-05-01",
            WRITTEN,
        ),
        (
            "resources:Resource",
            as_arm("2023-07-01", azureApiVersion="2026-03-01"),
            "its API version is 2023-07-01",
            WRITTEN,
        ),
        (
            "resources:Deployment",
            template("2026-02-01", "2022-07-01"),
            "properties.template.resources[1].apiVersion is 2022-07-01",
            FIRST,
        ),
    ],
)


@RETIRING
def test_before_the_day_there_is_time_to_plan(
    token: str, properties: dict[str, Any], text: str, instead: str
) -> None:
    sentence = (
        f"{text}, and Azure retires those of Microsoft.KeyVault before 2026-02-01 on 2027-02-27; plan the "
        f"move to {instead}"
    )
    for today in (BEFORE, LAST):
        assert said("api-version-retires-soon", f"azure-native:{token}", properties, today) == [sentence]
        assert said("retired-api-version", f"azure-native:{token}", properties, today) == []


@RETIRING
def test_from_the_day_on_it_is_refused(
    token: str, properties: dict[str, Any], text: str, instead: str
) -> None:
    when = "Azure retired those of Microsoft.KeyVault before 2026-02-01 on 2027-02-27"
    sentence = f"{text}, and {when}; use {instead}"
    assert said("retired-api-version", f"azure-native:{token}", properties, AFTER) == [sentence]
    assert said("api-version-retires-soon", f"azure-native:{token}", properties, AFTER) == []


@pytest.mark.parametrize(
    ("token", "properties"),
    [
        ("azure-native:resources:Resource", as_arm("2026-02-01")),
        ("azure-native:resources:Resource", as_arm("${other.version}")),
        ("azure-native:resources:Resource", as_arm("2020-01-01", resourceProviderNamespace="X.Y")),
        ("azure-native_keyvault_v20260201:keyvault:Vault", VAULT),
        ("azure-native:keyvault:Vault", VAULT | {"azureApiVersion": "2026-02-01"}),
        ("azure-native:apimanagement:ApiManagementService", {}),
        ("azure-native:resources:Deployment", template("2026-02-01")),
        ("azure-native:resources:Deployment", {"properties": {"template": "${other.template}"}}),
        ("azure-native:resources:Deployment", {"properties": {"templateLink": {"uri": "https://x"}}}),
    ],
)
def test_of_what_stays_or_isn_t_known_nothing_is_said(token: str, properties: dict[str, Any]) -> None:
    for rule in ("api-version-retires-soon", "retired-api-version"):
        assert said(rule, token, properties, AFTER) == []


def test_the_notice_can_be_shorter() -> None:
    program = {"vault": {"type": "azure-native:keyvault:Vault", "properties": VAULT}}
    assert judge_program("api-version-retires-soon", program, BEFORE, noticeDays=90) == {}
    assert len(judge_program("api-version-retires-soon", program, LAST, noticeDays=90)) == 1

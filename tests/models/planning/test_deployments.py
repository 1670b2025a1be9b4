"""Deployments of models: their order, what is refused, and what is reported."""

from datetime import date
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.catalog import models_provisioned
from azure_ai_landing_zone.catalog.deployment_types import DeploymentType, all_types, pay_as_you_go
from azure_ai_landing_zone.models.planning.deployments import (
    DeploymentRequest,
    deployment_order,
    deployment_problems,
    deployment_warnings,
)

TODAY = date(2026, 11, 21)
TYPES = get_args(DeploymentType)


def request(
    name: str = "chat",
    model: str = "gpt-5.5",
    version: str = "2026-04-24",
    deployment_type: DeploymentType = "GlobalStandard",
    capacity: int = 50,
    spillover: str | None = None,
) -> DeploymentRequest:
    return DeploymentRequest(
        name=name,
        model=model,
        version=version,
        deployment_type=deployment_type,
        capacity=capacity,
        spillover=spillover,
    )


@given(st.permutations(TYPES))
def test_what_costs_by_the_hour_is_made_last_and_deleted_first(types: list[DeploymentType]) -> None:
    requests = [request(name=kind, deployment_type=kind) for kind in types]
    order = deployment_order(requests)
    assert [one.is_provisioned for one in order] == [False] * 3 + [True] * 3
    assert [one for one in order if one.is_provisioned] == [one for one in requests if one.is_provisioned]


@given(st.sampled_from(TYPES), st.sampled_from(TYPES))
def test_spillover_stays_where_prompts_may_be_processed(source: DeploymentType, to: DeploymentType) -> None:
    requests = [
        request("chat", deployment_type=source, spillover="more"),
        request("more", deployment_type=to),
    ]
    allowed = all_types()[source].provisioned and to == pay_as_you_go(all_types()[source].processing)
    found = [problem.path for problem in deployment_problems(requests, [], TODAY)]
    assert found == ([] if allowed else [(0, "spillover")])


@given(st.sampled_from(["gpt-5.5", "gpt-5-mini"]), st.sampled_from(TYPES), st.integers(1, 300))
def test_what_is_advised_instead_of_a_size_is_a_size(
    model: str, deployment_type: DeploymentType, capacity: int
) -> None:
    version = "2026-04-24" if model == "gpt-5.5" else "2025-08-07"
    one = request("chat", model, version, deployment_type, capacity)
    problems = deployment_problems([one], [], TODAY)
    units = models_provisioned.find(model, all_types()[deployment_type].processing)
    assert units is not None
    assert bool(problems) is (one.is_provisioned and not units.has_size(capacity))
    for problem in problems:
        advised = problem.message.rpartition("take ")[2].split(" or ")
        assert all(units.has_size(int(size)) for size in advised)


@pytest.mark.parametrize(
    ("one", "warnings"),
    [
        (request(), []),
        (
            request(model="gpt-5.5", version="2031-01-01"),
            [
                "chat: gpt-5.5 2031-01-01 is not in the catalogue: nothing is known of when Azure retires it",
            ],
        ),
        (
            request(model="gpt-5", version="2025-08-07"),
            [
                "chat: gpt-5 2025-08-07 retires on 2027-02-09 (as of 2026-09-02): plan the move to a newer "
                "model"
            ],
        ),
        (
            request(model="gpt-4o", version="2024-11-20"),
            [
                "chat: gpt-4o 2024-11-20 is legacy (as of 2026-09-02): Azure deploys it only in "
                "subscriptions that had it before"
            ],
        ),
        (
            request(model="gpt-5.6-sol", version="2026-07-09", deployment_type="ProvisionedManaged"),
            [
                "chat: gpt-5.6-sol 2026-07-09: nothing is known of how many units ProvisionedManaged has at "
                "least"
            ],
        ),
        (request(model="gpt-4o", version="2024-05-13"), []),
    ],
)
def test_warnings(one: DeploymentRequest, warnings: list[str]) -> None:
    assert deployment_warnings([one], TODAY, None) == warnings


PAGE = (
    "https://learn.microsoft.com/azure/foundry/foundry-models/concepts/"
    "models-sold-directly-by-azure-region-availability"
)


@pytest.mark.parametrize(
    ("one", "region", "warnings"),
    [
        (request(model="GPT-5.5"), "swedencentral", []),
        (
            request(model="gpt-5.5", version="2026-04-24", deployment_type="DataZoneProvisionedManaged"),
            "swedencentral",
            [
                "chat: Azure's list of 2026-04-30 doesn't have gpt-5.5 2026-04-24 as "
                f"DataZoneProvisionedManaged in swedencentral, but in northcentralus, eastus: see {PAGE}"
            ],
        ),
        (
            request(),
            "japaneast",
            [
                "chat: where Azure has gpt-5.5 2026-04-24 as GlobalStandard is known of the Americas and "
                f"Europe only: {PAGE} says it of japaneast"
            ],
        ),
        (
            request(model="gpt-5.6-sol", version="2026-07-09", deployment_type="Standard"),
            "eastus",
            [f"chat: Azure's list of 2026-06-22 doesn't have gpt-5.6-sol 2026-07-09 as Standard: see {PAGE}"],
        ),
    ],
)
def test_where_azure_s_list_does_not_have_it_is_said(
    one: DeploymentRequest, region: str, warnings: list[str]
) -> None:
    assert deployment_warnings([one], TODAY, region) == warnings

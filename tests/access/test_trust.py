"""Who may sign in without a secret: exact subjects, exact refusals."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.access.identity import (
    ManagedIdentity,
    ManagedIdentityArgs,
    ManagedIdentitySettings,
)
from azure_ai_landing_zone.access.trust import (
    AzureDevOpsTrust,
    FederatedTrustChoice,
    GitHubActionsTrust,
    ServiceAccountTrust,
)
from helpers.registered import register

TENANT = "https://login.microsoftonline.com/00000000-0000-0000-0000-000000000002/v2.0"
GITHUB: dict[str, Any] = {"mode": "gitHubActions", "owner": "contoso", "repository": "zone"}
PODS: dict[str, Any] = {
    "mode": "kubernetes",
    "cluster": "serving",
    "issuer": "https://issuer/",
    "namespace": "models",
    "service_account": "chat",
}
DEVOPS: dict[str, Any] = {
    "mode": "azureDevOps",
    "service_connection": "azure-prod",
    "issuer": TENANT,
    "subject": "/eid1/c/pub/t/abc/a/def/sc/org/connection",
}


def test_subjects_of_each_kind() -> None:
    trusts: list[FederatedTrustChoice] = [
        ServiceAccountTrust(**PODS),
        GitHubActionsTrust(**GITHUB, environments=["prod"], branches=["main"]),
        GitHubActionsTrust(**GITHUB, owner_id=1, repository_id=2, environments=["prod"]),
        AzureDevOpsTrust(**DEVOPS),
    ]
    assert [(one.key, one.issuer, one.subject) for trust in trusts for one in trust.subjects()] == [
        ("serving-models-chat", "https://issuer/", "system:serviceaccount:models:chat"),
        *(
            (f"contoso-zone-{key}", "https://token.actions.githubusercontent.com", f"repo:{subject}")
            for key, subject in (
                ("environment-prod", "contoso/zone:environment:prod"),
                ("branch-main", "contoso/zone:ref:refs/heads/main"),
                ("environment-prod", "contoso@1/zone@2:environment:prod"),
            )
        ),
        ("azure-devops-azure-prod", TENANT, "/eid1/c/pub/t/abc/a/def/sc/org/connection"),
    ]


@pytest.mark.parametrize(
    ("trust", "expected"),
    [
        (
            GITHUB,
            ["trusts[0]: trusts nothing: give `environments` or `branches`"],
        ),
        (
            {**GITHUB, "owner_id": 1, "branches": ["main"]},
            ["trusts[0].repository_id: missing: a subject has both ids or neither"],
        ),
        (
            {**GITHUB, "environments": ["prod"], "pull_requests": True},
            [
                "trusts[0].pull_requests: whoever pushes a branch would have the token, with no one asked: "
                "give `environments` one that has reviewers"
            ],
        ),
        (
            {**GITHUB, "repository": "contoso/zone", "branches": ["release/*"]},
            [
                "trusts[0].repository: must be letters, digits, _ . and -, without the owner or a slash, got "
                "'contoso/zone'",
                "trusts[0].branches[0]: must be one exact name without spaces, colons or wildcards: Entra "
                "compares whole subjects, got 'release/*'",
            ],
        ),
        (
            {**PODS, "namespace": "Models"},
            [
                "trusts[0].namespace: must be up to 63 lower-case letters, digits and hyphens, none at the "
                "ends, got 'Models'"
            ],
        ),
        (
            {
                **DEVOPS,
                "issuer": "https://vstoken.dev.azure.com/organisation",
                "subject": "sc://org/project/x",
            },
            [
                "trusts[0].issuer: is retired on 2027-07-01: convert the service connection to the Microsoft "
                "Entra issuer",
                "trusts[0].subject: must be as the service connection shows it, /eid1/…/sc/<organisation "
                "id>/<connection id>, got 'sc://org/project/x'",
            ],
        ),
        (
            {**DEVOPS, "issuer": "https://login.example.com"},
            [
                "trusts[0].issuer: must be https://login.microsoftonline.com/<tenant id>/v2.0, got "
                "'https://login.example.com'"
            ],
        ),
    ],
)
def test_refused(trust: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(SettingsError) as raised:
        ManagedIdentitySettings(trusts=[trust])  # type: ignore[list-item]  # as a stack file has it
    assert str(raised.value).splitlines()[1:] == [f"  {line}" for line in expected]


def test_an_identity_takes_twenty_subjects_and_each_once() -> None:
    many = [GitHubActionsTrust(**GITHUB, branches=[f"b{number}" for number in range(20)])]
    assert ManagedIdentitySettings(trusts=[*many]).trusts == many
    with pytest.raises(SettingsError) as raised:
        ManagedIdentitySettings(trusts=[*many, ServiceAccountTrust(**PODS), ServiceAccountTrust(**PODS)])
    assert str(raised.value) == (
        "2 problems in the arguments of ManagedIdentitySettings:\n"
        "  trusts[2]: system:serviceaccount:models:chat is trusted by [1] already, or one of the same name "
        "is\n"
        "  trusts: 22 subjects; an identity trusts at most 20: make another identity"
    )


@given(
    st.lists(st.from_regex(r"[A-Za-z0-9/._-]{1,150}", fullmatch=True), unique=True, min_size=2, max_size=8)
)
def test_names_of_credentials_differ_and_are_ones_that_azure_takes(branches: list[str]) -> None:
    keys = [one.key for one in GitHubActionsTrust(**GITHUB, branches=branches).subjects()]
    assert len(set(keys)) == len(branches)
    assert all(re.fullmatch(r"[A-Za-z0-9][\w-]{2,119}", key) for key in keys)


def test_credentials_are_made_one_after_another() -> None:
    args = ManagedIdentityArgs(
        location="eastus",
        resource_group_name="rg",
        trusts=[GitHubActionsTrust(**GITHUB, branches=["a", "b", "c"])],
    )
    made = register(lambda: ManagedIdentity("pipeline", args))
    names = [f"pipeline-contoso-zone-branch-{branch}-credential" for branch in "abc"]
    assert made.inputs[names[0]] == {
        "audiences": ["api://AzureADTokenExchange"],
        "federatedIdentityCredentialResourceName": "contoso-zone-branch-a",
        "issuer": "https://token.actions.githubusercontent.com",
        "resourceGroupName": "rg",
        "resourceName": "pipeline-identity",
        "subject": "repo:contoso/zone:ref:refs/heads/a",
    }
    assert names[0] in made.dependencies[names[1]]
    assert names[1] in made.dependencies[names[2]]

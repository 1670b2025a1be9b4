"""Who may sign in as a user-assigned identity without a secret: workloads of a cluster, and deployments.

An identity trusts an issuer's tokens with exactly one subject; there are no wildcards. Source:
learn.microsoft.com/entra/workload-id/workload-identity-federation-considerations (2024-02-28).
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.core.model import GUID, Input, Key, Model, matching, refuse
from azure_ai_landing_zone.core.problem import Problem

AUDIENCE = "api://AzureADTokenExchange"
"""What every token has to be meant for."""

GITHUB_ISSUER = "https://token.actions.githubusercontent.com"

LIMIT = single_facts.whole("federatedCredentials")
"""Credentials of one identity."""


@dataclass(frozen=True, slots=True)
class FederatedSubject:
    """One trusted subject; `key` names its credential and doesn't change when others are added."""

    key: str
    issuer: Input[str]
    subject: str


_Label = matching(
    r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "up to 63 lower-case letters, digits and hyphens, none at the ends"
)
_Subdomain = matching(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*",
    "up to 253 lower-case letters, digits, hyphens and periods, as Kubernetes has it",
)
_GitHubName = matching(r"[\w.-]{1,100}", "letters, digits, _ . and -, without the owner or a slash")
_Exact = matching(
    r"[^\s:*?\\\[\]^~]+", "one exact name without spaces, colons or wildcards: Entra compares whole subjects"
)


class ServiceAccountTrust(Model):
    """Pods of one Kubernetes service account, by workload identity."""

    mode: Literal["kubernetes"]
    """By a cluster's own tokens."""
    issuer: Input[str]
    """The cluster's OIDC issuer URL (oidcIssuerProfile.issuerUrl)."""
    namespace: Annotated[str, _Label]
    """The service account's."""
    service_account: Annotated[str, _Subdomain]
    """Its name."""
    cluster: Key
    """A name for the cluster: other clusters may have the same service account."""

    def subjects(self) -> list[FederatedSubject]:
        """The one subject of its pods."""
        return [
            FederatedSubject(
                _key(self.cluster, self.namespace, self.service_account),
                self.issuer,
                f"system:serviceaccount:{self.namespace}:{self.service_account}",
            )
        ]


class GitHubActionsTrust(Model):
    """Workflows of one repository on github.com.

    Repositories made, renamed or moved since 2026-07-15 have their ids in the subject: give both. Source:
    docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims, 2026-09-03.
    """

    mode: Literal["gitHubActions"]
    """By tokens of github.com."""
    owner: Annotated[str, _GitHubName]
    """The organisation or user, as it is spelled on github.com: casing counts."""
    repository: Annotated[str, _GitHubName]
    """Its name, without the owner."""
    owner_id: StrictInt | None = Field(default=None, ge=1)
    """`gh api repos/<owner>/<repository> --jq .owner.id` prints it."""
    repository_id: StrictInt | None = Field(default=None, ge=1)
    """`gh api repos/<owner>/<repository> --jq .id` prints it."""
    environments: list[Annotated[str, _Exact]] = Field(default=[])
    """Jobs with `environment:`. GitHub holds them until its reviewers agree: the safest way to deploy."""
    branches: list[Annotated[str, _Exact]] = Field(default=[])
    """Jobs without an environment, on a push to one of these branches."""

    refused: ClassVar[dict[str, str]] = {
        "pull_requests": "whoever pushes a branch would have the token, with no one asked: give "
        "`environments` one that has reviewers"
    }

    @model_validator(mode="after")
    def _check(self) -> "GitHubActionsTrust":
        problems = []
        if (self.owner_id is None) != (self.repository_id is None):
            absent = "owner_id" if self.owner_id is None else "repository_id"
            problems.append(Problem((absent,), "missing: a subject has both ids or neither"))
        if not (self.environments or self.branches):
            problems.append(Problem((), "trusts nothing: give `environments` or `branches`"))
        refuse(GitHubActionsTrust, problems)
        return self

    def subjects(self) -> list[FederatedSubject]:
        """Environments, then branches."""
        owner, repository = self.owner, self.repository
        if self.owner_id is not None:
            owner, repository = f"{owner}@{self.owner_id}", f"{repository}@{self.repository_id}"
        contexts = [
            *((f"environment-{name}", f"environment:{name}") for name in self.environments),
            *((f"branch-{name}", f"ref:refs/heads/{name}") for name in self.branches),
        ]
        return [
            FederatedSubject(
                _key(self.owner, self.repository, what), GITHUB_ISSUER, f"repo:{owner}/{repository}:{context}"
            )
            for what, context in contexts
        ]


class AzureDevOpsTrust(Model):
    """Pipelines that use one Azure DevOps service connection, which shows both values.

    The older issuer, https://vstoken.dev.azure.com, is retired on 2027-07-01. Source:
    learn.microsoft.com/azure/devops/pipelines/release/convert-service-connections, 2026-07.
    """

    mode: Literal["azureDevOps"]
    """By tokens that Entra ID gives Azure Pipelines."""
    service_connection: Annotated[str, _GitHubName]
    """Its name, for the name of the credential."""
    issuer: str
    """Such as https://login.microsoftonline.com/<tenant id>/v2.0."""
    subject: str
    """Such as /eid1/c/pub/t/…/a/…/sc/<organisation id>/<service connection id>."""

    _ISSUER: ClassVar[str] = rf"https://login\.microsoftonline\.com/{GUID}/v2\.0"

    @model_validator(mode="after")
    def _check(self) -> "AzureDevOpsTrust":
        problems = []
        if self.issuer.startswith("https://vstoken.dev.azure.com"):
            text = "is retired on 2027-07-01: convert the service connection to the Microsoft Entra issuer"
            problems.append(Problem(("issuer",), text))
        elif not re.fullmatch(self._ISSUER, self.issuer):
            text = f"must be https://login.microsoftonline.com/<tenant id>/v2.0, got {self.issuer!r}"
            problems.append(Problem(("issuer",), text))
        if not re.fullmatch(r"/eid1/\S+/sc/[^/\s]+/[^/\s]+", self.subject):
            text = (
                "must be as the service connection shows it, /eid1/…/sc/<organisation id>/<connection id>, "
                f"got {self.subject!r}"
            )
            problems.append(Problem(("subject",), text))
        refuse(AzureDevOpsTrust, problems)
        return self

    def subjects(self) -> list[FederatedSubject]:
        """The one subject of the connection."""
        return [FederatedSubject(_key("azure-devops", self.service_connection), self.issuer, self.subject)]


FederatedTrustChoice = Annotated[
    ServiceAccountTrust | GitHubActionsTrust | AzureDevOpsTrust, Field(discriminator="mode")
]


def _key(*parts: str) -> str:
    """A name within what Azure allows a credential (3 to 120 letters, digits, - and _), different for
    different parts."""
    text = "-".join(parts)
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    if plain == text and len(plain) <= 60:
        return plain
    return f"{plain[:60].rstrip('-')}-{hashlib.sha256('/'.join(parts).encode()).hexdigest()[:6]}"


def subject_problems(trusts: list[FederatedTrustChoice]) -> list[Problem]:
    """What Azure would refuse about all the subjects of one identity together."""
    problems = []
    seen: dict[tuple[str, ...], int] = {}
    for number, trust in enumerate(trusts):
        for subject in trust.subjects():
            same: list[tuple[str, ...]] = [(subject.key,)]
            if isinstance(subject.issuer, str):
                same.append((subject.issuer, subject.subject))
            before = next((seen[one] for one in same if one in seen), None)
            if before is not None:
                text = f"{subject.subject} is trusted by [{before}] already, or one of the same name is"
                problems.append(Problem(("trusts", number), text))
            for one in same:
                seen.setdefault(one, number)
    count = sum(len(trust.subjects()) for trust in trusts)
    if count > LIMIT:
        text = f"{count} subjects; an identity trusts at most {LIMIT}: make another identity"
        problems.append(Problem(("trusts",), text))
    return problems

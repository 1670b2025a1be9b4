"""What a model gateway is made of, as plain data: its tier, its teams and what each may use."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.catalog import gateway_tiers
from azure_ai_landing_zone.core.entra import ApplicationId, AppRole, Audience, GroupId
from azure_ai_landing_zone.core.model import Key, Model, ObjectName, matching, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.models.content_filter import HarmThresholds
from azure_ai_landing_zone.models.deployment import DeploymentName

COGNITIVE_SERVICES = "https://cognitiveservices.azure.com"

AZURE_AUDIENCES = tuple(
    f"{resource}{slash}" for resource in (COGNITIVE_SERVICES, "https://ai.azure.com") for slash in ("", "/")
)
"""What tokens for Azure's models are for: https://ai.azure.com in Foundry's SDKs and samples of /openai/v1.
Who asks with a slash at the end gets a token with one. Source: github.com/Azure-Samples/AI-Gateway
labs/ai-foundry-toolbox, 2026-07-24."""

MOST_BACKENDS = 30
"""Of a pool. Source: learn.microsoft.com/azure/api-management/backends, 2026-11-21."""

_OTHER_TIERS = {
    "BasicV2": "can never close its public endpoint",
    "Consumption": "has no private endpoint, no circuit breaker and no token limits",
    "Basic": "reaches nothing in a network, and models have no public endpoint here",
    "Standard": "reaches nothing in a network, and models have no public endpoint here",
    "Developer": "has no service level, and its classic network injection is not made here",
    "Premium": "is the classic tier, whose network injection is not made here",
}
"""Why not. Source: learn.microsoft.com/azure/api-management/api-management-features and
virtual-network-concepts, 2026-11-21."""


def _check_tier(tier: str) -> str:
    if tier in ("PremiumV2", "StandardV2"):
        return tier
    why = _OTHER_TIERS.get(tier)
    text = f"{tier} {why}" if why else f"no tier of API Management is called {tier}"
    raise ValueError(f"{text}: take PremiumV2, or StandardV2")


SCREENED_CHARACTERS = 10_000
"""Of a prompt that Content Safety takes; a longer one is answered with 403 for it. Source:
learn.microsoft.com/azure/api-management/llm-content-safety-policy, 2026-03-23."""


class PromptScreening(Model):
    """Content Safety, which sees prompts before any model does. It takes no prompt of more than 10,000
    characters: documents, code and long conversations are refused with 403. The filters of deployments look
    for the same without that limit."""

    shield_prompts: StrictBool = True
    """Whether it looks for attacks in prompts."""
    harm_thresholds: HarmThresholds = HarmThresholds()
    """From which severity on it stops prompts."""


class GatewayTeam(Model):
    """A team whose applications and people sign in as themselves; limits hold for all of them together. A
    caller of two teams is of the first one in the list."""

    name: Key
    """In metrics, logs and the answers' header x-team."""
    application_ids: list[ApplicationId] = Field(default=[])
    """Client ids of applications of the same tenant that have no identity in this stack."""
    group_ids: list[GroupId] = Field(default=[])
    """Entra groups whose members are of the team, through one of the gateway's `people_application_ids`.
    Takes an app registration of your own as audience, whose tokens have the claim groups; who is in more than
    200 groups has none in them. Source:
    learn.microsoft.com/entra/identity-platform/access-token-claims-reference, 2026-11-22."""
    app_roles: list[AppRole] = Field(default=[])
    """Roles of the app registration that is the audience; whoever has one is of the team, as with groups."""
    models: list[DeploymentName] = Field(default=[])
    """Deployments that it may name. Left out: all."""
    tokens_per_minute: StrictInt | None = Field(default=None, ge=1, le=100_000_000)
    """Of prompts and answers. Beyond: status 429 with Retry-After."""
    token_quota: StrictInt | None = Field(default=None, ge=1)
    """In a `quota_period`. Beyond: status 403 until the next one."""
    cost_quota_usd: StrictInt | None = Field(default=None, ge=1)
    """Instead of `token_quota`: dollars in a `quota_period`. It is as many tokens as that buys if each is the
    dearest that the team can ask for, so that it mostly costs far less."""
    quota_period: Literal["Hourly", "Daily", "Weekly", "Monthly", "Yearly"] | None = None
    """Of `token_quota` or `cost_quota_usd`."""
    stored_responses: StrictBool = False
    """Whether Azure may keep this team's responses for 30 days, prompts included, so that conversations can
    go on from them. Otherwise `store: false` is put into what says nothing, and `store: true` is refused."""
    prompt_screening: PromptScreening | None = None
    """For short prompts only. Left out: the filters of the deployments alone look at prompts."""

    @property
    def has_quota(self) -> bool:
        """In tokens or in dollars."""
        return self.token_quota is not None or self.cost_quota_usd is not None

    @model_validator(mode="after")
    def _check_limits(self) -> "GatewayTeam":
        problems = []
        if self.has_quota == (self.quota_period is None):
            missing = "quota_period" if self.has_quota else "token_quota"
            text = "missing: a quota is a number of tokens and the period in which they may be used"
            problems.append(Problem((missing,), text))
        if self.token_quota is not None and self.cost_quota_usd is not None:
            text = "goes without `token_quota`: it becomes a number of tokens itself, give one of the two"
            problems.append(Problem(("cost_quota_usd",), text))
        if self.tokens_per_minute is None and not self.has_quota:
            text = "missing: one team's loop takes all throughput; give this, or `token_quota`, or both"
            problems.append(Problem(("tokens_per_minute",), text))
        refuse(GatewayTeam, problems)
        return self


class GatewayCluster(Model):
    """The gateway of a cluster of your own, as `gateway` of its workloads makes one, with HTTPS and tokens of
    Microsoft Entra ID: each of its services is a model beside those of the accounts, answered there alone."""

    host_name: Annotated[
        str, matching(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}", "a name such as models.example.com")
    ]
    """Of its certificate, by a public authority; the DNS of the gateway's network knows its address."""
    audience: Audience
    """One of its `authentication.audiences`: what the gateway asks Entra ID for a token for, as its identity.
    Source: learn.microsoft.com/azure/api-management/authentication-managed-identity-policy, 2026-11-22."""
    model_names: list[ObjectName] = Field(min_length=1)
    """Its services without host names of their own, which answer under /<name>. They take chat and responses,
    by the paths of OpenAI's SDKs; what counts embeddings is documented for Azure's models only."""


class ModelGatewaySettings(Model):
    """A gateway in front of model services.

    How it gets private differs between tiers, and in each it is one resource in one state. PremiumV2 is
    injected into a subnet when it is made: it never has a public address. StandardV2 reaches models through
    a subnet and is reached through a private endpoint, but Azure refuses to make one that is closed: it is
    made with `publicAccess: open` and closed by changing that to `closed`, once, when the first deployment
    has made the endpoint. Whatever it says, deploying again changes nothing.
    Source: learn.microsoft.com/azure/api-management/inject-vnet-v2 2025-10-08 and private-endpoint.
    """

    api_management_tier: Annotated[str, AfterValidator(_check_tier)] = "PremiumV2"
    """PremiumV2 or StandardV2."""
    units: StrictInt = Field(default=1, ge=1, le=30)
    """Paid by the hour each; at most 10 with StandardV2."""
    public_access: Literal["open", "closed"] = "closed"
    """With StandardV2: `open` for the first deployment only."""
    publisher_name: Annotated[str, Field(min_length=1, max_length=100)]
    """Whom Azure and users of the gateway take for its owner."""
    publisher_email: Annotated[str, Field(pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$", max_length=100)]
    """For notices of Azure."""
    teams: list[GatewayTeam] = Field(min_length=1)
    """Applications of no team are refused."""
    people_application_ids: list[ApplicationId] = Field(default=[])
    """Client ids of applications in which members of `group_ids` and holders of `app_roles` sign in. By
    themselves they are of no team."""
    audiences: list[Audience] = Field(default=list(AZURE_AUDIENCES), min_length=1)
    """Of tokens: those of Azure's models by default, so that clients ask for the same token with and without
    the gateway; or that of an app registration of your own."""
    model_clusters: list[GatewayCluster] = Field(default=[])
    """Models of your own, in AKS. Azure's filters don't look at what they are asked and answer."""
    breaker_seconds: StrictInt = Field(default=10, ge=1, le=600)
    """How long a deployment of an account rests after 429; what its Retry-After says comes first."""
    prompt_log: Literal["messages", "none"] = "none"
    """Whether prompts and answers go to Log Analytics. They hold whatever people type in: personal data."""

    @model_validator(mode="after")
    def _check_plan(self) -> "ModelGatewaySettings":
        refuse(ModelGatewaySettings, [*self._tier_problems(), *self._twice(), *self._people_problems()])
        return self

    def _tier_problems(self) -> Iterator[Problem]:
        if self.api_management_tier == "StandardV2" and self.units > 10:
            text = f"StandardV2 has at most 10, got {self.units}: take PremiumV2"
            yield Problem(("units",), text)
        if self.api_management_tier == "PremiumV2" and self.public_access == "open":
            text = "goes with StandardV2: PremiumV2 is closed when it is made, leave this out"
            yield Problem(("public_access",), text)

    def _twice(self) -> Iterator[Problem]:
        names = [team.name for team in self.teams]
        for number, name in enumerate(names):
            if name in names[:number]:
                text = f"{name} is the name of [{names.index(name)}] already: give each its own"
                yield Problem(("teams", number, "name"), text)

    def _people_problems(self) -> Iterator[Problem]:
        """Azure's own audiences are registrations of Microsoft's, which say nothing of a company's groups."""
        for number, team in enumerate(self.teams):
            for field in ("group_ids", "app_roles"):
                if not getattr(team, field):
                    continue
                if not self.people_application_ids:
                    text = "needs `people_application_ids`: nobody could sign in by them"
                    yield Problem(("teams", number, field), text)
                if set(self.audiences) <= set(AZURE_AUDIENCES):
                    text = "needs an app registration of your own in `audiences`: tokens for Azure have none"
                    yield Problem(("teams", number, field), text)


def own_models(clusters: Sequence[GatewayCluster]) -> list[str]:
    """What clusters answer."""
    return [name for one in clusters for name in one.model_names]


def cluster_problems(clusters: Sequence[GatewayCluster], deployments: Collection[str]) -> Iterator[Problem]:
    """Names that callers couldn't tell apart."""
    taken = {name.lower(): "a deployment" for name in deployments}
    for number, cluster in enumerate(clusters):
        for position, name in enumerate(cluster.model_names):
            if (other := taken.get(name.lower())) is not None:
                text = f"{name} is the name of {other} already: call the service otherwise"
                yield Problem(("model_clusters", number, "model_names", position), text)
            taken[name.lower()] = "a cluster's service"


def model_problems(
    field: str, teams: Sequence[GatewayTeam], deployments: Collection[str]
) -> Iterator[Problem]:
    """Models of teams that the gateway doesn't have."""
    for number, team in enumerate(teams):
        for position, name in enumerate(team.models):
            if name not in deployments:
                text = f"no deployment is called {name}: there are {', '.join(deployments)}"
                yield Problem((field, number, "models", position), text)


def screening_problems(
    field: str, account_field: str, teams: Sequence[GatewayTeam], *, has_account: bool
) -> Iterator[Problem]:
    """Prompts that nothing screens, and an account that nobody asks."""
    screened = [number for number, team in enumerate(teams) if team.prompt_screening is not None]
    for number in screened:
        if not has_account:
            text = f"needs `{account_field}`: nothing would screen prompts"
            yield Problem((field, number, "prompt_screening"), text)
    if has_account and not screened:
        yield Problem((account_field,), "no team has `prompt_screening`: give it to one, or leave this out")


def team_problems(
    field: str, teams: Sequence[GatewayTeam], callers: Mapping[str, Sequence[object]]
) -> Iterator[Problem]:
    """A team that nobody signs in for, callers of no team, and a caller of two: the policy knows a team by
    its caller, so that the second one's limits would never hold. What isn't known yet is left alone."""
    names = [team.name for team in teams]
    first: dict[str, str] = {}
    for team in teams:
        others = team.application_ids or team.group_ids or team.app_roles
        if not callers.get(team.name) and not others:
            yield Problem((field, team.name), "missing: nobody could sign in for this team")
    for name, members in callers.items():
        if name not in names:
            yield Problem((field, name), f"no team is called {name}: there are {', '.join(names)}")
        for number, member in enumerate(members):
            if not isinstance(member, str):
                continue
            if (other := first.setdefault(member, name)) != name:
                text = f"signs in for {other} already, whose limits it would have: give each team its own"
                yield Problem((field, name, number), text)
    for number, team in enumerate(teams):
        for position, id_ in enumerate(team.application_ids):
            if (other := first.setdefault(id_, team.name)) != team.name:
                text = f"signs in for {other} already, whose limits it would have: give each team its own"
                yield Problem(("teams", number, "application_ids", position), text)


def gateway_warnings(plan: ModelGatewaySettings, region: str) -> Iterator[str]:
    """What will bite, and what the data can't tell."""
    if (text := gateway_tiers.doubt(plan.api_management_tier, region)) is not None:
        yield text
    for team in plan.teams:
        if team.prompt_screening is not None:
            yield (
                f"team {team.name}: Content Safety answers prompts of more than {SCREENED_CHARACTERS:,} "
                "characters with 403; leave `prompt_screening` out where prompts may be longer"
            )

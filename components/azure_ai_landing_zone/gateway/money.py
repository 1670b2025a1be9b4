"""Limits of teams by money, as the tokens that Azure's policies count.

They count prompts and answers in one number, whatever each costs. So each token is taken for the dearest that
a team can ask for: what it has used costs no more than its limit, and mostly far less.
Source: learn.microsoft.com/azure/api-management/llm-token-limit-policy, 2026-04-01.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Annotated

from pydantic import Field, StrictBool, StrictFloat

from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.gateway.settings import GatewayCluster, GatewayTeam, own_models

MILLION = 1_000_000


class GatewayTokenPrice(Model):
    """What a million tokens of one model cost at most."""

    name: str
    """Of a deployment, or of a cluster's service."""
    usd: Annotated[StrictFloat, Field(ge=0, le=10_000)]
    """Dollars for the dearest of them: of answers, of long prompts, of priority processing. 0: it isn't paid
    by the token."""
    embeddings: StrictBool = False
    """Whether it makes embeddings, which are counted apart."""


def token_quotas(
    teams: Sequence[GatewayTeam], names: Sequence[str], prices: Sequence[GatewayTokenPrice]
) -> dict[str, int]:
    """Tokens in a period of each team that has a quota. `names`: every model of the gateway.

    There are two counters with the same number, of chat and of embeddings, so that it is divided by what a
    token of each costs together."""
    found = {team.name: team.token_quota for team in teams if team.token_quota is not None}
    for team in teams:
        if team.cost_quota_usd is not None:
            found[team.name] = int(team.cost_quota_usd * MILLION / _dearest(team, names, prices))
    return found


def cluster_prices(
    clusters: Sequence[GatewayCluster], prices: Sequence[GatewayTokenPrice]
) -> list[GatewayTokenPrice]:
    """With those of clusters of one's own, which are paid by the hour unless `prices` say otherwise."""
    said = {one.name for one in prices}
    free = (GatewayTokenPrice(name=name, usd=0) for name in own_models(clusters) if name not in said)
    return [*prices, *free]


def price_problems(
    field: str,
    teams: Sequence[GatewayTeam],
    names: Sequence[str],
    prices: Sequence[GatewayTokenPrice],
    reasons: Mapping[str, str],
) -> Iterator[Problem]:
    """Money of which nobody can say how many tokens it is. `reasons`: why a model has no price."""
    known = {one.name for one in prices}
    for number, team in enumerate(teams):
        path = ("teams", number, "cost_quota_usd")
        if team.cost_quota_usd is None:
            continue
        asked = [name for name in names if name in (team.models or names)]
        unknown = [name for name in asked if name not in known]
        if unknown:
            why = "; ".join(dict.fromkeys(reasons.get(name, f"{name} has no price") for name in unknown))
            text = f"{why}: give `{field}` of {', '.join(unknown)}, or the team a `token_quota` instead"
            yield Problem(path, text)
        elif asked and not _dearest(team, names, prices):
            text = "nothing that the team may name is paid by the token: give it a `token_quota` instead"
            yield Problem(path, text)


def _dearest(team: GatewayTeam, names: Sequence[str], prices: Sequence[GatewayTokenPrice]) -> Decimal:
    """Dollars for a million tokens of chat and a million of embeddings."""
    asked = [one for one in prices if one.name in (team.models or names)]
    kinds = ([Decimal(str(one.usd)) for one in asked if one.embeddings is kind] for kind in (True, False))
    return sum((max(usd, default=Decimal(0)) for usd in kinds), Decimal(0))

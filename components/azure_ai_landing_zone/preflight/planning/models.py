"""Checks of models: the version is deployed as wanted in the region, and has quota left."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.answers import Answers, Item, NoAnswer
from azure_ai_landing_zone.preflight.planning.demand import Demand, Deployed
from azure_ai_landing_zone.preflight.planning.machines import held_against
from azure_ai_landing_zone.preflight.planning.verdicts import Check, Judgement

_ASK = (
    "Azure's model team: https://aka.ms/oai/stuquotarequest for tokens a minute, the portal's Quota page for "
    "provisioned units"
)
"""Source: learn.microsoft.com/azure/foundry/openai/how-to/quota, 2026-11-22."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Deployments of one version in one way in one region."""

    deployments: tuple[Deployed, ...]

    @property
    def one(self) -> Deployed:
        return self.deployments[0]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.deployments)

    @property
    def model(self) -> str:
        return f"{self.one.model} {self.one.version}" if self.one.version else self.one.model


def model_checks(demand: Demand) -> Iterator[Check]:
    """Of each version whether it is there, and of all of one model and kind whether the quota is enough."""
    wanted: dict[tuple[str, str, str | None, str], list[Deployed]] = {}
    by_quota: dict[tuple[str, str, str], list[Deployed]] = {}
    for one in demand.models:
        wanted.setdefault((one.region, one.model, one.version, one.sku), []).append(one)
        by_quota.setdefault((one.region, one.model, one.sku), []).append(one)
    for found in wanted.values():
        each = _Wanted(tuple(found))
        subject = f"{each.model} as {each.one.sku} in {each.one.region}"
        yield Check("models", subject, _offered(demand, each), each.names)
    for found in by_quota.values():
        each = _Wanted(tuple(found))
        subject = f"quota of {each.one.model} as {each.one.sku} in {each.one.region}"
        yield Check("models", subject, _quota(demand, each), each.names)


def _versions(answers: Answers, demand: Demand, one: Deployed) -> list[Item]:
    """The version in the region, or all versions where the stack names none; of each kind of account."""
    (listed,) = answers.of(questions.models(demand.subscription, one.region))
    return [
        item
        for item in listed
        if item.text("model.format") == one.format
        and item.text("model.name") == one.model
        and one.version in (None, item.text("model.version"))
    ]


def _skus(items: Sequence[Item], sku: str) -> list[Item]:
    return [each for item in items for each in item.items("model.skus") if each.text("name") == sku]


def _offered(demand: Demand, wanted: _Wanted) -> Callable[[Answers], Judgement]:
    one = wanted.one

    def judge(answers: Answers) -> Judgement:
        versions = _versions(answers, demand, one)
        if not versions:
            return Judgement(
                "failed",
                f"{one.region} doesn't have {wanted.model}",
                ask="take a version that the region has: az cognitiveservices model list",
            )
        if not _skus(versions, one.sku):
            there = sorted({sku.text("name") for item in versions for sku in item.items("model.skus")})
            return Judgement(
                "failed",
                f"{one.region} doesn't deploy {wanted.model} as {one.sku}",
                got=", ".join(there) or "no deployment type",
                needed=one.sku,
                ask="take a deployment type that the region has, or another region",
            )
        ending = [item for item in versions if item.optional_text("model.lifecycleStatus") in _ENDING]
        if ending and len(ending) == len(versions):
            day = ending[0].optional_text("model.deprecation.inference")[:10]
            until = f", and answers until {day}" if day else ""
            return Judgement(
                "warning",
                f"{wanted.model} is being retired{until}",
                ask="take its successor: new deployments are refused before old ones end",
            )
        return Judgement("passed", f"{one.region} deploys {wanted.model} as {one.sku}")

    return judge


_ENDING = ("Deprecating", "Deprecated")
"""Of lifecycleStatus: learn.microsoft.com/rest/api/aiservices/accountmanagement/models/list, 2026-11-22."""


def _quota(demand: Demand, wanted: _Wanted) -> Callable[[Answers], Judgement]:
    """Provisioned units of all models may share a quota: Azure says which by the quota's name."""
    one = wanted.one
    unit = "units" if "Provisioned" in one.sku else "thousand tokens a minute"

    def name_of(answers: Answers, each: Deployed) -> str | None:
        skus = _skus(_versions(answers, demand, each), each.sku)
        return skus[0].text("usageName") if skus else None

    def judge(answers: Answers) -> Judgement:
        answers.of(
            questions.models(demand.subscription, one.region),
            questions.model_usages(demand.subscription, one.region),
        )
        name = name_of(answers, one)
        if name is None:
            raise NoAnswer(f"Azure names no quota of {one.model} as {one.sku} in {one.region}")
        near = [each for each in demand.models if each.region == one.region]
        sharing = [each for each in near if name_of(answers, each) == name]
        (listed,) = answers.of(questions.model_usages(demand.subscription, one.region))
        usage = next((item for item in listed if item.text("name.value").lower() == name.lower()), None)
        if usage is None:
            raise NoAnswer(f"Azure lists no quota {name} in {one.region}")
        needed = sum(each.capacity for each in sharing)
        what = ", ".join(f"{each.model} {each.sku} {each.capacity}" for each in sharing)
        return held_against(
            answers,
            demand,
            one.region,
            usage,
            needed,
            unit=unit,
            what=what,
            ask=_ASK,
            resources=[each.name for each in sharing],
        )

    return judge

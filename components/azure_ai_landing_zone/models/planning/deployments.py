"""Deployments of models: what Azure would refuse, what is worth knowing, and the order to make them in."""

import difflib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from azure_ai_landing_zone.catalog import model_regions, models, models_provisioned
from azure_ai_landing_zone.catalog.deployment_types import DeploymentType, all_types, pay_as_you_go
from azure_ai_landing_zone.catalog.models_provisioned import Processing
from azure_ai_landing_zone.core.problem import Problem

VersionUpgrade = Literal["OnceNewDefaultVersionAvailable", "OnceCurrentVersionExpired", "NoAutoUpgrade"]

MOST_DEPLOYMENTS = 32
"""Of an account. Source: learn.microsoft.com/azure/foundry/foundry-models/quotas-limits, 2026-05-07."""

NOTICE = timedelta(days=90)
"""How long before its end a model is reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentRequest:
    """One deployment of an account."""

    name: str
    model: str
    version: str
    deployment_type: DeploymentType
    capacity: int
    """Thousands of tokens a minute, or provisioned throughput units."""
    spillover: str | None = None
    """The deployment that takes what this one has no room for."""
    version_upgrade: VersionUpgrade | None = None
    content_filter: str | None = None

    @property
    def is_provisioned(self) -> bool:
        """Paid by the hour, used or not."""
        return all_types()[self.deployment_type].provisioned

    @property
    def processing(self) -> Processing:
        return all_types()[self.deployment_type].processing

    @property
    def takes_filter(self) -> bool:
        """Whether content filters look at its answers."""
        return models.takes_content_filter(self.model)


def deployment_order(requests: Sequence[DeploymentRequest]) -> list[DeploymentRequest]:
    """Provisioned ones last: what they spill over to has to be there, and deleting begins with what costs by
    the hour."""
    return sorted(requests, key=lambda request: request.is_provisioned)


def deployment_problems(
    requests: Sequence[DeploymentRequest], filters: Collection[str], today: date
) -> list[Problem]:
    """All that Azure would refuse or that would stop working by itself. Paths begin with a position."""
    problems: list[Problem] = []
    if len(requests) > MOST_DEPLOYMENTS:
        text = f"{len(requests)} deployments: an account has at most {MOST_DEPLOYMENTS}; add another account"
        problems.append(Problem((), text))
    named: dict[str, int] = {}
    for number, request in enumerate(requests):
        first = named.setdefault(request.name.lower(), number)
        if first != number:
            text = f"{request.name} is the name of [{first}] already: give each its own"
            problems.append(Problem((number, "name"), text))
        found = (
            *_retired(request, today),
            *_capacity(request),
            *_spillover(request, requests),
            *_upgrade(request, requests),
            *_filter(request, filters),
        )
        problems += [Problem((number, field), text) for field, text in found]
    return problems


def deployment_warnings(requests: Sequence[DeploymentRequest], today: date, region: str | None) -> list[str]:
    """What may go wrong, or will: models that end soon, and what the catalogue doesn't know. `region`: of the
    account; None for one that isn't made here."""
    return [warning for request in requests for warning in _warnings(request, today, region)]


_Found = Iterator[tuple[str, str]]


def _retired(request: DeploymentRequest, today: date) -> _Found:
    model = models.find(request.model, request.version)
    if model is not None and model.retired_on(today):
        text = (
            f"Azure has retired {request.model} {request.version} on {model.retirement_date} (as of "
            f"{model.as_of}): take {model.replacement or 'a newer model'}"
        )
        yield "version", text


def _capacity(request: DeploymentRequest) -> _Found:
    if not request.is_provisioned:
        return
    units = models_provisioned.find(request.model, request.processing)
    if request.capacity > models_provisioned.LARGEST:
        text = f"{request.capacity} units: a deployment has at most {models_provisioned.LARGEST}"
        yield "capacity", text
    elif units is not None and units.minimum is None:
        text = (
            f"Azure doesn't offer {request.model} as {request.deployment_type} (as of {units.as_of}): take "
            "another type"
        )
        yield "deployment_type", text
    elif units is not None and not units.has_size(request.capacity):
        yield "capacity", _sizes(request, units)


def _sizes(request: DeploymentRequest, units: models_provisioned.ProvisionedUnits) -> str:
    least, step = units.minimum or 0, units.step or 1
    near = least + max(0, request.capacity - least) // step * step
    choice = f"{near}" if request.capacity < least else f"{near} or {near + step}"
    return (
        f"{request.capacity} units: {request.model} as {request.deployment_type} has {least}, "
        f"{least + step}, {least + 2 * step} … (as of {units.as_of}); take {choice}"
    )


def _spillover(request: DeploymentRequest, others: Sequence[DeploymentRequest]) -> _Found:
    """Source: learn.microsoft.com/azure/foundry/openai/how-to/spillover-traffic-management, 2026-03-04."""
    if request.spillover is None:
        return
    wanted = pay_as_you_go(request.processing)
    if not request.is_provisioned:
        text = f"{request.deployment_type} is paid by the token: only provisioned deployments spill over"
        yield "spillover", text
        return
    target = next((other for other in others if other.name == request.spillover), None)
    if target is None:
        fitting = [other.name for other in others if other.deployment_type == wanted]
        close = difflib.get_close_matches(request.spillover, fitting, n=1)
        there = f"did you mean {close[0]}?" if close else f"there are {', '.join(fitting) or 'none'}"
        yield "spillover", f"no {wanted} deployment of this account is called {request.spillover}: {there}"
    elif target.deployment_type != wanted:
        text = (
            f"{target.name} is {target.deployment_type}: what spills over from {request.deployment_type} is "
            f"processed in the same place, by a {wanted} deployment"
        )
        yield "spillover", text
    elif _model_of(target) != _model_of(request):
        text = (
            f"{target.name} is {target.model} {target.version}: what spills over needs the same model and "
            f"version, {request.model} {request.version}"
        )
        yield "spillover", text


def _upgrade(request: DeploymentRequest, others: Sequence[DeploymentRequest]) -> _Found:
    """Source: learn.microsoft.com/azure/foundry/openai/how-to/working-with-models, 2026-02-12."""
    if request.version_upgrade is None:
        return
    if request.is_provisioned:
        text = "Azure moves provisioned deployments to no other version: leave this out, and change `version`"
        yield "version_upgrade", text
    elif request.version_upgrade == "OnceNewDefaultVersionAvailable":
        sources = [other.name for other in others if other.spillover == request.name]
        if sources:
            text = (
                f"Azure would move {request.name} to versions that {', '.join(sources)} doesn't have, and "
                "nothing would spill over any more: take OnceCurrentVersionExpired"
            )
            yield "version_upgrade", text


def _filter(request: DeploymentRequest, filters: Collection[str]) -> _Found:
    if request.content_filter is None:
        return
    if not request.takes_filter:
        yield "content_filter", f"{request.model} takes none: leave this out"
    elif request.content_filter not in filters:
        there = ", ".join(filters) or "none"
        text = f"no content filter of this account is called {request.content_filter}: there are {there}"
        yield "content_filter", text


def _warnings(request: DeploymentRequest, today: date, region: str | None) -> Iterator[str]:
    model = models.find(request.model, request.version)
    what = f"{request.name}: {request.model} {request.version}"
    if model is None:
        yield f"{what} is not in the catalogue: nothing is known of when Azure retires it"
    elif model.retired_on(today):
        return
    else:
        if model.retired_on(today + NOTICE):
            yield (
                f"{what} retires on {model.retirement_date} (as of {model.as_of}): plan the move to "
                f"{model.replacement or 'a newer model'}"
            )
        if model.lifecycle in ("legacy", "deprecated"):
            yield (
                f"{what} is {model.lifecycle} (as of {model.as_of}): Azure deploys it only in subscriptions "
                "that had it before"
            )
    if request.is_provisioned and models_provisioned.find(request.model, request.processing) is None:
        yield f"{what}: nothing is known of how many units {request.deployment_type} has at least"
    if model is not None and region is not None:
        doubt = model_regions.doubt(model.model, model.version, request.deployment_type, region)
        if doubt is not None:
            yield f"{request.name}: {doubt}"


def _model_of(request: DeploymentRequest) -> tuple[str, str]:
    return request.model.lower(), request.version.lower()

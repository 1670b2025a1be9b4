"""A simulated subscription that answers questions without a network between."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import profile_docs
from azure_ai_landing_zone import LandingZoneSettings
from azure_ai_landing_zone.preflight.client import pages
from azure_ai_landing_zone.preflight.dry_run import stack_demand, stack_outputs
from azure_ai_landing_zone.preflight.planning.demand import Demand
from azure_ai_landing_zone.preflight.planning.question import Question, Reply
from azure_ai_landing_zone.preflight.preflight import Preflight, run_preflight
from azure_simulator.cloud.seeds import seed
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import Locks, Subscription
from azure_simulator.cloud.subscription_settings import ExistingResource, SubscriptionSettings
from azure_simulator.rest.face import PAGE, answer
from azure_simulator.rest.request import Request
from helpers.settings import stack
from recorded import THERE

SUBSCRIPTION = "00000000-0000-0000-0000-000000000001"
STACKS = (
    "bootstrap",
    "brownfield",
    "clients",
    "dev",
    "hub",
    "inference",
    "models",
    "prod",
    "research",
    "smoke",
    "training",
)
"""All that have resources of Azure."""
URL = "https://azure.example"


@cache
def demand(name: str) -> Demand:
    """What one of the repository's stacks asks."""
    zone = LandingZoneSettings.load(stack(name), name)
    return stack_demand(zone, subscription=SUBSCRIPTION, stack=name, outputs_of=outputs_of)


@cache
def outputs_of(reference: str) -> Mapping[str, Any]:
    """What one of them will put out, by the name that others have for it."""
    name = reference.rpartition("/")[2]
    return stack_outputs(LandingZoneSettings.load(stack(name), name), subscription=SUBSCRIPTION, stack=name)


def hub_networks() -> str:
    """What the ids of the hub's networks and zones begin with."""
    (network,) = demand("hub").of("network:VirtualNetwork")
    return str(network.id).partition("/virtualNetworks/")[0]


@cache
def subscriptions() -> Mapping[str, SubscriptionSettings]:
    """All that docs/reference/profiles.md has, and the roomy one, as it is and with what others have."""
    roomy = SubscriptionSettings.profile("roomy")
    there = [
        *(one for file in THERE.glob("*.yaml") for one in SubscriptionSettings.read_existing(file).existing),
        *(
            ExistingResource.model_validate({"id": one.id, **one.inputs})
            for one in demand("hub").of("network:VirtualNetwork", "privatedns:PrivateZone")
        ),
    ]
    return {
        "roomy": roomy,
        **profile_docs.subscriptions(),
        "roomy, with what others have": roomy.model_copy(update={"existing": tuple(there)}),
    }


@contextmanager
def subscription(settings: SubscriptionSettings) -> Iterator[Subscription]:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        cloud = Subscription(store, locks=Locks(hold_s=0), settings=settings)
        seed(cloud, settings.existing, settings.soft_deleted)
        yield cloud


class Asking:
    """Answers questions, and counts the requests that each round of them takes."""

    def __init__(self, cloud: Subscription, page: int = PAGE) -> None:
        self._cloud = cloud
        self._page = page
        self.rounds: list[list[int]] = []
        """Of each round, how many requests one after the other each question took."""

    def __call__(self, questions: Sequence[Question]) -> Mapping[Question, Reply]:
        self.rounds.append([])
        return {question: self._answer(question) for question in questions}

    def _answer(self, question: Question) -> Reply:
        requests = 0

        def send(question: Question, address: str, query: Mapping[str, str]) -> tuple[int, Any]:
            nonlocal requests
            requests += 1
            request = Request.to(question.method, address.removeprefix(URL), query, dict(question.body))
            found = answer(self._cloud, request, URL, self._page)
            return found.status, found.content

        reply = pages(question, URL, send)
        self.rounds[-1].append(requests)
        return reply


_MADE: dict[tuple[str, str], Preflight] = {}


def of(name: str, settings: SubscriptionSettings) -> Preflight:
    """The preflight of one of the stacks in such a subscription, which is made once: nobody changes it."""
    made = (name, settings.model_dump_json())
    if made not in _MADE:
        _MADE[made] = answered(demand(name), settings)
    return _MADE[made]


def answered(wanted: Demand, settings: SubscriptionSettings | None = None) -> Preflight:
    """The preflight of a demand, in a roomy subscription if in no other."""
    with subscription(settings or SubscriptionSettings.profile("roomy")) as cloud:
        return run_preflight(wanted, Asking(cloud))

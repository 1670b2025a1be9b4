"""Checks of what the subscription has registered, and of what regions have of each type."""

from collections.abc import Callable, Iterator

from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.answers import Answers, Item, NoAnswer
from azure_ai_landing_zone.preflight.planning.demand import Demand
from azure_ai_landing_zone.preflight.planning.verdicts import Check, Judgement

_REGISTERS = "whoever may register providers: Contributor or Owner of the subscription"


def registration_checks(demand: Demand) -> Iterator[Check]:
    """Resource providers, then features."""
    for namespace, resources in demand.namespaces.items():
        yield Check("providers", namespace, _provider(demand, namespace), resources)
    for feature, resources in demand.features.items():
        yield Check("features", feature, _feature(demand, feature), resources)


def place_checks(demand: Demand) -> Iterator[Check]:
    """Whether regions have the types of resources."""
    for (arm_type, region), resources in demand.places.items():
        yield Check("offered", f"{arm_type} in {region}", _place(demand, arm_type, region), resources)


def _namespace(answers: Answers, demand: Demand, namespace: str) -> Item:
    (listed,) = answers.of(questions.providers(demand.subscription))
    for item in listed:
        if item.text("namespace").lower() == namespace.lower():
            return item
    raise NoAnswer(f"Azure lists no resource provider {namespace}")


def _provider(demand: Demand, namespace: str) -> Callable[[Answers], Judgement]:
    def judge(answers: Answers) -> Judgement:
        state = _namespace(answers, demand, namespace).text("registrationState")
        command = f"az provider register --namespace {namespace} --subscription {demand.subscription}"
        if state == "Registered":
            return Judgement("passed", f"{namespace} is registered")
        if state == "Registering":
            return Judgement("warning", f"{namespace} is being registered", got=state, ask="wait until it is")
        return Judgement(
            "failed",
            f"{namespace} isn't registered",
            got=state,
            needed="Registered",
            ask=_REGISTERS,
            request=command,
        )

    return judge


def _feature(demand: Demand, feature: str) -> Callable[[Answers], Judgement]:
    namespace, _, name = feature.partition("/")

    def judge(answers: Answers) -> Judgement:
        found = answers.one(questions.feature(demand.subscription, namespace, name))
        if found is None:
            raise NoAnswer(f"Azure knows no feature {feature}")
        state = found.text("properties.state")
        if state == "Registered":
            return Judgement("passed", f"{feature} is registered")
        if state in ("Registering", "Pending"):
            return Judgement(
                "warning", f"{feature} waits for Azure", got=state, ask="wait until it is registered"
            )
        return Judgement(
            "failed",
            f"{feature} isn't registered",
            got=state,
            needed="Registered",
            ask=_REGISTERS,
            request=f"az feature register --namespace {namespace} --name {name} "
            f"--subscription {demand.subscription}",
        )

    return judge


def _place(demand: Demand, arm_type: str, region: str) -> Callable[[Answers], Judgement]:
    namespace, _, kind = arm_type.partition("/")

    def judge(answers: Answers) -> Judgement:
        for type_ in _namespace(answers, demand, namespace).items("resourceTypes"):
            if type_.text("resourceType").lower() == kind.lower():
                places = [place.replace(" ", "").lower() for place in type_.texts("locations")]
                if region in places:
                    return Judgement("passed", f"{region} has {arm_type}")
                if not places:
                    raise NoAnswer(f"Azure names no region that has {arm_type}")
                return Judgement(
                    "failed",
                    f"{region} doesn't have {arm_type}",
                    got=f"{len(places)} other regions",
                    needed=region,
                    ask="take another region for it",
                )
        raise NoAnswer(f"Azure doesn't list {arm_type}")

    return judge

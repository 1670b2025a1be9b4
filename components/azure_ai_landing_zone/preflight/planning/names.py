"""Checks of names: free among all of Azure's customers, and not kept by something that was deleted."""

from collections.abc import Callable, Iterator

from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.answers import Answers, NoAnswer
from azure_ai_landing_zone.preflight.planning.demand import Demand, PlannedResource, dig
from azure_ai_landing_zone.preflight.planning.question import Question
from azure_ai_landing_zone.preflight.planning.verdicts import Check, Judgement

_COGNITIVE = "Microsoft.CognitiveServices/accounts"
_WORKSPACE = "Microsoft.OperationalInsights/workspaces"

_FREES = {
    "Microsoft.ApiManagement/service": (
        "az apim deletedservice purge --service-name {name} --location {region}"
    ),
    _COGNITIVE: (
        "az cognitiveservices account purge --name {name} --resource-group {group} --location {region}"
    ),
    "Microsoft.KeyVault/vaults": "az keyvault recover --name {name}, or az keyvault purge --name {name}",
}
"""What gives a name free again. Source: learn.microsoft.com/cli/azure, 2026-11-22."""


def name_checks(demand: Demand) -> Iterator[Check]:
    """Of everything whose name others can have, too."""
    for one in demand.resources:
        if one.id is None:
            continue
        name = _name(one)
        deleted = questions.soft_deleted(demand.subscription, one.arm_type)
        taken = questions.name_is_free(demand.subscription, one.arm_type, name)
        subject = f"{one.arm_type} {name}"
        if deleted is not None:
            yield Check("names", f"{subject}: soft-deleted", _deleted(one, name, deleted), (one.name,))
        if taken is not None:
            yield Check("names", f"{subject}: taken", _taken(demand, one, name, taken), (one.name,))


def _name(one: PlannedResource) -> str:
    """Accounts of models are found by their subdomain."""
    own = (one.id or "").rpartition("/")[2]
    subdomain = dig(one.inputs, "properties.customSubDomainName")
    return subdomain if one.arm_type == _COGNITIVE and isinstance(subdomain, str) else own


def _group(one: PlannedResource) -> str:
    return (one.id or "").split("/")[4]


def _deleted(one: PlannedResource, name: str, question: Question) -> Callable[[Answers], Judgement]:
    def judge(answers: Answers) -> Judgement:
        (listed,) = answers.of(question)
        same = [item for item in listed if item.text("name").lower() == name.lower()]
        if not same:
            return Judgement("passed", f"no deleted {one.arm_type} is called {name}")
        until = same[0].optional_text("properties.scheduledPurgeDate")[:10]
        kept = f"a deleted one keeps the name {name}{f' until {until}' if until else ''}"
        if one.arm_type == _WORKSPACE:
            return Judgement(
                "warning",
                f"{kept}: in the same resource group it comes back with its logs and settings",
                ask="delete it for good first, where it is not to come back: az monitor log-analytics "
                f"workspace delete --force --workspace-name {name} --resource-group {_group(one)}",
            )
        command = _FREES[one.arm_type].format(name=name, group=_group(one), region=one.region)
        return Judgement(
            "failed",
            kept,
            got="soft-deleted",
            needed="a free name",
            ask="whoever may purge it, or recover it; or set `naming.suffix`",
            request=command,
        )

    return judge


def _taken(
    demand: Demand, one: PlannedResource, name: str, question: Question
) -> Callable[[Answers], Judgement]:
    free_at = "isSubdomainAvailable" if one.arm_type == _COGNITIVE else "nameAvailable"

    def judge(answers: Answers) -> Judgement:
        said = answers.one(question)
        if said is None:
            raise NoAnswer(f"Azure doesn't tell whether the name {name} is free")
        if said.flag(free_at):
            return Judgement("passed", f"the name {name} is free")
        (there,) = answers.of(questions.resources_of_group(demand.subscription, _group(one)))
        if any(item.text("id").lower() == str(one.id).lower() for item in there):
            return Judgement("passed", f"{name} is there already, as this stack has it: {one.id}")
        reason = said.optional_text("reason")
        return Judgement(
            "failed",
            f"the name {name} isn't free: {said.optional_text('message') or reason or 'no reason given'}",
            got=reason or "taken",
            needed="a free name",
            ask="set `naming.suffix`, which makes all names of the stack others",
        )

    return judge

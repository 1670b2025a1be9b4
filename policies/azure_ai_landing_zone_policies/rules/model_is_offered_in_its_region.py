"""Rule model-is-offered-in-its-region."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog import model_regions, models
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(region: str) -> dict[str, object]:
    model = {"format": "OpenAI", "name": "gpt-5.5", "version": "2026-04-24"}
    return {
        "models": {
            "type": "azure-native:cognitiveservices:Account",
            "properties": {"accountName": "models", "location": region, "kind": "AIServices"},
        },
        "chat": {
            "type": "azure-native:cognitiveservices:Deployment",
            "properties": {
                "accountName": "${models.name}",
                "sku": {"name": "DataZoneStandard", "capacity": 50},
                "properties": {"model": model},
            },
        },
    }


@stack_rule(
    on=("cognitiveservices:Deployment",),
    area="models",
    severity="low",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=(model_regions.PAGE,),
    baseline="advisory",
    strict="advisory",
    passes=_program("swedencentral"),
    fails=_program("eastus"),
)
def model_is_offered_in_its_region(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A model is offered in the region of its account

    Azure has each version of a model as some deployment types in some regions, and refuses the others in the
    middle of a deployment. Its list changes every few weeks: what it doesn't have may be there by now, so
    this is advice, with the list's date and its page.
    """
    name, version = props.text("properties.model.name"), props.text("properties.model.version")
    kind = props.text("sku.name")
    if not name or not version or not kind:
        return
    model = models.find(name, version)
    if model is None or model.lifecycle == "retired":  # other rules' concern
        return
    for account in stack.of("cognitiveservices:Account"):
        if not stack.refers(props, "accountName", account, "accountName"):
            continue
        region = account.text("location") if account.known("location") else None
        if region is not None:
            text = model_regions.doubt(name, version, kind, region.replace(" ", "").lower())
            if text is not None:
                yield f"sku.name is {kind}: {text}"

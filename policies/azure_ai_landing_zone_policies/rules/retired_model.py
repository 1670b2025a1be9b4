"""Rule retired-model."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog import models
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _deployment(name: str, version: str) -> dict[str, object]:
    return {"properties": {"model": {"format": "OpenAI", "name": name, "version": version}}}


@rule(
    on=("cognitiveservices:Deployment",),
    area="models",
    severity="critical",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/foundry/openai/concepts/model-retirement-schedule",),
    passes=_deployment("gpt-5.5", "2026-04-24"),
    fails=_deployment("gpt-4o", "2024-05-13"),
)
def retired_model(props: View) -> Iterator[str | CantTell]:
    """Deployed models still answer

    From a model's retirement date every call to it fails, and Azure refuses new deployments. Samples and
    articles keep naming such models. Deploy the model that the message names, or another current one, and
    test it with your own prompts first.
    """
    name, version = props.text("properties.model.name"), props.text("properties.model.version")
    if not name:
        return
    if version:
        model = models.find(name, version)
        past = [model] if model and model.retired_on(props.resource.today) else []
        where = f"properties.model.version is {version} of {name}"
    else:
        known = models.versions(name)
        past = known if known and all(each.retired_on(props.resource.today) for each in known) else []
        where = f"properties.model.name is {name}"
    if past:
        last = max(past, key=lambda each: each.retirement_date or props.resource.today)
        instead = last.replacement or "a current model"
        yield f"{where}, which Azure retired on {last.retirement_date}; use {instead}"

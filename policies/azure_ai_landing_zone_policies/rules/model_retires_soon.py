"""Rule model-retires-soon."""

from collections.abc import Iterator
from datetime import timedelta

from azure_ai_landing_zone.catalog import models
from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _deployment(name: str, version: str) -> dict[str, object]:
    return {"properties": {"model": {"format": "OpenAI", "name": name, "version": version}}}


@rule(
    on=("cognitiveservices:Deployment",),
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/foundry/openai/concepts/model-retirement-schedule",),
    baseline="advisory",
    strict="advisory",
    parameters=(
        Parameter("noticeDays", "whole number", 90, "how many days before its end a model is reported"),
    ),
    passes=_deployment("gpt-5.5", "2026-04-24"),
    fails=_deployment("gpt-5", "2025-08-07"),
)
def model_retires_soon(props: View) -> Iterator[str | CantTell]:
    """Deployed models have time left

    Another model answers differently: prompts, evaluations, content filters and provisioned throughput have
    to be tried anew, which takes weeks. Azure moves these dates now and then; the catalogue says when each
    was read.
    """
    name, version = props.text("properties.model.name"), props.text("properties.model.version")
    model = models.find(name, version) if name and version else None
    if model is None or model.retirement_date is None:
        return
    today = props.resource.today
    if today < model.retirement_date <= today + timedelta(days=props.parameter("noticeDays")):
        yield (
            f"properties.model.version is {version} of {name}, which Azure retires on "
            f"{model.retirement_date} (as of {model.as_of}); plan the move to "
            f"{model.replacement or 'a newer model'}"
        )

"""Rule deployment-shields-prompts."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog import models
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _deployment(**more: object) -> dict[str, object]:
    model = {"format": "OpenAI", "name": "gpt-5.5", "version": "2026-04-24"}
    return {"properties": {"model": model, **more}}


@rule(
    on=("cognitiveservices:Deployment",),
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("DS-6",),
    links=("https://learn.microsoft.com/azure/foundry/openai/concepts/default-safety-policies",),
    baseline="advisory",
    passes=_deployment(raiPolicyName="shielded"),
    fails=_deployment(),
)
def deployment_shields_prompts(props: View) -> Iterator[str | CantTell]:
    """Deployments that answer people name a content filter

    Without one a deployment gets Azure's default, which has no shield against instructions in documents
    (Indirect Attack): the way in for whoever can put a page into what the model reads. Make a RaiPolicy and
    name it in raiPolicyName. Embeddings, speech and images are left alone.
    """
    name, policy = props.text("properties.model.name"), "properties.raiPolicyName"
    if not name or not models.takes_content_filter(name) or props.given(policy):
        return
    yield (
        f"{policy} isn't set, so that {name} gets the default, without a shield for documents; "
        "name a RaiPolicy"
    )

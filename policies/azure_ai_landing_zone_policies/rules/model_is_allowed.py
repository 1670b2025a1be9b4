"""Rule model-is-allowed."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


@rule(
    on=("cognitiveservices:Deployment", "machinelearningservices:ServerlessEndpoint"),
    area="models",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("AM-2",),
    links=("https://learn.microsoft.com/azure/ai-foundry/how-to/model-deployment-policy",),
    parameters=(
        Parameter(
            "allowed",
            "texts",
            None,
            "models as publisher/name/version, or globs of them, in any casing",
            ["OpenAI/gpt-5*/*", "OpenAI/text-embedding-3-*/*"],
        ),
    ),
    passes={"properties": {"model": {"format": "OpenAI", "name": "gpt-5.1", "version": "2025-11-13"}}},
    fails={"properties": {"model": {"format": "DeepSeek", "name": "DeepSeek-R1", "version": "1"}}},
)
def model_is_allowed(props: View) -> Iterator[str | CantTell]:
    """Models are those that the company has approved

    Whoever may deploy may deploy any model of the catalogue, of any publisher, licence and age. Give the
    approved ones in `allowed`, as Azure's own policy for model deployments does; without it the rule is
    silent.
    """
    allowed = props.parameter("allowed")
    path, model = _model(props)
    if allowed is None or model is None:
        return
    if not any(fnmatchcase(model.lower(), glob.lower()) for glob in allowed):
        yield f"{path} is {model}; allowed are {', '.join(allowed)}"


def _model(props: View) -> tuple[str, str | None]:
    """Where it stands, and publisher/name/version."""
    if props.resource.type == "cognitiveservices:Deployment":
        path = "properties.model"
        if not props.given(path):
            return path, None
        parts = [props.text(f"{path}.{name}") or "" for name in ("format", "name", "version")]
        return path, "/".join(parts)
    path = "properties.modelSettings.modelId"  # azureml://registries/azureml-meta/models/Llama-3/versions/1
    parts = (props.text(path) or "").partition("://")[2].split("/")
    if len(parts) < 4:
        return path, None
    return path, "/".join([parts[1], parts[3], parts[5] if len(parts) > 5 else ""])

"""Rule deployment-type-is-allowed."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


@rule(
    on=("cognitiveservices:Deployment",),
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("DP-1", "DP-2"),
    links=("https://learn.microsoft.com/azure/ai-foundry/foundry-models/concepts/deployment-types",),
    parameters=(
        Parameter(
            "allowed",
            "texts",
            None,
            "deployment types (sku.name) or globs of them, in any casing",
            ["DataZone*", "Standard", "ProvisionedManaged"],
        ),
    ),
    passes={"sku": {"name": "DataZoneStandard", "capacity": 100}},
    fails={"sku": {"name": "GlobalStandard", "capacity": 100}},
)
def deployment_type_is_allowed(props: View) -> Iterator[str | CantTell]:
    """Models are deployed with the types that the company allows

    The type decides where prompts are processed: in any region of the world (Global…), in the data zone
    (DataZone…) or in the account's own region (Standard, ProvisionedManaged). Where data may not leave a
    continent, give the types that keep it there in `allowed`; without it the rule is silent.
    """
    allowed = props.parameter("allowed")
    if allowed is None:
        return
    name = props.text("sku.name")
    if name and not any(fnmatchcase(name.lower(), glob.lower()) for glob in allowed):
        yield f"sku.name is {name}; allowed are {', '.join(allowed)}"

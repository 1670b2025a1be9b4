"""Rule region-is-allowed."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program import regions
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.node_pools import TYPES


def _program(region: str) -> dict[str, object]:
    return {
        "group": {
            "type": "azure-native:resources:ResourceGroup",
            "properties": {"location": region},
        },
        "models": {
            "type": "azure-native:cognitiveservices:Account",
            "properties": {"kind": "AIServices", "resourceGroupName": "${group.name}"},
        },
    }


@stack_rule(
    on=(
        "resources:ResourceGroup",
        "cognitiveservices:Account",
        "machinelearningservices:Workspace",
        "storage:StorageAccount",
        "storagecache:AmlFilesystem",
        *(type_ for type_ in TYPES if type_ != "containerservice:AgentPool"),
    ),
    area="cost",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("DP-1",),
    links=("https://learn.microsoft.com/azure/reliability/regions-overview",),
    parameters=(Parameter("allowed", "texts", None, "names of regions", ["swedencentral"]),),
    passes=_program("swedencentral"),
    fails=_program("eastus"),
)
def region_is_allowed(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Data and models are in the regions that the company allows

    Where prompts and datasets lie is a promise to customers, and H100 nodes cost up to twice as much in
    some regions. Give the list in `allowed`; without it the rule is silent. A location that comes from a
    resource group of the program is that group's.
    """
    allowed = props.parameter("allowed")
    if allowed is None or (not props.given("location") and props.resource.type != "resources:ResourceGroup"):
        return
    found = regions.region(props, stack)
    if found and not any(regions.same(found, each) for each in allowed):
        yield f"location is {found}; allowed are {', '.join(allowed)}"

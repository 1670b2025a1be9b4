"""Where the resources of a program are, following what their location was made from."""

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def region(view: View, stack: Stack) -> str | None:
    """The region of a resource as it is written, or None. Raises CantTell if it can't be told."""
    for path in ("properties.computeLocation", "location"):
        if view.known(path):
            return view.text(path)
    if view.resource.type == "containerservice:AgentPool":
        clusters = stack.made_from(view, "resourceName", "containerservice:ManagedCluster")
        clusters = clusters or stack.of("containerservice:ManagedCluster")
        if len(clusters) == 1:
            return region(clusters[0], stack)
    for name in ("location", "resourceGroupName"):
        for source in stack.made_from(view, name):
            if source.known("location"):
                return source.text("location")
    if view.given("location"):
        raise CantTell("location isn't known before deployment")
    return None


def same(first: str, second: str) -> bool:
    """`East US` and `eastus` are the same region to Azure."""
    return first.replace(" ", "").lower() == second.replace(" ", "").lower()

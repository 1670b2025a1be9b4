"""Rule ai-service-is-private."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers import online_endpoints


def _account(**properties: object) -> dict[str, object]:
    return {
        "models": {
            "type": "azure-native:cognitiveservices:Account",
            "properties": {"kind": "AIServices", "properties": properties},
        }
    }


@stack_rule(
    on=(
        "cognitiveservices:Account",
        "machinelearningservices:Workspace",
        "machinelearningservices:OnlineEndpoint",
        "search:Service",
    ),
    area="models",
    severity="critical",
    since="2026.4",
    pillar="Security",
    controls=("NS-2",),
    links=("https://learn.microsoft.com/azure/foundry/how-to/configure-private-link",),
    only_with_ai=True,
    passes=_account(publicNetworkAccess="Disabled"),
    fails=_account(),
)
def ai_service_is_private(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Model services, workspaces and search aren't open to the internet

    Prompts, documents and answers pass through them, and a token that leaks works from anywhere. Azure
    leaves them open unless the program says otherwise. Set publicNetworkAccess to Disabled and give them
    private endpoints, or deny by default and allow your own networks.
    """
    holder = {
        "cognitiveservices:Account": "properties.",
        online_endpoints.TYPE: f"{online_endpoints.properties_of(props)}.",
    }.get(props.resource.type, "")
    path = f"{holder}publicNetworkAccess"
    if all_of(
        lambda: (props.text(path) or "enabled").lower() not in ("disabled", "securedbyperimeter"),
        lambda: (props.text(f"{holder}networkAcls.defaultAction") or "allow").lower() != "deny",
        lambda: not props.items(f"{holder}networkRuleSet.ipRules"),
    ):
        yield f"{path} isn't Disabled, so that anybody reaches it; set it, and add a private endpoint"

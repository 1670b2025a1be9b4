"""Rule ai-service-takes-no-keys."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers import online_endpoints


def _account(**properties: object) -> dict[str, object]:
    return {
        "models": {
            "type": "azure-native:cognitiveservices:Account",
            "properties": {"kind": "AIServices", "properties": properties},
        }
    }


@stack_rule(
    on=("cognitiveservices:Account", "search:Service", "machinelearningservices:OnlineEndpoint"),
    area="models",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("IM-1", "IM-3"),
    links=("https://learn.microsoft.com/azure/ai-services/disable-local-auth",),
    only_with_ai=True,
    passes=_account(disableLocalAuth=True),
    fails=_account(),
)
def ai_service_takes_no_keys(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Model services and search are called with identities, not keys

    A key doesn't say who called, gives all rights at once, never ends, and is copied into notebooks. Set
    disableLocalAuth to true and give callers a role, such as Cognitive Services OpenAI User.
    """
    if props.resource.type == "machinelearningservices:OnlineEndpoint":
        path = f"{online_endpoints.properties_of(props)}.authMode"
        mode = props.text(path)
        if mode and mode.lower() == "key":
            yield f"{path} is {mode}, so that a key that never ends opens it; set it to AADToken"
        return
    path = "disableLocalAuth" if props.resource.type == "search:Service" else "properties.disableLocalAuth"
    if props.flag(path) is not True:
        yield f"{path} isn't true, so that keys work; set it to true and give callers a role"

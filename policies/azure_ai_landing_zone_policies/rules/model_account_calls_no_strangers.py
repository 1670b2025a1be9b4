"""Rule model-account-calls-no-strangers."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_FETCHES_NOTHING = "ContentSafety"
"""Not among the services that have the property, and judges what it is sent. Source:
MicrosoftDocs/azure-ai-docs articles/ai-services/cognitive-services-data-loss-prevention.md, "Supported
services", read 2026-11-23."""


def _account(**properties: object) -> dict[str, object]:
    return {
        "models": {
            "type": "azure-native:cognitiveservices:Account",
            "properties": {"kind": "AIServices", "properties": properties},
        }
    }


@stack_rule(
    on=("cognitiveservices:Account", "machinelearningservices:Workspace"),
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("NS-2", "DP-2"),
    links=("https://learn.microsoft.com/azure/ai-services/cognitive-services-data-loss-prevention",),
    baseline="disabled",
    only_with_ai=True,
    passes=_account(restrictOutboundNetworkAccess=True, allowedFqdnList=["contoso.blob.core.windows.net"]),
    fails=_account(),
)
def model_account_calls_no_strangers(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Model services call only addresses that they are given

    An account fetches images, files and tools from any address that a prompt names, and a managed network
    lets jobs out to the internet: both carry data out past every private endpoint. Set
    restrictOutboundNetworkAccess to true with the addresses in allowedFqdnList, and the isolationMode of
    a workspace's managedNetwork to AllowOnlyApprovedOutbound.
    """
    if props.resource.type == "machinelearningservices:Workspace":
        path = "managedNetwork.isolationMode"
        mode = props.text(path)
        if mode and mode.lower() == "allowinternetoutbound":
            yield f"{path} is {mode}; set it to AllowOnlyApprovedOutbound"
        return
    if (props.text("kind") or "").lower() == _FETCHES_NOTHING.lower():
        return
    path = "properties.restrictOutboundNetworkAccess"
    if props.flag(path) is not True:
        yield f"{path} isn't true, so that the account calls any address; set it, with allowedFqdnList"

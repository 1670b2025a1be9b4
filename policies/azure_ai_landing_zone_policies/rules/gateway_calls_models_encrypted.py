"""Rule gateway-calls-models-encrypted."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(**backend: object) -> dict[str, object]:
    return {
        "models": {"type": "azure-native:cognitiveservices:Account", "properties": {"kind": "AIServices"}},
        "backend": {
            "type": "azure-native:apimanagement:Backend",
            "properties": {"serviceName": "contoso", "protocol": "http", **backend},
        },
    }


_OLD = ("Protocols.Tls10", "Protocols.Tls11", "Protocols.Ssl30")
_OF_AZURE = ("cognitiveservices:Account", "machinelearningservices:OnlineEndpoint", "search:Service")
"""Their addresses are outputs, and all https."""
_KEYS = ("api-key", "ocp-apim-subscription-key", "authorization")


@stack_rule(
    on=("apimanagement:Backend", "apimanagement:Api", "apimanagement:ApiManagementService"),
    area="models",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("DP-3", "IM-3"),
    links=("https://learn.microsoft.com/azure/api-management/backends",),
    baseline="mandatory",
    only_with_ai=True,
    passes=_program(url="https://contoso.openai.azure.com/openai"),
    fails=_program(url="http://10.0.4.10:8000/v1"),
)
def gateway_calls_models_encrypted(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A gateway calls models over TLS, with an identity

    Between gateway and model go prompts, answers and the key that opens the model. Give backends an https
    address whose certificate is checked, leave old versions of TLS off, and let the gateway call with its
    managed identity instead of a key in a header.
    """
    if props.resource.type == "apimanagement:ApiManagementService":
        for name in props.keys("customProperties"):
            if name.endswith(_OLD) and (props.entry("customProperties", name) or "").lower() == "true":
                yield f"customProperties turns {name.rpartition('.')[2]} on; leave it out"
        return
    path = "url" if props.resource.type == "apimanagement:Backend" else "serviceUrl"
    made_from_models = stack.made_from(props, path, *_OF_AZURE)
    address = "" if made_from_models and not props.known(path) else props.text(path) or ""
    if address.lower().startswith("http:"):
        yield f"{path} is {address}, which isn't encrypted; use https"
    if props.resource.type != "apimanagement:Backend":
        return
    for name in ("validateCertificateChain", "validateCertificateName"):
        if props.flag(f"tls.{name}") is False:
            yield f"tls.{name} is false, so that anybody on the way can be the model; leave it true"
    for name in props.keys("credentials.header"):
        if name.lower() in _KEYS:
            yield f"credentials.header has {name}; let the gateway's managed identity call, by its policy"

"""Rule gateway-knows-its-callers."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.model_gateways import gateway_program, is_for_models, policies_say


def _program(**api: object) -> dict[str, object]:
    program = gateway_program("<llm-token-limit />")
    api = {"serviceName": "${gateway.name}", "apiId": "chat", "path": "chat", **api}
    return {**program, "chat": {"type": "azure-native:apimanagement:Api", "properties": api}}


_CHECKS = ("validate-azure-ad-token", "validate-jwt", "validate-client-certificate")


@stack_rule(
    on=("apimanagement:Api", "apimanagement:Product"),
    area="models",
    severity="critical",
    since="2026.4",
    pillar="Security",
    controls=("IM-1", "PA-7"),
    links=("https://learn.microsoft.com/azure/api-management/authentication-authorization-overview",),
    only_with_ai=True,
    passes=_program(),
    fails=_program(subscriptionRequired=False),
)
def gateway_knows_its_callers(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A gateway to models knows who calls

    An API or a product that asks for no subscription and whose policies check no token and no certificate
    answers everybody, at your price, and its log names nobody. Leave subscriptionRequired true, or check
    callers with validate-azure-ad-token, validate-jwt or validate-client-certificate.
    """
    if (
        props.flag("subscriptionRequired") is False
        and is_for_models(stack)
        and not policies_say(stack, *_CHECKS)
    ):
        yield (
            "subscriptionRequired is false, and no policy of the program checks a token or certificate; "
            "set it "
            f"to true, or add {_CHECKS[0]}"
        )

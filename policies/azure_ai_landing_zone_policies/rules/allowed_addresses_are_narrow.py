"""Rule allowed-addresses-are-narrow."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.allowed_addresses import TYPES, Allowed, allowed
from azure_ai_landing_zone_policies.readers.anywhere import whom


def _program(*prefixes: str) -> dict[str, object]:
    rules = [{"iPAddressOrRange": prefix} for prefix in prefixes]
    return {
        "nodes": H100_NODES,
        "images": {
            "type": "azure-native:containerregistry:Registry",
            "properties": {"networkRuleSet": {"defaultAction": "Deny", "ipRules": rules}},
        },
    }


@stack_rule(
    on=TYPES,
    area="network",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("NS-1", "NS-2"),
    links=("https://learn.microsoft.com/azure/ai-services/cognitive-services-virtual-networks",),
    only_with_ai=True,
    passes=_program("52.160.4.0/24", "10.0.0.0/8"),
    fails=_program("0.0.0.0/1", "128.0.0.0/1"),
)
def allowed_addresses_are_narrow(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Services let in the company's addresses, not most of the internet

    A service that denies by default and then allows two halves of the internet, or all of Azure, is open,
    and looks closed in every list. All addresses that one list allows count together, without private ones;
    a whole /8 of public addresses is more than a company has. Allow the addresses that need it, or use a
    private endpoint.
    """

    def check(addresses: Allowed) -> Iterator[str]:
        texts = addresses.texts()
        open_to = whom(texts)
        if open_to:
            shown = ", ".join(texts[:4]) + (" …" if len(texts) > 4 else "")
            yield f"{addresses.path} lets in {open_to} ({shown}); allow your own addresses"

    yield from each(allowed(props), check)

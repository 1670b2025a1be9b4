"""Rule ai-data-is-private."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES, storage_account
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of


def _account(**properties: object) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "account": storage_account(**properties),
    }


@stack_rule(
    on=("storage:StorageAccount", "keyvault:Vault", "containerregistry:Registry"),
    area="data",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("NS-2",),
    links=("https://learn.microsoft.com/azure/storage/common/storage-network-security",),
    baseline="advisory",
    only_with_ai=True,
    passes=_account(publicNetworkAccess="Disabled"),
    fails=_account(),
)
def ai_data_is_private(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Datasets, weights, keys and images aren't reachable from the internet

    With the network closed a stolen token is worth nothing outside. Azure leaves all three open unless the
    program says otherwise. Set publicNetworkAccess to Disabled and add private endpoints, or deny by default
    and allow your own networks.
    """
    holder = "properties." if props.resource.type == "keyvault:Vault" else ""
    rules = "networkRuleSet" if props.resource.type != "keyvault:Vault" else "networkAcls"
    if all_of(
        lambda: (props.text(f"{holder}publicNetworkAccess") or "enabled").lower() == "enabled",
        lambda: (props.text(f"{holder}{rules}.defaultAction") or "allow").lower() != "deny",
    ):
        yield (
            f"{holder}publicNetworkAccess isn't Disabled, and {holder}{rules}.defaultAction isn't Deny; "
            "set the first, and add a private endpoint"
        )

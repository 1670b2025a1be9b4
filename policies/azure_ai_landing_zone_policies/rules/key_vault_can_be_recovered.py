"""Rule key-vault-can-be-recovered."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _vault(**properties: object) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "vault": {"type": "azure-native:keyvault:Vault", "properties": {"properties": properties}},
    }


@stack_rule(
    on=("keyvault:Vault",),
    area="data",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("DP-8", "BR-2"),
    links=("https://learn.microsoft.com/azure/key-vault/general/soft-delete-overview",),
    baseline="advisory",
    only_with_ai=True,
    passes=_vault(enablePurgeProtection=True, enableRbacAuthorization=True),
    fails=_vault(enableRbacAuthorization=True),
)
def key_vault_can_be_recovered(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """A key vault can't be purged, and its rights are roles

    Who purges the vault with the keys of a dataset has deleted the dataset. Purge protection keeps a deleted
    vault until its retention ends. Access policies are rights that no Entra review sees: use RBAC. Both are
    set explicitly, because Azure's default for the latter changes with API version 2026-02-01.
    """
    if props.flag("properties.enablePurgeProtection") is not True:
        yield "properties.enablePurgeProtection isn't true, so that the vault can be purged; set it to true"
    if props.flag("properties.enableRbacAuthorization") is not True:
        yield (
            "properties.enableRbacAuthorization isn't true, so that access policies count; set it to true "
            "and give roles"
        )

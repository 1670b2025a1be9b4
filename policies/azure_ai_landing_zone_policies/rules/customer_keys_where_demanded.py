"""Rule customer-keys-where-demanded."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_PLACES = {
    "cognitiveservices:Account": ("properties.encryption.keySource", "microsoft.keyvault"),
    "containerregistry:Registry": ("encryption.status", "enabled"),
    "cosmosdb:DatabaseAccount": ("keyVaultKeyUri", ""),
    "machinelearningservices:Workspace": ("encryption.status", "enabled"),
    "search:Service": ("encryptionWithCmk.enforcement", "enabled"),
    "storage:StorageAccount": ("encryption.keySource", "microsoft.keyvault"),
}
"""Where they say that the key is the customer's, and what they say then; empty: anything."""


def _account(**encryption: object) -> dict[str, object]:
    return {
        "models": {
            "type": "azure-native:cognitiveservices:Account",
            "properties": {"kind": "AIServices", "properties": {"encryption": encryption}},
        }
    }


@stack_rule(
    on=tuple(_PLACES),
    area="data",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("DP-5",),
    links=("https://learn.microsoft.com/azure/security/fundamentals/encryption-models",),
    parameters=(
        Parameter(
            "types",
            "texts",
            None,
            "types that have to have one, such as cognitiveservices:Account",
            ["cognitiveservices:Account"],
        ),
    ),
    only_with_ai=True,
    passes=_account(keySource="Microsoft.KeyVault"),
    fails=_account(),
)
def customer_keys_where_demanded(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Data is encrypted with the company's own key where it has to be

    Azure encrypts everything with keys of its own. Where a contract or a regulator demands keys that the
    company holds and can take back, name the types in `types`; without it the rule is silent.
    """
    demanded = props.parameter("types")
    if demanded is None or props.resource.type not in demanded:
        return
    path, wanted = _PLACES[props.resource.type]
    found = (props.text(path) or "").lower()
    if not found or wanted not in ("", found):
        yield f"{path} doesn't name a key of your own; give it one in Key Vault"

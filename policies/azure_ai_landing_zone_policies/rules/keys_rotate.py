"""Rule keys-rotate."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(**properties: object) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "key": {
            "type": "azure-native:keyvault:Key",
            "properties": {"vaultName": "kv", "properties": {"kty": "RSA", "keySize": 4096, **properties}},
        },
    }


@stack_rule(
    on=("keyvault:Key",),
    area="data",
    severity="low",
    since="2026.4",
    pillar="Security",
    controls=("DP-6",),
    links=("https://learn.microsoft.com/azure/key-vault/keys/how-to-configure-key-rotation",),
    baseline="advisory",
    strict="advisory",
    only_with_ai=True,
    passes=_program(
        rotationPolicy={
            "lifetimeActions": [{"action": {"type": "rotate"}, "trigger": {"timeAfterCreate": "P1Y"}}]
        }
    ),
    fails=_program(),
)
def keys_rotate(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Keys that encrypt data are renewed by themselves

    A key that is never renewed protects everything that was ever written with it, and renewing it by hand
    is what nobody dares. Give it a rotationPolicy with an action rotate: services take the newest version
    by themselves, and old data stays readable. Not so Pulumi's secrets provider: it decrypts with the newest
    version unless its URL names one (github.com/pulumi/pulumi/issues/22338), so name it before a key rotates.
    """
    path = "properties.rotationPolicy"
    actions = props.items(f"{path}.lifetimeActions")
    if not any((action.text("action.type") or "").lower() == "rotate" for action in actions):
        yield f"{path} has no action rotate, so that the key stays for ever; add one, such as after P1Y"

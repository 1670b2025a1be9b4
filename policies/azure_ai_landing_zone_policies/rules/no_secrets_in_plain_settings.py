"""Rule no-secrets-in-plain-settings."""

import base64
import binascii
import re
from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.plain_texts import TYPES, Text, texts


def _program(**setting: str) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "app": {
            "type": "azure-native:web:WebApp",
            "properties": {"siteConfig": {"appSettings": [setting]}},
        },
    }


_SECRETS = (
    ("an account key", re.compile(r"(AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{20,}")),
    ("a shared access signature", re.compile(r"[?&]sig=[A-Za-z0-9%+/]{20,}")),
    ("a private key", re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----")),
    ("a token of Hugging Face", re.compile(r"\bhf_[A-Za-z0-9]{30,}")),
    ("a token of GitHub", re.compile(r"\bgh[pousr]_[A-Za-z0-9]{30,}")),
    ("a key of OpenAI", re.compile(r"\bsk-[A-Za-z0-9_-]{20,}")),
)
"""Secrets whose form tells what they are."""

_NAME = re.compile(r"(password|passwd|secret|api_?key|access_?key|account_?key|_token|pat)$", re.IGNORECASE)
_REFERENCE = re.compile(r"@Microsoft\.KeyVault\(|https?://|/|\{\{|\$|secretref:", re.IGNORECASE)
"""What stands for a secret that is kept elsewhere."""

_SHORTEST = 12
"""Shorter values under such names are modes and file names."""


@stack_rule(
    on=TYPES,
    area="identity",
    severity="critical",
    since="2026.4",
    pillar="Security",
    controls=("IM-8",),
    links=("https://learn.microsoft.com/azure/key-vault/secrets/about-secrets",),
    only_with_ai=True,
    passes=_program(
        name="OPENAI_API_KEY", value="@Microsoft.KeyVault(SecretUri=https://kv.vault.azure.net/secrets/k)"
    ),
    fails=_program(name="OPENAI_API_KEY", value="0123456789abcdef0123456789abcdef"),
)
def no_secrets_in_plain_settings(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Secrets don't stand where settings do

    Settings of an extension, cloud-init, environment variables, ConfigMaps and application settings are
    shown to everybody who may read the resource, and stay in its log and in Pulumi's state. Keep the secret
    in Key Vault and name it there, put an extension's into protectedSettings, and call with an identity
    where the service takes one. What is found: keys and tokens by their form, and long values under names
    such as PASSWORD or API_KEY.
    """
    for text in texts(props):
        if isinstance(text, CantTell):
            yield text
        elif what := _secret(text):
            yield f"{text.path} has {what}; keep it in Key Vault, and name it there"


def _secret(text: Text) -> str | None:
    plain = text.value if text.name else f"{text.value}\n{_decoded(text.value)}"
    for what, form in _SECRETS:
        if form.search(plain):
            return what
    named = text.name and _NAME.search(text.name.replace("-", "_"))
    if named and len(text.value) >= _SHORTEST and not _REFERENCE.match(text.value):
        return f"the value of {text.name}"
    return None


def _decoded(text: str) -> str:
    """Custom data is in base64."""
    try:
        return base64.b64decode(text, validate=True).decode(errors="replace")
    except (binascii.Error, ValueError):
        return ""

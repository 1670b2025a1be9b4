"""Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog import single_facts
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig

LIMIT = single_facts.whole("federatedCredentials")


class FederatedIdentityCredential(ResourceType):
    pulumi_type = "azure-native:managedidentity:FederatedIdentityCredential"
    path = (
        "…/Microsoft.ManagedIdentity/userAssignedIdentities/{resourceName}/federatedIdentityCredentials/"
        "{federatedIdentityCredentialResourceName}"
    )
    source = "learn.microsoft.com/entra/workload-id/workload-identity-federation-considerations"
    name_rule = NameRule(
        r"[A-Za-z0-9][\w-]{2,119}",
        "3-120 letters, digits, underscores and hyphens, starting with a letter or digit",
    )
    ignored_references = frozenset({"subject"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        audiences = dig(props, "audiences")
        if audiences is not None and len(audiences) != 1:
            yield "audiences", f"a credential has exactly one audience, got {len(audiences)}"
        issuer = dig(props, "issuer")
        if issuer is not None and not issuer.startswith("https://"):
            yield "issuer", f"'{issuer}' is no URL that begins with https://"
        for name in ("issuer", "subject"):
            value = dig(props, name)
            if value is not None and (len(value) > 600 or value != value.strip() or not value):
                yield name, "1 to 600 characters without spaces at the ends"

    def create(self, put: Put) -> Mapping[str, Any]:
        others = [
            other
            for other in put.cloud.children(arm.parent_of(put.id) or "", self.pulumi_type)
            if not arm.same_id(other.id, put.id)
        ]
        if len(others) >= LIMIT:
            text = f"A managed identity has at most {LIMIT} federated identity credentials."
            raise ArmError(409, "Conflict", text, seen=OURS)
        wanted = (put.props["issuer"], put.props["subject"])
        if any((dig(other.body, "issuer"), dig(other.body, "subject")) == wanted for other in others):
            raise ArmError(
                409,
                "Conflict",
                "Issuer and subject combination already exists for this Managed Identity.",
                seen=f"{LOGS}, and the page of considerations",
            )
        return {}

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)

    def busy(self, scope: str) -> ArmError:
        """The provider tries again, after 20 seconds and more."""
        return ArmError(
            409,
            "ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity",
            "Too many Federated Identity Credentials are written concurrently for the managed identity "
            f"'{scope}'. Concurrent Federated Identity Credentials writes under the same managed identity "
            "are not supported.",
            seen="pulumi/pulumi-azure-native#4343 (2025-10-09)",
        )

"""What the policy says by name, since Azure tells it only while it deploys: a preview sees all of the policy,
and what Azure doesn't tell is refused where it is missing.

Azure's reads don't have the values ("will not be filled on 'GET' operations", as its description says). A
refresh keeps them all the same: the provider reads after each write, and takes over only what differs between
that and what it reads now. So it doesn't see, either, what somebody has changed of one by hand.

Source: learn.microsoft.com/azure/api-management/api-management-howto-properties, 2026-11-22;
github.com/pulumi/pulumi-azure-native, provider/pkg/provider/provider.go, readAfterWrite and Read, 006a62a.
"""

from collections.abc import Mapping
from functools import partial

import pulumi
from pulumi_azure_native import apimanagement

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input


def named(name: str) -> str:
    """As a policy has the value of that name."""
    return f"{{{{{name}}}}}"


def make_named_values(
    making: Making, service: "apimanagement.ApiManagementService", values: Mapping[str, Input[str]]
) -> list[pulumi.Resource]:
    """None is a secret. The policy has to come after them: Azure refuses one that names what isn't there."""
    return [
        apimanagement.NamedValue(
            f"{making.name}-{name}",
            service_name=service.name,
            named_value_id=name,
            display_name=name,
            value=pulumi.Output.from_input(value).apply(partial(_told, name)),
            opts=making.child(),
            **making.group,
        )
        for name, value in values.items()
    ]


def _told(name: str, value: str | None) -> str:
    if not value:
        raise ValueError(f"Azure tells no {name} for the gateway's policy, which would let in nobody")
    return value

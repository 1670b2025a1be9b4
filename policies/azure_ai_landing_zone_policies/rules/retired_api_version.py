"""Rule retired-api-version."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.api_versions import TYPES, retiring_apis


def _gateway(token: str) -> dict[str, object]:
    return {"gateway": {"type": token, "properties": {"sku": {"name": "StandardV2", "capacity": 1}}}}


@stack_rule(
    on=TYPES,
    area="protection",
    severity="critical",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/key-vault/general/migrate-api-version",),
    passes=_gateway("azure-native:apimanagement:ApiManagementService"),
    fails=_gateway("azure-native:apimanagement/v20201201:ApiManagementService"),
)
def retired_api_version(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Resources are written with API versions that Azure still answers

    From the day on which Azure retires a version of a service's management API, it refuses every change that
    is written with it, also to what has existed for years, and the whole `pulumi up` ends there. A version is
    in a type's token, in the apiVersion of a resource or a template that is written as ARM does, or, in a
    plain type, what azure-native has chosen.
    """
    for api in retiring_apis(props):
        if api.retirement.over_on(props.resource.today):
            yield (
                f"{api.text}, and Azure retired those of {api.retirement.provider} before "
                f"{api.retirement.before} on {api.retirement.retires_on}; use {api.instead}"
            )

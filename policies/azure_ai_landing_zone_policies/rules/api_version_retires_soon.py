"""Rule api-version-retires-soon."""

from collections.abc import Iterator
from datetime import timedelta

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.api_versions import TYPES, retiring_apis

_PROPERTIES = {
    "tenantId": "00000000-0000-0000-0000-000000000002",
    "sku": {"family": "A", "name": "standard"},
    "enableRbacAuthorization": True,
}


@stack_rule(
    on=TYPES,
    area="protection",
    severity="medium",
    since="2026.4",
    pillar="Operational Excellence",
    controls=(),
    links=("https://learn.microsoft.com/azure/key-vault/general/migrate-api-version",),
    baseline="advisory",
    strict="advisory",
    parameters=(
        Parameter("noticeDays", "whole number", 365, "how many days before its end a version is reported"),
    ),
    passes={
        "vault": {
            "type": "azure-native:resources:Resource",
            "properties": {
                "resourceProviderNamespace": "Microsoft.KeyVault",
                "parentResourcePath": "",
                "resourceType": "vaults",
                "resourceName": "kv-keys",
                "apiVersion": "2026-02-01",
                "properties": _PROPERTIES,
            },
        }
    },
    fails={"vault": {"type": "azure-native:keyvault:Vault", "properties": {"properties": _PROPERTIES}}},
)
def api_version_retires_soon(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Resources are written with API versions that have time left

    Azure has announced the day from which it refuses this version of the service's management API. What
    exists goes on, but no program that uses the version can change it, or anything else in the same run. A
    newer one can choose other defaults: say explicitly what the resource has now, and read the preview.
    """
    today = props.resource.today
    for api in retiring_apis(props):
        last = api.retirement.retires_on
        if today < last <= today + timedelta(days=props.parameter("noticeDays")):
            yield (
                f"{api.text}, and Azure retires those of {api.retirement.provider} before "
                f"{api.retirement.before} on {last}; plan the move to {api.instead}"
            )

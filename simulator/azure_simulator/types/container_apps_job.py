"""Microsoft.App/jobs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.container_template import (
    APP_NAME,
    check_environment,
    check_secrets,
    template_problems,
    without_secret_values,
)

_TRIGGERS = {
    "Event": "eventTriggerConfig",
    "Manual": "manualTriggerConfig",
    "Schedule": "scheduleTriggerConfig",
}


class ContainerAppsJob(ResourceType):
    pulumi_type = "azure-native:app:Job"
    path = "…/Microsoft.App/jobs/{jobName}"
    source = (
        "learn.microsoft.com/rest/api/resource-manager/containerapps/jobs/create-or-update "
        "(2025-02-02-preview)"
    )
    replaces = frozenset({"location", "environmentId"})
    name_rule = APP_NAME
    defaults = given({"configuration": {"replicaRetryLimit": 0}, "runningState": "Ready"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for name in ("configuration", "environmentId", "template"):
            if name not in props:
                yield name, f"a job needs its {name}"
        kind = dig(props, "configuration.triggerType")
        given_ = props.get("configuration") or {}
        if kind == "Schedule" and "scheduleTriggerConfig" not in given_:
            yield "configuration.scheduleTriggerConfig", "a job on a schedule needs one"
        for other, name in _TRIGGERS.items():
            if kind in _TRIGGERS and other != kind and name in given_:
                yield f"configuration.{name}", f"a job with trigger {kind} takes no {name}"
        yield from template_problems(props)

    def create(self, put: Put) -> Mapping[str, Any]:
        check_secrets(put)
        environment = check_environment(put)
        without_secret_values(put.props)
        return {"outboundIpAddresses": [environment["staticIp"]] if "staticIp" in environment else []}

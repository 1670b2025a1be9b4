"""Microsoft.App/containerApps"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared.container_template import (
    APP_NAME,
    check_environment,
    check_secrets,
    template_problems,
    without_secret_values,
)

_MOST_REPLICAS = 1000


class ContainerApp(ResourceType):
    pulumi_type = "azure-native:app:ContainerApp"
    path = "…/Microsoft.App/containerApps/{containerAppName}"
    source = (
        "learn.microsoft.com/rest/api/resource-manager/containerapps/container-apps/create-or-update "
        "(2025-02-02-preview)"
    )
    replaces = frozenset({"location", "environmentId", "managedEnvironmentId"})
    name_rule = APP_NAME
    defaults = given(
        {
            "configuration": {"activeRevisionsMode": "Single"},
            "runningStatus": "Running",
            "template": {"scale": {"minReplicas": 0, "maxReplicas": 10}},
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "environmentId" not in props and "managedEnvironmentId" not in props:
            yield "environmentId", "an app needs an environment"
        if not (props.get("template") or {}).get("containers") and settled_template(props):
            yield "template.containers", "an app needs at least one container"
        yield from template_problems(props)
        least = dig(props, "template.scale.minReplicas") or 0
        most = dig(props, "template.scale.maxReplicas")
        if most is not None and not 1 <= most <= _MOST_REPLICAS:
            yield "template.scale.maxReplicas", f"{most} is outside 1 to {_MOST_REPLICAS}"
        elif most is not None and least > most:
            yield "template.scale.minReplicas", f"{least} is more than maxReplicas, {most}"
        weights = [dig(part, "weight") for _, part in each(props, "configuration.ingress.traffic")]
        if weights and all(isinstance(weight, int) for weight in weights) and sum(weights) != 100:
            yield "configuration.ingress.traffic", f"the weights add up to {sum(weights)}, not 100"

    def create(self, put: Put) -> Mapping[str, Any]:
        check_secrets(put)
        environment = check_environment(put)
        without_secret_values(put.props)
        name = arm.name_of(put.id)
        number = (put.old.revision if put.old else 0) + 1
        suffix = dig(put.props, "template.revisionSuffix") or f"{number:07d}"
        domain = environment.get("defaultDomain")
        answer: dict[str, Any] = {
            "latestRevisionName": f"{name}--{suffix}",
            "latestReadyRevisionName": f"{name}--{suffix}",
            "latestRevisionFqdn": "",
            "outboundIpAddresses": [environment["staticIp"]] if "staticIp" in environment else [],
        }
        if dig(put.props, "configuration.ingress") is not None:
            inside = "" if dig(put.props, "configuration.ingress.external") else ".internal"
            ingress = {"transport": "Auto", "allowInsecure": False, "external": False}
            sent = put.props["configuration"]["ingress"]
            answer["configuration"] = {"ingress": {**ingress, **sent, "fqdn": f"{name}{inside}.{domain}"}}
            answer["latestRevisionFqdn"] = f"{name}--{suffix}{inside}.{domain}"
        return answer


def settled_template(props: Mapping[str, Any]) -> bool:
    """True where the list of containers is there to be looked at, or is not there at all."""
    template = props.get("template")
    if template is None:
        return "template" not in props
    return isinstance(template, Mapping) and isinstance(template.get("containers", []), list)

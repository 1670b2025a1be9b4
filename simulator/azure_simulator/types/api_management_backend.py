"""Microsoft.ApiManagement/service/backends"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import dig


class ApiManagementBackend(ResourceType):
    pulumi_type = "azure-native:apimanagement:Backend"
    path = "…/Microsoft.ApiManagement/service/{serviceName}/backends/{backendId}"
    source = "learn.microsoft.com/rest/api/apimanagement/backend/create-or-update 2024-05-01"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        pool = props.get("type") == "Pool"
        if pool and "pool" not in props:
            yield "pool", "a backend of type Pool needs one"
        if not pool:
            for name in ("url", "protocol"):
                if name not in props:
                    yield name, "a backend of type Single needs one"
        members = dig(props, "pool.services")
        if isinstance(members, list) and len(members) > 30:
            yield "pool.services", f"a pool has at most 30 members, got {len(members)}"
        rules = dig(props, "circuitBreaker.rules")
        if isinstance(rules, list) and len(rules) > 1:
            yield "circuitBreaker.rules", f"a backend has at most one rule, got {len(rules)}"

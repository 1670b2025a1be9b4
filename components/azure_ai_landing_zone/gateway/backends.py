"""What the gateway asks: accounts with their breakers, the pool of them, and Content Safety."""

from collections.abc import Sequence

import pulumi
from pulumi_azure_native import apimanagement, resources
from pydantic import Field, StrictInt

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Key, Model
from azure_ai_landing_zone.gateway.api import PREVIEW
from azure_ai_landing_zone.gateway.settings import COGNITIVE_SERVICES

POOL = "models"
CONTENT_SAFETY = "content-safety"


class GatewayBackend(Model):
    """One Foundry account behind the gateway. The deployments that callers name have to be in all of them."""

    name: Key
    """Of the backend."""
    endpoint: Input[str]
    """Such as https://<account>.openai.azure.com/."""
    priority: StrictInt = Field(ge=1, le=100)
    """Asked only while all with a lower number rest: 1 for provisioned throughput, 2 for what is paid by the
    token."""
    weight: StrictInt = Field(default=1, ge=1, le=100)
    """Share among backends of one priority."""


def make_backends(
    making: Making,
    service: "apimanagement.ApiManagementService",
    backends: Sequence[GatewayBackend],
    *,
    breaker_seconds: int,
) -> "apimanagement.Backend":
    """The pool of all of them."""
    made = {one.name: _make_backend(making, service, one, breaker_seconds) for one in backends}
    return apimanagement.Backend(
        f"{making.name}-pool",
        service_name=service.name,
        backend_id=POOL,
        type=apimanagement.BackendType.POOL,
        description="All accounts, those with provisioned throughput first",
        pool=apimanagement.BackendBaseParametersPoolArgs(
            services=[
                apimanagement.BackendPoolItemArgs(
                    id=made[one.name].id, priority=one.priority, weight=one.weight
                )
                for one in backends
            ]
        ),
        opts=making.child(),
        **making.group,
    )


def _make_backend(
    making: Making,
    service: "apimanagement.ApiManagementService",
    backend: GatewayBackend,
    breaker_seconds: int,
) -> "apimanagement.Backend":
    """With the one rule that a backend can have. The first failure trips it: a request that meets 429 has
    used up what there was."""
    endpoint = pulumi.Output.from_input(backend.endpoint)
    return apimanagement.Backend(
        f"{making.name}-{backend.name}",
        service_name=service.name,
        backend_id=backend.name,
        type=apimanagement.BackendType.SINGLE,
        url=endpoint.apply(lambda url: f"{url.rstrip('/')}/openai"),
        protocol=apimanagement.BackendProtocol.HTTP,
        circuit_breaker=apimanagement.BackendCircuitBreakerArgs(
            rules=[
                apimanagement.CircuitBreakerRuleArgs(
                    name="busy-or-broken",
                    failure_condition=apimanagement.CircuitBreakerFailureConditionArgs(
                        count=1,
                        interval="PT10S",
                        status_code_ranges=[
                            apimanagement.FailureStatusCodeRangeArgs(min=429, max=429),
                            apimanagement.FailureStatusCodeRangeArgs(min=500, max=599),
                        ],
                    ),
                    trip_duration=f"PT{breaker_seconds}S",
                    accept_retry_after=True,
                )
            ]
        ),
        opts=making.child(),
        **making.group,
    )


def make_content_safety(
    making: Making,
    service: "apimanagement.ApiManagementService",
    endpoint: Input[str],
    identity_client_id: Input[str],
) -> pulumi.Resource:
    """The backend that the policy sends prompts to before any model."""
    url = pulumi.Output.from_input(endpoint).apply(lambda known: known.rstrip("/"))
    return resources.Resource(
        f"{making.name}-{CONTENT_SAFETY}",
        resource_provider_namespace="Microsoft.ApiManagement",
        parent_resource_path=pulumi.Output.concat("service/", service.name),
        resource_type="backends",
        resource_name_=CONTENT_SAFETY,
        api_version=PREVIEW,
        properties={
            "description": "Content Safety, asked before any model",
            "url": url,
            "protocol": "http",
            "credentials": {
                "managedIdentity": {"resource": COGNITIVE_SERVICES, "clientId": identity_client_id}
            },
        },
        opts=making.child(),
        **making.group,
    )

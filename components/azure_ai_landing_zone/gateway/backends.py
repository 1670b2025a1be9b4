"""What the gateway asks: deployments with their breakers, a pool of each, and Content Safety."""

from collections.abc import Sequence

import pulumi
from pulumi_azure_native import apimanagement
from pydantic import Field, StrictInt

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Key, Model
from azure_ai_landing_zone.gateway.inside import deploy_inside
from azure_ai_landing_zone.gateway.settings import COGNITIVE_SERVICES, GatewayCluster

POOL = "models"
"""What the names of pools begin with."""
CONTENT_SAFETY = "content-safety"


class GatewayBackend(Model):
    """One Foundry account behind the gateway."""

    name: Key
    """What the names of its backends, one for each deployment, begin with."""
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
    deployments: Sequence[str],
    *,
    breaker_seconds: int,
) -> list[pulumi.Resource]:
    """A pool for each deployment that callers name, so that what one has no room for rests it alone."""
    return [
        _make_pool(
            making,
            service,
            deployment,
            [
                (one, _make_backend(making, service, one, deployment, breaker_seconds=breaker_seconds))
                for one in backends
            ],
        )
        for deployment in deployments
    ]


def _make_pool(
    making: Making,
    service: "apimanagement.ApiManagementService",
    deployment: str,
    members: "Sequence[tuple[GatewayBackend, apimanagement.Backend]]",
) -> pulumi.Resource:
    return apimanagement.Backend(
        f"{making.name}-{deployment}-pool",
        service_name=service.name,
        backend_id=f"{POOL}-{deployment}",
        type=apimanagement.BackendType.POOL,
        description=f"{deployment} of all accounts, those with provisioned throughput first",
        pool=apimanagement.BackendBaseParametersPoolArgs(
            services=[
                apimanagement.BackendPoolItemArgs(id=made.id, priority=one.priority, weight=one.weight)
                for one, made in members
            ]
        ),
        opts=making.child(),
        **making.group,
    )


def _make_backend(
    making: Making,
    service: "apimanagement.ApiManagementService",
    backend: GatewayBackend,
    deployment: str,
    *,
    breaker_seconds: int,
) -> "apimanagement.Backend":
    """With the one rule that a backend can have. It is for 429 alone, and the first one trips it: a request
    that meets 429 has used up what there was. An error of one request says nothing of the next: those the
    policy sends to another account, and the backend goes on.

    Source: learn.microsoft.com/azure/api-management/backends, 2025-05-20: "only one rule can be configured".
    """
    endpoint = pulumi.Output.from_input(backend.endpoint)
    return apimanagement.Backend(
        f"{making.name}-{backend.name}-{deployment}",
        service_name=service.name,
        backend_id=f"{backend.name}-{deployment}",
        type=apimanagement.BackendType.SINGLE,
        url=endpoint.apply(lambda url: f"{url.rstrip('/')}/openai"),
        protocol=apimanagement.BackendProtocol.HTTP,
        circuit_breaker=apimanagement.BackendCircuitBreakerArgs(
            rules=[
                apimanagement.CircuitBreakerRuleArgs(
                    name="busy",
                    failure_condition=apimanagement.CircuitBreakerFailureConditionArgs(
                        count=1,
                        interval="PT10S",
                        status_code_ranges=[apimanagement.FailureStatusCodeRangeArgs(min=429, max=429)],
                    ),
                    trip_duration=f"PT{breaker_seconds}S",
                    accept_retry_after=True,
                )
            ]
        ),
        opts=making.child(),
        **making.group,
    )


def make_own_models(
    making: Making, service: "apimanagement.ApiManagementService", clusters: Sequence[GatewayCluster]
) -> list[pulumi.Resource]:
    """A backend for each, under the name that a pool of accounts would have. They have no breaker: nothing
    else could answer, and a caller learns more from what the cluster says."""
    return [
        apimanagement.Backend(
            f"{making.name}-{name}-cluster",
            service_name=service.name,
            backend_id=f"{POOL}-{name}",
            type=apimanagement.BackendType.SINGLE,
            description=f"{name} of the cluster behind {cluster.host_name}",
            url=f"https://{cluster.host_name}/{name}",
            protocol=apimanagement.BackendProtocol.HTTP,
            opts=making.child(),
            **making.group,
        )
        for cluster in clusters
        for name in cluster.model_names
    ]


def make_content_safety(
    making: Making,
    service: "apimanagement.ApiManagementService",
    endpoint: Input[str],
    identity_client_id: Input[str],
) -> pulumi.Resource:
    """The backend that the policy sends prompts to before any model."""
    return deploy_inside(
        making,
        CONTENT_SAFETY,
        kind="backends",
        name=CONTENT_SAFETY,
        properties={
            "description": "Content Safety, asked before any model",
            "url": pulumi.Output.from_input(endpoint).apply(lambda known: known.rstrip("/")),
            "protocol": "http",
            "credentials": {
                "managedIdentity": {"resource": COGNITIVE_SERVICES, "clientId": identity_client_id}
            },
        },
        after=[service],
    )

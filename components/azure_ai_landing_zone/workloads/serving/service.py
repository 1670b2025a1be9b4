"""InferenceService: a model that answers, on GPUs of a pool."""

from collections.abc import Iterator

import pulumi
from pydantic import model_validator

from azure_ai_landing_zone.core.model import Input, ObjectName, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.component import (
    KubernetesComponent,
    Manifest,
    NamespaceName,
    OnGpuPools,
)
from azure_ai_landing_zone.workloads.routes import RouteParent
from azure_ai_landing_zone.workloads.serving.access import CollectorPlace, access
from azure_ai_landing_zone.workloads.serving.pods import deployment, vault_secrets, volume
from azure_ai_landing_zone.workloads.serving.scales import GpuScale, QueueScale
from azure_ai_landing_zone.workloads.serving.scaling import MetricsSource, scaling
from azure_ai_landing_zone.workloads.serving.settings import InferenceServiceSettings, VllmEngine
from azure_ai_landing_zone.workloads.serving.weights import BlobWeights


class InferenceServiceArgs(InferenceServiceSettings, OnGpuPools):
    """What an InferenceService is made of."""

    service_name: ObjectName
    """Of its objects; clients call its model so too."""
    namespace: NamespaceName
    """Where it runs."""
    workload_client_id: Input[str] | None = None
    """The client id of the identity that it acts as; it has to trust the service account of this name."""
    route_parent: RouteParent | None = None
    """What leads to it from outside the cluster. Left out: only its namespace calls it."""
    collector: CollectorPlace | None = None
    """What takes its traces. Left out: none are made."""
    metrics_source: MetricsSource | None = None
    """Needed to scale by queue or GPU."""

    @model_validator(mode="after")
    def _check_service(self) -> "InferenceServiceArgs":
        refuse(
            InferenceServiceArgs,
            [
                *self.problems_on(self.pools_by_name()),
                *needs_problems(
                    self,
                    has_identity=self.workload_client_id is not None,
                    has_metrics=self.metrics_source is not None,
                    has_gateway=self.route_parent is not None,
                ),
            ],
        )
        return self


class InferenceService(KubernetesComponent):
    """Deployment, service, route, scaling, disruption budget, network policy, metrics and weights of one
    model."""

    url: pulumi.Output[str]
    """Inside the cluster."""

    def __init__(
        self, name: str, args: InferenceServiceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        for warning in (upgrade_warning(args), hours_warning(args)):
            if warning:
                self.warn(warning)
        manifests = inference_service(args)
        last = {role: manifests.pop(role) for role in ("server", "autoscaler") if role in manifests}
        needed = list(self._make(name, manifests).values())
        # The engine waits for replicas to be ready, as long as they may take.
        timeout = f"{args.load_minutes + 30}m"
        for role, manifest in last.items():
            needed += self._make(
                name,
                {role: manifest},
                depends_on=needed,
                custom_timeouts=pulumi.CustomTimeouts(create=timeout, update=timeout),
            ).values()
        self.url = pulumi.Output.from_input(
            f"http://{args.service_name}.{args.namespace}.svc.cluster.local/v1"
        )
        self._end()


def upgrade_warning(args: InferenceServiceArgs) -> str | None:
    """That upgrades of nodes interrupt the service, where they do."""
    if args.min_replicas > 1:
        return None
    return (
        f"{args.service_name} may have 1 replica: whenever its node is upgraded, every week with new node "
        f"images, nothing answers until another one has loaded, up to {args.load_minutes} minutes after its "
        "node is there: have 2 where that matters"
    )


def hours_warning(args: InferenceServiceArgs) -> str | None:
    """That nodes are paid for in hours in which the service has no replica, where they are."""
    scale, pools = args.scaling, args.pools_by_name()
    kept = [name for name in args.pool_names if pools[name].min_nodes]
    if not isinstance(scale, QueueScale | GpuScale) or scale.min_replicas or not kept:
        return None
    return (
        f"{args.service_name} has no replica outside of its hours, and {' and '.join(kept)} keeps nodes all "
        "the same: they go too with `min_nodes` 0"
    )


def needs_problems(
    plan: InferenceServiceSettings, *, has_identity: bool, has_metrics: bool, has_gateway: bool
) -> Iterator[Problem]:
    """What the service needs and hasn't got."""
    if isinstance(plan.weights, BlobWeights) and not has_identity:
        yield Problem(
            ("weights",), "a blob container is mounted as an identity, and the service has none: give it one"
        )
    if plan.vault_secrets is not None and not has_identity:
        yield Problem(
            ("vault_secrets",), "a vault is read as an identity, and the service has none: give it one"
        )
    if isinstance(plan.scaling, QueueScale | GpuScale) and not has_metrics:
        yield Problem(
            ("scaling",),
            f"{plan.scaling.mode} needs `metrics`, an Azure Monitor workspace to ask: give it, or take cpu",
        )
    if isinstance(plan.scaling, QueueScale) and not isinstance(plan.engine, VllmEngine):
        yield Problem(
            ("scaling",), "queue counts vLLM's waiting requests, and this is another server: take gpu or cpu"
        )
    if plan.host_names and not has_gateway:
        yield Problem(("host_names",), "no gateway leads to the service: give it one, or leave them out")


def inference_service(args: InferenceServiceArgs) -> dict[str, Manifest]:
    """Its objects by role."""
    name, namespace = args.service_name, args.namespace
    pools = args.pools_by_name()
    return {
        **access(
            name,
            namespace,
            args,
            parent=args.route_parent,
            collector=args.collector,
            identity_client_id=args.workload_client_id,
        ),
        **volume(name, namespace, args, args.workload_client_id),
        **vault_secrets(name, namespace, args.vault_secrets, args.workload_client_id),
        "server": deployment(
            name,
            namespace,
            args,
            [pools[one] for one in args.pool_names],
            has_identity=args.workload_client_id is not None,
            collector=args.collector.host_name if args.collector is not None else None,
        ),
        # KEDA refuses to scale by processors what isn't there yet.
        **scaling(name, namespace, args, args.metrics_source),
    }

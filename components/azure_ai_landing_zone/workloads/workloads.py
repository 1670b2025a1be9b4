"""InferenceWorkloads: everything that a stack's settings ask for inside a cluster, put together."""

from collections.abc import Sequence

import pulumi

from azure_ai_landing_zone.core.model import fields_of
from azure_ai_landing_zone.workloads.cluster_reference import ClusterReference
from azure_ai_landing_zone.workloads.component import KubernetesComponent
from azure_ai_landing_zone.workloads.gateway_certificate import VaultCertificate
from azure_ai_landing_zone.workloads.gpu_daemons import (
    GPU_NAMESPACE,
    DcgmExporter,
    DcgmExporterArgs,
    GpuDevicePlugin,
    GpuDevicePluginArgs,
)
from azure_ai_landing_zone.workloads.inference_gateway import (
    GATEWAY_NAMESPACE,
    EnvoyGatewayClass,
    InferenceGateway,
    InferenceGatewayArgs,
    InferenceGatewaySettings,
    route_parent,
)
from azure_ai_landing_zone.workloads.kueue import KueueQueues, KueueQueuesArgs, KueueQueuesSettings
from azure_ai_landing_zone.workloads.namespaces import (
    GpuNamespaces,
    GpuNamespacesArgs,
    PodSecurity,
    make_namespace,
)
from azure_ai_landing_zone.workloads.operators import ClusterOperators, ClusterOperatorsArgs, OperatorName
from azure_ai_landing_zone.workloads.priorities import GpuPriorities
from azure_ai_landing_zone.workloads.ray.ray import (
    RayCluster,
    RayClusterArgs,
    RayJob,
    RayJobArgs,
    RayJobSettings,
    RayService,
    RayServiceArgs,
    RayServiceSettings,
)
from azure_ai_landing_zone.workloads.ray.settings import RayClusterSettings
from azure_ai_landing_zone.workloads.routes import RouteParent
from azure_ai_landing_zone.workloads.scale_up_order import ScaleUpOrder, ScaleUpOrderArgs
from azure_ai_landing_zone.workloads.serving.access import CollectorPlace
from azure_ai_landing_zone.workloads.serving.scaling import MetricsSource
from azure_ai_landing_zone.workloads.serving.service import InferenceService, InferenceServiceArgs
from azure_ai_landing_zone.workloads.serving.settings import InferenceServiceSettings
from azure_ai_landing_zone.workloads.settings import (
    ClusterOfStack,
    InferenceServiceItem,
    InferenceWorkloadsSettings,
    RayServiceItem,
)
from azure_ai_landing_zone.workloads.staging.staged_weights import (
    StagedWeights,
    StagedWeightsArgs,
    StagedWeightsSettings,
)
from azure_ai_landing_zone.workloads.telemetry_collector import (
    TELEMETRY_NAMESPACE,
    TelemetryCollector,
    TelemetryCollectorArgs,
    collector_place,
)
from azure_ai_landing_zone.workloads.warm_capacity import WARM_NAMESPACE, WarmCapacity, WarmCapacityArgs


class InferenceWorkloads(KubernetesComponent):
    """What runs inside a cluster, in the order in which parts need each other. For a cluster of another
    stack it makes its own kubernetes provider; otherwise it takes that of `opts`, or KUBECONFIG."""

    service_urls: pulumi.Output[dict[str, str]]
    """Inside the cluster, by the names of services."""

    _from_stack_file = True

    def __init__(
        self, name: str, args: InferenceWorkloadsSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        self._name, self._settings = name, args
        self._image_registry = args.image_registry
        self._reference = self._refer(args)
        self._opts: dict[str, pulumi.ProviderResource] = {}
        if self._reference is not None:
            from pulumi_kubernetes import Provider

            self._opts["provider"] = Provider(
                f"{name}-kubernetes", kubeconfig=self._reference.kubeconfig, opts=self._child()
            )
        priorities = GpuPriorities(f"{name}-priorities", self._inside([]))
        namespaces = self._make_namespaces()
        self._make_node_runtime(namespaces)
        ScaleUpOrder(
            f"{name}-scale-up", ScaleUpOrderArgs(preferences=args.pool_preferences()), self._inside([])
        )
        ready = [priorities, *namespaces]
        operators = self._make_operators(ready)
        self._make_warm_capacity(ready)
        if operators is not None:
            ready.append(operators)
        gateway, parent = self._make_gateway(ready)
        services = self._make_services([*ready, *self._stage_weights(ready)], gateway, parent)
        self._make_jobs(ready, gateway, parent)

        self.service_urls = pulumi.Output.all(**{key: one.url for key, one in services.items()})
        self._end()

    def _refer(self, args: InferenceWorkloadsSettings) -> ClusterReference | None:
        if not isinstance(args.runs_on, ClusterOfStack):
            return None
        return ClusterReference(args.runs_on.stack, args.runs_on.cluster, args, self._child())

    def _inside(self, after: Sequence[pulumi.Resource]) -> pulumi.ResourceOptions:
        """Options of what is made in the cluster."""
        return self._child(depends_on=list(after), **self._opts)

    def _make_namespaces(self) -> list[pulumi.Resource]:
        args = self._settings
        own: dict[str, PodSecurity] = {}
        if not self._has_gpu_operator():
            own[GPU_NAMESPACE] = "privileged"
        if args.warm_capacity:
            own[WARM_NAMESPACE] = "restricted"
        if args.gateway is not None:
            own[GATEWAY_NAMESPACE] = "baseline"
        if self._has_telemetry():
            own[TELEMETRY_NAMESPACE] = "restricted"
        made = self._make(
            f"{self._name}-namespace",
            {namespace: make_namespace(namespace, standard) for namespace, standard in own.items()},
            **self._opts,
        )
        projects = GpuNamespaces(
            f"{self._name}-namespaces",
            GpuNamespacesArgs(namespaces=args.namespaces, gpu_quota=args.gpu_quota, gpu_pools=args.gpu_pools),
            self._inside([]),
        )
        return [*made.values(), projects]

    def _has_gpu_operator(self) -> bool:
        return self._settings.gpu_pools[0].driver == "gpuOperator"

    def _has_telemetry(self) -> bool:
        return self._reference is not None and self._settings.traces_as is not None

    def _make_node_runtime(self, after: Sequence[pulumi.Resource]) -> None:
        """What makes GPUs usable and visible."""
        pools = self._settings.gpu_pools
        if self._has_gpu_operator():
            return
        GpuDevicePlugin(f"{self._name}-gpu", GpuDevicePluginArgs(gpu_pools=pools), self._inside(after))
        DcgmExporter(f"{self._name}-dcgm", DcgmExporterArgs(gpu_pools=pools), self._inside(after))

    def _make_operators(self, after: Sequence[pulumi.Resource]) -> ClusterOperators | None:
        args = self._settings
        operators: list[OperatorName] = []
        if self._has_gpu_operator():
            operators.append("gpuOperator")
        if any(pool.rdma is not None for pool in args.gpu_pools):
            operators.append("networkOperator")
        if args.kueue is not None:
            operators.append("kueue")
        if args.ray_clusters or args.ray_jobs or args.ray_services:
            operators.append("kuberay")
        if args.gateway is not None and isinstance(args.gateway.implementation, EnvoyGatewayClass):
            operators.append("envoyGateway")
        if not operators:
            return None
        return ClusterOperators(
            f"{self._name}-operators",
            ClusterOperatorsArgs(operators=operators, gpu_pools=args.gpu_pools),
            self._inside(after),
        )

    def _make_warm_capacity(self, after: Sequence[pulumi.Resource]) -> None:
        args = self._settings
        if args.warm_capacity:
            WarmCapacity(
                f"{self._name}-warm",
                WarmCapacityArgs(gpu_pools=args.gpu_pools, warm=args.warm_capacity),
                self._inside(after),
            )

    def _make_gateway(
        self, after: Sequence[pulumi.Resource]
    ) -> tuple[list[pulumi.Resource], RouteParent | None]:
        """Where anything answers: it, and what routes refer to."""
        args = self._settings
        answers: list[InferenceServiceItem | RayServiceItem] = [*args.services, *args.ray_services]
        if args.gateway is None or not answers:
            return [], None
        gateway = InferenceGatewayArgs(
            **fields_of(args.gateway, InferenceGatewaySettings),
            route_namespaces=sorted({one.namespace for one in answers}),
            longest_answer_minutes=max(one.longest_answer_minutes for one in answers),
            certificate_client_id=self._certificate_reader(args.gateway),
        )
        made = InferenceGateway(f"{self._name}-gateway", gateway, self._inside(after))
        return [made], route_parent(gateway)

    def _stage_weights(self, after: Sequence[pulumi.Resource]) -> list[pulumi.Resource]:
        reference = self._reference
        if reference is None:
            return []
        return [
            StagedWeights(
                f"{self._name}-weights-{one.name}",
                StagedWeightsArgs(
                    **fields_of(one, StagedWeightsSettings),
                    weights_name=one.name,
                    namespace=one.namespace,
                    workload_client_id=reference.identity_client_id(one.acts_as),
                ),
                self._inside(after),
            )
            for one in self._settings.staged_weights
        ]

    def _make_services(
        self, after: Sequence[pulumi.Resource], gateway: Sequence[pulumi.Resource], parent: RouteParent | None
    ) -> dict[str, InferenceService]:
        args = self._settings
        needed = [*after, *gateway]
        collector = self._make_collector(after)
        reference = self._reference
        metrics = None
        if reference is not None and any(one.scaling.mode in ("queue", "gpu") for one in args.services):
            metrics = MetricsSource(
                query_endpoint=reference.prometheus_query_endpoint, keda_client_id=reference.keda_client_id
            )
        return {
            service.name: InferenceService(
                f"{self._name}-service-{service.name}",
                InferenceServiceArgs(
                    **fields_of(service, InferenceServiceSettings),
                    service_name=service.name,
                    namespace=service.namespace,
                    gpu_pools=args.gpu_pools,
                    workload_client_id=reference.identity_client_id(service.acts_as)
                    if reference is not None and service.acts_as is not None
                    else None,
                    route_parent=parent,
                    collector=collector,
                    metrics_source=metrics,
                ),
                self._inside(needed),
            )
            for service in args.services
        }

    def _certificate_reader(self, gateway: InferenceGatewaySettings) -> pulumi.Output[str] | None:
        if self._reference is None or not isinstance(gateway.certificate, VaultCertificate):
            return None
        return self._reference.identity_client_id(gateway.certificate.reads_as)

    def _make_collector(self, after: Sequence[pulumi.Resource]) -> CollectorPlace | None:
        sender = self._settings.traces_as
        if self._reference is None or sender is None:
            return None
        collector = TelemetryCollectorArgs(
            connection_string=self._reference.telemetry_connection_string,
            client_id=self._reference.identity_client_id(sender),
        )
        TelemetryCollector(f"{self._name}-telemetry", collector, self._inside(after))
        return collector_place(collector)

    def _make_jobs(
        self, after: Sequence[pulumi.Resource], gateway: Sequence[pulumi.Resource], parent: RouteParent | None
    ) -> None:
        args, name = self._settings, self._name
        needed = list(after)
        if args.kueue is not None and args.gpu_quota is not None:
            queues = KueueQueuesArgs(
                **fields_of(args.kueue, KueueQueuesSettings),
                gpu_quota=args.gpu_quota,
                gpu_pools=args.gpu_pools,
            )
            needed.append(KueueQueues(f"{name}-queues", queues, self._inside(needed)))
        for cluster in args.ray_clusters:
            RayCluster(
                f"{name}-ray-{cluster.name}",
                RayClusterArgs(
                    **fields_of(cluster, RayClusterSettings),
                    ray_name=cluster.name,
                    namespace=cluster.namespace,
                    queue_name=cluster.queue_name,
                    gpu_pools=args.gpu_pools,
                ),
                self._inside(needed),
            )
        for job in args.ray_jobs:
            RayJob(
                f"{name}-ray-job-{job.name}",
                RayJobArgs(
                    **fields_of(job, RayJobSettings),
                    ray_name=job.name,
                    namespace=job.namespace,
                    queue_name=job.queue_name,
                    gpu_pools=args.gpu_pools,
                ),
                self._inside(needed),
            )
        for service in args.ray_services:
            RayService(
                f"{name}-ray-service-{service.name}",
                RayServiceArgs(
                    **fields_of(service, RayServiceSettings),
                    ray_name=service.name,
                    namespace=service.namespace,
                    gpu_pools=args.gpu_pools,
                    route_parent=parent,
                ),
                self._inside([*needed, *gateway]),
            )

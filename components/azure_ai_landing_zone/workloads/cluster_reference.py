"""ClusterReference: what runs inside a cluster knows of the stack that makes it."""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pulumi
from pulumi_azure_native import containerservice
from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.core.errors import SettingsError, in_stack_file
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.image_registry import WayIn, way_in_problems
from azure_ai_landing_zone.workloads.namespaces import GpuNamespace
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings

OUTPUT = "inferenceClusters"
"""The stack output that a zone with clusters has, by their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterFacts:
    """What of a cluster's output is read here. It says more, for people."""

    cluster_name: str
    resource_group_name: str
    pools: list[GpuPoolFacts]
    workload_identities: dict[str, str]
    """Client ids by name."""
    prometheus_query_endpoint: str | None
    """Of the Azure Monitor workspace that has its metrics."""
    keda_client_id: str | None
    """Of the identity that asks for metrics when services scale."""
    way_in: WayIn
    """Of images."""
    people_namespaces: list[str]
    """Where people start pods."""


class ClusterReference:
    """A cluster's stack. What it lacks is said when it is asked for, in the preview already."""

    def __init__(
        self, stack: str, cluster: str, planned: InferenceWorkloadsSettings, opts: pulumi.ResourceOptions
    ) -> None:
        """`planned`: what is to run there."""
        self._stack, self._cluster, self._opts = stack, cluster, opts
        self._reference = pulumi.StackReference(stack, opts=opts)
        self._found = self._reference.get_output(OUTPUT).apply(
            lambda found: read_cluster(found, stack=stack, cluster=cluster, planned=planned)
        )

    @property
    def kubeconfig(self) -> pulumi.Output[str]:
        """For whoever runs the program: it has no credentials, kubelogin gets them."""
        answer = containerservice.list_managed_cluster_user_credentials_output(
            format="exec",
            resource_group_name=self._found.apply(lambda facts: facts.resource_group_name),
            resource_name=self._found.apply(lambda facts: facts.cluster_name),
            opts=pulumi.InvokeOutputOptions(parent=self._opts.parent),
        )
        return answer.kubeconfigs.apply(lambda configs: base64.b64decode(configs[0].value).decode())

    @property
    def prometheus_query_endpoint(self) -> pulumi.Output[str]:
        return self._found.apply(
            lambda facts: (
                facts.prometheus_query_endpoint
                or self._refused(f"collects no metrics of {self._cluster}, and services scale by them")
            )
        )

    @property
    def keda_client_id(self) -> pulumi.Output[str]:
        return self._found.apply(
            lambda facts: (
                facts.keda_client_id
                or self._refused(f"has no identity that reads metrics of {self._cluster} for KEDA")
            )
        )

    @property
    def telemetry_connection_string(self) -> pulumi.Output[str]:
        """Of Application Insights; no secret."""
        return self._reference.get_output("telemetryConnectionString").apply(
            lambda found: (
                found
                or self._refused(
                    "has no Application Insights: give it `observability.telemetry`, or leave "
                    "`tracesAs` out here"
                )
            )
        )

    def identity_client_id(self, identity: str) -> pulumi.Output[str]:
        """Of one of the cluster's workload identities."""
        return self._found.apply(
            lambda facts: (
                facts.workload_identities.get(identity)
                or self._refused(
                    f"has no identity {identity} for pods of {self._cluster}: add it to its "
                    "`workloadIdentities`"
                )
            )
        )

    def _refused(self, text: str) -> Any:
        raise _refusal(self._stack, text)


def read_cluster(
    found: Any, *, stack: str, cluster: str, planned: InferenceWorkloadsSettings
) -> ClusterFacts:
    """The facts in the output of a stack. Raises SettingsError where there are none, or where they differ
    from what workloads were planned with."""
    if found is None:
        raise _refusal(
            stack, f"has no output `{OUTPUT}`: bring it up first; it is one with `inferenceClusters`"
        )
    if cluster not in found:
        raise _refusal(stack, f"has no cluster {cluster}: its clusters are {', '.join(found)}")
    try:
        said = _whole(found[cluster])
        registry = said.get("imageRegistry", {})
        facts = ClusterFacts(
            cluster_name=said["clusterName"],
            resource_group_name=said["resourceGroupName"],
            pools=[GpuPoolFacts.model_validate(pool, by_alias=True, by_name=False) for pool in said["pools"]],
            workload_identities=said.get("workloadIdentities", {}),
            prometheus_query_endpoint=said.get("prometheusQueryEndpoint"),
            keda_client_id=said.get("kedaClientId"),
            way_in=WayIn(
                outbound_type=said.get("outboundType"),
                login_server=registry.get("loginServer"),
                sources=registry.get("sources"),
            ),
            people_namespaces=said.get("peopleNamespaces", []),
        )
    except (ValidationError, KeyError):
        raise _refusal(stack, f"has an output `{OUTPUT}` of another version: bring it up again") from None
    problems = list(_differences(facts.pools, planned.gpu_pools, stack))
    problems += _privileged_people(facts.people_namespaces, planned.namespaces, stack)
    images = [image for _, image in planned.own_images()]
    problems += way_in_problems(facts.way_in, planned.image_registry, images, stack)
    if facts.way_in.outbound_type == "none":
        problems += [in_stack_file(one) for one in planned.outward_problems()]
    if problems:
        raise SettingsError("the reference to the cluster", problems)
    return facts


def _refusal(stack: str, text: str) -> SettingsError:
    return SettingsError("the reference to the cluster", [Problem((), f"stack {stack} {text}")])


def _whole(value: Any) -> Any:
    """Stack outputs come as JSON has them, with all numbers as floats."""
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _privileged_people(there: Sequence[str], here: Sequence[GpuNamespace], stack: str) -> Iterator[Problem]:
    """A pod that is root on its node is everybody on it."""
    for number, one in enumerate(here):
        if one.pod_security == "privileged" and one.namespace in there:
            text = (
                f"{one.namespace} is privileged, and stack {stack} lets people start pods there, who would "
                "be root on nodes: take it out of its `peopleNamespaces`"
            )
            yield Problem(("namespaces", number, "podSecurity"), text)


def _differences(
    there: Sequence[GpuPoolFacts], here: Sequence[GpuPoolFacts], stack: str
) -> Iterator[Problem]:
    """Between a cluster's pools and what workloads were planned with."""
    ours = {pool.name: (number, pool) for number, pool in enumerate(here)}
    for pool in there:
        if pool.name not in ours:
            text = (
                f"stack {stack} has the GPU pool {pool.name}, and nothing here tolerates its taints, so that "
                "its nodes would get neither device plugin nor exporter: add it"
            )
            yield Problem(("gpuPools",), text)
            continue
        number, own = ours.pop(pool.name)
        for name in GpuPoolFacts.model_fields:
            wanted, got = getattr(pool, name), getattr(own, name)
            if wanted != got:
                text = f"{pool.name} has {wanted} in stack {stack}, got {got}: correct it"
                yield Problem(("gpuPools", number, to_camel(name)), text)
    for name, (number, _) in ours.items():
        yield Problem(("gpuPools", number), f"stack {stack} has no GPU pool {name}: leave it out")

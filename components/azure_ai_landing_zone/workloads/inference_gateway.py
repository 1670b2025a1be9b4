"""InferenceGateway: the one way in to the models of a cluster, from its network only."""

from typing import Annotated, Literal

import pulumi
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import Input, Model, ObjectName, matching, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.component import KubernetesComponent, Manifest, NamespaceName
from azure_ai_landing_zone.workloads.gateway_authentication import (
    AuthenticationChoice,
    EntraAuthentication,
    security_policy,
    traffic_policy,
)
from azure_ai_landing_zone.workloads.gateway_certificate import (
    CertificateChoice,
    VaultCertificate,
    kept_certificate,
    secret_of,
)
from azure_ai_landing_zone.workloads.plan import WITHOUT_GPUS, spread_apart
from azure_ai_landing_zone.workloads.routes import RouteParent
from azure_ai_landing_zone.workloads.serving.draining import LONGEST_ANSWER_MINUTES

ENVOY_NAMESPACE = "envoy-gateway-system"
"""Where Envoy Gateway runs, and the proxies that it makes."""

GATEWAY_NAMESPACE = "gateway"

_SERVICE = {
    "service.beta.kubernetes.io/azure-load-balancer-internal": "true",
    # The most; 4 by default, and an answer that comes at once is silent until then. Source:
    # learn.microsoft.com/azure/aks/configure-load-balancer-standard, 2026-08.
    "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout": "30",
}

_PROXY_IMAGE = pins.image("envoyproxy/envoy")
"""The one that this version of Envoy Gateway takes by itself: said, so that it is known and can be moved."""

_KEEPALIVE = {"idleTime": "60s", "interval": "60s", "probes": 3}
"""Below four minutes, for firewalls and NAT gateways between callers and the load balancer, which have idle
timeouts of their own (learn.microsoft.com/azure/firewall/firewall-faq, TCP idle timeout, 2026-08)."""

_MINIMUM_DRAIN = "30s"
"""Until the load balancer's probes have seen that a proxy goes."""


class EnvoyGatewayClass(Model):
    """Envoy Gateway, which this program installs."""

    mode: Literal["envoy"]
    """As a pinned chart, with proxies on nodes without GPUs."""


class ExistingGatewayClass(Model):
    """A class that the cluster has already."""

    mode: Literal["existing"]
    """Such as that of AKS's application routing (learn.microsoft.com/azure/aks/app-routing-gateway-api)."""
    gateway_class: str
    """Such as approuting-istio."""
    proxy_namespace: NamespaceName
    """Where its proxies run: with Istio, the namespace of the Gateway, which is gateway."""


GatewayClassChoice = Annotated[EnvoyGatewayClass | ExistingGatewayClass, Field(discriminator="mode")]


class InferenceGatewaySettings(Model):
    """What a gateway is."""

    implementation: GatewayClassChoice = EnvoyGatewayClass(mode="envoy")
    """Whose proxies they are."""
    authentication: AuthenticationChoice
    """Who is let in."""
    certificate: CertificateChoice | None = None
    """For HTTPS on port 443. Left out: HTTP on port 80, for an API Management in front that ends TLS."""
    private_ip_address: (
        Annotated[str, matching(r"(\d{1,3}\.){3}\d{1,3}", "an address such as 10.48.8.250")] | None
    ) = None
    """Of the cluster's subnet, from its end, where Azure gives out none: what DNS has. Left out: any, which a
    load balancer that is made anew may change."""

    @model_validator(mode="after")
    def _check_way_in(self) -> "InferenceGatewaySettings":
        problems = []
        if isinstance(self.authentication, EntraAuthentication):
            if self.certificate is None:
                text = "missing: callers send tokens, which anybody on the way could read and use"
                problems.append(Problem(("certificate",), text))
            if isinstance(self.implementation, ExistingGatewayClass):
                text = (
                    "Envoy Gateway looks at tokens here, and the class is another one: let that look at them "
                    "and say none"
                )
                problems.append(Problem(("authentication", "mode"), text))
        refuse(InferenceGatewaySettings, problems)
        return self


class InferenceGatewayArgs(InferenceGatewaySettings):
    """What an InferenceGateway is made of."""

    gateway_name: ObjectName = "inference"
    """Of the Gateway."""
    namespace: NamespaceName = GATEWAY_NAMESPACE
    """Of the Gateway."""
    route_namespaces: list[NamespaceName] = Field(min_length=1)
    """Whose routes it serves."""
    longest_answer_minutes: StrictInt = Field(default=15, ge=1, le=LONGEST_ANSWER_MINUTES)
    """Of all services: so long a proxy that goes passes on what it has begun."""
    certificate_client_id: Input[str] | None = None
    """Of the identity that reads a certificate in a vault."""


class InferenceGateway(KubernetesComponent):
    """A Gateway with an address of the cluster's network. Its class has to be there: Envoy Gateway is one of
    ClusterOperators."""

    def __init__(
        self, name: str, args: InferenceGatewayArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        self._make(name, inference_gateway(args))
        self._end()


def route_parent(args: InferenceGatewayArgs) -> RouteParent:
    """What routes refer to."""
    of_class = args.implementation
    proxies = of_class.proxy_namespace if isinstance(of_class, ExistingGatewayClass) else ENVOY_NAMESPACE
    return RouteParent(name=args.gateway_name, namespace=args.namespace, proxy_namespace=proxies)


def inference_gateway(args: InferenceGatewayArgs) -> dict[str, Manifest]:
    """Its objects by role."""
    names = {"key": "kubernetes.io/metadata.name", "operator": "In", "values": args.route_namespaces}
    listener = {
        "name": "http",
        "port": 80,
        "protocol": "HTTP",
        "allowedRoutes": {
            "namespaces": {"from": "Selector", "selector": {"matchExpressions": [names]}},
        },
    }
    found: dict[str, Manifest] = {}
    if args.certificate is not None:
        tls = {"mode": "Terminate", "certificateRefs": [{"name": secret_of(args.certificate)}]}
        listener |= {"name": "https", "port": 443, "protocol": "HTTPS", "tls": tls}
    if isinstance(args.certificate, VaultCertificate):
        found = kept_certificate(args.certificate, args.namespace, args.certificate_client_id)
    if isinstance(args.implementation, ExistingGatewayClass):
        spec = {
            "gatewayClassName": args.implementation.gateway_class,
            "infrastructure": {"annotations": _service(args)},
            "listeners": [listener],
        }
        return found | {"gateway": _gateway(args, spec)}
    if isinstance(args.authentication, EntraAuthentication):
        found["authentication"] = security_policy(args.authentication, args.gateway_name, args.namespace)
        if args.authentication.request_limits is not None:
            limits = args.authentication.request_limits
            found["limits"] = traffic_policy(limits, args.gateway_name, args.namespace)
    spec = {"gatewayClassName": args.gateway_name, "listeners": [listener]}
    return found | _envoy(args) | {"gateway": _gateway(args, spec)}


def _service(args: InferenceGatewayArgs) -> dict[str, str]:
    """Annotations of the load balancer's Service. Source: learn.microsoft.com/azure/aks/internal-lb,
    2026-08."""
    if args.private_ip_address is None:
        return _SERVICE
    return _SERVICE | {"service.beta.kubernetes.io/azure-load-balancer-ipv4": args.private_ip_address}


def _gateway(args: InferenceGatewayArgs, spec: Manifest) -> Manifest:
    return {
        "apiVersion": "gateway.networking.k8s.io/v1",
        "kind": "Gateway",
        "metadata": {"name": args.gateway_name, "namespace": args.namespace},
        "spec": spec,
    }


def _envoy(args: InferenceGatewayArgs) -> dict[str, Manifest]:
    """A class whose proxies have an internal address, run on two nodes, and end what they pass on
    (gateway.envoyproxy.io/docs/api/extension_types, v1.9)."""
    name = args.gateway_name
    pods = {"gateway.envoyproxy.io/owning-gateway-name": name}
    proxies = {
        "envoyDeployment": {
            "replicas": 2,
            "container": {"image": _PROXY_IMAGE},
            "pod": {"tolerations": WITHOUT_GPUS, "topologySpreadConstraints": spread_apart(pods)},
        },
        "envoyPDB": {"minAvailable": 1},
        "envoyService": {"type": "LoadBalancer", "annotations": _service(args)},
    }
    target = {"group": "gateway.networking.k8s.io", "kind": "Gateway", "name": name}
    parameters = {
        "group": "gateway.envoyproxy.io",
        "kind": "EnvoyProxy",
        "name": name,
        "namespace": ENVOY_NAMESPACE,
    }
    return {
        "proxies": {
            "apiVersion": "gateway.envoyproxy.io/v1alpha1",
            "kind": "EnvoyProxy",
            "metadata": {"name": name, "namespace": ENVOY_NAMESPACE},
            "spec": {
                "provider": {"type": "Kubernetes", "kubernetes": proxies},
                "shutdown": {
                    "drainTimeout": f"{args.longest_answer_minutes}m",
                    "minDrainDuration": _MINIMUM_DRAIN,
                },
            },
        },
        "connections": {
            "apiVersion": "gateway.envoyproxy.io/v1alpha1",
            "kind": "ClientTrafficPolicy",
            "metadata": {"name": name, "namespace": args.namespace},
            "spec": {"targetRefs": [target], "tcpKeepalive": _KEEPALIVE},
        },
        "class": {
            "apiVersion": "gateway.networking.k8s.io/v1",
            "kind": "GatewayClass",
            "metadata": {"name": name},
            "spec": {
                "controllerName": "gateway.envoyproxy.io/gatewayclass-controller",
                "parametersRef": parameters,
            },
        },
    }

"""The managed network of an Azure Machine Learning workspace: what its machines reach."""

from typing import Annotated, Any, ClassVar, Literal

import pulumi
from pulumi_azure_native import machinelearningservices
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Key, Model, refuse
from azure_ai_landing_zone.machine_learning.plan import IsolationMode, OutboundRequest, outbound_problems


class HostRule(Model):
    """A host on the internet, on ports 80 and 443. The first one brings an Azure Firewall, and its bill."""

    mode: Literal["fqdn"]
    """Says which rule this is."""
    host_name: str
    """Such as pypi.org or *.pytorch.org."""

    def request(self) -> OutboundRequest:
        """As the plan sees it."""
        return OutboundRequest(self.mode, self.host_name)

    def as_azure(self) -> Any:
        """The rule's properties."""
        return machinelearningservices.FqdnOutboundRuleArgs(
            type="FQDN", category="UserDefined", destination=self.host_name
        )


class PrivateEndpointRule(Model):
    """An Azure resource, through a private endpoint in the managed network. Before it is made, the
    workspace's identity needs Azure AI Enterprise Network Connection Approver on it."""

    mode: Literal["privateEndpoint"]
    """Says which rule this is."""
    target_resource_id: Input[str]
    """Full id; in any subscription of the tenant."""
    subresource: str
    """The group id, such as blob, vault or searchService."""

    def request(self) -> OutboundRequest:
        """As the plan sees it."""
        return OutboundRequest(self.mode, None)

    def as_azure(self) -> Any:
        """The rule's properties."""
        return machinelearningservices.PrivateEndpointOutboundRuleArgs(
            type="PrivateEndpoint",
            category="UserDefined",
            destination=machinelearningservices.PrivateEndpointDestinationArgs(
                service_resource_id=self.target_resource_id,
                subresource_target=self.subresource,
                spark_enabled=False,
            ),
        )


class ServiceTagRule(Model):
    """An Azure service, by its tag. A tag is everybody's part of the service, not only yours."""

    mode: Literal["serviceTag"]
    """Says which rule this is."""
    service_tag: Annotated[str, Field(min_length=1)]
    """Such as DataFactory or AzureMonitor."""
    protocol: Literal["TCP", "UDP", "*"] = "TCP"
    """Of what is let out."""
    port_ranges: str = "443"
    """Ports and ranges, such as 80, 8080-8089."""

    def request(self) -> OutboundRequest:
        """As the plan sees it."""
        return OutboundRequest(self.mode, self.service_tag, self.port_ranges)

    def as_azure(self) -> Any:
        """The rule's properties."""
        return machinelearningservices.ServiceTagOutboundRuleArgs(
            type="ServiceTag",
            category="UserDefined",
            destination=machinelearningservices.ServiceTagDestinationArgs(
                service_tag=self.service_tag,
                protocol=self.protocol,
                port_ranges=self.port_ranges,
                action=machinelearningservices.RuleAction.ALLOW,
            ),
        )


OutboundRuleChoice = Annotated[HostRule | PrivateEndpointRule | ServiceTagRule, Field(discriminator="mode")]


class ManagedNetwork(Model):
    """The network that Azure makes for the machines of a workspace. It can only become stricter: from
    AllowInternetOutbound to AllowOnlyApprovedOutbound, never back, and never without."""

    refused: ClassVar[dict[str, str]] = {
        "subnet_resource_id": "machines are in the managed network, which excludes subnets of your own: give "
        "them `outbound_rules` to what they need",
        "serverless_compute_subnet": "a managed network excludes subnets of your own: leave it out",
    }

    isolation_mode: IsolationMode = "AllowOnlyApprovedOutbound"
    """Whether machines reach the internet, or only what the rules name."""
    outbound_rules: dict[Key, OutboundRuleChoice] = Field(default={})
    """By name. The workspace's own resources, and Azure ML's services, are reached without."""
    firewall_sku: Literal["Standard", "Basic"] | None = None
    """Of the firewall that comes with the first rule for a host. Left out: Standard. Basic is for up to
    250 Mb/s."""

    @model_validator(mode="after")
    def _check_rules(self) -> "ManagedNetwork":
        requests = {name: rule.request() for name, rule in self.outbound_rules.items()}
        refuse(ManagedNetwork, list(outbound_problems(self.isolation_mode, requests, self.firewall_sku)))
        return self


def make_rules(
    making: Making,
    rules: dict[str, Any],
    workspace: "machinelearningservices.Workspace",
    after: pulumi.ResourceOptions,
) -> list[pulumi.Resource]:
    """The rules, one after another: Azure changes a managed network once at a time.

    The first for a host takes 10 minutes longer (how-to-managed-network), so that it is waited for longer.
    """
    made: list[pulumi.Resource] = []
    for key, rule in rules.items():
        slow = pulumi.CustomTimeouts(create="1h", delete="1h")
        made.append(
            machinelearningservices.ManagedNetworkSettingsRule(
                f"{making.name}-{key}-rule",
                rule_name=key,
                workspace_name=workspace.name,
                properties=rule.as_azure(),
                opts=pulumi.ResourceOptions.merge(
                    after, making.child(depends_on=made[-1:], custom_timeouts=slow)
                ),
                **making.group,
            )
        )
    return made

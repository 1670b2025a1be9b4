"""DDoS protection of a network, by a plan that exists."""

from typing import Any

from pulumi_azure_native import network

from azure_ai_landing_zone.core.model import Input


def ddos_protection(plan_resource_id: Input[str] | None) -> dict[str, Any]:
    """The arguments of a virtual network that has a plan.

    A plan is paid by the month, whoever uses it, and protects public addresses of networks in all
    subscriptions of a tenant: one for all of them, made by the network team.
    Source: learn.microsoft.com/azure/ddos-protection/manage-ddos-protection.
    """
    if plan_resource_id is None:
        return {}
    plan = network.SubResourceArgs(id=plan_resource_id)
    return {"enable_ddos_protection": True, "ddos_protection_plan": plan}

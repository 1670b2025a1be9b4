"""Gateways of models, models, search, registries, vaults, event hubs, clusters, workspaces."""

from collections.abc import Iterator
from decimal import Decimal

from azure_ai_landing_zone.catalog.mysql_sizes import MYSQL_SIZES
from azure_ai_landing_zone.cost.charge import Charge, Range, cant_tell, steady
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.charges.billed import (
    ONE,
    Reader,
    by_use,
    charge,
    needed,
    region,
)
from azure_ai_landing_zone_policies.readers.charges.machines import managed_cluster_pools


def _api_management(view: View, stack: Stack) -> Iterator[Charge]:
    sku = needed(view.text("sku.name"), "sku.name")
    if sku == "Consumption":
        raise CantTell("it is billed by call")
    units = view.number("sku.capacity") or 1
    yield charge("apiManagement", sku, view, stack, steady(units), f"{units} × {sku}")
    for place in view.items("additionalLocations"):
        more, where = place.number("sku.capacity") or 1, place.text("location")
        yield Charge("apiManagement", sku, where, steady(more), f"{more} × {sku} in {where}")


def _account(view: View, stack: Stack) -> Iterator[Charge]:
    if view.text("kind") == "ContentSafety":
        sku = view.text("sku.name") or "S0"
        yield by_use("contentSafetyText", sku, view, stack, "contentSafetyTexts")


def _deployment(view: View, stack: Stack) -> Iterator[Charge]:
    sku, units = needed(view.text("sku.name"), "sku.name"), view.number("sku.capacity") or 1
    if not sku.endswith("ProvisionedManaged"):
        raise CantTell("it is billed by token")
    model = needed(view.text("properties.model.format"), "properties.model.format")
    if model != "OpenAI":
        raise CantTell(f"provisioned throughput of {model} has meters that aren't known here")
    accounts = [
        account
        for account in stack.of("cognitiveservices:Account")
        if stack.refers(view, "accountName", account, "accountName")
    ]
    where = region(accounts[0], stack) if len(accounts) == 1 else None
    yield Charge("provisionedThroughput", sku, where, steady(units), f"{units} PTU of {sku}")


def _search(view: View, stack: Stack) -> Iterator[Charge]:
    sku = needed(view.text("sku.name"), "sku.name")
    if sku == "free":
        return
    units = (view.number("replicaCount") or 1) * (view.number("partitionCount") or 1)
    yield charge("search", sku, view, stack, steady(units), f"{units} × {sku}")


def _mysql(view: View, stack: Stack) -> Iterator[Charge]:
    """A standby costs as much as the server. Source: learn.microsoft.com/azure/mysql/flexible-server/
    concepts-high-availability, 2026-11-23."""
    size = needed(view.text("sku.name"), "sku.name")
    found = MYSQL_SIZES.get(size)  # type: ignore[call-overload]  # a text, as programs have it
    if found is None:
        raise CantTell(f"{size} has meters that aren't known here")
    servers = 1 if (view.text("highAvailability.mode") or "Disabled") == "Disabled" else 2
    vcores, gib = servers * found.vcores, servers * Decimal(view.number("storage.storageSizeGB") or 0)
    what = f"{servers} × {size}"
    yield charge("mysqlCompute", "GeneralPurpose_Dadsv5", view, stack, steady(vcores), what)
    if gib == 0:
        raise CantTell("storage.storageSizeGB isn't given")
    yield charge("mysqlStorage", "", view, stack, steady(gib), f"{gib} GiB of a database")


def _registry(view: View, stack: Stack) -> Iterator[Charge]:
    yield charge("registry", needed(view.text("sku.name"), "sku.name"), view, stack)


def _vault(view: View, stack: Stack) -> Iterator[Charge]:
    sku = (view.text("properties.sku.name") or "standard").lower()
    yield by_use("keyVaultOperations", sku, view, stack, "vaultOperations")


def _event_hubs(view: View, stack: Stack) -> Iterator[Charge]:
    sku = needed(view.text("sku.name"), "sku.name")
    units = Decimal(view.number("sku.capacity") or 1)
    most = view.number("maximumThroughputUnits") if view.flag("isAutoInflateEnabled") else None
    count = Range(units, units, max(units, Decimal(most or 0)))
    yield charge("eventHubs", sku, view, stack, count, f"{units} × {sku}")


def _cluster(view: View, stack: Stack) -> Iterator[Charge]:
    tier, name = view.text("sku.tier") or "Free", view.text("sku.name") or "Base"
    if name != "Base":
        yield cant_tell("cluster", f"a cluster of SKU {name} has meters that aren't known here")
    elif tier != "Free":
        yield charge("kubernetesTier", tier, view, stack)
    if (view.text("networkProfile.outboundType") or "loadBalancer") == "loadBalancer":
        yield cant_tell("load balancer", "AKS makes it, and its address, outside of the plan")
    yield from managed_cluster_pools(view, stack)


def _workspace(view: View, stack: Stack) -> Iterator[Charge]:
    """Source: learn.microsoft.com/azure/machine-learning/how-to-managed-network, 2026-11-22: the first rule
    of a domain name brings an Azure Firewall."""
    rules = [
        rule
        for rule in stack.of("machinelearningservices:ManagedNetworkSettingsRule")
        if stack.refers(rule, "workspaceName", view, "workspaceName")
    ]
    if any(rule.text("properties.type") == "FQDN" for rule in rules):
        sku = view.text("managedNetwork.firewallSku") or "Standard"
        yield charge("firewall", sku, view, stack, ONE, f"managed firewall {sku}")
    if (view.text("encryption.status") or "").lower() == "enabled":
        # learn.microsoft.com/azure/machine-learning/concept-customer-managed-keys, 2025-01-28
        yield cant_tell("search", "Azure ML keeps one for what the company's key encrypts")
    machines = stack.of("machinelearningservices:Compute")
    if any(stack.refers(machine, "workspaceName", view, "workspaceName") for machine in machines):
        yield cant_tell("disks and load balancers", "Azure ML makes those of its machines by itself")


def _managed_rule(view: View, _stack: Stack) -> Iterator[Charge]:
    if view.text("properties.type") == "PrivateEndpoint":
        yield Charge("privateEndpoint", "", "global", ONE, "private endpoint of the managed network")


def _template(view: View, _stack: Stack) -> tuple[Charge, ...]:
    """What it makes is charged by itself."""
    if not view.given("properties.template"):
        raise CantTell("its template isn't in the plan")
    return ()


def _defender(view: View, _stack: Stack) -> Iterator[Charge]:
    plan = view.text("pricingName")
    if (view.text("pricingTier") or "").lower() != "free":
        yield cant_tell(
            f"Defender's plan {plan}", "it is billed by what it watches in all of the subscription"
        )


READERS: dict[str, Reader] = {
    "apimanagement:ApiManagementService": _api_management,
    "cognitiveservices:Account": _account,
    "cognitiveservices:Deployment": _deployment,
    "containerregistry:Registry": _registry,
    "containerservice:ManagedCluster": _cluster,
    "dbformysql:Server": _mysql,
    "eventhub:Namespace": _event_hubs,
    "keyvault:Vault": _vault,
    "machinelearningservices:ManagedNetworkSettingsRule": _managed_rule,
    "machinelearningservices:Workspace": _workspace,
    "resources:Deployment": _template,
    "resources:DeploymentAtSubscriptionScope": _template,
    "search:Service": _search,
    "security:Pricing": _defender,
}

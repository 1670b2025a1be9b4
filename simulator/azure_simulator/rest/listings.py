"""What Azure has for a subscription: providers, sizes, models, quotas and versions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from azure_ai_landing_zone.catalog import (
    deployment_types,
    images,
    models_provisioned,
)
from azure_ai_landing_zone.catalog import (
    kubernetes_versions as kubernetes,
)
from azure_ai_landing_zone.catalog import (
    models as model_table,
)
from azure_ai_landing_zone.catalog import (
    sizes as size_table,
)
from azure_simulator.cloud import arm, offer, resource_type
from azure_simulator.cloud.locations import REGIONS
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.subscription_settings import ALWAYS_REGISTERED
from azure_simulator.rest.request import Request

_MACHINES: Final = "Microsoft.Compute/virtualMachines"
_DEPLOYMENTS: Final = "Microsoft.CognitiveServices/accounts/deployments"
_ZONES: Final = ("1", "2", "3")
_OTHERS: Final = tuple(
    (f"Standard_D{vcpus}ds_v4", "standardDDSv4Family", vcpus) for vcpus in (2, 4, 8, 16, 32, 48, 64)
)
"""A series that the catalogue hasn't, as one of those without a GPU: size, quota family, vCPUs. Source:
learn.microsoft.com/azure/virtual-machines/sizes/general-purpose/ddsv4-series, 2026-11-22."""
_PLENTY: Final = 1_000_000
"""The limit of a quota that the subscription's settings say nothing of."""
_WITHOUT_TYPES: Final = ("Microsoft.Security", "Microsoft.Web")
"""Providers that Azure has, and the simulated one has no type of."""

Listed = Iterator[Mapping[str, Any]]


def providers(cloud: Subscription, _request: Request, subscription: str) -> Listed:
    types: dict[str, dict[str, None]] = {
        name: {}
        for name in (*ALWAYS_REGISTERED, *_WITHOUT_TYPES, *cloud.settings.providers)
        if "*" not in name
    }
    for unit in resource_type.all_types():
        namespace, _, kind = unit.arm.arm_type.partition("/")
        if "{" not in namespace:
            types.setdefault(namespace, {})[kind] = None
    places = [region for region in sorted(REGIONS) if cloud.settings.has_region(region)]
    for namespace, kinds in sorted(types.items()):
        yield {
            "id": f"/subscriptions/{subscription}/providers/{namespace}",
            "namespace": namespace,
            "registrationState": "Registered" if cloud.settings.has_provider(namespace) else "NotRegistered",
            "resourceTypes": [{"resourceType": kind, "locations": places} for kind in kinds],
        }


def feature(cloud: Subscription, request: Request, namespace: str, name: str, **_: str) -> Mapping[str, Any]:
    state = "Registered" if cloud.has_feature(f"{namespace}/{name}") else "NotRegistered"
    return {
        "id": request.path,
        "type": "Microsoft.Features/providers/features",
        "name": f"{namespace}/{name}",
        "properties": {"state": state},
    }


def sizes(cloud: Subscription, request: Request, **_: str) -> Listed:
    found = re.fullmatch(r"location eq '(\w+)'", request.query.get("$filter", ""))
    regions = [found[1].lower()] if found else sorted(REGIONS)
    today = datetime.now(UTC).date()
    for region in regions:
        if region not in REGIONS or not cloud.settings.has_region(region):
            continue
        zones = list(_ZONES) if cloud.settings.has_zones(region) else []
        known = [size for size in size_table.VM_SIZES.values() if not size.retired_on(today)]
        for name, family, vcpus_ in (*((one.size, _family(one), one.vcpus) for one in known), *_OTHERS):
            yield {
                "resourceType": "virtualMachines",
                "name": name,
                "family": family,
                "locations": [region],
                "locationInfo": [{"location": region, "zones": zones}],
                "capabilities": [
                    {"name": "vCPUs", "value": str(vcpus_)},
                    {"name": "EncryptionAtHostSupported", "value": "True"},
                ],
                "restrictions": list(_restrictions(cloud, name, region, zones)),
            }


def _families() -> list[str]:
    families = {_family(size) for size in size_table.VM_SIZES.values()}
    return sorted({*families, *(family for _, family, _ in _OTHERS)})


def _family(size: size_table.VmSize) -> str:
    """Azure has one of every size; where it publishes none, it is made of the series."""
    return size.quota_family or f"standard{size.family.replace('_', '')}Family"


def _restrictions(cloud: Subscription, size: str, region: str, zones: list[str]) -> Listed:
    for row in cloud.settings.restrictions:
        if not row.fits(_MACHINES, size, region, tuple(zones) if row.zones else ()):
            continue
        shut = [zone for zone in zones if row.fits(_MACHINES, size, region, (zone,))]
        where = {"locations": [region], "zones": shut} if row.zones else {"locations": [region]}
        yield {
            "type": "Zone" if row.zones else "Location",
            "values": [region],
            "restrictionInfo": where,
            "reasonCode": "NotAvailableForSubscription",
        }


def vcpus(cloud: Subscription, _: Request, subscription: str, region: str) -> Listed:
    return _usages(cloud, subscription, region, ("cores", "lowPriorityCores", *_families()))


def machine_learning_vcpus(cloud: Subscription, _: Request, subscription: str, region: str) -> Listed:
    names = (f"{family} Cluster Dedicated vCPUs" for family in _families())
    for usage in _usages(cloud, subscription, region, names):
        yield {**usage, "type": "Microsoft.MachineLearningServices/vmFamily/usages"}


def models(cloud: Subscription, _request: Request, region: str, **_: str) -> Listed:
    today = datetime.now(UTC).date()
    for model in model_table.MODELS.values():
        if model.retired_on(today):
            continue
        skus = [
            {"name": kind.deployment_type, "usageName": _quota(model, kind), "capacity": {"default": 1}}
            for kind in deployment_types.all_types().values()
            if _deploys(cloud, model, kind, region)
        ]
        ends = f"{model.retirement_date}T00:00:00Z" if model.retirement_date else None
        yield {
            "kind": "AIServices",
            "skuName": "S0",
            "model": {
                "format": model.format,
                "name": model.model,
                "version": model.version,
                "lifecycleStatus": _LIFECYCLE[model.lifecycle],
                "deprecation": {"inference": ends} if ends else {},
                "skus": skus,
            },
        }


_LIFECYCLE: Final = {
    "preview": "Preview",
    "ga": "GenerallyAvailable",
    "legacy": "Deprecating",
    "deprecated": "Deprecated",
    "retired": "Deprecated",
}


def _deploys(
    cloud: Subscription, model: model_table.Model, kind: deployment_types.TypeOfDeployment, region: str
) -> bool:
    sku = f"{model.format}.{kind.deployment_type}.{model.model}"
    if any(row.fits(_DEPLOYMENTS, sku, region, ()) for row in cloud.settings.restrictions):
        return False
    return not kind.provisioned or models_provisioned.find(model.model, kind.processing) is not None


def _quota(model: model_table.Model, kind: deployment_types.TypeOfDeployment) -> str:
    """As types/model_deployment.py counts it."""
    sku = kind.deployment_type
    return f"OpenAI.{sku}" if kind.provisioned else f"{model.format}.{sku}.{model.model}"


def model_usages(cloud: Subscription, _: Request, subscription: str, region: str) -> Listed:
    names = {
        _quota(model, kind): None
        for model in model_table.MODELS.values()
        for kind in deployment_types.all_types().values()
    }
    return _usages(cloud, subscription, region, names)


def _usages(cloud: Subscription, subscription: str, region: str, names: Iterable[str]) -> Listed:
    limit_of = cloud.settings.limits(arm.location(region))
    for name in names:
        limit = limit_of(name)
        yield {
            "name": {"value": name, "localizedValue": name},
            "currentValue": cloud.store.used(offer.quota_key(subscription, arm.location(region), name)),
            "limit": _PLENTY if limit is None else limit,
            "unit": "Count",
        }


def image_versions(_: Subscription, request: Request, region: str, **image_of: str) -> Listed:
    wanted = tuple(image_of[name].lower() for name in ("publisher", "offer", "sku"))
    for image in images.VM_IMAGES.values():
        if (image.publisher.lower(), image.offer.lower(), image.sku.lower()) == wanted:
            version = image.example_version
            yield {"name": version, "location": region, "id": f"{request.path}/{version}"}


def kubernetes_versions(_cloud: Subscription, _request: Request, **_: str) -> Listed:
    today = datetime.now(UTC).date()
    for one in kubernetes.KUBERNETES_VERSIONS.values():
        plans = ["KubernetesOfficial"] if one.end_of_support >= today else []
        if one.end_of_long_term_support >= today:
            plans.append("AKSLongTermSupport")
        if plans:
            yield {
                "version": one.version,
                "capabilities": {"supportPlan": plans},
                "patchVersions": {f"{one.version}.0": {"upgrades": []}},
            }

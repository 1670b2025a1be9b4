"""Microsoft.CognitiveServices/accounts/deployments"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from azure_ai_landing_zone.catalog import deployment_types, models, models_provisioned
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import NameRule, OverQuota, Put, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.cognitive_services_child import AccountChild


class ModelDeployment(AccountChild):
    pulumi_type = "azure-native:cognitiveservices:Deployment"
    path = "…/Microsoft.CognitiveServices/accounts/{accountName}/deployments/{deploymentName}"
    source = "learn.microsoft.com/azure/foundry/openai/how-to/determine-ptu-requirements"
    name_rule = NameRule(r"[A-Za-z0-9][\w.-]{1,63}", "2-64 letters, digits, underscores, periods and hyphens")
    defaults = given({"properties": {"provisioningState": "Succeeded"}})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        sku, units = dig(props, "sku.name"), dig(props, "sku.capacity")
        name, kind = dig(props, "properties.model.name"), deployment_types.find(str(sku))
        processing = kind.processing if kind is not None and kind.provisioned else None
        known = models_provisioned.find(name, processing) if name and processing else None
        if known is not None and isinstance(units, int) and not known.has_size(units):
            least = "isn't offered" if known.minimum is None else f"has {known.minimum}, then steps of"
            text = f"{units} units of {name} as {sku}, which {least} {known.step or ''}".rstrip()
            yield "sku.capacity", text
        if processing is None and dig(props, "properties.spilloverDeploymentName"):
            yield "properties.spilloverDeploymentName", f"{sku} doesn't spill over: provisioned ones do"
        if "model" not in props.get("properties", {}):
            yield "properties.model", "a deployment is of a model"

    def quota(self, put: Put) -> tuple[str, int] | None:
        """Provisioned units are one quota for all models of a kind; tokens a minute are one for each model.

        Source: learn.microsoft.com/azure/foundry/openai/how-to/quota, 2026-11-22; names as its usages have
        them."""
        sku, units = dig(put.props, "sku.name"), dig(put.props, "sku.capacity")
        kind = deployment_types.find(str(sku))
        if kind is None or not isinstance(units, int):
            return None
        return (f"OpenAI.{sku}" if kind.provisioned else str(self.sku(put))), units

    def sku(self, put: Put) -> str | None:
        model, sku = dig(put.props, "properties.model") or {}, dig(put.props, "sku.name")
        return f"{model.get('format', 'OpenAI')}.{sku}.{model.get('name')}" if sku else None

    def sku_refused(self, put: Put, sku: str, region: str, zones: tuple[str, ...]) -> ArmError:  # noqa: ARG002
        name, version = (str(dig(put.props, f"properties.model.{one}")) for one in ("name", "version"))
        text = (
            f"The specified SKU '{sku.split('.')[1]}' for model '{name} {version}' is not supported in this "
            f"region '{region}'."
        )
        seen = "Azure-Samples/azure-search-openai-demo#1840 (2024-07-19)"
        return ArmError(400, "InvalidResourceProperties", text, seen=seen)

    def quota_exceeded(self, put: Put, over: OverQuota) -> ArmError:
        what = f"Tokens Per Minute (thousands) - {dig(put.props, 'properties.model.name')}"
        if "Provisioned" in over.name:
            what = f"{over.name.removeprefix('OpenAI.')} (PTU)"
        return ArmError(
            400,
            "InsufficientQuota",
            f"This operation require {over.required} new capacity in quota {what}, which is bigger than the "
            f"current available capacity {max(over.limit - over.used, 0)}. The current quota usage is "
            f"{over.used} and the quota limit is {over.limit} for quota {what}.",
            seen="microsoft/PubSec-Info-Assistant#880 (2024-10-07); the name of that of units is ours",
        )

    def create(self, put: Put) -> Mapping[str, Any]:
        account = arm.parent_of(put.id)
        name, version = (str(dig(put.props, f"properties.model.{one}")) for one in ("name", "version"))
        model = models.find(name, version)
        if put.old is None and model is not None and model.retired_on(datetime.now(UTC).date()):
            since = f"{model.retirement_date:%m/%d/%Y} 00:00:00" if model.retirement_date else "its end"
            text = (
                f"The model 'Format:{model.format},Name:{name},Version:{version}' has been deprecated since "
                f"{since}."
            )
            raise ArmError(400, "ServiceModelDeprecated", text, seen=LOGS)
        policy = dig(put.props, "properties.raiPolicyName")
        if (
            policy
            and not policy.startswith("Microsoft.")
            and not put.cloud.exists(f"{account}/raiPolicies/{policy}")
        ):
            path = "properties.raiPolicyName"
            raise self.reference_missing(put.id, path, f"{account}/raiPolicies/{policy}")
        spillover = dig(put.props, "properties.spilloverDeploymentName")
        if spillover and not put.cloud.exists(f"{account}/deployments/{spillover}"):
            path = "properties.spilloverDeploymentName"
            raise self.reference_missing(put.id, path, f"{account}/deployments/{spillover}")
        return {}

"""Names of Azure resources: from the user's own settings, within what each type allows."""

import hashlib
import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

from azure_ai_landing_zone.catalog.names import all_rules
from azure_ai_landing_zone.core.model import Model, refuse
from azure_ai_landing_zone.core.problem import Problem

Kind = Literal[
    "actionGroup",
    "apiManagement",
    "alertRule",
    "applicationInsights",
    "autoscaleSetting",
    "budget",
    "dataCollectionEndpoint",
    "dataCollectionRule",
    "grafana",
    "monitorPrivateLinkScope",
    "monitorScopedResource",
    "monitorWorkspace",
    "containerRegistry",
    "contentSafety",
    "eventHubNamespace",
    "foundryAccount",
    "keyVault",
    "logAnalyticsWorkspace",
    "lustreFileSystem",
    "machineLearningCompute",
    "machineLearningWorkspace",
    "managedCluster",
    "azureFirewall",
    "bastionHost",
    "dnsForwardingRuleset",
    "dnsResolver",
    "firewallPolicy",
    "flowLog",
    "networkSecurityGroup",
    "mysqlServer",
    "natGateway",
    "policyAssignment",
    "policyExemption",
    "privateEndpoint",
    "prometheusRuleGroup",
    "proximityPlacementGroup",
    "publicIPAddress",
    "resourceGroup",
    "routeTable",
    "searchService",
    "storageAccount",
    "subnet",
    "userAssignedIdentity",
    "disk",
    "diskEncryptionSet",
    "networkInterface",
    "osDisk",
    "virtualMachine",
    "virtualMachineScaleSet",
    "virtualNetwork",
    "virtualNetworkLink",
    "virtualNetworkPeering",
]
"""Whose rules are in the catalogue's names.csv."""


_PLACEHOLDERS = ("type", "prefix", "name", "suffix")


class Naming(Model):
    """How Azure resources are named. Changing it replaces everything."""

    prefix: Annotated[str, Field(pattern=r"^[a-z][a-z0-9]{0,9}$")] = "ai"
    """Of every name: a letter, then up to nine letters and digits, all lower case."""
    suffix: Annotated[str, Field(pattern=r"^[a-z0-9]{1,10}$")] | None = None
    """Makes names unique: storage accounts share one namespace with all of Azure's customers. Left out, it is
    a hash of subscription, project and stack."""
    pattern: str = "{type}-{prefix}-{name}-{suffix}"
    """Of {type} (such as vnet), {prefix}, {name} (what it is) and {suffix}. Hyphens are dropped where a type
    has none."""

    @model_validator(mode="after")
    def _check_pattern(self) -> "Naming":
        found = re.findall(r"\{(\w*)\}", self.pattern)
        unknown = sorted(set(found) - set(_PLACEHOLDERS))
        if unknown or "name" not in found or re.search(r"[{}]", re.sub(r"\{\w+\}", "", self.pattern)):
            what = ", ".join(f"{{{name}}}" for name in _PLACEHOLDERS)
            message = (
                f"must be made of {what} and plain characters, with {{name}} in it, got {self.pattern!r}"
            )
            refuse(Naming, [Problem(("pattern",), message)])
        return self


def default_suffix(subscription_id: str, project: str, stack: str) -> str:
    """Six characters that differ between companies, projects and stacks, and never change for one of them."""
    return hashlib.sha256(f"{subscription_id}/{project}/{stack}".lower().encode()).hexdigest()[:6]


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one deployment."""

    naming: Naming
    suffix: str

    def of(self, kind: Kind, name: str) -> str:
        """The Azure name of a resource; check `problem` first."""
        rule = all_rules()[kind]
        text = self.naming.pattern.format(
            type=rule.abbreviation, prefix=self.naming.prefix, name=name, suffix=self.suffix
        )
        return text if rule.separators else re.sub(r"[-_.]", "", text).lower()

    def problem(self, kind: Kind, name: str) -> str | None:
        """Why Azure would refuse the name of that resource, or None."""
        rule = all_rules()[kind]
        text = self.of(kind, name)
        if not rule.shortest <= len(text) <= rule.longest:
            return (
                f"the {kind} of {name} would be named {text}, with {len(text)} characters; Azure allows "
                f"{rule.shortest} to {rule.longest}: shorten `naming.prefix`, `naming.pattern` or the name"
            )
        if not re.fullmatch(rule.pattern, text, re.ASCII):
            return (
                f"the {kind} of {name} would be named {text}; Azure allows {rule.allowed}: change "
                "`naming.pattern`"
            )
        return None


def name_problems(naming: Naming, wanted: list[tuple[Kind, str]]) -> list[str]:
    """What is wrong with names before the real suffix is known: it has six characters when left out."""
    names = Names(naming, naming.suffix or "0" * 6)
    return [problem for kind, name in wanted if (problem := names.problem(kind, name))]

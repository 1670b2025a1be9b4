"""Names of Azure resources: from the user's own settings, within what each type allows."""

import hashlib
import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

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
    "firewallPolicy",
    "networkSecurityGroup",
    "natGateway",
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
    "networkInterface",
    "osDisk",
    "virtualMachine",
    "virtualMachineScaleSet",
    "virtualNetwork",
    "virtualNetworkLink",
    "virtualNetworkPeering",
]


@dataclass(frozen=True, slots=True)
class NameRule:
    """What Azure allows a name of one type to be."""

    abbreviation: str
    """As in
    learn.microsoft.com/azure/cloud-adoption-framework/ready/azure-best-practices/resource-abbreviations."""
    shortest: int
    longest: int
    pattern: str
    allowed: str
    """The pattern, in words."""
    separators: bool = True
    """Whether hyphens and the like are allowed; they are dropped where they aren't."""


_NETWORK = (r"[A-Za-z0-9]([\w.-]*\w)?", "letters, digits, _ . and -, starting with a letter or digit")

_MONITOR = (r"[\w .()-]*[\w()-]", "letters, digits, spaces, _ . ( ) and -, no . or space at the end")
_COLLECTION = (r"[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9]", "letters, digits and -, no - at the ends")

RULES: dict[Kind, NameRule] = {
    "actionGroup": NameRule("ag", 1, 260, *_MONITOR),
    "apiManagement": NameRule(
        "apim",
        1,
        50,
        r"[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?",
        "letters, digits and -, starting with a letter, no - at the end",
    ),
    "alertRule": NameRule("ar", 1, 260, *_MONITOR),
    "applicationInsights": NameRule("appi", 1, 260, *_MONITOR),
    "autoscaleSetting": NameRule("autoscale", 1, 260, *_MONITOR),
    "budget": NameRule("budget", 1, 63, r"[\w-]+", "letters, digits, _ and -"),
    "dataCollectionEndpoint": NameRule("dce", 3, 44, *_COLLECTION),
    "dataCollectionRule": NameRule("dcr", 3, 64, *_COLLECTION),
    "grafana": NameRule(
        "amg",
        2,
        23,
        r"[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]",
        "letters, digits and -, starting with a letter, no - at the end",
    ),
    "monitorPrivateLinkScope": NameRule("ampls", 1, 255, *_NETWORK),
    "monitorScopedResource": NameRule("amplsr", 1, 255, *_NETWORK),
    "monitorWorkspace": NameRule("amw", 3, 44, *_COLLECTION),
    "containerRegistry": NameRule("cr", 5, 50, r"[A-Za-z0-9]+", "letters and digits", separators=False),
    "contentSafety": NameRule("cs", 2, 64, *_COLLECTION),
    "eventHubNamespace": NameRule(
        "evhns",
        6,
        50,
        r"[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]",
        "letters, digits and hyphens, starting with a letter, no - at the end",
    ),
    "foundryAccount": NameRule("aif", 2, 64, *_COLLECTION),
    "keyVault": NameRule(
        "kv",
        3,
        24,
        r"(?!.*--)[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]",
        "letters, digits and single hyphens, starting with a letter and ending with a letter or digit",
    ),
    "logAnalyticsWorkspace": NameRule(
        "log",
        4,
        63,
        r"[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9]",
        "letters, digits and hyphens, starting and ending with a letter or digit",
    ),
    # Also the first part of its DNS name, which may have 54 characters.
    "managedCluster": NameRule("aks", 2, 54, *_COLLECTION),
    "lustreFileSystem": NameRule(
        "amlfs", 2, 80, r"[A-Za-z0-9][\w-]*[A-Za-z0-9]", "letters, digits, _ and -, no _ or - at the ends"
    ),
    "machineLearningCompute": NameRule(
        "mlc",
        3,
        24,
        r"[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]",
        "letters, digits and -, starting with a letter, no - at the end",
    ),
    "machineLearningWorkspace": NameRule(
        "mlw", 3, 33, r"[A-Za-z0-9][\w-]*", "letters, digits, _ and -, starting with a letter or digit"
    ),
    "azureFirewall": NameRule("afw", 1, 56, *_NETWORK),
    "bastionHost": NameRule("bas", 1, 80, *_NETWORK),
    "firewallPolicy": NameRule("afwp", 1, 80, *_NETWORK),
    "networkSecurityGroup": NameRule("nsg", 1, 80, *_NETWORK),
    "natGateway": NameRule("ng", 1, 80, *_NETWORK),
    "privateEndpoint": NameRule("pep", 2, 64, *_NETWORK),
    "prometheusRuleGroup": NameRule("prg", 1, 260, *_MONITOR),
    "proximityPlacementGroup": NameRule("ppg", 1, 80, *_NETWORK),
    "publicIPAddress": NameRule("pip", 1, 80, *_NETWORK),
    "resourceGroup": NameRule(
        "rg", 1, 90, r"[\w().-]*[\w()-]", "letters, digits, _ ( ) . and -, no . at the end"
    ),
    "routeTable": NameRule("rt", 1, 80, *_NETWORK),
    "searchService": NameRule(
        "srch",
        2,
        60,
        r"(?!.*--)[a-z0-9][a-z0-9-]*[a-z0-9]",
        "lower-case letters, digits and single hyphens, no - at the ends",
    ),
    "storageAccount": NameRule("st", 3, 24, r"[a-z0-9]+", "lower-case letters and digits", separators=False),
    "subnet": NameRule("snet", 1, 80, *_NETWORK),
    "userAssignedIdentity": NameRule(
        "id", 3, 128, r"[A-Za-z0-9][\w-]*", "letters, digits, _ and -, starting with a letter or digit"
    ),
    "disk": NameRule("disk", 1, 80, r"\w[\w.-]*", "letters, digits, _ . and -"),
    "networkInterface": NameRule("nic", 1, 80, *_NETWORK),
    "osDisk": NameRule("osdisk", 1, 80, r"\w[\w.-]*", "letters, digits, _ . and -"),
    "virtualMachine": NameRule("vm", 1, 64, *_NETWORK),
    "virtualMachineScaleSet": NameRule(
        "vmss",
        1,
        64,
        r"[A-Za-z0-9]([\w.-]*\w)?",
        "letters, digits, _ . and -, starting with a letter or digit",
    ),
    "virtualNetworkPeering": NameRule("peer", 1, 80, *_NETWORK),
    "virtualNetwork": NameRule("vnet", 2, 64, *_NETWORK),
    "virtualNetworkLink": NameRule("vnetlink", 1, 80, *_NETWORK),
}
"""Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules, and
github.com/Azure/terraform-azurerm-naming resourceDefinition.json, 2025-12-30."""

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
        rule = RULES[kind]
        text = self.naming.pattern.format(
            type=rule.abbreviation, prefix=self.naming.prefix, name=name, suffix=self.suffix
        )
        return text if rule.separators else re.sub(r"[-_.]", "", text).lower()

    def problem(self, kind: Kind, name: str) -> str | None:
        """Why Azure would refuse the name of that resource, or None."""
        rule = RULES[kind]
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

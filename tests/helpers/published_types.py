"""Azure's published types, against what is in a state. They lie beside the checkout where it is developed."""

import json
import re
import subprocess
import sys
import tempfile
from typing import Any

import pytest

from helpers.offline import ROOT

_ARMCHECK = ROOT.parent / "shared" / "armcheck" / "armcheck.py"

OPEN = {
    "hardwareProfile.vmSize": "the list of sizes ends in 2017",
    'inputs.sku.name: "PremiumV2"': "API Management's list has this tier from 2025-09-01-preview on",
    ".streams": "the list of what is collected has five streams of machines",
}
"""Lists that Azure publishes unfinished, by the end of a path, or a path with its value; with the reason."""

UNMAPPED = {
    "azure-native:features:SubscriptionFeatureRegistration": "the published types have no Microsoft.Features",
    "azure-native:resources:Resource": "what the default API version lacks; components say which and why",
}
"""Types that there is nothing to compare with, with the reason."""

SAME_BODY = {"microsoft.keyvault/vaults": ("azure-native:keyvault:Vault", "vaultName")}
"""ARM types that are written as ARM does, and whose body is the same in the version that the SDK's class has,
with that class and what it calls the name. Vaults: 2024-11-01 and 2026-02-01 compared in Azure/bicep-types-az
generated/keyvault, 2026-08-20."""

BESIDE = {
    "microsoft.insights/components": (
        "azure-native:applicationinsights:Component",
        {
            "Application_Type": "applicationType",
            "DisableIpMasking": "disableIpMasking",
            "DisableLocalAuth": "disableLocalAuth",
            "Flow_Type": "flowType",
            "IngestionMode": "ingestionMode",
            "Request_Source": "requestSource",
            "SamplingPercentage": "samplingPercentage",
            "WorkspaceResourceId": "workspaceResourceId",
            "publicNetworkAccessForIngestion": "publicNetworkAccessForIngestion",
            "publicNetworkAccessForQuery": "publicNetworkAccessForQuery",
        },
        "CustomMetricsOptedInType",
    ),
}
"""ARM types that are written as ARM does for one property that Azure hasn't published: the SDK's class, what
it calls the others, and that one."""

FILLED_IN_BY_AZURE = ("hsmPoolResourceId", "privateEndpointConnections", "provisioningState", "vaultUri")


def refusals(resources: list[dict[str, Any]]) -> list[str]:
    """What Azure's types have against resources of a stack, and types that it has none for.

    Ends the test as skipped where the types aren't there: the last thing that a test asks."""
    if not _ARMCHECK.exists():
        pytest.skip(f"Azure's published types do not lie beside this checkout, in {_ARMCHECK.parent}")
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as comparable:
        json.dump({"deployment": {"resources": [_typed(one) for one in resources]}}, comparable)
        comparable.flush()
        command = [sys.executable, str(_ARMCHECK), "--json", comparable.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    problems = [
        f"{finding['urn'].split('::')[-1]}: {finding['path']}: {finding['problem']}"
        for finding in found["findings"]
        if not (finding["rule"] == "enum-open" and _is_known(finding))
    ]
    return [*problems, *(one for one in found["unmapped"] if one not in UNMAPPED)]


def _typed(resource: dict[str, Any]) -> dict[str, Any]:
    """What is written as ARM does, as the SDK's class has it where the two are the same."""
    inputs = dict(resource.get("inputs", {}))
    parts = ("resourceProviderNamespace", "parentResourcePath", "resourceType")
    kind = "/".join(filter(None, [inputs.pop(part, "") for part in parts])).lower()
    if kind in BESIDE:
        class_, names, unpublished = BESIDE[kind]
        del inputs["apiVersion"]
        given = {key: value for key, value in inputs.pop("properties").items() if key != unpublished}
        # What nobody could set has no name here: a refresh has brought it in.
        flat = {names[key]: value for key, value in given.items() if key in names}
        return resource | {
            "type": class_,
            "inputs": inputs | flat | {"resourceName": inputs.pop("resourceName")},
        }
    token, name = SAME_BODY.get(kind, (None, ""))
    if token is None:
        return resource
    del inputs["apiVersion"]
    # Without what a refresh has brought in: of a general resource nothing says that nobody can set it.
    inputs["properties"] = {
        key: value for key, value in inputs["properties"].items() if key not in FILLED_IN_BY_AZURE
    }
    return resource | {"type": token, "inputs": inputs | {name: inputs.pop("resourceName")}}


def _is_known(finding: dict[str, str]) -> bool:
    path = re.sub(r"\[\d+\]$", "", finding["path"])
    value = finding["problem"].removesuffix(" is not a published value")
    return any(path.endswith(known) or f"{path}: {value}" == known for known in OPEN)

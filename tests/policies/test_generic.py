"""Resources written as ARM does (azure-native:resources:Resource) get the verdicts of the SDK's classes."""

import importlib
import inspect
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.engine.testing import program
from azure_ai_landing_zone_policies.program.arm_paths import ARM_PATHS, KEEPS_PROPERTIES
from azure_ai_landing_zone_policies.program.untyped import GENERIC, typed
from azure_simulator.cloud.resource_type import all_types

TODAY = date(2026, 11, 21)
TOKEN = f"azure-native:{GENERIC}"
_ARM_S_OWN = ("location", "tags", "sku", "kind", "identity", "plan", "zones", "resourceGroupName")
_BESIDE = {*(re.sub("(?<=[a-z])([A-Z])", r"_\1", name).lower() for name in _ARM_S_OWN), "__props__"}


def resource(path: str, **properties: Any) -> dict[str, Any]:
    """Inputs of a generic resource: `path` from its provider's namespace."""
    namespace, *middle, kind, name = path.split("/")
    inputs = {"resourceProviderNamespace": namespace, "resourceType": kind, "resourceName": name}
    return inputs | {"parentResourcePath": "/".join(middle), "apiVersion": "2026-01-01", **properties}


@pytest.mark.parametrize(
    ("inputs", "type_", "expected"),
    [
        (
            resource(
                "microsoft.compute/virtualmachinescalesets/nodes",
                sku={"name": "Standard_ND24rs", "capacity": 2},
                properties={"singlePlacementGroup": True},
            ),
            "compute:VirtualMachineScaleSet",
            {
                "apiVersion": "2026-01-01",
                "sku": {"name": "Standard_ND24rs", "capacity": 2},
                "singlePlacementGroup": True,
                "vmScaleSetName": "nodes",
            },
        ),
        (
            resource(
                "Microsoft.CognitiveServices/accounts/models/deployments/chat",
                properties={"model": {"name": "gpt-4o"}},
            ),
            "cognitiveservices:Deployment",
            {
                "apiVersion": "2026-01-01",
                "accountName": "models",
                "deploymentName": "chat",
                "properties": {"model": {"name": "gpt-4o"}},
            },
        ),
        (
            resource(
                "Microsoft.Network/networkSecurityGroups/nsg",
                properties={"securityRules": [{"name": "ssh", "properties": {"access": "Allow"}}]},
            ),
            "network:NetworkSecurityGroup",
            {
                "apiVersion": "2026-01-01",
                "networkSecurityGroupName": "nsg",
                "securityRules": [{"name": "ssh", "access": "Allow"}],
            },
        ),
        (
            resource("Microsoft.Storage/storageAccounts/st", properties=UNKNOWN_STRING_VALUE),
            "storage:StorageAccount",
            {"apiVersion": "2026-01-01", "accountName": "st", "properties": UNKNOWN_STRING_VALUE},
        ),
        (
            resource("Microsoft.Storage/x/containers/best") | {"parentResourcePath": UNKNOWN_STRING_VALUE},
            "storage:BlobContainer",
            {"apiVersion": "2026-01-01", "accountName": UNKNOWN_STRING_VALUE, "containerName": "best"},
        ),
    ],
)
def test_a_generic_resource_is_read_as_the_type_that_it_is(
    inputs: dict[str, Any], type_: str, expected: dict[str, Any]
) -> None:
    found = typed(TOKEN, inputs)
    assert (found.type, found.inputs) == (type_, expected)


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        resource("Microsoft.Unheard/of/it"),
        resource("Microsoft.Storage/storageAccounts/st/queueServices/default/queues/q"),
        resource("Microsoft.Compute/virtualMachines/vm") | {"resourceType": UNKNOWN_STRING_VALUE},
        resource("Microsoft.ApiManagement/x/policies/p") | {"parentResourcePath": UNKNOWN_STRING_VALUE},
    ],
)
def test_what_may_be_of_any_type_stays_generic(inputs: dict[str, Any]) -> None:
    assert typed(TOKEN, inputs).type == GENERIC


@pytest.mark.parametrize(
    ("path", "properties", "expected"),
    [
        (
            "Microsoft.Storage/storageAccounts/st/blobServices/default/containers/best",
            {"metadata": {}},
            {"accountName": "parent", "metadata": "inner"},
        ),
        ("Microsoft.CognitiveServices/accounts/ai/deployments/chat", {}, {"accountName": "parent"}),
    ],
)
def test_what_it_was_made_from_goes_with_it(
    path: str, properties: dict[str, Any], expected: dict[str, str]
) -> None:
    given = {"parentResourcePath": frozenset({"parent"}), "properties": frozenset({"inner"})}
    found = typed(TOKEN, resource(path, properties=properties), given).links
    assert found == given | {name: frozenset({urn}) for name, urn in expected.items()}


def test_every_type_of_a_rule_has_its_path() -> None:
    types = {type_ for rule in all_rules() for type_ in rule.facts.on}
    elsewhere = {"pulumi:Stack", "resources:ResourceGroup", GENERIC}
    assert {each for each in types - elsewhere if not each.startswith("kubernetes/")} <= set(ARM_PATHS)


def test_paths_are_those_of_the_simulated_types() -> None:
    paths = {
        kind.pulumi_type.removeprefix("azure-native:"): kind.path.split("/", 1)[1] for kind in all_types()
    }
    paths = {type_: path.rpartition("/providers/")[2] for type_, path in paths.items()}
    known = {type_: path for type_, path in ARM_PATHS.items() if type_ in paths}
    assert len(known) > 20
    assert known == {type_: paths[type_] for type_ in known}


@pytest.mark.parametrize("type_", sorted(ARM_PATHS))
def test_inputs_are_named_as_in_the_sdk(type_: str) -> None:
    module, name = type_.split(":")
    inputs = inspect.signature(
        getattr(importlib.import_module(f"pulumi_azure_native.{module}"), name)._internal_init
    ).parameters
    named = {
        re.sub("(?<=[a-z])([A-Z])", r"_\1", part).lower() for part in re.findall(r"{(\w+)}", ARM_PATHS[type_])
    }
    own = {name for name in inputs if name not in named | _BESIDE | {"__self__", "resource_name", "opts"}}
    assert (own == {"properties"}) is (type_ in KEEPS_PROPERTIES)
    assert {name for name in named if name not in inputs and f"{name}_" not in inputs} == set()


def _as_arm(type_: str, inputs: Mapping[str, Any]) -> dict[str, Any] | None:
    """Inputs of azure-native's class as a program writes them for a generic resource."""
    path = ARM_PATHS.get(type_)
    if path is None:
        return None
    names = re.findall(r"{(\w+)}", path)
    filled = re.sub(r"{(\w+)}", lambda match: str(inputs.get(match[1], "x")), path)
    rest = {name: value for name, value in inputs.items() if name not in names}
    top = {name: rest.pop(name) for name in _ARM_S_OWN if name in rest}
    inner = rest.get("properties", {}) if type_ in KEEPS_PROPERTIES else rest
    return resource(filled, **top, properties=inner)


def _problems(rule: Rule, resources: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    stack = program(resources, TODAY)
    views = [view.for_rule(rule.examples()) for view in stack.of(*rule.facts.on)]
    return {view.resource.name: rule.judge(view, stack).problems for view in views}


AMBIGUOUS = (
    "gateway-limits-tokens",
    "gateway-meters-tokens",
    "gpu-driver-extension-fits-the-machine",
    "infiniband-extension-fits-the-adapter",
    "model-calls-leave-a-trail",
)
"""Their examples have extensions of a machine, or policies of a gateway, whose name isn't known before
deployment: of which type they are can't be told then."""

VERSIONED = ("api-version-retires-soon", "retired-api-version")
"""What they are about is the version that a resource is written with."""


@pytest.mark.parametrize(
    "rule",
    [
        rule
        for rule in all_rules()
        if set(rule.facts.on) & set(ARM_PATHS) and rule.name not in (*AMBIGUOUS, *VERSIONED)
    ],
    ids=lambda rule: rule.name,
)
@pytest.mark.parametrize("which", ["passes", "fails"])
def test_a_rule_says_the_same_of_its_examples_written_as_arm_does(rule: Rule, which: str) -> None:
    example = getattr(rule.facts, which)
    if rule.check:
        example = {"example": {"type": f"azure-native:{rule.facts.on[0]}", "properties": example}}
    written = {}
    for name, each in example.items():
        type_ = each["type"].removeprefix("azure-native:")
        arm = _as_arm(type_, each.get("properties", {}))
        written[name] = {**each, "type": TOKEN, "properties": arm} if arm else each
    assert _problems(rule, written) == _problems(rule, example)


RECOVERABLE = {"enablePurgeProtection": True, "enableRbacAuthorization": True}
NODES = {
    "type": "azure-native:compute:VirtualMachineScaleSet",
    "properties": {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 2}},
}


@pytest.mark.parametrize(
    ("name", "properties", "protect", "problems"),
    [
        ("ai-data-is-private", {"publicNetworkAccess": "disabled"}, True, 0),
        ("ai-data-is-private", {"networkAcls": {"defaultAction": "Deny"}}, True, 0),
        ("ai-data-is-private", {"publicNetworkAccess": "enabled"}, True, 1),
        ("ai-service-is-logged", {}, True, 1),
        (
            "key-vault-can-be-recovered",
            {"enablePurgeProtection": True, "enableRbacAuthorization": True},
            True,
            0,
        ),
        ("key-vault-can-be-recovered", {}, True, 2),
        ("stateful-resources-are-protected", {}, True, 0),
        ("stateful-resources-are-protected", {}, False, 1),
    ],
)
def test_every_rule_about_vaults_bites_on_one_that_is_written_as_arm_does(
    name: str, properties: dict[str, Any], protect: bool, problems: int
) -> None:
    written = resource("Microsoft.KeyVault/vaults/kv", properties=properties)
    vault = {"type": TOKEN, "properties": written, "options": {"protect": protect}}
    (rule,) = [rule for rule in all_rules() if rule.name == name]
    assert len(_problems(rule, {"nodes": NODES, "vault": vault})["vault"]) == problems


def test_no_rule_about_vaults_is_left_out() -> None:
    about = {rule.name for rule in all_rules() if "keyvault:Vault" in rule.facts.on}
    assert about == {
        "ai-data-is-private",
        "ai-service-is-logged",
        "allowed-addresses-are-narrow",
        "key-vault-can-be-recovered",
        "private-service-has-an-endpoint",
        "stateful-resources-are-protected",
        *VERSIONED,
    }

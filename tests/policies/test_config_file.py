"""The file in `--policy-pack-config`, laid over policy.yaml."""

from datetime import date
from typing import Any

import grpc
import pytest
from google.protobuf.json_format import ParseDict
from pulumi.runtime import proto

from azure_ai_landing_zone_policies.engine.analyzer import Analyzer
from azure_ai_landing_zone_policies.engine.testing import find

RULES = (find("retired-gpu-size"), find("soon-retired-gpu-size"))
WAIVER = {
    "resource": "train*",
    "owner": "ml@contoso.com",
    "approver": "ciso@contoso.com",
    "reason": "moving",
    "until": "2026-11-21",
}


class Refused(Exception):
    """What the engine gets instead of an answer."""


class Context:
    def abort(self, code: grpc.StatusCode, text: str) -> None:
        raise Refused(f"{code.name} {text}")


OWN = {"pack": {"name": "strict", "stacks": {"dev": "baseline"}}, "retired-gpu-size": "advisory"}
"""What policy.yaml says in the next test."""


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ({}, ["advisory", "advisory"]),
        ({"pack": {"name": "strict"}}, ["advisory", "mandatory"]),
        ({"pack": {"ruleSet": "2026.4"}}, ["advisory", "advisory"]),
        (
            {"pack": {"name": "strict"}, "soon-retired-gpu-size": {"enforcementLevel": "advisory"}},
            ["advisory", "advisory"],
        ),
        ({"retired-gpu-size": {"enforcementLevel": "disabled"}}, ["disabled", "advisory"]),
        ({"soon-retired-gpu-size": {"noticeDays": 30}}, ["advisory", "advisory"]),
    ],
)
def test_the_config_file_wins_over_policy_yaml(file: dict[str, Any], expected: list[str]) -> None:
    analyzer = Analyzer(RULES, OWN)
    analyzer.ConfigureStack(proto.AnalyzerStackConfigureRequest(stack="dev"), None)
    request = proto.ConfigureAnalyzerRequest()
    for name, initial in analyzer.GetAnalyzerInfo(None, None).initialConfig.items():
        given = dict(file.get(name, {}))  # as the engine lays one over the other
        level = given.pop("enforcementLevel", None)
        request.policyConfig[name].enforcementLevel = (
            getattr(proto, level.upper()) if level else initial.enforcementLevel
        )
        ParseDict(given, request.policyConfig[name].properties)
    analyzer.Configure(request, Context())
    policies = {policy.name: policy for policy in analyzer.GetAnalyzerInfo(None, None).policies}
    levels = [policies[name].enforcementLevel for name in ("retired-gpu-size", "soon-retired-gpu-size")]
    assert [proto.EnforcementLevel.Name(level).lower() for level in levels] == expected


@pytest.mark.parametrize(
    ("name", "given", "problem"),
    [
        ("retired-gpu-siz", {}, "retired-gpu-siz: no such rule; did you mean retired-gpu-size?"),
        ("pack", {"name": "huge"}, "pack.name: got 'huge'; must be one of baseline, strict"),
        (
            "retired-gpu-size",
            {"waivers": [{**WAIVER, "until": "soon"}]},
            "retired-gpu-size.waivers[0].until: got 'soon'; must be a date such as 2027-01-31",
        ),
        (
            "soon-retired-gpu-size",
            {"noticeDays": -1},
            "soon-retired-gpu-size.noticeDays: got -1; must be a whole number from 0",
        ),
    ],
)
def test_a_mistake_in_the_config_file_stops_the_preview(
    name: str, given: dict[str, Any], problem: str
) -> None:
    request = proto.ConfigureAnalyzerRequest()
    request.policyConfig[name].enforcementLevel = proto.MANDATORY
    ParseDict(given, request.policyConfig[name].properties)
    with pytest.raises(Refused) as refused:
        Analyzer(RULES, {}).Configure(request, Context())
    assert str(refused.value) == f"INVALID_ARGUMENT --policy-pack-config: {problem}"


def configured(file: dict[str, Any], own: dict[str, Any]) -> Analyzer:
    """The pack of a program with its policy.yaml, and the organisation's file over it."""
    analyzer = Analyzer(RULES, own, lambda: date(2026, 11, 20))
    request = proto.ConfigureAnalyzerRequest()
    for name, given in file.items():
        level = given.pop("enforcementLevel", None)
        request.policyConfig[name].enforcementLevel = (
            getattr(proto, level.upper()) if level else proto.REMEDIATE
        )
        ParseDict(given, request.policyConfig[name].properties)
    analyzer.Configure(request, Context())
    return analyzer


def blocked(analyzer: Analyzer, name: str) -> list[str]:
    """What the pack blocks of a scale set of a retired size."""
    request = proto.AnalyzeRequest(
        type="azure-native:compute:VirtualMachineScaleSet", urn=f"urn:pulumi:dev::p::t::{name}", name=name
    )
    request.properties.update({"sku": {"name": "Standard_NC6s_v3", "capacity": 1}})
    said = analyzer.Analyze(request, None).diagnostics
    return [each.policyName for each in said if each.enforcementLevel == proto.MANDATORY]


WAIVING = {"retired-gpu-size": {"waivers": [WAIVER]}}


@pytest.mark.parametrize(
    ("file", "own", "expected"),
    [
        ({}, WAIVING, []),
        ({"retired-gpu-size": {"enforcementLevel": "mandatory"}}, WAIVING, ["retired-gpu-size"]),
        ({"retired-gpu-size": {"waivers": [WAIVER]}}, {"retired-gpu-size": "mandatory"}, []),
        ({"pack": {"name": "strict"}}, WAIVING, []),
        ({"pack": {"locked": True}}, WAIVING, ["retired-gpu-size"]),
        ({"pack": {"locked": True}}, {"retired-gpu-size": "disabled"}, ["retired-gpu-size"]),
        ({"pack": {"locked": True}, "retired-gpu-size": {"waivers": [WAIVER]}}, {}, []),
    ],
)
def test_what_the_organisation_says_of_a_rule_is_all_that_holds(
    file: dict[str, Any], own: dict[str, Any], expected: list[str]
) -> None:
    assert blocked(configured(file, own), "train-1") == expected

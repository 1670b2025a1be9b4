"""The pack as the engine meets it: its answers to the analyzer's requests."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict
from pulumi.runtime import proto
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.analyzer import Analyzer
from azure_ai_landing_zone_policies.engine.rule import Rule, rule
from azure_ai_landing_zone_policies.engine.testing import find
from azure_ai_landing_zone_policies.program.view import CantTell, View

SCALE_SET = "azure-native:compute/v20240301:VirtualMachineScaleSet"
ND24RS = {"sku": {"name": "Standard_ND24rs", "capacity": 8}}
RETIRED = "sku.name is Standard_ND24rs, which Azure retired on 2023-09-06; use Standard_ND96amsr_A100_v4"
WAIVER = {
    "resource": "train*",
    "owner": "ml@contoso.com",
    "approver": "ciso@contoso.com",
    "reason": "moving in May",
    "until": "2026-11-21",
}


class Engine:
    """Asks the pack what the engine asks."""

    def __init__(self, rules: tuple[Rule, ...], config: Mapping[str, Any] | None = None) -> None:
        self.analyzer = Analyzer(rules, {}, lambda: date(2026, 11, 21))
        request = proto.ConfigureAnalyzerRequest()
        for name, setting in (config or {}).items():
            level = setting.get("enforcementLevel", "mandatory")
            request.policyConfig[name].enforcementLevel = getattr(proto, level.upper())
            properties = {key: value for key, value in setting.items() if key != "enforcementLevel"}
            ParseDict(properties, request.policyConfig[name].properties)
        self.analyzer.Configure(request, None)

    def judge(self, token: str, inputs: Mapping[str, Any], name: str = "train") -> list[tuple[str, str, str]]:
        urn = f"urn:pulumi:prod::zone::{token}::{name}"
        request = proto.AnalyzeRequest(type=token, urn=urn, name=name)
        ParseDict(dict(inputs), request.properties)
        return self._answers(self.analyzer.Analyze(request, None))

    def close(self, *resources: tuple[str, str, Mapping[str, Any]]) -> list[tuple[str, str, str]]:
        request = proto.AnalyzeStackRequest()
        for token, name, inputs in resources:
            resource = request.resources.add(
                type=token, urn=f"urn:pulumi:prod::zone::{token}::{name}", name=name
            )
            ParseDict(dict(inputs), resource.properties)
        return self._answers(self.analyzer.AnalyzeStack(request, None))

    @staticmethod
    def _answers(response: Any) -> list[tuple[str, str, str]]:
        levels = {proto.MANDATORY: "mandatory", proto.ADVISORY: "advisory"}
        return [
            (each.policyName, levels[each.enforcementLevel], each.message.split("\n")[1])
            for each in response.diagnostics
        ]


RULES = tuple(
    find(name)
    for name in (
        "gpu-machine-takes-no-password",
        "infiniband-needs-single-placement-group",
        "multi-node-training-needs-infiniband",
        "no-overprovision-on-infiniband",
        "retired-gpu-size",
        "soon-retired-gpu-size",
        "training-stays-in-one-zone",
    )
)


def engine(config: Mapping[str, Any] | None = None) -> Engine:
    return Engine(RULES, config)


@pytest.mark.parametrize(
    "token",
    [
        "azure-native:compute:VirtualMachineScaleSet",
        "azure-native:compute/v20240301:VirtualMachineScaleSet",
        "azure-native_compute_v20260301:compute:VirtualMachineScaleSet",
    ],
)
def test_a_retired_size_is_blocked_under_every_spelling_of_its_type(token: str) -> None:
    assert ("retired-gpu-size", "mandatory", RETIRED) in engine().judge(token, ND24RS)


def test_ethernet_for_training_is_blocked() -> None:
    inputs = {"sku": {"name": "Standard_NC96ads_A100_v4", "capacity": 4}, "tags": {"workload": "training"}}
    blocked = [answer[0] for answer in engine().judge(SCALE_SET, inputs) if answer[1] == "mandatory"]
    assert blocked == ["multi-node-training-needs-infiniband"]


def test_what_can_t_be_told_is_a_warning_and_problems_come_first() -> None:
    pools = {"agentPoolProfiles": [{"vmSize": UNKNOWN_STRING_VALUE}, {"vmSize": "Standard_ND24rs"}]}
    answers = engine().judge("azure-native:containerservice:ManagedCluster", pools)
    assert [answer for answer in answers if answer[0] == "retired-gpu-size"] == [
        ("retired-gpu-size", "mandatory", RETIRED.replace("sku.name", "agentPoolProfiles[1].vmSize")),
        (
            "retired-gpu-size",
            "advisory",
            "can't tell: agentPoolProfiles[0].vmSize isn't known before deployment "
            "(nor can soon-retired-gpu-size)",
        ),
    ]


def test_other_types_are_left_alone() -> None:
    assert engine().judge("azure-native:storage:StorageAccount", ND24RS) == []
    assert engine().judge("aws:ec2/instance:Instance", ND24RS) == []


def test_the_title_goes_before_the_problem_and_the_page_after_it() -> None:
    request = proto.AnalyzeRequest(type=SCALE_SET, urn="urn", name="train")
    ParseDict({"sku": {"name": "Standard_ND24rs", "capacity": 1}}, request.properties)
    (diagnostic,) = Analyzer(RULES, {}).Analyze(request, None).diagnostics
    page = "https://learn.microsoft.com/azure/virtual-machines/sizes/lifecycle/retired-sizes-list"
    assert diagnostic.message == f"GPU and InfiniBand sizes are ones that Azure still runs\n{RETIRED}\n{page}"
    assert diagnostic.severity == proto.POLICY_SEVERITY_CRITICAL


def test_levels_follow_the_settings() -> None:
    advisory = engine({"retired-gpu-size": {"enforcementLevel": "advisory"}})
    assert ("retired-gpu-size", "advisory", RETIRED) in advisory.judge(SCALE_SET, ND24RS)
    disabled = engine({"retired-gpu-size": {"enforcementLevel": "disabled"}})
    assert [name for name, _, _ in disabled.judge(SCALE_SET, ND24RS)] == [
        "no-overprovision-on-infiniband",
        "infiniband-needs-single-placement-group",
    ]


ONE = {"sku": {"name": "Standard_ND24rs", "capacity": 1}}


def test_a_waiver_holds_until_its_last_day() -> None:
    held = engine({"retired-gpu-size": {"waivers": [WAIVER]}})
    assert held.judge(SCALE_SET, ONE) == []
    assert held.close() == [
        (
            "waivers",
            "advisory",
            "retired-gpu-size: the waiver of ml@contoso.com for train* lets train pass (moving in May); "
            "it ends on 2026-11-21, in 0 days; fix the cause, or extend it",
        )
    ]


def test_a_waiver_with_time_left_is_reported_as_used() -> None:
    held = engine({"retired-gpu-size": {"waivers": [{**WAIVER, "until": "2027-05-31"}]}})
    held.judge(SCALE_SET, ONE)
    held.judge(SCALE_SET, ONE, "train-2")
    ((_, _, text),) = held.close()
    assert text == (
        "retired-gpu-size: the waiver of ml@contoso.com for train* lets train, train-2 pass (moving in May); "
        "it ends on 2027-05-31"
    )


def test_the_report_on_waivers_can_be_turned_off() -> None:
    quiet = engine({"retired-gpu-size": {"waivers": [WAIVER]}, "waivers": {"enforcementLevel": "disabled"}})
    assert quiet.close() == []


def test_an_ended_waiver_bites_again_and_is_named() -> None:
    ended = engine({"retired-gpu-size": {"waivers": [{**WAIVER, "until": "2026-11-20"}]}})
    assert ended.judge(SCALE_SET, ONE) == [
        ("retired-gpu-size", "mandatory", f"{RETIRED} (the waiver of ml@contoso.com ended on 2026-11-20)")
    ]
    assert [text for _, _, text in ended.close()] == [
        "retired-gpu-size: the waiver of ml@contoso.com for train* ended on 2026-11-20; "
        "fix train, or extend it"
    ]


@pytest.mark.parametrize(
    ("pattern", "waived"),
    [
        ("train", True),
        ("tr*n", True),
        ("urn:pulumi:prod::*::train", True),
        ("urn:pulumi:prod::*", True),
        ("urn:pulumi:dev::*", False),
        ("Train", False),
        ("serve", False),
    ],
)
def test_a_waiver_covers_the_resources_that_it_names(pattern: str, waived: bool) -> None:
    one = engine({"retired-gpu-size": {"waivers": [{**WAIVER, "resource": pattern}]}})
    assert (one.judge(SCALE_SET, ONE) == []) is waived


def test_a_waiver_is_for_one_rule() -> None:
    other = engine({"training-stays-in-one-zone": {"waivers": [WAIVER]}})
    assert [level for _, level, _ in other.judge(SCALE_SET, ONE)] == ["mandatory"]


def test_a_waiver_that_nothing_needs_is_reported() -> None:
    idle = engine({"retired-gpu-size": {"waivers": [WAIVER]}})
    assert idle.judge(SCALE_SET, {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 1}}) == []
    assert idle.close() == [
        (
            "waivers",
            "advisory",
            "retired-gpu-size: no resource needs the waiver of ml@contoso.com for train*; remove it",
        )
    ]


@rule(
    on=("compute:VirtualMachine",),
    area="compute",
    severity="low",
    since="2027.1",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/",),
    passes={},
    fails={},
)
def broken_rule(props: View) -> Iterator[str | CantTell]:
    """A rule with a bug"""
    yield dict[str, str]()[props.path("bug")]


def test_a_crash_of_a_rule_is_loud_and_names_the_rule() -> None:
    ((name, level, message),) = Engine((broken_rule,)).judge("azure-native:compute:VirtualMachine", {})
    assert (name, level) == ("broken-rule", "mandatory")
    assert message.startswith("the rule itself failed with KeyError: 'bug' (test_pack.py line ")
    assert message.endswith("to go on without it, set broken-rule to disabled in policy.yaml")


def test_a_project_that_is_pinned_to_a_rule_set_meets_no_newer_rule() -> None:
    assert (broken_rule.level_in("strict", "2026.4"), broken_rule.level_in("strict", "2027.1")) == (
        "disabled",
        "mandatory",
    )
    assert broken_rule.level_in("baseline", None) == "mandatory"


def test_the_engine_is_told_levels_parameters_and_where_to_read_on() -> None:
    content = {"soon-retired-gpu-size": {"enforcementLevel": "mandatory", "noticeDays": 30}}
    info = Analyzer(RULES, content).GetAnalyzerInfo(None, None)
    policies = {policy.name: policy for policy in info.policies}
    soon = policies["soon-retired-gpu-size"]
    assert sorted(soon.configSchema.properties) == ["noticeDays", "waivers"]
    assert (soon.enforcementLevel, soon.policy_type) == (proto.MANDATORY, proto.POLICY_TYPE_RESOURCE)
    password = policies["gpu-machine-takes-no-password"]
    assert (password.framework.name, password.framework.reference) == (
        "Microsoft cloud security benchmark",
        "IM-6, PV-3",
    )
    assert policies["waivers"].policy_type == proto.POLICY_TYPE_STACK


def test_parameters_reach_the_rule() -> None:
    hb = {"sku": {"name": "Standard_HB120rs_v2", "capacity": 1}}
    assert [name for name, _, _ in engine().judge(SCALE_SET, hb)] == ["soon-retired-gpu-size"]
    assert engine({"soon-retired-gpu-size": {"noticeDays": 30}}).judge(SCALE_SET, hb) == []


@pytest.mark.programs
def test_starting_the_pack_loads_no_azure_native() -> None:
    script = (
        "import json, sys\n"
        "from azure_ai_landing_zone_policies.engine import serve\n"
        "rules = serve.project_around(serve.Path.cwd()).rules\n"
        "slow = ['pulumi_azure_native', 'pulumi_kubernetes']\n"
        "print(json.dumps([len(rules) > 0, [name for name in slow if name in sys.modules]]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [True, []]

"""Reports of what the pack said of a plan."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.reports.events import EventsError, Violation, read
from azure_ai_landing_zone_policies.reports.junit import junit
from azure_ai_landing_zone_policies.reports.markdown import markdown
from azure_ai_landing_zone_policies.reports.sarif import sarif

URN = "urn:pulumi:prod::zone::azure-native:compute:VirtualMachineScaleSet::nodes"
BLOCKED = Violation("retired-gpu-size", URN, "sku.name is Standard_ND24rs | gone <b>", mandatory=True)
WARNED = Violation("no-overprovision-on-infiniband", URN, "overprovision isn't false", mandatory=False)
WAIVED = Violation("waivers", "", "retired-gpu-size: no resource needs the waiver", mandatory=False)


def said(rule: str, text: str, level: str = "mandatory", pack: str = "azure-ai-landing-zone") -> str:
    event = {
        "resourceUrn": URN,
        "message": f"A title\n{text}\nhttps://learn.microsoft.com/a-page\n",
        "policyName": rule,
        "policyPackName": pack,
        "enforcementLevel": level,
    }
    return json.dumps({"policyEvent": event})


JUDGED = json.dumps({"policyAnalyzeStackSummaryEvent": {"policyPackName": "azure-ai-landing-zone"}})
ENDED = json.dumps({"summaryEvent": {}})


def test_events_are_read_once_each_and_only_ours() -> None:
    lines = [
        "not json",
        "3",
        said("retired-gpu-size", "gone"),
        said("retired-gpu-size", "gone"),
        said("other", "theirs", pack="theirs"),
        said("size-is-allowed", "large", "advisory"),
        JUDGED,
        ENDED,
    ]
    assert read(lines) == [
        Violation("retired-gpu-size", URN, "gone", mandatory=True),
        Violation("size-is-allowed", URN, "large", mandatory=False),
    ]
    assert read([JUDGED, ENDED]) == []


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "the pack azure-ai-landing-zone judged no program in these events; was --policy-pack given?"),
        (
            [said("size-is-allowed", "large", "advisory"), ENDED],
            "the pack azure-ai-landing-zone judged no program in these events; was --policy-pack given?",
        ),
        ([JUDGED], "the events end before the preview did; see what pulumi printed"),
        (
            [JUDGED, json.dumps({"summaryEvent": {"result": "failed"}})],
            "the preview failed for another reason than the pack: see what pulumi printed",
        ),
        (
            [
                json.dumps({"diagnosticEvent": {"severity": "error", "message": "no such size\n"}}),
                json.dumps({"summaryEvent": {"result": "failed"}}),
            ],
            "the preview failed for another reason than the pack: no such size",
        ),
        ([said("a", "b")], "the events end before the preview did; see what pulumi printed"),
    ],
)
def test_events_that_stop_halfway_make_no_report(lines: list[str], problem: str) -> None:
    with pytest.raises(EventsError) as caught:
        read(lines)
    assert str(caught.value) == problem


def test_sarif() -> None:
    report: dict[str, Any] = json.loads(sarif([BLOCKED, WARNED, WAIVED], all_rules(), Path()))
    (run,) = report["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert (report["version"], [rule["id"] for rule in rules]) == (
        "2.1.0",
        [rule.name for rule in all_rules()],
    )
    assert [
        (result["ruleId"], rules[result["ruleIndex"]]["id"], result["level"], result["message"]["text"])
        for result in run["results"]
    ] == [
        ("retired-gpu-size", "retired-gpu-size", "error", "nodes: sku.name is Standard_ND24rs | gone <b>"),
        (
            "no-overprovision-on-infiniband",
            "no-overprovision-on-infiniband",
            "warning",
            "nodes: overprovision isn't false",
        ),
    ]


PROGRAM = """import pulumi
pool = Pool("pool", size=4)
nodes = VirtualMachineScaleSet(
    'nodes',
)
"""


@pytest.mark.parametrize(
    ("files", "uri", "line"),
    [
        ({"Pulumi.yaml": "runtime: python"}, "Pulumi.yaml", 1),
        ({"Pulumi.yaml": "runtime: python", "__main__.py": PROGRAM}, "__main__.py", 4),
        ({"Pulumi.yaml": "runtime: {name: python}\nmain: app", "app/__main__.py": "x"}, "app/__main__.py", 1),
        ({"Pulumi.yaml": "runtime: yaml\nresources:\n  nodes:\n    type: x"}, "Pulumi.yaml", 3),
        ({"Pulumi.yaml": "runtime: nodejs", "index.ts": '\n\nnew Pool("nodes")'}, "index.ts", 3),
        ({"Pulumi.yaml": "a: ["}, "Pulumi.yaml", 1),
    ],
)
def test_a_result_stands_in_the_program_s_file(
    files: dict[str, str], uri: str, line: int, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    below = "urn:pulumi:prod::zone::x:index:Pool$azure-native:compute:VirtualMachineScaleSet::nodes"
    found = Violation("retired-gpu-size", below, "gone", mandatory=True)
    (result,) = json.loads(sarif([found], all_rules(), tmp_path))["runs"][0]["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": uri},
        "region": {"startLine": line},
    }
    assert location["logicalLocations"] == [
        {
            "name": "nodes",
            "fullyQualifiedName": below,
            "decoratedName": "x:index:Pool > azure-native:compute:VirtualMachineScaleSet",
            "kind": "resource",
        }
    ]


def test_a_finding_keeps_its_fingerprint() -> None:
    def fingerprint(*violations: Violation) -> str:
        result = json.loads(sarif(list(violations), all_rules(), Path()))["runs"][0]["results"][-1]
        return str(result["partialFingerprints"]["rule/v1"])

    assert fingerprint(BLOCKED) == fingerprint(WARNED, BLOCKED) != fingerprint(WARNED)


def test_junit() -> None:
    strange = Violation("size-is-allowed", f"{URN}\x00", "bad\x01 text", mandatory=True)
    (suite,) = ElementTree.fromstring(junit([BLOCKED, WARNED, strange], all_rules()))  # noqa: S314 - our own
    assert (suite.get("tests"), suite.get("failures")) == (str(len(all_rules())), "2")
    cases = {str(case.get("name")): case for case in suite}
    failure = cases["retired-gpu-size nodes"].find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.text) == ("critical", BLOCKED.text)
    assert cases["no-overprovision-on-infiniband nodes"].findtext("system-out") == WARNED.text
    assert cases["size-is-allowed nodes�"].findtext("failure") == "bad� text"
    assert list(cases["retired-model"]) == []


def test_markdown() -> None:
    assert markdown([WARNED, BLOCKED, WAIVED], all_rules()) == (
        "### Policy: 1 to fix before this can be deployed\n"
        "\n"
        "**Blocking**\n"
        "\n"
        "| severity | resource | what and how to fix it | rule |\n"
        "| --- | --- | --- | --- |\n"
        "| critical | `nodes` | sku.name is Standard_ND24rs \\| gone &lt;b> | [retired-gpu-size]"
        "(https://learn.microsoft.com/azure/virtual-machines/sizes/lifecycle/retired-sizes-list) |\n"
        "\n"
        "**Advisory**\n"
        "\n"
        "| severity | resource | what and how to fix it | rule |\n"
        "| --- | --- | --- | --- |\n"
        "| low | `nodes` | overprovision isn't false | [no-overprovision-on-infiniband]"
        "(https://learn.microsoft.com/azure/virtual-machine-scale-sets/"
        "virtual-machine-scale-sets-design-overview) |\n"
        "\n"
        "**Waivers**\n"
        "\n"
        "- retired-gpu-size: no resource needs the waiver\n"
    )
    assert markdown([], all_rules()) == f"### Policy: nothing blocks ({len(all_rules())} rules)\n"

"""JUnit's XML, which every pipeline shows as test results: a test for each rule and resource."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.reports.events import Violation

_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd]")
"""What XML has no way to write."""


def junit(violations: list[Violation], rules: Sequence[Rule]) -> str:
    """The report as text: a rule that said nothing passes, an advisory one passes with what it said."""
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(suites, "testsuite", name="azure-ai-landing-zone")
    of_rule: dict[str, dict[str, list[Violation]]] = {}
    for violation in violations:
        of_rule.setdefault(violation.rule, {}).setdefault(violation.urn, []).append(violation)
    cases = failures = 0
    for rule in rules:
        resources = of_rule.get(rule.name) or {"": []}
        for said in resources.values():
            name = f"{rule.name} {said[0].resource}" if said else rule.name
            case = ElementTree.SubElement(suite, "testcase", classname=rule.facts.area, name=_clean(name))
            cases += 1
            failed = [each.text for each in said if each.mandatory]
            warned = [each.text for each in said if not each.mandatory]
            if failed:
                failures += 1
                failure = ElementTree.SubElement(
                    case, "failure", message=rule.title, type=rule.facts.severity
                )
                failure.text = _clean("\n".join(failed))
            if warned:
                ElementTree.SubElement(case, "system-out").text = _clean("\n".join(warned))
    suite.set("tests", str(cases))
    suite.set("failures", str(failures))
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _clean(text: str) -> str:
    return _UNPRINTABLE.sub("�", text)

"""JUnit's XML, which every pipeline shows as test results: a test for each rule and resource."""

import re
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.reports.events import Violation

_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd]")
"""What XML has no way to write."""


class Case(NamedTuple):
    """One test. What isn't there is empty."""

    group: str
    name: str
    failure: tuple[str, str, str] | None = None
    """Message, type, and all that is said."""
    error: str = ""
    """Why there is no verdict."""
    output: str = ""


def junit(violations: list[Violation], rules: Sequence[Rule]) -> str:
    """The report as text: a rule that said nothing passes, an advisory one passes with what it said."""
    of_rule: dict[str, dict[str, list[Violation]]] = {}
    for violation in violations:
        of_rule.setdefault(violation.rule, {}).setdefault(violation.urn, []).append(violation)
    cases = []
    for rule in rules:
        resources = of_rule.get(rule.name) or {"": []}
        for said in resources.values():
            name = f"{rule.name} {said[0].resource}" if said else rule.name
            failed = [each.text for each in said if each.mandatory]
            warned = [each.text for each in said if not each.mandatory]
            failure = (rule.title, rule.facts.severity, "\n".join(failed)) if failed else None
            cases.append(Case(rule.facts.area, name, failure, output="\n".join(warned)))
    return written(cases)


def written(cases: Sequence[Case]) -> str:
    """A report of any tests."""
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(suites, "testsuite", name="azure-ai-landing-zone")
    for one in cases:
        case = ElementTree.SubElement(suite, "testcase", classname=one.group, name=_clean(one.name))
        if one.failure is not None:
            message, type_, text = one.failure
            failure = ElementTree.SubElement(case, "failure", message=_clean(message), type=type_)
            failure.text = _clean(text)
        if one.error:
            ElementTree.SubElement(case, "error", message=_clean(one.error), type="unknown")
        if one.output:
            ElementTree.SubElement(case, "system-out").text = _clean(one.output)
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(one.failure is not None for one in cases)))
    if errors := sum(bool(one.error) for one in cases):
        suite.set("errors", str(errors))
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _clean(text: str) -> str:
    return _UNPRINTABLE.sub("�", text)

"""SARIF 2.1.0, which GitHub code scanning and Azure DevOps show."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from azure_ai_landing_zone_policies.engine.rule import Rule, Severity
from azure_ai_landing_zone_policies.reports.events import Violation
from azure_ai_landing_zone_policies.reports.places import Program, program_in

_SCORES: dict[Severity, str] = {"low": "3.0", "medium": "5.0", "high": "8.0", "critical": "9.5"}
"""GitHub's names of severities as scores. Source: docs.github.com, SARIF support for code scanning, 2026."""


def sarif(violations: list[Violation], rules: Sequence[Rule], project: Path) -> str:
    """The report as text. `project` is the folder of Pulumi.yaml."""
    program = program_in(project)
    index = {rule.name: number for number, rule in enumerate(rules)}
    return document(
        [_rule(rule) for rule in rules],
        [_result(each, index, program) for each in violations if each.rule in index],
    )


def document(rules: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]) -> str:
    """A report of rules and results that are SARIF's own objects already."""
    driver = {
        "name": "azure-ai-landing-zone",
        "informationUri": "https://learn.microsoft.com/azure/well-architected/ai/",
        "rules": list(rules),
    }
    report = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": list(results)}],
    }
    return json.dumps(report, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "tags": [rule.facts.area, rule.facts.pillar, *rule.facts.controls],
        "problem.severity": "error" if rule.facts.baseline == "mandatory" else "warning",
    }
    if rule.facts.controls:
        properties["security-severity"] = _SCORES[rule.facts.severity]
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": " ".join(rule.why.split())},
        "helpUri": rule.facts.links[0],
        "help": {"text": " ".join(rule.why.split())},
        "properties": properties,
    }


def _result(violation: Violation, index: dict[str, int], program: Program) -> dict[str, Any]:
    identity = f"{violation.rule} {violation.urn} {violation.text}"
    return {
        "ruleId": violation.rule,
        "ruleIndex": index[violation.rule],
        "level": "error" if violation.mandatory else "warning",
        "message": {"text": f"{violation.resource}: {violation.text}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": program.file},
                    "region": {"startLine": program.line(violation.resource)},
                },
                "logicalLocations": [
                    {
                        "name": violation.resource,
                        "fullyQualifiedName": violation.urn,
                        "decoratedName": _types(violation.urn),
                        "kind": "resource",
                    }
                ],
            }
        ],
        "partialFingerprints": {"rule/v1": hashlib.sha256(identity.encode()).hexdigest()},
    }


def _types(urn: str) -> str:
    """The types of the components that a resource is in, and its own."""
    parts = urn.split("::")
    return " > ".join(parts[2].split("$")) if len(parts) > 2 else ""

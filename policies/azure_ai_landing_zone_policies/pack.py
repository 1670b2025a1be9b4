"""The policy pack: the rules as Pulumi's policies, with the settings of the project that they judge."""

import sys
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from pulumi_policy import (
    EnforcementLevel,
    Policy,
    PolicyConfigSchema,
    PolicyPack,
    ReportViolation,
    ResourceValidationArgs,
    ResourceValidationPolicy,
    Severity,
    StackValidationArgs,
    StackValidationPolicy,
)
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE, UnknownValueError

from azure_ai_landing_zone_policies import settings, waivers
from azure_ai_landing_zone_policies.matching import type_name
from azure_ai_landing_zone_policies.rule import Rule, all_rules
from azure_ai_landing_zone_policies.view import Resource, View

NAME = "azure-ai-landing-zone"


def _utc_today() -> date:
    return datetime.now(UTC).date()


class UsedWaivers:
    """Which waivers there are and which of them kept a rule from blocking something."""

    def __init__(self) -> None:
        self._used: dict[tuple[str, waivers.Waiver], bool] = {}

    def note(self, rule: Rule, waiver: waivers.Waiver, *, used: bool) -> None:
        self._used[rule.name, waiver] = self._used.get((rule.name, waiver), False) or used

    def unused(self) -> list[tuple[str, waivers.Waiver]]:
        return [waiver for waiver, used in self._used.items() if not used]


def resource_policy(
    rule: Rule, used: UsedWaivers, today: Callable[[], date] = _utc_today
) -> ResourceValidationPolicy:
    """A rule as a policy that blocks. What it can't tell, and nothing else, goes out as a warning."""

    def validate(args: ResourceValidationArgs, report: ReportViolation) -> None:
        setting = (args.get_config() or {}).get("waivers", [])
        configured, unreadable = waivers.parse(setting, f"{rule.name}.waivers")
        for waiver in configured:
            used.note(rule, waiver, used=False)
        type_ = type_name(args.resource_type)
        if type_ not in rule.on:
            return
        for problem in unreadable:
            report(problem, None)
        try:
            verdict = rule.judge(View(args.props, Resource(type_, today())))
        except Exception as error:
            report(_crash(rule, error), None)
            return
        if not verdict.problems and not verdict.unsure:
            return
        covering = [waiver for waiver in configured if waiver.covers(args.name, args.urn)]
        for waiver in covering:
            used.note(rule, waiver, used=True)
        if any(waiver.holds(today()) for waiver in covering):
            return
        ended = "".join(f" (the waiver of {waiver.owner} ended on {waiver.until})" for waiver in covering)
        for problem in verdict.problems:
            report(problem + ended, None)
        if verdict.unsure:
            raise _warning("; ".join(verdict.unsure) + ended)

    return ResourceValidationPolicy(
        name=rule.name,
        description=rule.title,
        validate=validate,
        enforcement_level=EnforcementLevel.MANDATORY,
        config_schema=PolicyConfigSchema(properties={"waivers": waivers.SCHEMA}),
        severity=Severity(rule.severity),
        remediation_steps=rule.why,
        url=rule.links[0],
    )


def _crash(rule: Rule, error: Exception) -> str:
    at = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(at.filename).name} line {at.lineno}"
    return (
        f"the rule itself failed with {type(error).__name__}: {error} ({place}). That is a bug of the rule, "
        f"not of the resource; to go on without it, set {rule.name} to disabled in policy.yaml"
    )


def _warning(message: str) -> UnknownValueError:
    """The one way in which Pulumi lets a policy that blocks warn: it says that the policy couldn't run."""
    warning = UnknownValueError(UNKNOWN_STRING_VALUE, [])
    warning.message = message
    return warning


def unused_waivers_policy(used: UsedWaivers) -> StackValidationPolicy:
    """A warning for each waiver that no resource needed."""

    def validate(_args: StackValidationArgs, report: ReportViolation) -> None:
        for rule, waiver in used.unused():
            report(
                f"{rule}: no resource needs the waiver of {waiver.owner} for {waiver.resource}; remove it",
                None,
            )

    return StackValidationPolicy(
        name="unused-waiver",
        description="Waivers are in use",
        validate=validate,
        enforcement_level=EnforcementLevel.ADVISORY,
        severity=Severity.LOW,
    )


def policies(today: Callable[[], date] = _utc_today) -> list[Policy]:
    """All rules as Pulumi's policies, then the one that reports waivers without use."""
    used = UsedWaivers()
    return [*(resource_policy(rule, used, today) for rule in all_rules()), unused_waivers_policy(used)]


def initial_config(project: Mapping[str, Any]) -> dict[str, EnforcementLevel | dict[str, Any]]:
    """Settings as Pulumi wants them: every setting has a level, or the engine would take it for advisory."""
    return {
        name: {"enforcementLevel": EnforcementLevel(setting["enforcementLevel"])}
        | {key: value for key, value in setting.items() if key != "enforcementLevel"}
        for name, setting in project.items()
    }


def serve() -> None:
    """Serve the pack to the engine, which starts it in the folder of the project that is judged."""
    rules = {rule.name for rule in all_rules()}
    project, problems = settings.read(Path.cwd(), rules)
    if problems:
        sys.stderr.write("".join(f"{problem}\n" for problem in problems))
        sys.exit(1)
    PolicyPack(
        NAME,
        policies(),
        enforcement_level=EnforcementLevel.MANDATORY,
        initial_config=initial_config(project),
    )

"""The verb `ailz report`."""

from datetime import timedelta
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from azure_ai_landing_zone.cli.inputs import Preview, content, no_verdict


class Kind(str, Enum):  # noqa: UP042 - typer shows a StrEnum's members, not their values
    """The formats that pipelines, people and auditors read."""

    SARIF = "sarif"
    JUNIT = "junit"
    MARKDOWN = "markdown"
    CONTROLS = "controls"
    BASELINE = "baseline"


def report(
    kind: Annotated[Kind, typer.Argument(metavar="FORMAT", help=", ".join(each.value for each in Kind))],
    preview: Preview = "-",  # type: ignore[assignment]
) -> None:
    """Write what the policy pack said in a preview, as a report for a pipeline.

    As `controls` it tells of each control of the Microsoft cloud security benchmark and of CIS's for AKS
    which rules see to it, and what they said. As `baseline` it is a policy-baseline.yaml, to lie beside
    policy.yaml: what was found today blocks nothing for 90 days, or until the day that you write into it.

    The preview's events have to be streamed: PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1. Instead of them it takes
    a stack's state (`pulumi stack export`) or an exported resource group (`az group export`) and judges that.

    Exit status 0: written. 2: the events don't tell everything, or policy.yaml has mistakes: no report.
    """
    from azure_ai_landing_zone_policies.engine import baseline
    from azure_ai_landing_zone_policies.engine.discovery import project_of
    from azure_ai_landing_zone_policies.engine.pack import CLOSING, utc_today
    from azure_ai_landing_zone_policies.engine.project import project_around
    from azure_ai_landing_zone_policies.reports import controls
    from azure_ai_landing_zone_policies.reports.deployed import judged
    from azure_ai_landing_zone_policies.reports.events import EventsError, read
    from azure_ai_landing_zone_policies.reports.junit import junit
    from azure_ai_landing_zone_policies.reports.markdown import markdown
    from azure_ai_landing_zone_policies.reports.sarif import sarif

    title = "Policy" if kind is Kind.MARKDOWN else ""
    own = project_around(Path.cwd())
    if own.problems:
        no_verdict("\n".join(own.problems), title)
    text = content(preview, title)
    try:
        found = judged(text, own.rules, own.content, utc_today())
        violations = read(text.split("\n")) if found is None else found
    except EventsError as error:
        no_verdict(error, title)
    match kind:
        case Kind.SARIF:
            written = sarif(violations, own.rules, project_of(Path.cwd()) or Path.cwd())
        case Kind.JUNIT:
            written = junit(violations, own.rules)
        case Kind.MARKDOWN:
            written = markdown(violations, own.rules)
        case Kind.CONTROLS:
            levels = {name: each.level for name, each in own.levels.items()}
            written = controls.report(violations, own.rules, levels)
        case Kind.BASELINE:
            pairs = [(each.rule, each.urn) for each in violations if each.rule != CLOSING]
            written = baseline.written(pairs, utc_today() + timedelta(days=90))
    typer.echo(written, nl=False)

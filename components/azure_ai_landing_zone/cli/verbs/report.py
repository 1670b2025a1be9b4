"""The verb `ailz report`."""

from datetime import timedelta
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from azure_ai_landing_zone.cli.inputs import Preview, content, no_verdict


class Kind(str, Enum):  # noqa: UP042 - typer shows a StrEnum's members, not their values
    """The formats that pipelines read."""

    SARIF = "sarif"
    JUNIT = "junit"
    MARKDOWN = "markdown"
    BASELINE = "baseline"


def report(
    kind: Annotated[Kind, typer.Argument(metavar="FORMAT", help="sarif, junit, markdown or baseline")],
    preview: Preview = "-",  # type: ignore[assignment]
) -> None:
    """Write what the policy pack said in a preview, as a report for a pipeline.

    As `baseline` it is a policy-baseline.yaml, to lie beside policy.yaml: what was found today blocks nothing
    for 90 days, or until the day that you write into it.

    The preview's events have to be streamed: PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1.

    Exit status 0: written. 2: the events don't tell everything, so there is no report.
    """
    from azure_ai_landing_zone_policies.engine.baseline import written
    from azure_ai_landing_zone_policies.engine.discovery import rules_for
    from azure_ai_landing_zone_policies.engine.pack import CLOSING, utc_today
    from azure_ai_landing_zone_policies.reports.events import EventsError, read
    from azure_ai_landing_zone_policies.reports.junit import junit
    from azure_ai_landing_zone_policies.reports.markdown import markdown
    from azure_ai_landing_zone_policies.reports.sarif import sarif

    title = "Policy" if kind is Kind.MARKDOWN else ""
    rules, wrong = rules_for(Path.cwd())
    if wrong:
        no_verdict("\n".join(wrong), title)
    try:
        violations = read(content(preview, title).split("\n"))
    except EventsError as error:
        no_verdict(error, title)
    if kind is Kind.BASELINE:
        found = [(each.rule, each.urn) for each in violations if each.rule != CLOSING]
        typer.echo(written(found, utc_today() + timedelta(days=90)), nl=False)
        return
    write = {Kind.SARIF: sarif, Kind.JUNIT: junit, Kind.MARKDOWN: markdown}[kind]
    typer.echo(write(violations, rules), nl=False)

"""The verb `ailz report`."""

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


def report(
    kind: Annotated[Kind, typer.Argument(metavar="FORMAT", help="sarif, junit or markdown")],
    preview: Preview = "-",  # type: ignore[assignment]
) -> None:
    """Write what the policy pack said in a preview, as a report for a pipeline.

    The preview's events have to be streamed: PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1.

    Exit status 0: written. 2: the events don't tell everything, so there is no report.
    """
    from azure_ai_landing_zone_policies.engine.discovery import rules_for
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
    write = {Kind.SARIF: sarif, Kind.JUNIT: junit, Kind.MARKDOWN: markdown}[kind]
    typer.echo(write(violations, rules), nl=False)

"""The verb `ailz standing`."""

import json
from dataclasses import asdict
from pathlib import Path

import typer

from azure_ai_landing_zone.cli.inputs import AsJson, State, content, no_verdict


def standing(
    state: State = "-",  # type: ignore[assignment]
    as_json: AsJson = False,
) -> None:
    """Tell on a page what stands: its parts, what is exposed, what it costs against which budget, what policy
    says, what is protected, and what people have to do.

    Exit status 0: told, whatever policy says. 2: no verdict, because it is no state, or settings are wrong.
    """
    from azure_ai_landing_zone.cli.terminal import console, show
    from azure_ai_landing_zone_policies.engine.pack import utc_today
    from azure_ai_landing_zone_policies.reports import standing as page
    from azure_ai_landing_zone_policies.reports.events import EventsError

    try:
        found = page.standing(content(state), Path.cwd(), utc_today())
    except EventsError as error:
        no_verdict(error)
    if as_json:
        typer.echo(json.dumps(asdict(found), indent=2))
    else:
        show(found, console())

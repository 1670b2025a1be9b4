"""The verb `ailz exemptions`."""

from pathlib import Path

import typer

from azure_ai_landing_zone.cli.inputs import State, content, no_verdict


def exemptions(state: State = "-") -> None:  # type: ignore[assignment]
    """Write the waivers of policy.yaml that a stack needs as exemptions from Azure's own policies: for
    `azurePolicies` of the stack file that assigns them.

    Exit status 0: written. 2: no verdict, because it is no state, or policy.yaml is wrong.
    """
    import yaml

    from azure_ai_landing_zone_policies.engine.pack import utc_today
    from azure_ai_landing_zone_policies.reports.events import EventsError
    from azure_ai_landing_zone_policies.reports.exemptions import exemptions as found_in

    try:
        found = found_in(content(state), Path.cwd(), utc_today())
    except EventsError as error:
        no_verdict(error)
    typer.echo(yaml.safe_dump({"exemptions": found}, sort_keys=False, width=1000), nl=False)

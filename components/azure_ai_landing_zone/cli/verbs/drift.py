"""The verb `ailz drift`."""

import json
from dataclasses import asdict

import typer

from azure_ai_landing_zone.cli.inputs import AsJson, RefreshPreview, content, no_verdict


def drift(
    preview: RefreshPreview = "-",  # type: ignore[assignment]
    as_json: AsJson = False,
) -> None:
    """Tell who changed what Azure has since the last `pulumi up`: an autoscaler, Azure itself, or people.

    Counts of autoscaled pools and scale sets are an autoscaler's; spot machines that went, versions that
    Azure upgrades and pools that a cluster lists are Azure's own; everything else is people's. The preview is
    one document, not streamed: without PULUMI_ENABLE_STREAMING_JSON_PREVIEW.

    Exit status 0: people changed nothing. 1: they did. 2: no verdict, because it is no preview of a refresh.
    """
    from azure_ai_landing_zone_policies.preview.read import PlanError, read_plan
    from azure_ai_landing_zone_policies.reports import drift as report

    try:
        plan = read_plan(content(preview))
        found = report.drift(plan)
    except PlanError as error:
        no_verdict(error)
    if plan.failure is not None:
        no_verdict(f"the refresh failed, so it didn't see everything: {plan.failure}")
    shown = json.dumps([asdict(each) for each in found], indent=2) + "\n" if as_json else report.text(found)
    typer.echo(shown, nl=False)
    if any(each.who == "people" for each in found):
        raise typer.Exit(1)

"""The verb `ailz cost`."""

from typing import Annotated

import typer

from azure_ai_landing_zone.cli.inputs import AsFormat, Format, Preview, content, no_verdict


def cost(
    preview: Preview = "-",  # type: ignore[assignment]
    base: Annotated[
        typer.FileText | None,
        typer.Option(
            help="A preview of the branch that this one is to be merged into; without it, what is deployed.",
            encoding="utf-8",
        ),
    ] = None,
    format_: AsFormat = Format.TEXT,
) -> None:
    """Tell what the machines of a plan cost by the hour, and how much more or less than before.

    A price that isn't known is named, never taken for nothing. The preview has to show what stays the same:
    --show-sames, or PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1.

    Exit status 0: told. 2: no verdict, because a preview failed or broke off.
    """
    from azure_ai_landing_zone.cost.difference import difference
    from azure_ai_landing_zone.cost.report import markdown, text
    from azure_ai_landing_zone_policies.engine.pack import utc_today
    from azure_ai_landing_zone_policies.preview.program import deployed, planned, unpriced_changes
    from azure_ai_landing_zone_policies.preview.read import Plan, PlanError, read_plan
    from azure_ai_landing_zone_policies.readers.compute_cost import estimate_of

    title = "Cost" if format_ is Format.MARKDOWN else ""

    def read(file: typer.FileText, which: str) -> Plan:
        try:
            plan = read_plan(content(file, title))
        except PlanError as error:
            no_verdict(error, title)
        if plan.failure is not None:
            no_verdict(f"the {which} failed, so its plan isn't whole: {plan.failure}", title)
        if plan.left_out:
            no_verdict(
                f"the {which} leaves out {plan.left_out} resources that stay the same; give pulumi "
                "--show-sames, or PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1",
                title,
            )
        return plan

    today = utc_today()
    plan = read(preview, "preview")
    before = planned(read(base, "preview of the base"), today) if base else deployed(plan, today)
    after = planned(plan, today)
    found = difference(estimate_of(before), estimate_of(after))
    write = {Format.TEXT: text, Format.MARKDOWN: markdown}[format_]
    typer.echo(write(found, unpriced_changes(before, after)), nl=False)

"""The verb `ailz cost`."""

from pathlib import Path
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
    by: Annotated[
        str, typer.Option(help="What sums are for: component, section, or tag:NAME, such as tag:costCenter.")
    ] = "section",
    project: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            file_okay=False,
            help="The folder with Pulumi.yaml, cost.yaml and cost-prices.csv, instead of the nearest one.",
        ),
    ] = None,
    refresh: Annotated[
        bool,
        typer.Option(
            "--refresh", help="First read the prices that the plan needs, and write cost-prices.csv."
        ),
    ] = False,
    price_list_url: Annotated[
        str, typer.Option(help="Where --refresh reads: the Retail Prices API, or a mirror of it.")
    ] = "https://prices.azure.com/api/retail/prices",
    format_: AsFormat = Format.TEXT,
) -> None:
    """Tell what a plan costs by the month and the hour, and how much more or less than before.

    A price that isn't known is named, never taken for nothing. The preview has to show what stays the same:
    --show-sames, or PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1.

    Exit status 0: told. 2: no verdict, because a preview failed or broke off, or prices can't be read.
    """
    from azure_ai_landing_zone.catalog.service_prices import written
    from azure_ai_landing_zone.cost.difference import difference
    from azure_ai_landing_zone.cost.report import markdown, text
    from azure_ai_landing_zone.cost.retail import PriceListReader, RetailError
    from azure_ai_landing_zone_policies.engine.pack import utc_today
    from azure_ai_landing_zone_policies.preview.program import deployed, planned
    from azure_ai_landing_zone_policies.preview.read import Plan, PlanError, read_plan
    from azure_ai_landing_zone_policies.readers.bills import estimate_of
    from azure_ai_landing_zone_policies.readers.budgets import sentences
    from azure_ai_landing_zone_policies.readers.price_settings import (
        READ_FILE,
        PriceSettingsError,
        folder_of,
        meters_of,
        price_list,
    )

    title = "Cost" if format_ is Format.MARKDOWN else ""
    if by not in ("component", "section") and not by.startswith("tag:"):
        no_verdict(f"--by must be component, section or tag:NAME, got {by!r}", title)

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
    folder = project or folder_of(Path.cwd())
    try:
        prices = price_list(folder)
        if refresh:
            if folder is None:
                no_verdict("--refresh needs a folder with a Pulumi.yaml, where cost-prices.csv goes", title)
            reader = PriceListReader(price_list_url, prices.currency)
            found, refused = reader.prices(meters_of(estimate_of(after, prices)))
            for one in refused:
                meter = " ".join(filter(None, (one.meter.meter, one.meter.sku)))
                typer.echo(f"{meter} in {one.region}: {one.reason}", err=True)
            kept = {(one.meter, one.sku, one.region): one for one in found}
            (folder / READ_FILE).write_text(written({**prices.read, **kept}.values()), encoding="utf-8")
            prices = price_list(folder)
    except (PriceSettingsError, RetailError) as error:
        no_verdict(error, title)
    total = estimate_of(after, prices)
    told = difference(estimate_of(before, prices), total)
    write = {Format.TEXT: text, Format.MARKDOWN: markdown}[format_]
    typer.echo(write(told, by, today, sentences(after, total)), nl=False)

"""The verb `ailz guard`."""

from pathlib import Path
from typing import Annotated

import typer

from azure_ai_landing_zone.cli.inputs import AsFormat, Format, PolicyFile, Preview, content, no_verdict


def guard(
    preview: Preview = "-",  # type: ignore[assignment]
    policy_file: PolicyFile = None,
    state: Annotated[
        typer.FileText | None,
        typer.Option(
            help="What `pulumi stack export` wrote: a preview that stops at what is protected then shows all "
            "that would go.",
            encoding="utf-8",
        ),
    ] = None,
    format_: AsFormat = Format.TEXT,
) -> None:
    """Fail a plan that would lose a cluster, a pool, data, a network or a vault, or move a subnet.

    Reads which resources a preview would delete or replace, also those that go along with another, and which
    subnets would get other addresses, and says of each what is lost, why, and what to do instead. A waiver
    under `guard` in policy.yaml lets it happen.

    Exit status 0: nothing is lost that no waiver covers. 1: something is. 2: no verdict, because the preview
    failed or broke off, or policy.yaml has mistakes.
    """
    from azure_ai_landing_zone_policies.engine import settings
    from azure_ai_landing_zone_policies.engine.pack import utc_today
    from azure_ai_landing_zone_policies.guard.judgement import judge
    from azure_ai_landing_zone_policies.guard.text import markdown, text
    from azure_ai_landing_zone_policies.preview.read import PlanError, read_plan
    from azure_ai_landing_zone_policies.preview.state import completed

    title = "Guard" if format_ is Format.MARKDOWN else ""
    settled, problems = settings.load_file(policy_file) if policy_file else settings.load(Path.cwd())
    waivers, wrong = settings.guard_waivers(settled, utc_today())
    if problems or wrong:
        no_verdict("\n".join(problems or [f"policy.yaml: {problem}" for problem in wrong]), title)
    try:
        plan = read_plan(content(preview, title))
        if state:
            plan = completed(plan, content(state, title))
    except PlanError as error:
        no_verdict(error, title)
    judgement = judge(plan, waivers, utc_today())
    if judgement.blocking or plan.failure is None:
        typer.echo({Format.TEXT: text, Format.MARKDOWN: markdown}[format_](judgement), nl=False)
    if judgement.blocking:
        raise typer.Exit(1)
    if plan.failure is not None:
        no_verdict(f"the preview failed, so the plan isn't whole: {plan.failure}", title)

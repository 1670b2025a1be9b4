"""The verb `ailz page`."""

import subprocess
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from azure_ai_landing_zone.cli.inputs import content, no_verdict


class Kind(str, Enum):  # noqa: UP042 - typer shows a StrEnum's members, not their values
    """For a browser, and for a pull request."""

    HTML = "html"
    MARKDOWN = "markdown"


def page(
    stack: Annotated[
        str,
        typer.Argument(
            metavar="STACK",
            help="A stack of the project here, or a file that `pulumi stack export` wrote; - for standard "
            "input.",
        ),
    ],
    before: Annotated[
        typer.FileText | None,
        typer.Option(help="A former export of the stack: what changed since then.", encoding="utf-8"),
    ] = None,
    kind: Annotated[
        Kind, typer.Option("--format", help="A page, or a summary for a pull request.")
    ] = Kind.HTML,
) -> None:
    """Write one page of what stands: networks, who reaches whom, who may do what, cost, policy, inventory.

    ailz page prod > prod.html

    It is one file that loads nothing, and has no value of a secret in it. Nothing is asked of Azure: the page
    is of the state, and `pulumi refresh` brings that up to date.

    Exit status 0: written. 2: there is no such stack, the state breaks off, or policy.yaml or cost.yaml has
    mistakes: no page.
    """
    from azure_ai_landing_zone_policies.engine.pack import utc_today
    from azure_ai_landing_zone_policies.engine.project import project_around
    from azure_ai_landing_zone_policies.page.build import build
    from azure_ai_landing_zone_policies.page.html import html
    from azure_ai_landing_zone_policies.page.markdown import markdown
    from azure_ai_landing_zone_policies.preview.shape import PlanError
    from azure_ai_landing_zone_policies.readers.price_settings import (
        PriceSettingsError,
        folder_of,
        price_list,
    )
    from azure_ai_landing_zone_policies.reports.events import EventsError

    title = f"Page of {stack}" if kind is Kind.MARKDOWN else ""
    own = project_around(Path.cwd())
    if own.problems:
        no_verdict("\n".join(own.problems), title)
    text = _state(stack, title)
    former = None if before is None else content(before, title)
    try:
        found = build(text, own.rules, own.content, price_list(folder_of(Path.cwd())), utc_today(), former)
    except (PlanError, EventsError, PriceSettingsError) as error:
        no_verdict(error, title)
    typer.echo({Kind.HTML: html, Kind.MARKDOWN: markdown}[kind](found), nl=False)


def _state(stack: str, title: str) -> str:
    """What a file has, standard input, or pulumi says. Secrets stay encrypted."""
    if stack == "-":
        return sys.stdin.read()
    if Path(stack).is_file():
        try:
            return Path(stack).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            no_verdict(f"{stack} isn't UTF-8; give what pulumi wrote, byte for byte", title)
    try:
        done = subprocess.run(
            ["pulumi", "stack", "export", "--stack", stack],
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
    except OSError as error:
        no_verdict(f"there is no file {stack}, and pulumi can't be run: {error.strerror}", title)
    if done.returncode:
        no_verdict(f"there is no file {stack}, and pulumi says: {done.stderr.strip()}", title)
    return done.stdout

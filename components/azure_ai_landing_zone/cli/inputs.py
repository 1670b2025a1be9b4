"""What several verbs take: the output of a preview, and a way to say what they found."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer


class Format(str, Enum):  # noqa: UP042 - typer shows a StrEnum's members, not their values
    """How a verb writes what it found."""

    TEXT = "text"
    MARKDOWN = "markdown"


def _wrote(metavar: str, by: str) -> Any:
    """An argument: a file with what a command wrote, or standard input."""
    return typer.Argument(
        metavar=metavar,
        help=f"What {by} wrote; standard input without it.",
        show_default=False,
        encoding="utf-8",
    )


Preview = Annotated[
    typer.FileText,
    _wrote("PREVIEW", "`pulumi preview --json` (also streamed, PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1)"),
]

RefreshPreview = Annotated[typer.FileText, _wrote("PREVIEW", "`pulumi refresh --preview-only --json`")]

State = Annotated[typer.FileText, _wrote("STATE", "`pulumi stack export`")]

AsJson = Annotated[bool, typer.Option("--json", help="The same as JSON, for a program.")]

AsFormat = Annotated[Format, typer.Option("--format", help="For a terminal, or for a pull request.")]

PolicyFile = Annotated[
    Path | None,
    typer.Option(
        "--policy-file",
        exists=True,
        dir_okay=False,
        help="Instead of the policy.yaml beside the nearest Pulumi.yaml.",
    ),
]


def content(file: typer.FileText, title: str = "") -> str:
    """The text of an input; no verdict on what is no text."""
    try:
        return file.read()
    except UnicodeDecodeError:
        no_verdict(f"{file.name} isn't UTF-8; give what pulumi wrote, byte for byte", title)


def no_verdict(problem: object, title: str = "") -> NoReturn:
    """End without a verdict: neither good nor bad, and so never status 0 or 1.

    With a title, the summary of a pull request is told as well, on standard output.
    """
    if title:
        typer.echo(f"### {title}: no verdict\n\n{problem}")
    typer.echo(str(problem), err=True)
    raise typer.Exit(2)

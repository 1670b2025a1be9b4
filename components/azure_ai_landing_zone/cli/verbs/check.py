"""The verb `ailz check`."""

import difflib
from pathlib import Path
from typing import Annotated

import typer

from azure_ai_landing_zone.cli.inputs import no_verdict


def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Stack files, such as Pulumi.prod.yaml.")
    ],
) -> None:
    """Say all that is wrong with stack files, with file, line and column, in about a second.

    No engine runs and nothing is asked of Azure: what only the whole program or Azure knows isn't said.

    Exit status 0: all is right. 1: something isn't. 2: no verdict, because a file can't be read.
    """
    from azure_ai_landing_zone.stack_files.check import check as findings_of
    from azure_ai_landing_zone.stack_files.source import text_of

    texts = {}
    for file in files:
        try:
            texts[file] = text_of(file)
        except ValueError as problem:
            no_verdict(f"{problem}{_meant(file)}")
    wrong = 0
    for file, text in texts.items():
        for finding in findings_of(text):
            wrong += 1
            typer.echo(finding.of(file))
    if wrong:
        typer.echo(f"{wrong} to change", err=True)
        raise typer.Exit(1)
    typer.echo(f"{', '.join(map(str, files))}: nothing wrong", err=True)


def _meant(file: Path) -> str:
    """What to give instead of one that isn't there."""
    if file.is_file():
        return ""
    there = sorted(path.name for path in file.parent.glob("*.yaml")) if file.parent.is_dir() else []
    close = difflib.get_close_matches(file.name, there, n=1)
    return f": did you mean {file.parent / close[0]}?" if close else ": give the path of a stack file"

"""The verb `ailz policies`."""

from pathlib import Path

import typer


def policies() -> None:
    """Print the folder of the installed policy pack.

    pulumi preview --policy-pack "$(ailz policies)"
    """
    import azure_ai_landing_zone_policies

    typer.echo(Path(azure_ai_landing_zone_policies.__file__).parent / "installed")

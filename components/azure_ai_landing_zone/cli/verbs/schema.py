"""The verb `ailz schema`."""

import typer


def schema() -> None:
    """Print the JSON Schema of stack files: every setting with its text, default, unit and example.

    ailz schema > stack.schema.json, and as the first line of a stack file, for editors:
    # yaml-language-server: $schema=../stack.schema.json

    Exit status 0, always.
    """
    from azure_ai_landing_zone.stack_files.schema import shipped

    typer.echo(shipped(), nl=False)

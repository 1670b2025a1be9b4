"""The command `ailz`: a verb a file in `verbs/`, found by import, each a function of the file's name."""

import importlib
import pkgutil

import typer

from azure_ai_landing_zone.cli import verbs


def application() -> typer.Typer:
    """The command with all its verbs."""
    app = typer.Typer(
        name="ailz",
        help="Checks Azure AI landing zones, and any azure-native program, before something is deployed.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    for entry in pkgutil.iter_modules(verbs.__path__):
        module = importlib.import_module(f"{verbs.__name__}.{entry.name}")
        app.command()(getattr(module, entry.name))
    return app


def main() -> None:
    """Run a verb; its exit status is the command's."""
    application()()

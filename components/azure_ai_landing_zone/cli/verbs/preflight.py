"""The verb `ailz preflight`."""

import os
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from azure_ai_landing_zone.cli.inputs import no_verdict


class Kind(str, Enum):  # noqa: UP042 - typer shows a StrEnum's members, not their values
    """For people, for pull requests, for programs and for pipelines."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"
    JUNIT = "junit"
    SARIF = "sarif"
    ROLE = "role"


def preflight(
    stack: Annotated[str, typer.Argument(metavar="STACK", help="Of the project, such as training.")],
    kind: Annotated[
        Kind, typer.Option("--format", help="role: what who runs this has to be allowed.")
    ] = Kind.TEXT,
    subscription: Annotated[
        str | None,
        typer.Option(help="Its id, instead of that of the stack file or of ARM_SUBSCRIPTION_ID."),
    ] = None,
    project: Annotated[
        Path | None,
        typer.Option(
            exists=True, file_okay=False, help="The folder with Pulumi.yaml, instead of the nearest one."
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write the subscription down for the simulated Azure."),
    ] = None,
    azure_url: Annotated[
        str, typer.Option(help="Of another cloud's Resource Manager, or of azure-simulator serve.")
    ] = "https://management.azure.com",
) -> None:
    """Ask Azure whether a stack fits into its subscription, before anything is made or paid for.

    Nothing is changed. Who is signed in with `az login`, or as azure-identity has it, is who deploys; a token
    in AZURE_ACCESS_TOKEN is taken instead.

    Exit status 0: nothing failed. 1: something failed. 2: no verdict, because something is unknown or wrong.
    """
    import json

    import yaml

    from azure_ai_landing_zone.cli.preflight_reports import junit, sarif
    from azure_ai_landing_zone.cli.selected_stack import StackFileError, file_of_reference, stack_file
    from azure_ai_landing_zone.core.errors import SettingsError
    from azure_ai_landing_zone.preflight.client import AzureClient, azure_credential
    from azure_ai_landing_zone.preflight.dry_run import stack_demand, stack_outputs
    from azure_ai_landing_zone.preflight.preflight import run_preflight
    from azure_ai_landing_zone.preflight.report import as_json, markdown, text
    from azure_ai_landing_zone.preflight.role import role
    from azure_ai_landing_zone.preflight.saved import saved
    from azure_ai_landing_zone.zone.settings import LandingZoneSettings
    from azure_ai_landing_zone_policies.engine.discovery import project_of

    title = f"Preflight of {stack}" if kind is Kind.MARKDOWN else ""
    folder = project or project_of(Path.cwd())
    if folder is None:
        no_verdict("no Pulumi.yaml here or above: name its folder with --project", title)
    try:
        file = stack_file(folder, stack)
    except StackFileError as error:
        no_verdict(error, title)
    id_ = subscription or file.subscription or os.environ.get("ARM_SUBSCRIPTION_ID")
    if not id_:
        no_verdict("which subscription? Give --subscription, or set ARM_SUBSCRIPTION_ID", title)
    if kind is Kind.ROLE:
        typer.echo(json.dumps(role(id_), indent=2))
        return
    if file.zone is None:
        inside = "runs in a cluster of another stack, and asks nothing of Azure itself"
        no_verdict(f"{stack} {inside if file.inside_a_cluster else 'has no landing zone'}", title)

    def outputs_of(reference: str) -> Mapping[str, Any] | None:
        other = file_of_reference(folder, file.project, reference)
        if other is None or other.zone is None:
            return None
        there = LandingZoneSettings.load(other.zone, str(other.file))
        where = other.subscription or zone.hub_subscription_id or id_
        return stack_outputs(there, subscription=where, stack=other.name, project=other.project)

    try:
        zone = LandingZoneSettings.load(file.zone, str(file.file))
        demand = stack_demand(
            zone, subscription=id_, stack=stack, project=file.project, outputs_of=outputs_of
        )
        found = run_preflight(
            demand, AzureClient(azure_credential(os.environ.get("AZURE_ACCESS_TOKEN")), azure_url)
        )
    except (SettingsError, ValueError) as error:
        no_verdict(error, title)
    if save is not None:
        save.write_text(yaml.safe_dump(saved(found), sort_keys=False), encoding="utf-8")
    match kind:
        case Kind.TEXT:
            written = text(found)
        case Kind.MARKDOWN:
            written = markdown(found, stack)
        case Kind.JSON:
            written = json.dumps(as_json(found, stack), indent=2) + "\n"
        case Kind.JUNIT:
            written = junit(found)
        case Kind.SARIF:
            written = sarif(found, file.file.relative_to(folder).as_posix())
    typer.echo(written, nl=False)
    raise typer.Exit(1 if found.count("failed") else 2 if found.count("unknown") else 0)

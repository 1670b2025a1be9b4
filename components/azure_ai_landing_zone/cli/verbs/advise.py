"""The verb `ailz advise`."""

import json
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from azure_ai_landing_zone.cli.inputs import no_verdict


class Purpose(str, Enum):  # noqa: UP042 - typer shows a StrEnum's members, not their values
    """What is done with a model."""

    PRE_TRAINING = "preTraining"
    FULL_FINE_TUNING = "fullFineTuning"
    LORA = "lora"
    SERVING = "serving"


def advise(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="A YAML file that says what is wanted (docs/advisor.md); options go before what it says.",
            show_default=False,
        ),
    ] = None,
    purpose: Annotated[Purpose | None, typer.Option("--for", help="What is done with the model.")] = None,
    location: Annotated[str | None, typer.Option(help="An Azure region, such as eastus.")] = None,
    model: Annotated[str | None, typer.Option(help="By name, such as Llama-3.1-70B.")] = None,
    parameters: Annotated[int | None, typer.Option(help="Of a model that has no name here.")] = None,
    tokens: Annotated[int | None, typer.Option(help="That it is trained on, all epochs together.")] = None,
    deadline_hours: Annotated[int | None, typer.Option(help="Within which training has to end.")] = None,
    sequence_length: Annotated[int | None, typer.Option(help="Tokens of one sequence of training.")] = None,
    batch: Annotated[int | None, typer.Option(help="Sequences of one step on all GPUs.")] = None,
    context_tokens: Annotated[int | None, typer.Option(help="Of one request, its answer included.")] = None,
    concurrent_requests: Annotated[int | None, typer.Option(help="That are answered at once.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Everything, for programs.")] = False,
) -> None:
    """Say which sizes train or serve a model, with how many nodes, laid out how, for how much.

    Nothing is asked of Azure, and nothing is made.

    Exit status 0: at least one size fits. 1: none does. 2: no verdict, because something asked is wrong.
    """
    import yaml

    from azure_ai_landing_zone.advisor import answer, report
    from azure_ai_landing_zone.advisor.settings import AdviceRequest
    from azure_ai_landing_zone.core.errors import SettingsError
    from azure_ai_landing_zone.stack_files.source import values

    if model is not None and parameters is not None:
        no_verdict("--model names a model and --parameters describes one: give one of the two")
    data: Any = {}
    subject = "the options"
    if file is not None:
        subject = str(file)
        try:
            said = values(file)
        except ValueError as problem:
            no_verdict(problem)
        data = {} if said is None else said
    if isinstance(data, dict):
        wanted = {
            "mode": purpose and purpose.value,
            "tokens": tokens,
            "deadlineHours": deadline_hours,
            "sequenceLength": sequence_length,
            "batch": batch,
            "contextTokens": context_tokens,
            "concurrentRequests": concurrent_requests,
        }
        described: dict[str, Any] = {}
        if model is not None:
            described |= {"mode": "named", "name": model}
        if parameters is not None:
            described |= {"mode": "described", "parameters": parameters}
        data = _with(data, {"location": location, "languageModel": described or None})
        data["adviceFor"] = _with(data.get("adviceFor", {}), wanted)
    try:
        found = answer.advise(AdviceRequest.load(data, subject))
    except SettingsError as error:
        no_verdict(error)
    proposals = found.advice.proposals
    if as_json:
        typer.echo(json.dumps(report.as_json(found), indent=2))
    else:
        part = yaml.safe_dump(found.stack_part(proposals[0]), sort_keys=False) if proposals else ""
        typer.echo(report.text(found, part), nl=False)
    raise typer.Exit(0 if proposals else 1)


def _with(data: Any, options: dict[str, Any]) -> Any:
    """A file's mapping with the options that were given; what is no mapping stays, to be refused."""
    if not isinstance(data, dict):
        return data
    return data | {name: value for name, value in options.items() if value is not None}

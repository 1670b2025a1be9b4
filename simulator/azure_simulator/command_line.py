"""The command line: `azure-simulator exec -- COMMAND…`, `serve`, `seed FILE`, `happen FILE`."""

import argparse
import contextlib
import gc
import signal
import sys
from pathlib import Path

from azure_simulator.cloud.events import EventError
from azure_simulator.cloud.faults import read_events
from azure_simulator.cloud.seeds import seed
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.engine.attach import STATE_FOLDER, FolderInUse, run, settings_named, stopped_azure
from azure_simulator.rest.face import PAGE


def main() -> None:
    """Run a command with the simulated Azure attached to the real Pulumi engine, or change it by hand; exit
    with the status."""
    # pulumi-azure-native's classes, of which inputs are read, are hundreds of thousands of objects that stay.
    # Walking them again and again was a third of what loading them took.
    gc.set_threshold(50_000, 20, 50)
    parser = argparse.ArgumentParser(
        prog="azure-simulator", description="A simulated Azure for the real Pulumi engine."
    )
    commands = parser.add_subparsers(dest="verb", required=True)
    execute = commands.add_parser(
        "exec",
        help="run a command with the simulated Azure attached",
        description="Runs COMMAND in this folder with the simulated Azure attached: PATH, backend, "
        "passphrase and providers are set for it. The subscription is kept in .offline between calls.",
    )
    execute.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND…")
    serving = commands.add_parser(
        "serve",
        help="answer what clients ask Azure Resource Manager before anything is made",
        description="Answers requests that read, over HTTPS and on this machine alone, of the simulated "
        "Azure of this folder and the subscription that AZURE_SIMULATOR_SUBSCRIPTION names "
        "(docs/subscription.md), until it is interrupted.",
    )
    serving.add_argument("--port", type=int, default=0, help="else any that is free")
    serving.add_argument("--page", type=int, default=PAGE, help="items of an answer before the next page")
    serving.add_argument("--troubles", type=Path, metavar="FILE", help="bad days, a list in JSON or YAML")
    seeding = commands.add_parser(
        "seed",
        help="put what a company has already into the simulated Azure of this folder",
        description="Puts the resources of FILE into the simulated Azure of this folder: a list as "
        "`az resource show` prints it, in JSON or YAML, or a file of a subscription with existing and "
        "softDeleted (docs/subscription.md).",
    )
    seeding.add_argument("file", type=Path, metavar="FILE")
    happening = commands.add_parser(
        "happen",
        help="do what autoscale, Azure or somebody in the portal does",
        description="Lets the events of FILE, a list in JSON or YAML, happen to what is in the simulated "
        "Azure of this folder (docs/simulator.md).",
    )
    happening.add_argument("file", type=Path, metavar="FILE")
    happening.add_argument("--seed", type=int, default=0, help="decides which spot machine goes")
    arguments = parser.parse_args()
    try:
        if arguments.verb == "serve":
            _serve(arguments.port, arguments.page, arguments.troubles)
            return
        if arguments.verb == "seed":
            _seed(arguments.file)
            return
        if arguments.verb == "happen":
            _happen(arguments.file, arguments.seed)
            return
        command = arguments.command
        if command[:1] == ["--"]:
            command = command[1:]
        if not command:
            execute.error("name the command to run, as in: azure-simulator exec -- pulumi preview")
        sys.exit(run(command, Path.cwd()))
    except (FolderInUse, RuntimeError, ValueError, EventError) as problem:
        sys.exit(f"azure-simulator: {problem}")
    except KeyboardInterrupt:
        print(
            "azure-simulator: interrupted. What Azure had answered is kept; the same command goes on.",
            file=sys.stderr,
        )
        sys.exit(128 + signal.SIGINT)


def _serve(port: int, page: int, troubles: Path | None) -> None:
    # certificates take a sixth of what all that `exec` needs takes to import
    from azure_simulator.rest.server import RestServer
    from azure_simulator.rest.troubles import read_troubles

    settings = settings_named()
    bad_days = read_troubles(troubles) if troubles is not None else []
    with stopped_azure(Path.cwd(), settings) as cloud:
        seed(cloud, settings.existing, settings.soft_deleted)
        folder = Path.cwd() / STATE_FOLDER
        server = RestServer(cloud, folder, page=page, troubles=bad_days, port=port)
        print(f"{server.url} answers for subscription {cloud.id}. In another terminal:")
        print(f"  export REQUESTS_CA_BUNDLE={server.certificate} AZURE_ACCESS_TOKEN=simulated")
        print(f"  ailz preflight STACK --subscription {cloud.id} --azure-url {server.url}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve()


def _happen(file: Path, seed_: int) -> None:
    events = read_events(file)
    with stopped_azure(Path.cwd()) as cloud:
        for event in events:
            for id_ in event.happen(cloud, seed_):
                print(f"{event.kind}: {id_}")


def _seed(file: Path) -> None:
    given = SubscriptionSettings.read_existing(file)
    with stopped_azure(Path.cwd()) as cloud:
        made = seed(cloud, given.existing, given.soft_deleted)
    for id_ in made:
        print(id_)
    print(f"{len(made)} of {len(given.existing)} made; those that were there before stay as they are")

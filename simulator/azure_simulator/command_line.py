"""The command line: `azure-simulator exec -- COMMAND…`, `seed FILE`, `happen FILE`."""

import argparse
import signal
import sys
from pathlib import Path

from azure_simulator.cloud.events import EventError
from azure_simulator.cloud.faults import read_events
from azure_simulator.cloud.seeds import seed
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.engine.attach import FolderInUse, run, stopped_azure


def main() -> None:
    """Run a command with the simulated Azure attached to the real Pulumi engine, or change it by hand; exit
    with the status."""
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

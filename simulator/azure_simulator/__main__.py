"""The command line: `azure-simulator exec -- COMMAND…`."""

import argparse
import sys
from pathlib import Path

from azure_simulator.engine.attach import FolderInUse, run


def main() -> None:
    """Run a command with the simulated Azure attached to the real Pulumi engine; exit with its status."""
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
    command = parser.parse_args().command
    if command[:1] == ["--"]:
        command = command[1:]
    if not command:
        execute.error("name the command to run, as in: azure-simulator exec -- pulumi preview")
    try:
        sys.exit(run(command, Path.cwd()))
    except (FolderInUse, RuntimeError, ValueError) as problem:
        sys.exit(f"azure-simulator: {problem}")


if __name__ == "__main__":
    main()

"""Starts the command line, or says what is not installed for it."""

import sys
from importlib.util import find_spec

_EXTRA = ("psutil", "kubernetes_validate", "cryptography")
"""Of the extra `simulator`, what no other part of the library needs."""


def main() -> None:
    """Run a command with the simulated Azure attached, or change it by hand; exit with the status."""
    missing = [name for name in _EXTRA if find_spec(name) is None]
    if missing:
        sys.exit(
            f"azure-simulator: not installed: {', '.join(missing)}. The simulator is an extra: "
            "pip install 'azure-ai-landing-zone[simulator]'"
        )
    from azure_simulator import command_line

    command_line.main()


if __name__ == "__main__":
    main()

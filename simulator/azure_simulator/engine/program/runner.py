"""Runs one Pulumi program in the interpreter of its own project.

Started by the language host as a plain file, since that interpreter need not have this package: only the
Pulumi SDK is imported. Reads a serialized RunRequest from standard input; writes a RunResponse to the file
named in its argument.
"""

import runpy
import sys
import traceback
from pathlib import Path
from typing import Any


def main() -> None:
    """Run the program; its own output goes to standard output and error, as everywhere."""
    import pulumi
    from pulumi.automation._server import LanguageServer
    from pulumi.runtime.proto import language_pb2

    request = language_pb2.RunRequest.FromString(sys.stdin.buffer.read())
    program = Path(request.info.program_directory, request.info.entry_point)

    class Failed(pulumi.RunError):
        """Already told to the user."""

    def run() -> None:
        # `python FOLDER` would put the folder on the path, and a file's own folder likewise
        sys.path.insert(0, str(program if program.is_dir() else program.parent))
        try:
            runpy.run_path(str(program), run_name="__main__")
        except pulumi.RunError:
            raise
        except Exception:
            # without the frames of this file and of runpy
            frames = traceback.format_exc().splitlines()
            first = next((i for i, line in enumerate(frames) if str(program) in line), 1)
            report = "\n".join([frames[0], *frames[first:]])
            raise Failed(f"Program failed with an unhandled exception:\n{report}") from None

    server: Any = LanguageServer(run)  # carries no types
    response = server.Run(request, None)
    if response.error:  # the SDK has logged it
        response = language_pb2.RunResponse(bail=True)
    Path(sys.argv[1]).write_bytes(response.SerializeToString())


if __name__ == "__main__":
    main()

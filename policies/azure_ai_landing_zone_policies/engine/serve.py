"""Serves the pack to the engine, which starts it in the folder of the project that is judged."""

import gc
import sys
from pathlib import Path

from azure_ai_landing_zone_policies.engine.analyzer import Analyzer, listen
from azure_ai_landing_zone_policies.engine.project import project_around


def serve() -> None:
    """Tell the engine the port, and answer until it ends this process."""
    own = project_around(Path.cwd())
    if own.problems:
        sys.stderr.write("".join(f"{problem}\n" for problem in own.problems))
        sys.exit(1)
    server, port = listen(Analyzer(own.rules, own.content))
    gc.freeze()  # modules and rules stay; walking them took as long as judging a small program
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    try:
        server.wait_for_termination()
    except KeyboardInterrupt:
        server.stop(0)

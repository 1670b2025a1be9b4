"""Serves the pack to the engine, which starts it in the folder of the project that is judged."""

import gc
import sys
from pathlib import Path

from azure_ai_landing_zone_policies.engine import settings
from azure_ai_landing_zone_policies.engine.analyzer import Analyzer, listen
from azure_ai_landing_zone_policies.engine.discovery import rules_for


def serve() -> None:
    """Tell the engine the port, and answer until it ends this process."""
    rules, wrong = rules_for(Path.cwd())
    content, problems = settings.load(Path.cwd())
    problems = wrong + (problems or settings.settle(content, rules)[1])
    if problems:
        sys.stderr.write("".join(f"{problem}\n" for problem in problems))
        sys.exit(1)
    server, port = listen(Analyzer(rules, content))
    gc.freeze()  # modules and rules stay; walking them took as long as judging a small program
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    try:
        server.wait_for_termination()
    except KeyboardInterrupt:
        server.stop(0)

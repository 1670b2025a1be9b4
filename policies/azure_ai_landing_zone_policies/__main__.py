"""`python -m azure_ai_landing_zone_policies`: the pack's folder, or a report of what it said of a plan.

Without a word it prints the folder of the installed pack, for `--policy-pack "$(python -m …)"`. With sarif,
junit or markdown it turns the events of a preview on standard input into that format.
"""

import argparse
import sys
from pathlib import Path


def main() -> None:
    """Print what was asked for. A report of events that don't tell everything ends with status 1."""
    parser = argparse.ArgumentParser(prog="python -m azure_ai_landing_zone_policies")
    formats = ("sarif", "junit", "markdown")
    parser.add_argument("format", nargs="?", choices=formats, help="turn a preview's events into a report")
    wanted = parser.parse_args().format
    if wanted is None:
        print(Path(__file__).parent / "installed")
        return
    # imported here: printing the folder needs none of it
    from azure_ai_landing_zone_policies.reports.events import EventsError, read
    from azure_ai_landing_zone_policies.reports.junit import junit
    from azure_ai_landing_zone_policies.reports.markdown import markdown
    from azure_ai_landing_zone_policies.reports.sarif import sarif

    try:
        violations = read(sys.stdin)
    except EventsError as error:
        sys.exit(str(error))
    sys.stdout.write({"sarif": sarif, "junit": junit, "markdown": markdown}[wanted](violations))


if __name__ == "__main__":
    main()

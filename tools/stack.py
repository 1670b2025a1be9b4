"""`make up` and `make down`: one stack on the simulated Azure, also after a run that was killed."""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from azure_ai_landing_zone.cost.report import short
from azure_ai_landing_zone_policies.preview.program import of_state
from azure_ai_landing_zone_policies.readers.bills import estimate_of
from azure_ai_landing_zone_policies.readers.budgets import sentences
from azure_ai_landing_zone_policies.readers.price_settings import price_list
from azure_simulator.engine.attach import STATE_FOLDER
from recovery import ROOT, adopt, pulumi, recover, resources_of


def main() -> None:
    """Create or destroy a stack; exit with the status of the engine's command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verb", choices=["up", "down"])
    parser.add_argument("stack", help="a file in stacks/: training, dev …")
    arguments = parser.parse_args()
    stack = arguments.stack
    file = ROOT / "stacks" / f"Pulumi.{stack}.yaml"
    if not file.exists():
        known = sorted(path.name.split(".")[1] for path in file.parent.glob("Pulumi.*.yaml"))
        sys.exit(f"There is no stack '{stack}': stacks/ has {', '.join(known)}.")
    if stack not in _stacks():
        pulumi("stack", "init", stack)
    recover(stack)
    sys.exit(_up(stack) if arguments.verb == "up" else _down(stack))


def _up(stack: str) -> int:
    command = ("up", "--yes", "--stack", stack, "--policy-pack", "policies")
    status = _status(*command)
    tried: set[str] = set()
    while status and adopt(stack, tried):
        status = _status(*command)
    if status:
        print(f"\n'{stack}' is not complete. What is there already is kept; 'make up STACK={stack}' goes on.")
        return status
    built = Counter(resource["type"] for resource in resources_of(stack) if resource.get("custom"))
    width = max(len(kind) for kind in built)
    print(f"\n{stack} is up on the simulated Azure, and policy lets it pass:")
    for kind, count in sorted(built.items()):
        if not kind.startswith("pulumi:"):
            print(f"  {count:3} × {kind:{width}}")
    print("\nWhat it would cost in Azure")
    for line in cost_of(resources_of(stack)):
        print(f"  {line}")
    print(
        f"\nWhere to look\n"
        f"  ./offline pulumi stack -s {stack}          resources and outputs\n"
        f"  ./offline pulumi preview -s {stack} --policy-pack policies\n"
        f"  {'':35} what a change in stacks/Pulumi.{stack}.yaml would do\n"
        f"  docs/costs.md                       what it costs by section, and with your own prices\n"
        f"  {STATE_FOLDER}/                            the simulated subscription and Pulumi's state\n"
        f"  make down STACK={stack}                    destroy it"
    )
    return 0


def cost_of(resources: Iterable[Mapping[str, Any]]) -> list[str]:
    """What the resources of a state cost, and whether that is within their budgets."""
    program = of_state(resources, datetime.now(UTC).date())
    found = estimate_of(program, price_list(ROOT))
    return [*short(found), *sentences(program, found)]


def _down(stack: str) -> int:
    protected = [resource for resource in resources_of(stack) if resource.get("protect")]
    if not protected:
        return _status("destroy", "--yes", "--stack", stack)
    status = _status("destroy", "--yes", "--stack", stack, "--exclude-protected")
    print(f"\n{len(protected)} resources of '{stack}' are protected and stay, with what they need:")
    for resource in protected:
        print(f"  {resource['type']}  {resource.get('id', '')}")
    print(
        f"To remove them too: ./offline pulumi state unprotect --all -s {stack}\n"
        f"and then:            make down STACK={stack}"
    )
    return status


def _stacks() -> list[str]:
    listed = json.loads(pulumi("stack", "ls", "--json", quiet=True))
    return [stack["name"].rpartition("/")[2] for stack in listed]


def _status(*arguments: str) -> int:
    return subprocess.run(["pulumi", *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    main()

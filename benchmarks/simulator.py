"""What a put and a delete cost in the simulated Azure alone: the last thousand of many against the first.

The figure to hold is that ratio, since milliseconds say more about the machine than about us; in CPU time,
since a busy disk is not ours either.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from azure_simulator.cloud import arm, resource_type
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import Subscription

RESOURCES = 3000
PART = 1000
LIMIT = 1.5
"""The last part takes at most so many times the first: a write doesn't look at all that exists."""
LIMIT_MS = 1.0
"""Of a put, and of a delete, with RESOURCES in the subscription."""

_GROUP = f"/subscriptions/{arm.SUBSCRIPTION_ID}/resourceGroups/rg"
_INPUTS = {"location": "eastus", "resourceGroupName": "rg", "publicKey": "ssh-rsa AAAA"}


def main() -> None:
    """Measure, print, and fail where a ratio or a time is over its limit."""
    key = resource_type.find("azure-native:compute:SshPublicKey")
    group = resource_type.find("azure-native:resources:ResourceGroup")
    assert key is not None
    assert group is not None
    ids = [f"{_GROUP}/providers/Microsoft.Compute/sshPublicKeys/key{number}" for number in range(RESOURCES)]
    over = False
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        cloud = Subscription(store)
        cloud.put(group, _GROUP, {"location": "eastus"})
        cloud.deploy(key, ids[0], dict(_INPUTS))  # what is loaded once is loaded
        operations: dict[str, Callable[[str], object]] = {
            "put": lambda id_: cloud.deploy(key, id_, dict(_INPUTS)),
            "delete": cloud.withdraw,
        }
        for name, operation in operations.items():
            first, *_, last = _milliseconds(operation, ids)
            few, many = (first, last) if name == "put" else (last, first)
            over |= many / few > LIMIT or many > LIMIT_MS
            print(
                f"a {name} with {RESOURCES} resources: {many:.2f} ms, {many / few:.2f} times that with "
                f"{PART} at most; wanted are {LIMIT_MS:g} ms and {LIMIT} times at most"
            )
    sys.exit(over)


def _milliseconds(operation: Callable[[str], object], ids: Sequence[str]) -> list[float]:
    """Of CPU for one operation, by parts of PART."""
    taken = []
    for begin in range(0, len(ids), PART):
        start = time.process_time()
        for id_ in ids[begin : begin + PART]:
            operation(id_)
        taken.append(1000 * (time.process_time() - start) / PART)
    return taken


if __name__ == "__main__":
    main()

"""One scale set through Azure's management API, as the machine's own identity: which instances there are, and
what makes one of them anew.

Source: learn.microsoft.com/rest/api/compute/virtual-machine-scale-sets, 2024-11-01: Get, Update, Update
Instances, Reimage, Delete Instances; virtual-machine-scale-set-vms: List. Read 2026-11-22.
"""

import json
import urllib.error
from collections.abc import Callable
from typing import Any, NamedTuple

from azure_ai_landing_zone.node_setup.on_node import azure

MANAGEMENT = "https://management.azure.com"
API_VERSION = "2024-11-01"

PATIENCE = 30.0
"""Seconds: who asks looks again a minute later anyhow."""
PASSING = azure.PASSING - {401, 403, 404}
"""Answers that are worth another try at once. A role that is missing is said, and not waited for."""

FAILURES = (urllib.error.URLError, TimeoutError, ConnectionError)
"""What a request may end with, refused by Azure or lost on the way."""


class Instance(NamedTuple):
    """A machine of a scale set."""

    number: str
    """Its instance id."""
    is_latest: bool
    """Whether it is as the scale set's model says."""
    state: str
    """Of Azure's last work on it: Succeeded, Failed, or what it is at, such as Updating."""


class ScaleSet:
    """Asked anew each time: nothing is remembered."""

    def __init__(self, resource_id: str, token: Callable[[], str], *, management: str = MANAGEMENT) -> None:
        self._url, self._management, self._token = f"{management}{resource_id}", management, token

    def capacity(self) -> int:
        """How many instances it is to have."""
        return int(self._ask("GET", "")["sku"]["capacity"])

    def instances(self) -> dict[str, Instance]:
        """All of them, by the name that the machine has for itself."""
        found = {}
        page = self._ask("GET", "/virtualMachines")
        while True:
            for one in page["value"]:
                about = one["properties"]
                name = about.get("osProfile", {}).get("computerName", f"instance {one['instanceId']}")
                state = about.get("provisioningState", "")
                found[name] = Instance(one["instanceId"], bool(about.get("latestModelApplied")), state)
            if not page.get("nextLink"):
                return found
            page = azure.call("GET", page["nextLink"], self._token(), patience=PATIENCE, passing=PASSING)

    def bring_to_model(self, number: str) -> None:
        self._ask("POST", "/manualupgrade", {"instanceIds": [number]})

    def reimage(self, number: str) -> None:
        """Start it from its image again, through its first boot."""
        self._ask("POST", "/reimage", {"instanceIds": [number]})

    def delete(self, number: str) -> None:
        """The capacity goes down with it."""
        self._ask("POST", "/delete", {"instanceIds": [number]})

    def scale(self, capacity: int) -> None:
        """PATCH names nothing but the number, so Azure asks for no right on networks and identities.
        Source: github.com/Azure/azure-cli/pull/6269, read 2026-11-22."""
        sku = self._ask("GET", "")["sku"]
        self._ask("PATCH", "", {"sku": sku | {"capacity": capacity}})

    def _ask(self, method: str, path: str, content: Any = None) -> Any:
        url = f"{self._url}{path}?api-version={API_VERSION}"
        return azure.call(method, url, self._token(), content, patience=PATIENCE, passing=PASSING)


def said(error: OSError) -> str:
    """For people, in Azure's own words where it has any."""
    if not isinstance(error, urllib.error.HTTPError):
        return str(error)
    try:
        told = json.loads(error.read())["error"]
        return f"Azure says {error.code} {told['code']}: {told['message']}"
    except (ValueError, KeyError, TypeError, OSError):
        return f"Azure says {error.code} {error.reason}"

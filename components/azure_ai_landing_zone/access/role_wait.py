"""A wait for role assignments: Azure takes minutes to let everybody know of them."""

import os
import time
from collections.abc import Sequence
from typing import Any

import pulumi
from pulumi import dynamic

from azure_ai_landing_zone.core.model import Input

WAITS_VARIABLE = "AZURE_AI_LANDING_ZONE_WAITS"
"""`off` in the environment of the engine: nothing to wait for, as where Azure is simulated."""


ROLE_WAIT_SECONDS = 600
"""Azure tells everybody of a role within ten minutes, and what is made too early fails late.
Source: learn.microsoft.com/azure/role-based-access-control/troubleshooting."""


class RoleWaitProvider(dynamic.ResourceProvider):
    """Waits once for each set of assignments; nothing else ever changes it."""

    serialize_as_secret_always = False

    def create(self, props: dict[str, Any]) -> dynamic.CreateResult:
        if os.environ.get(WAITS_VARIABLE) != "off":
            time.sleep(props["seconds"])
        return dynamic.CreateResult("waited", props)

    def diff(self, _id: str, _olds: dict[str, Any], _news: dict[str, Any]) -> dynamic.DiffResult:
        replaces = ["assignments"] if _olds.get("assignments") != _news.get("assignments") else []
        return dynamic.DiffResult(changes=bool(replaces), replaces=replaces)


class RoleWait(dynamic.Resource, module="azure-ai-landing-zone", name="RoleWait"):
    """Exists once the roles of others are known everywhere. What needs them depends on this.

    Azure has no way to ask; a sleep in an `apply` would be repeated at every preview.
    """

    def __init__(
        self,
        name: str,
        assignments: Sequence[Input[str]],
        seconds: int,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """`assignments`: ids of role assignments; a new one is waited for again."""
        super().__init__(
            RoleWaitProvider(), name, {"assignments": list(assignments), "seconds": seconds}, opts
        )

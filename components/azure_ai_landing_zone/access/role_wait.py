"""A wait for role assignments: Azure takes minutes to let everybody know of them."""

import asyncio
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pulumi

from azure_ai_landing_zone.core.model import Input

WAITS_VARIABLE = "AZURE_AI_LANDING_ZONE_WAITS"
"""`off` in the environment of the program: nothing to wait for, as where Azure is simulated."""


ROLE_WAIT_SECONDS = 600
"""Azure tells everybody of a role within ten minutes, and what is made too early fails late.
Source: learn.microsoft.com/azure/role-based-access-control/troubleshooting."""


def after_roles(assigned_on: Sequence[Input[str]], seconds: int) -> pulumi.ResourceOptions:
    """Options of what is made with roles of others: it comes after these roles, and isn't created before the
    youngest of them is `seconds` old.

    `assigned_on`: the `created_on` of each assignment. Azure has no way to ask whether everybody knows. The
    wait is a hook of the engine, in the program's own process: no preview, and no run that doesn't create the
    resource, waits, and nothing of it is in the state but its name.
    """
    known: list[str | None] = []
    # Resolved before the resource is registered, since that depends on it.
    remembered: pulumi.Output[Any] = pulumi.Output.all(*assigned_on).apply(known.extend)

    async def wait(args: pulumi.ResourceHookArgs) -> None:
        left = seconds_left(known, seconds, datetime.now(UTC))
        if left > 0 and os.environ.get(WAITS_VARIABLE) != "off":
            pulumi.log.info(f"{args.name} waits {left:.0f} s, until Azure knows its roles everywhere")
            await asyncio.sleep(left)

    return pulumi.ResourceOptions(
        depends_on=[remembered], hooks=pulumi.ResourceHookBinding(before_create=[wait])
    )


def seconds_left(assigned_on: Sequence[str | None], seconds: int, now: datetime) -> float:
    """Until the youngest assignment is `seconds` old; never more than that, whatever the clocks say. One that
    Azure has told no time of counts as new."""
    youngest = max(datetime.fromisoformat(one) if one else now for one in assigned_on)
    return min(max(0.0, seconds - (now - youngest).total_seconds()), seconds)

"""Deletes a deleted account for good, when its stack is destroyed."""

import os
import subprocess
from typing import Any

import pulumi
from pulumi import dynamic

from azure_ai_landing_zone.access.role_wait import WAITS_VARIABLE
from azure_ai_landing_zone.core.model import Input


class AccountPurgeProvider(dynamic.ResourceProvider):
    """Does nothing until it is deleted, which comes after the account: the account depends on it."""

    serialize_as_secret_always = False

    def create(self, props: dict[str, Any]) -> dynamic.CreateResult:
        return dynamic.CreateResult(f"{props['account_name']}-purge", props)

    def diff(self, _id: str, _olds: dict[str, Any], _news: dict[str, Any]) -> dynamic.DiffResult:
        replaces = [name for name in _INPUTS if _olds.get(name) != _news.get(name)]
        return dynamic.DiffResult(changes=bool(replaces), replaces=replaces)

    def delete(self, _id: str, props: dict[str, Any]) -> None:
        """With the Azure CLI, as whoever is signed in there; where Azure is simulated there is none.

        An account that isn't there any more, or not deleted, is left as it is.
        """
        if os.environ.get(WAITS_VARIABLE) == "off":
            return
        account = [
            "--name", props["account_name"], "--resource-group", props["resource_group_name"],
            "--location", props["location"], "--subscription", props["subscription_id"],
        ]  # fmt: skip
        if _az("show-deleted", account, check=False):
            _az("purge", account, check=True)


_INPUTS = ("account_name", "resource_group_name", "location", "subscription_id")


def _az(verb: str, account: list[str], *, check: bool) -> bool:
    command = ["az", "cognitiveservices", "account", verb, *account]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    except FileNotFoundError:
        raise RuntimeError(f"purging takes the Azure CLI: install it, or run {' '.join(command)}") from None
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.returncode == 0


class AccountPurge(dynamic.Resource, module="azure-ai-landing-zone", name="AccountPurge"):
    """The account depends on this, so that this is deleted after it."""

    def __init__(
        self,
        name: str,
        *,
        account_name: str,
        resource_group_name: Input[str],
        location: str,
        subscription_id: str,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        props = {
            "account_name": account_name,
            "resource_group_name": resource_group_name,
            "location": location,
            "subscription_id": subscription_id,
        }
        super().__init__(AccountPurgeProvider(), name, props, opts)

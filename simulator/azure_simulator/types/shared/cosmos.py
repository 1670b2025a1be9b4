"""Throughput of Cosmos DB databases and containers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put
from azure_simulator.cloud.values import dig, each

ITEM_NAME = NameRule(
    r"[^/\\#?]{0,254}[^/\\#? ]", r"1-255 characters without / \ # ?, not ending with a space"
)
"""Source: learn.microsoft.com/azure/cosmos-db/concepts-limits."""
_MANUAL, _AUTOSCALE = "options.throughput", "options.autoscaleSettings.maxThroughput"


def throughput_problems(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Source: learn.microsoft.com/azure/cosmos-db/concepts-limits."""
    manual, most = dig(props, _MANUAL), dig(props, _AUTOSCALE)
    if manual is not None and "autoscaleSettings" in (props.get("options") or {}):
        yield _MANUAL, "throughput is manual or autoscales, not both"
    for path, number, step in ((_MANUAL, manual, 100), (_AUTOSCALE, most, 1000)):
        least = max(step, 400)
        if number is not None and (number < least or number % step):
            yield path, f"{number} RU/s is not {least} or more in steps of {step}"


def check_throughput(put: Put, what: str) -> None:
    """Raises ArmError where a serverless account is given throughput."""
    account = put.cloud.store.get(account_of(put.id))
    given = dig(put.props, _MANUAL) or dig(put.props, _AUTOSCALE)
    if account is not None and given and is_serverless(account.body):
        text = f"Setting offer throughput or autopilot on {what} is not supported for serverless accounts."
        raise ArmError(400, "BadRequest", text, seen=LOGS)


def check_own_id(put: Put) -> None:
    inner = dig(put.props, "resource.id")
    if inner is not None and inner != arm.name_of(put.id):
        text = f"The id '{inner}' in the body is not the name in the request, '{arm.name_of(put.id)}'."
        raise ArmError(400, "BadRequest", text, seen=OURS)


def is_serverless(account: Mapping[str, Any]) -> bool:
    return any(dig(one, "name") == "EnableServerless" for _, one in each(account, "capabilities"))


def account_of(id_: str) -> str:
    head, _, tail = id_.partition("/databaseAccounts/")
    return f"{head}/databaseAccounts/{tail.split('/')[0]}"


def answered_resource(put: Put) -> dict[str, Any]:
    """What Azure adds to `resource`."""
    return {
        "rid": arm.stable_guid(put.id, "rid").replace("-", "")[:16],
        "ts": 0,
        "etag": arm.stable_guid(put.id, "resource-etag"),
    }

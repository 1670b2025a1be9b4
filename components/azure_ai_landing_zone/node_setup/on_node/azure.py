"""Tokens and requests, tried again until they work: a node boots before its roles take effect."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

METADATA = "http://169.254.169.254"
"""The instance metadata service."""

PASSING = frozenset({401, 403, 404, 408, 410, 429, 500, 502, 503, 504})
"""Answers that go away: roles take up to ten minutes, and the metadata service asks to be tried again.
Source: learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token, Retry
guidance."""

PATIENCE = 1_800.0
"""Seconds until a request counts as failed."""

_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""The metadata service is on the host: no proxy stands in between."""

Sleep = Callable[[float], None]


def answer(
    request: urllib.request.Request,
    *,
    patience: float = PATIENCE,
    passing: frozenset[int] = PASSING,
    sleep: Sleep = time.sleep,
    direct: bool = False,
) -> bytes:
    """The body of the first answer that isn't a passing failure. Raises the last failure."""
    opener = _direct.open if direct else urllib.request.urlopen
    waited, pause = 0.0, 1.0
    while True:
        try:
            with opener(request, timeout=30) as response:
                body: bytes = response.read()
                return body
        except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
            if isinstance(error, urllib.error.HTTPError):
                if error.code not in passing:
                    raise
                pause = max(pause, _retry_after(error))
            if waited >= patience:
                raise
        sleep(pause)
        waited, pause = waited + pause, min(pause * 2, 60.0)


def _retry_after(error: urllib.error.HTTPError) -> float:
    value = error.headers.get("Retry-After", "") if error.headers else ""
    return min(float(value), 60.0) if value.isdigit() else 0.0


def token(
    resource: str,
    client_id: str,
    *,
    metadata: str = METADATA,
    patience: float = PATIENCE,
    sleep: Sleep = time.sleep,
) -> str:
    """An access token of the node's identity, for a resource such as https://vault.azure.net."""
    query = {"api-version": "2018-02-01", "resource": resource}
    if client_id:
        query["client_id"] = client_id
    url = f"{metadata}/metadata/identity/oauth2/token?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(url, headers={"Metadata": "true"})  # noqa: S310 (a constant)
    # A node that has no identity yet is told 400.
    body = answer(request, patience=patience, passing=PASSING | {400}, sleep=sleep, direct=True)
    return str(json.loads(body)["access_token"])


def call(
    method: str,
    url: str,
    bearer: str,
    content: Any = None,
    *,
    patience: float = PATIENCE,
    passing: frozenset[int] = PASSING,
    sleep: Sleep = time.sleep,
) -> Any:
    """What a data plane answers to a request in JSON; None where it answers nothing."""
    body = None if content is None else json.dumps(content).encode()
    headers = {"Authorization": f"Bearer {bearer}", "Content-Type": "application/json"}
    request = urllib.request.Request(url, body, headers, method=method)  # noqa: S310 (from the settings)
    got = answer(request, patience=patience, passing=passing, sleep=sleep)
    return json.loads(got) if got.strip() else None

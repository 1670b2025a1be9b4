"""The only thing here that speaks to Azure: it asks questions, many at once, and brings whole answers."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol
from urllib.parse import urlsplit

from azure.core import PipelineClient
from azure.core.credentials import AccessToken, TokenCredential
from azure.core.exceptions import AzureError
from azure.core.pipeline.policies import BearerTokenCredentialPolicy, RetryPolicy, UserAgentPolicy
from azure.core.rest import HttpRequest, HttpResponse

from azure_ai_landing_zone.preflight.planning.question import Failure, Question, Reply

AZURE = "https://management.azure.com"
SCOPE = f"{AZURE}/.default"

AT_ONCE = 16
"""Azure lets a subscription read in bursts of 250 (learn.microsoft.com/azure/azure-resource-manager/
management/request-limits-and-throttling, 2026-11-22)."""
_PAGES = 50
_TRIES = 3
_CONNECT_S, _READ_S = 5.0, 15.0


class Asks(Protocol):
    """Anything that answers questions."""

    def __call__(self, questions: Sequence[Question]) -> Mapping[Question, Reply]:
        """All of them, each with an answer or a failure."""
        ...


class AzureClient:
    """Asks Azure Resource Manager. What it says to the questions is all that comes back: nothing is kept.

    url: of another cloud, or of a simulated Azure. retries: waits no longer than Azure asks it to.
    """

    def __init__(
        self,
        credential: TokenCredential,
        url: str = AZURE,
        *,
        at_once: int = AT_ONCE,
        read_timeout_s: float = _READ_S,
        longest_wait_s: float = 60,
    ) -> None:
        if urlsplit(url).scheme != "https":
            raise ValueError(f"{url} must begin with https://: a token is sent there")
        self._at_once = at_once
        self._url = url.rstrip("/")
        self._read_timeout_s = read_timeout_s
        retries = RetryPolicy(
            retry_total=_TRIES,
            retry_on_methods=["GET", "POST"],
            timeout=longest_wait_s,
            retry_backoff_factor=0.4,
        )
        self._client: PipelineClient[HttpRequest, HttpResponse] = PipelineClient(
            self._url,
            policies=[
                UserAgentPolicy("azure-ai-landing-zone"),
                retries,
                BearerTokenCredentialPolicy(credential, SCOPE),
            ],
        )

    def __call__(self, questions: Sequence[Question]) -> Mapping[Question, Reply]:
        with ThreadPoolExecutor(self._at_once) as pool:
            return dict(zip(questions, pool.map(self._answer, questions), strict=True))

    def _answer(self, question: Question) -> Reply:
        try:
            return pages(question, self._url, self._send)
        except AzureError as error:
            return Failure(f"{question.short} can't be reached: {error.message or type(error).__name__}")

    def _send(self, question: Question, address: str, query: Mapping[str, str]) -> tuple[int, Any]:
        request = HttpRequest(
            question.method, address, params=dict(query), json=dict(question.body) if question.body else None
        )
        answer = self._client.send_request(
            request, connection_timeout=_CONNECT_S, read_timeout=self._read_timeout_s
        )
        try:
            return answer.status_code, answer.json()
        except ValueError:
            return answer.status_code, None


class _Given:
    """A token that somebody has got already."""

    def __init__(self, token: str) -> None:
        self._token = token

    def get_token(
        self,
        *scopes: str,  # noqa: ARG002 - azure-core's own
        **options: Any,  # noqa: ARG002
    ) -> AccessToken:
        return AccessToken(self._token, int(time.time()) + 3600)


def azure_credential(token: str | None = None) -> TokenCredential:
    """Of who is signed in, as azure-identity finds it; or a token of one's own."""
    if token:
        return _Given(token)
    from azure.identity import DefaultAzureCredential

    return DefaultAzureCredential()


Send = Callable[[Question, str, Mapping[str, str]], tuple[int, Any]]
"""Sends a question to an address with a query: status, and what the JSON says; None for what is none."""


def pages(question: Question, url: str, send: Send) -> Reply:
    """All pages of an answer, or why there is none: half an answer is none."""
    address, query = f"{url}{question.path}", {"api-version": question.api_version, **dict(question.query)}
    items: list[Mapping[str, Any]] = []
    for _ in range(_PAGES):
        status, said = send(question, address, query)
        if status != 200:
            return _refused(question, status, said)
        if question.items is None:
            return [said] if isinstance(said, dict) else _broken(question, "no object")
        if question.items == "":
            return said if isinstance(said, list) else _broken(question, "no list")
        page = said.get(question.items) if isinstance(said, dict) else None
        if not isinstance(page, list):
            return _broken(question, f"no list {question.items}")
        items += page
        following = said.get("nextLink")
        if not following:
            return items
        if not isinstance(following, str) or _origin(following) != _origin(url):
            return _broken(question, f"a next page elsewhere ({following})")
        address, query = following, {}
    return _broken(question, f"more than {_PAGES} pages")


def _refused(question: Question, status: int, said: Any) -> Failure:
    error = said.get("error") if isinstance(said, dict) else None
    error = error if isinstance(error, dict) else {}
    code, words = str(error.get("code") or ""), str(error.get("message") or "no reason given")
    if status == 403:
        text = f"no right to ask {question.short} ({question.action}): {words}"
    elif status == 401:
        text = f"not signed in for {question.short}: {words}"
    elif status == 429:
        text = f"{question.short} is throttled: ask again later"
    else:
        text = f"{question.short} answers {status} {code}: {words}".replace(" :", ":")
    return Failure(text, status, code)


def _broken(question: Question, what: str) -> Failure:
    return Failure(f"{question.short} answers {what}: not what Azure documents")


def _origin(address: str) -> tuple[str, str | None, int]:
    parts = urlsplit(address)
    return parts.scheme, parts.hostname, parts.port or 443

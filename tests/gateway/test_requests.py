"""Forty requests to a gateway, with all that becomes of each: its policy compiled and run."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone.operations.alert_definitions import LogAlert, alerts
from gateway.gateways import answers, chat, claims, made
from helpers.policy_gateway import CompileError, compiled, send

pytestmark = pytest.mark.programs

HERE = Path(__file__).parent
LONG = "x" * 200_000
AZURE = "https://cognitiveservices.azure.com"
"""What a token for its models is for."""

REQUESTS: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "requests.yaml").read_text("utf-8"))
OUTCOMES: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "outcomes.yaml").read_text("utf-8"))


def asked(told: dict[str, Any]) -> dict[str, Any]:
    """A request as the file has it, for the gateway."""
    request = json.loads(json.dumps({"path": "/v1/chat/completions"} | told).replace("LONG", LONG))
    if isinstance(told["claims"], str):
        request["claims"] = claims(told["claims"])
    request["answers"] = answers(told["answers"]) if "answers" in told else {}
    return dict(request)


def outcome(request: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """Without what differs between two runs and what the request says already; what is written twice is said
    once."""
    assert told.pop("token", AZURE) == AZURE
    hub, table = told.pop("hub", None), told.pop("table", None)
    assert hub == table, "both ways of the audit have the same record"
    if hub is not None:
        (record,) = hub
        assert record.pop("TimeGenerated")
        told["record"] = {name: value for name, value in record.items() if value not in (None, "", False)}
    for name in ("body", "sent"):
        if isinstance(told.get(name), str):
            told[name] = told[name].replace(LONG, "LONG")
            try:
                told[name] = json.loads(told[name])
            except ValueError:
                continue
    answered = [one.get("body") for one in request["answers"].values() if one]
    if "body" in told and told["body"] in answered:
        told["body"] = "as answered"
    if "sent" in told and json.dumps(told["sent"]).replace("LONG", LONG) == json.dumps(request["body"]):
        told["sent"] = "as asked"
    return told


@cache
def outcomes() -> dict[str, dict[str, Any]]:
    """Of every request, each at a gateway that has met none before it."""
    gateway = made()
    found = {}
    for number, (name, told) in enumerate(REQUESTS.items()):
        # An hour apart: no breaker rests so long.
        found[name] = {"at": 3600 * number} | asked(told)
    requests = list(found.values())
    return dict(zip(found, map(outcome, requests, send(gateway, requests)), strict=True))


@pytest.mark.parametrize("name", REQUESTS)
def test_what_becomes_of_a_request(name: str) -> None:
    assert outcomes()[name] == OUTCOMES[name]


def test_every_outcome_is_of_a_request() -> None:
    assert list(OUTCOMES) == list(REQUESTS)


ALLOWED: dict[str, Any] = yaml.safe_load((HERE / "expression_types.yaml").read_text("utf-8"))
BY_THE_COMPILER = (
    "System.Func`2 .ctor",
    "System.Object ToString",
    "System.IDisposable Dispose",
    "System.Collections.IEnumerator MoveNext",
)
"""What lambdas, loops and calls of ToString become, which Microsoft's own examples have."""


def forbidden(used: list[str]) -> list[str]:
    """What Azure doesn't let expressions use."""
    found = []
    for one in used:
        type_, _, member = one.partition(" ")
        allowed = ALLOWED.get(type_)
        if one not in BY_THE_COMPILER and allowed != "all" and member not in (allowed or ()):
            found.append(one)
    return found


def test_expressions_use_what_azure_lets_them() -> None:
    assert forbidden(compiled(made().inputs["front-policy"]["value"])) == []


def test_the_check_finds_what_is_forbidden() -> None:
    policy = (
        "<p a='@(System.IO.File.ReadAllText(context.Request.IpAddress))' b='@(DateTime.FromBinary(1))' />"
    )
    assert forbidden(compiled(policy)) == ["System.DateTime FromBinary", "System.IO.File ReadAllText"]


def test_the_compiler_says_what_does_not_compile() -> None:
    with pytest.raises(CompileError, match="does not contain a definition for `StatusLine'"):
        compiled("<p a='@(context.Response.StatusLine)' />")


def test_a_condition_has_to_be_true_or_false() -> None:
    with pytest.raises(CompileError, match="Cannot implicitly convert type `int' to `bool'"):
        compiled("<choose><when condition='@(context.Response.StatusCode)' /></choose>")


def test_no_prompt_is_sent_where_it_would_be_refused_for_its_length() -> None:
    """With the settings that nobody changed: 10,000 characters are all that Content Safety takes."""
    (told,) = send(made(), [asked(REQUESTS["a prompt of 200,000 characters"])])
    assert (told["status"], told.get("screened", [])) == (200, [])


def test_policies_stand_on_operations_that_they_are_documented_for() -> None:
    """Elsewhere they refuse, or count nothing: llm- ones know chat and responses, no embeddings, no lists."""
    told = outcomes().items()
    assert {name: one["undocumented"] for name, one in told if "undocumented" in one} == {}


def test_embeddings_are_counted() -> None:
    assert outcomes()["embeddings"]["metrics"] == [
        "Team=support Caller=support-app Deployment=embeddings",
    ]


@pytest.mark.parametrize(
    ("left", "notices"),
    [
        (None, []),
        (200_000, []),
        (199_999, ["quota-nearly-used Team=research"]),
        (0, ["quota-nearly-used Team=research"]),
    ],
)
def test_it_is_told_when_four_fifths_of_a_quota_are_used(left: int | None, notices: list[str]) -> None:
    """Of a million tokens; the alert waits for the metric."""
    request = chat("research", 0, answers("chat")) | ({} if left is None else {"left": left})
    (told,) = send(made(), [request])
    assert (told["status"], told.get("notices", [])) == (200, notices)
    alert = alerts()["gateway-quota-nearly-used"]
    assert isinstance(alert, LogAlert)
    assert 'Name == "quota-nearly-used"' in alert.query


def test_whoever_gets_an_answer_is_in_its_record() -> None:
    """Whatever the body is, and whoever answers: the caller, the team, the status and the prompt's hash."""
    known = ("Caller", "Team", "StatusCode", "PromptHash", "Operation")
    signed_in = {name: one for name, one in outcomes().items() if one["status"] not in (401, 404)}
    holes = {
        name: [column for column in known if column not in one["record"]]
        for name, one in signed_in.items()
        if any(column not in one["record"] for column in known)
    }
    assert holes == {}
    assert [name for name, one in signed_in.items() if one["record"]["StatusCode"] != one["status"]] == []


def test_verdicts_of_responses_are_in_the_record() -> None:
    (verdict,) = outcomes()["a response"]["record"]["FilterVerdicts"]["response"]
    assert verdict["source_type"] == "prompt"


def test_responses_are_kept_by_nobody_who_does_not_say_so() -> None:
    """Azure keeps what says nothing of it, for thirty days."""
    assert outcomes()["a response"]["sent"] == {"store": False, "model": "chat", "input": "hello"}
    assert outcomes()["a response that the caller wants kept"]["status"] == 400


@pytest.mark.parametrize("resource", ["https://cognitiveservices.azure.com", "https://ai.azure.com"])
@pytest.mark.parametrize("slash", ["", "/"])
def test_tokens_of_todays_sdks_are_taken(resource: str, slash: str) -> None:
    request = asked(REQUESTS["chat is answered"])
    (told,) = send(made(), [request | {"claims": {**request["claims"], "aud": f"{resource}{slash}"}}])
    assert told["status"] == 200


def test_paths_of_older_sdks_are_taken() -> None:
    found = [outcomes()[name]["status"] for name in REQUESTS if " older " in f" {name} "]
    assert found == [200, 200]

"""Models of a cluster of one's own behind the gateway: the policy compiled and run, beside two accounts."""

from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import GatewayCluster, GatewayTeam, LandingZoneSettings, SettingsError
from gateway.gateways import ACCOUNTS, TOLD, answers, chat, claims, made
from gateway.test_requests import forbidden
from helpers.policy_gateway import compiled, send
from helpers.settings import STACKS, problems_of, stack

CLUSTER = GatewayCluster(
    host_name="models.example.com", audience="api://models", model_names=["llama", "phi"]
)
OTHER = GatewayCluster(host_name="gpus.example.com", audience="api://gpus", model_names=["qwen"])
OWN: dict[str, Any] = {"model_clusters": [CLUSTER, OTHER]}
TOKENS = {"llama": "api://models", "phi": "api://models", "qwen": "api://gpus"}
AZURE = "https://cognitiveservices.azure.com"
FINE = answers("chat")


def answered(model: str, status: int | None) -> dict[str, Any]:
    """What the cluster's gateway says to one model; None is no connection."""
    return FINE | {f"models-{model}": None if status is None else {"status": status, "body": {}}}


def test_each_service_is_a_backend_without_a_breaker() -> None:
    found = made(**OWN).inputs
    assert {one["backendId"]: one["url"] for name, one in found.items() if name.endswith("-cluster")} == {
        "models-llama": "https://models.example.com/llama",
        "models-phi": "https://models.example.com/phi",
        "models-qwen": "https://gpus.example.com/qwen",
    }
    assert "circuitBreaker" not in found["front-llama-cluster"]
    assert made(**OWN).dependencies["front-policy"] >= {"front-llama-cluster", "front-chat-pool"}


@pytest.mark.programs
def test_a_cluster_is_asked_with_a_token_for_its_application() -> None:
    """Azure's models with one for Azure: neither ever sees what the other would take."""
    requests = [chat("support", at, FINE, model) for at, model in enumerate((*TOKENS, "LLAMA", "chat"))]
    told = [(one["status"], one["asked"], one["token"]) for one in send(made(**OWN), requests)]
    assert told == [
        *[(200, [f"models-{model}"], token) for model, token in TOKENS.items()],
        (200, ["models-llama"], "api://models"),
        (200, ["sweden-chat"], AZURE),
    ]


@pytest.mark.programs
def test_limits_counts_and_the_audit_are_those_of_any_model() -> None:
    (told,) = send(made(**OWN), [chat("research", 0, FINE, "phi")])
    assert (told["limits"], told["metrics"]) == (
        ["research"],
        ["Team=research Caller=research-app Deployment=phi"],
    )
    assert told["headers"]["x-team"] == "research"
    assert {name: told["hub"][0][name] for name in ("Team", "Deployment", "StatusCode")} == {
        "Team": "research",
        "Deployment": "phi",
        "StatusCode": 200,
    }
    assert send(made(**OWN), [chat("legal", 0, FINE, "phi")])[0]["screened"] == ["content-safety"]


@pytest.mark.programs
@pytest.mark.parametrize(("status", "heard"), [(429, 429), (503, 503), (404, 404), (None, 500)])
def test_what_a_cluster_can_not_is_the_callers_and_nobody_elses(status: int | None, heard: int) -> None:
    """No account has the model: nothing is asked twice, nothing rests, and accounts are as they were."""
    failing = [chat("support", at, answered("llama", status), "llama") for at in (0, 1)]
    others = [chat("legal", 2, FINE, "phi"), chat("legal", 3, FINE), chat("support", 4, FINE, "llama")]
    told = [(one["status"], one.get("asked", [])) for one in send(made(**OWN), [*failing, *others])]
    assert told == [
        *[(heard, ["models-llama"])] * 2,
        (200, ["models-phi"]),
        (200, ["sweden-chat"]),
        (200, ["models-llama"]),
    ]


@pytest.mark.programs
def test_accounts_that_fail_are_answered_for_as_without_clusters() -> None:
    told = send(
        made(**OWN), [chat("support", 0, answers("busy first")), chat("support", 60, answers("broken first"))]
    )
    assert [one["asked"] for one in told] == [[f"{one}-chat" for one in ACCOUNTS]] * 2


@pytest.mark.programs
def test_paths_that_nothing_counts_for_a_cluster_are_refused() -> None:
    """Embeddings are counted by what is documented for Azure's models, older paths are Azure's own."""
    paths = {
        "/v1/embeddings": {"model": "llama", "input": "x"},
        "/deployments/llama/chat/completions": {"messages": []},
        "/deployments/llama/embeddings": {"input": "x"},
        "/v1/responses": {"model": "llama", "input": "x"},
    }
    requests = [{"path": path, "body": body, "claims": claims("support")} for path, body in paths.items()]
    told = send(made(**OWN), requests)
    assert [one["status"] for one in told] == [404, 404, 404, 200]
    assert [one for one in told if "undocumented" in one] == []
    assert '"message": "llama is asked by /v1/chat/completions and /v1/responses only."' in told[0]["body"]


@pytest.mark.programs
def test_a_team_has_only_those_that_it_may_name() -> None:
    teams = [GatewayTeam(name="support", tokens_per_minute=1, models=["chat", "phi"])]
    more = {
        "teams": teams,
        "caller_client_ids": {"support": ["support-app"]},
        "content_safety_endpoint": None,
    }
    listed = {"path": "/v1/models", "method": "GET", "claims": claims("support")}
    refused, names = send(made(**OWN | more), [chat("support", 0, FINE, "llama"), listed])
    assert refused["status"] == 404
    assert [f'"{name}"' in names["body"] for name in ("chat", "phi", "llama", "embeddings")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.programs
def test_with_one_account_it_is_the_same() -> None:
    single = made(**OWN | {"backends": TOLD["backends"][:1]})
    told = send(single, [chat("support", 0, FINE, "qwen"), chat("support", 1, FINE)])
    assert [one["asked"] for one in told] == [["models-qwen"], ["sweden-chat"]]


@pytest.mark.programs
def test_its_expressions_use_what_azure_lets_them() -> None:
    assert forbidden(compiled(made(**OWN).inputs["front-policy"]["value"])) == []


@pytest.mark.parametrize(
    ("clusters", "says"),
    [
        (
            [{"hostName": "models.example", "audience": "api://a", "modelNames": ["chat", "phi", "phi"]}],
            [
                "modelGateways[0].modelClusters[0].modelNames[0]: chat is the name of a deployment already: "
                "call the service otherwise",
                "modelGateways[0].modelClusters[0].modelNames[2]: phi is the name of a cluster's service "
                "already: call the service otherwise",
            ],
        ),
        (
            [{"hostName": "https://models.example.com", "audience": '@("x")', "modelNames": []}],
            [
                "modelGateways[0].modelClusters[0].hostName: must be a name such as models.example.com, got "
                "'https://models.example.com'",
                "modelGateways[0].modelClusters[0].audience: must be what tokens are for, an address such as "
                "https://ai.azure.com or api://models, or the client id of an application, got '@(\"x\")'",
                "modelGateways[0].modelClusters[0].modelNames: list should have at least 1 item after "
                "validation, not 0, got a list",
            ],
        ),
        (
            [{"hostName": "models.example", "audience": "api://a", "modelNames": ["Llama-3.1", "x"]}],
            [
                "modelGateways[0].modelClusters[0].modelNames[0]: must be 1 to 40 lower-case letters, digits "
                "and hyphens, got 'Llama-3.1'",
            ],
        ),
    ],
)
def test_what_is_refused(clusters: list[dict[str, Any]], says: list[str]) -> None:
    settings = stack("models")
    settings["modelGateways"][0]["modelClusters"] = clusters
    assert problems_of(settings) == says


def test_the_pages_example_is_right() -> None:
    page = (STACKS.parent / "docs" / "gateway.md").read_text(encoding="utf-8")
    example = page.partition("## Models of your own")[2].partition("```yaml")[2].partition("```")[0]
    settings = stack("models")
    settings["modelGateways"][0] |= yaml.safe_load(example)
    LandingZoneSettings.load(settings, "the page's example")


def test_a_component_refuses_the_same() -> None:
    with pytest.raises(SettingsError, match="embeddings is the name of a deployment already"):
        made(
            model_clusters=[
                GatewayCluster(host_name="a.example", audience="api://a", model_names=["embeddings"])
            ]
        )

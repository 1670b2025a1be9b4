"""`ailz preflight`: against `azure-simulator serve`'s own answers, in every format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from typer.testing import CliRunner

from azure_ai_landing_zone.cli import application
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.rest.server import RestServer, Trouble
from helpers import preflights
from helpers.offline import ROOT


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RestServer]:
    """Of a subscription with everything registered, and the quota of a new one."""
    settings = preflights.subscriptions()["new, with its providers registered"]
    with preflights.subscription(settings) as cloud, RestServer(cloud, tmp_path) as made:
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(made.certificate))
        monkeypatch.setenv("AZURE_ACCESS_TOKEN", "simulated")
        monkeypatch.setenv("ARM_SUBSCRIPTION_ID", preflights.SUBSCRIPTION)
        yield made


def preflight(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(application(), ["preflight", *arguments, "--project", str(ROOT)])
    return done.exit_code, done.stdout, done.stderr


FAMILY = "Standard NCASv3_T4 Family"
REQUEST = (
    f"Please raise the quota {FAMILY} ({FAMILY}) of subscription {preflights.SUBSCRIPTION} in eastus "
    "from 0 to 8 vCPUs. In use are 0; planned: 2 × Standard_NC4as_T4_v3."
)


def test_a_terminal_is_told_what_failed_and_what_to_send(server: RestServer) -> None:
    status, shown, _ = preflight("dev", "--azure-url", server.url)
    assert status == 1
    assert shown == (
        "Regions offer what is asked of them: 14 of 14 passed\n"
        "The subscription may have the sizes: 1 of 1 passed\n"
        "The quota left is enough: 1 of 2 passed\n"
        f"  failed: {FAMILY} isn't enough in eastus\n"
        "    got 0 vCPUs left of 0; needed 8 vCPUs\n"
        "    ask: whoever owns the subscription: portal, Quotas, or a support request\n"
        f"    with: {REQUEST}\n"
        "Resource providers are registered: 10 of 10 passed\n"
        "Names are free: 2 of 2 passed\n"
        "Who deploys may do so: 2 of 2 passed\n"
        "Images and Kubernetes versions are there: 1 of 1 passed\n"
        "\n"
        "1 failed, 0 unknown, 0 warning, 31 passed.\n"
    )


def test_programs_and_pipelines_are_told_the_same(server: RestServer, tmp_path: Path) -> None:
    url = ("--azure-url", server.url)
    status, shown, _ = preflight("dev", "--format", "json", *url, "--save", str(tmp_path / "saved.yaml"))
    told = json.loads(shown)
    assert (status, told["counts"]) == (1, {"failed": 1, "unknown": 0, "warning": 0, "passed": 31})
    (failed,) = [one for one in told["findings"] if one["verdict"] == "failed"]
    assert failed == {
        "topic": "quota",
        "subject": "quota of Standard_NC4as_T4_v3's family in eastus",
        "verdict": "failed",
        "text": f"{FAMILY} isn't enough in eastus",
        "got": "0 vCPUs left of 0",
        "needed": "8 vCPUs",
        "ask": "whoever owns the subscription: portal, Quotas, or a support request",
        "request": REQUEST,
        "resources": ["dev-try-scale-set", "dev-workbench-machine"],
        "asked": [
            "GET Microsoft.Compute/skus",
            "GET Microsoft.Compute/locations/eastus/usages",
            f"GET /subscriptions/{preflights.SUBSCRIPTION}/resources",
        ],
    }
    saved = SubscriptionSettings.read(tmp_path / "saved.yaml")
    assert saved.limit(FAMILY, "eastus") == 0

    _, shown, _ = preflight("dev", "--format", "junit", *url)
    suite = ElementTree.fromstring(shown)[0]  # noqa: S314 - our own
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("32", "1", None)
    (failure,) = [case for case in suite if case.find("failure") is not None]
    assert (failure.get("classname"), failure.get("name")) == ("preflight.quota", failed["subject"])

    _, shown, _ = preflight("dev", "--format", "sarif", *url)
    (result,) = json.loads(shown)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("preflight-quota", "error")
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "stacks/Pulumi.dev.yaml"}

    _, shown, _ = preflight("dev", "--format", "markdown", *url)
    assert shown.split("\n")[:6] == [
        "### Preflight of dev: 1 failed, 0 unknown, 0 warning, 31 passed",
        "",
        "**failed**",
        "",
        "| | got | needed | ask |",
        "| --- | --- | --- | --- |",
    ]


def test_what_a_hub_of_the_same_project_will_have_is_asked_for(server: RestServer) -> None:
    status, shown, _ = preflight("clients", "--azure-url", server.url)
    network = f"{preflights.hub_networks()}/virtualNetworks/vnet-ai-hub-8af0f5"
    assert (status, shown.splitlines()[-1]) == (1, "3 failed, 0 unknown, 0 warning, 25 passed.")
    assert (
        f"  failed: there is no network {network}\n"
        "    ask: bring up stack organization/azure-ai-landing-zone/hub first, which makes it\n"
    ) in shown


def test_the_hub_of_another_project_is_unknown(server: RestServer, tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: mine\nruntime: python\n", encoding="utf-8")
    file = ROOT / "stacks" / "Pulumi.clients.yaml"
    (tmp_path / "Pulumi.clients.yaml").write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    arguments = ["preflight", "clients", "--azure-url", server.url, "--project", str(tmp_path)]
    done = CliRunner().invoke(application(), arguments)
    assert done.stdout.splitlines()[-1] == "1 failed, 2 unknown, 0 warning, 23 passed."


def test_what_is_unknown_is_no_verdict(server: RestServer) -> None:
    server.troubles.append(Trouble("*/usages", status=403))
    status, shown, _ = preflight("dev", "--format", "junit", "--azure-url", server.url)
    assert status == 2
    suite = ElementTree.fromstring(shown)[0]  # noqa: S314 - our own
    assert (suite.get("failures"), suite.get("errors")) == ("0", "2")
    _, shown, _ = preflight("dev", "--azure-url", server.url)
    assert (
        "  unknown: quota of all sizes in eastus: no right to ask "
        "GET Microsoft.Compute/locations/eastus/usages "
        "(Microsoft.Compute/locations/usages/read): A bad day.\n"
    ) in shown


def test_the_role_is_one_that_az_takes(server: RestServer) -> None:
    status, shown, _ = preflight("dev", "--format", "role", "--azure-url", server.url)
    told = json.loads(shown)
    assert (status, told["AssignableScopes"]) == (0, [f"/subscriptions/{preflights.SUBSCRIPTION}"])
    assert "Microsoft.Compute/skus/read" in told["Actions"]
    assert server.requests == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("none",),
            "Pulumi.none.yaml: stacks are bootstrap, brownfield, clients, dev, hub, inference, "
            "inference-workloads, models",
        ),
        (("inference-workloads",), "runs in a cluster of another stack, and asks nothing of Azure itself"),
        (("dev", "--azure-url", "http://127.0.0.1:1"), "must begin with https://"),
    ],
)
def test_what_is_wrong_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.setenv("AZURE_ACCESS_TOKEN", "simulated")
    monkeypatch.setenv("ARM_SUBSCRIPTION_ID", preflights.SUBSCRIPTION)
    status, _, error = preflight(*arguments)
    assert status == 2
    assert said in error


def test_a_subscription_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARM_SUBSCRIPTION_ID", raising=False)
    status, _, error = preflight("dev")
    assert (status, error) == (2, "which subscription? Give --subscription, or set ARM_SUBSCRIPTION_ID\n")


def test_the_stack_file_may_name_the_subscription(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: mine\nruntime: python\n", encoding="utf-8")
    config = {"azure-native:subscriptionId": "S", "azure-ai-landing-zone:landingZone": {}}
    (tmp_path / "Pulumi.x.yaml").write_text(yaml.safe_dump({"config": config}), encoding="utf-8")
    done = CliRunner().invoke(
        application(), ["preflight", "x", "--format", "role", "--project", str(tmp_path)]
    )
    assert json.loads(done.stdout)["AssignableScopes"] == ["/subscriptions/S"]


def test_a_stack_file_that_is_no_yaml_is_named_with_the_place(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: mine\nruntime: python\n", encoding="utf-8")
    (tmp_path / "Pulumi.x.yaml").write_text("config:\n\tmine:zone: {}\n", encoding="utf-8")
    done = CliRunner().invoke(application(), ["preflight", "x", "--project", str(tmp_path)])
    said = "Pulumi.x.yaml:2:1: a tab, which YAML doesn't indent with: write spaces\n"
    assert (done.exit_code, done.stderr) == (2, f"{tmp_path}/{said}")

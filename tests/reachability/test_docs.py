"""The page of who reaches whom is what the model says of the recorded states."""

import json
import re
from pathlib import Path

import pytest

import reachability_docs
import recorded
from azure_ai_landing_zone_policies.reachability.ask import ask


def test_the_page_is_what_the_model_says() -> None:
    assert reachability_docs.FILE.read_text(encoding="utf-8") == reachability_docs.page(), "run `make docs`"


def test_every_stack_with_a_network_is_on_it() -> None:
    networks = {
        stack
        for stack in recorded.stacks()
        if any(":Subnet::" in one["urn"] for one in recorded.resources(stack))
    }
    assert {stack for stacks in reachability_docs.TOGETHER for stack in stacks} == networks


def test_zones_reach_all_that_they_have_made_private() -> None:
    """From each subnet that has things of its own, to every endpoint of its network, by the endpoint."""
    for stacks in reachability_docs.TOGETHER:
        land = reachability_docs.land_of(stacks)
        homes = {one.subnet for one in land.endpoints}
        for subnet in land.subnets.values():
            if subnet.id in homes or subnet.name.startswith("Azure"):
                continue
            for endpoint in land.endpoints:
                if land.subnets[endpoint.subnet].network != subnet.network:
                    continue
                for name in endpoint.names:
                    found = ask(land, subnet, name, 443)
                    assert (found.verdict, found.way) == ("reached", "endpoint"), (
                        subnet.name,
                        name,
                        found.steps,
                    )


def test_the_example_asks_a_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (reachability_docs.ROOT / "docs" / "network.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    state = {"deployment": {"resources": reachability_docs.resources_of(["training"])}}
    (tmp_path / "state.json").write_text(json.dumps(state), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(example, {})  # noqa: S102 - what the page shows
    printed = capsys.readouterr().out.splitlines()
    said = {
        line.split()[0].removesuffix("-4f0dbd"): line.partition("Answer(")[2].partition(",")[0]
        for line in printed
    }
    assert said == {
        "AzureBastionSubnet": "verdict='refused'",
        "snet-ai-training-endpoints": "verdict='refused'",
        "snet-ai-training-pretrain": "verdict='reached'",
        "snet-ai-training-slurm": "verdict='reached'",
    }

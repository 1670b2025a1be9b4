"""The stack among what a company has already: what it needs of that, and what it does there."""

import re

import yaml

import recorded
from helpers.offline import ROOT
from helpers.settings import stack

PAGE = (ROOT / "docs" / "brownfield.md").read_text(encoding="utf-8")
S = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups"
OWN = f"{S}/rg-ai-brownfield-4cecfc"
WORKSPACE = f"{S}/rg-shared/providers/Microsoft.OperationalInsights/workspaces/log-example"
REGISTRY = f"{S}/rg-shared/providers/Microsoft.ContainerRegistry/registries/crexample"


def test_ids_in_its_file_are_all_that_it_needs() -> None:
    given = yaml.safe_load((recorded.THERE / "brownfield.yaml").read_text(encoding="utf-8"))["existing"]
    named = re.findall(r"/subscriptions/\S+", (ROOT / "stacks" / "Pulumi.brownfield.yaml").read_text())
    assert len(named) == 7
    assert {*named} <= {one["id"] for one in given}


def test_it_reads_two_things_and_gives_one_role_in_groups_of_others() -> None:
    told = [one for one in recorded.resources("brownfield") if "$azure-native:" in one["urn"]]
    assert [one["id"] for one in told if one.get("external")] == [REGISTRY, WORKSPACE]
    placed = [one.get("inputs", {}).get("scope", one["id"]) for one in told if not one.get("external")]
    # A budget's scope is the group's, and that of a role what it is a role on.
    assert [id_ for id_ in placed if not f"{id_}/".startswith(f"{OWN}/")] == [REGISTRY]


def test_the_page_shows_the_stack_s_own_settings() -> None:
    (shown,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    settings = stack("brownfield")
    assert yaml.safe_load(shown) == {name: settings[name] for name in yaml.safe_load(shown)}

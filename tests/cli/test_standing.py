"""How a stack's standing is shown, and what `make down` says of what stays."""

import io
import json

from rich.console import Console
from typer.testing import CliRunner

import recorded
import stack
from azure_ai_landing_zone.cli import application
from azure_ai_landing_zone.cli.terminal import show
from azure_ai_landing_zone_policies.reports.standing import Part, Said, Standing
from recovery import State

LONG = "az network vnet peering create --remote-vnet /subscriptions/" + "x" * 200
FOUND = Standing(
    resources=2,
    parts=(Part("", "", 1, ""), Part("TrainingCluster", "training-pretrain", 3, "287,246")),
    large=("nodes: 4 × Standard_ND96isr_H100_v5",),
    reached=(),
    cost=("All of it costs $287,396 a month.",),
    rules=107,
    said=(Said("a-rule", "nodes", "size is retired; take another", True),),
    waivers=("one waiver ends",),
    protected=("store",),
    to_do=(("hubCommands", LONG),),
)
PLAIN = f"""
What stands: 2 resources
part             name               resources  a month
–                –                          1        –
TrainingCluster  training-pretrain          3  287,246

Machines and networks
  nodes: 4 × Standard_ND96isr_H100_v5

What is exposed
  nothing is reached from the internet, and nothing reaches it

What it costs
  All of it costs $287,396 a month.

What policy says: 1 to fix, nothing to think about (107 rules)
        rule    resource  what to do
blocks  a-rule  nodes     size is retired; take another
  one waiver ends

What stays at `pulumi destroy`: 1 protected
  store

What people have to do
  hubCommands:
    {LONG}
"""


def written(*, width: int, terminal: bool) -> str:
    to = Console(file=io.StringIO(), width=width, force_terminal=terminal, color_system=None, highlight=False)
    show(FOUND, to)
    text: str = to.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.split("\n"))


def test_a_pipe_gets_plain_lines() -> None:
    assert written(width=10_000, terminal=False) == PLAIN


def test_a_narrow_terminal_breaks_lines_and_cuts_nothing_off() -> None:
    shown = written(width=60, terminal=True)
    assert max(len(line) for line in shown.split("\n")) <= 60
    folded = "".join(shown.split())
    assert "".join(LONG.split()) in folded
    assert "training-pretrain" in folded


def test_the_verb_tells_programs_the_same() -> None:
    state = json.dumps({"deployment": {"resources": recorded.as_state("dev")}})
    ailz = CliRunner()
    shown = ailz.invoke(application(), ["standing", "--json"], input=state)
    assert (shown.exit_code, sorted(json.loads(shown.stdout))) == (0, sorted(Standing.__dataclass_fields__))
    assert "\nWhat it costs\n" in ailz.invoke(application(), ["standing"], input=state).stdout
    no_state = ailz.invoke(application(), ["standing"], input="nothing")
    assert (no_state.exit_code, no_state.stdout) == (2, "")
    assert no_state.stderr == "this is no state; give what `pulumi stack export` wrote\n"


def test_make_down_says_one_number_and_the_recipe() -> None:
    kind = "azure-native:storage:StorageAccount"
    resources: list[State] = [
        {"type": "pulumi:providers:azure-native", "custom": True},
        {"type": "azure-ai-landing-zone:index:CheckpointStore"},
        {"type": "azure-native:resources:ResourceGroup", "custom": True, "id": "/a"},
        {"type": kind, "custom": True, "id": "/a/b", "protect": True},
    ]
    assert stack.staying("dev", resources) == [
        "",
        "2 resources of 'dev' stay: these hold data and are protected, the rest is what they stand in.",
        f"  {kind}  /a/b",
        "To remove them too: ./offline pulumi state unprotect --all --yes -s dev",
        "and then:           make down STACK=dev",
    ]


def test_what_stays_is_found_by_one_look_at_each() -> None:
    """There are 2^60 ways through these: the engine's own --exclude-protected would walk them all."""
    kind = "azure-native:resources:Resource"
    group: State = {"urn": "group", "type": "azure-native:resources:ResourceGroup"}
    ladder: list[State] = [
        {
            "urn": f"step-{number}",
            "type": kind,
            "parent": "zone",
            "provider": "urn::provider::id",
            "dependencies": [f"step-{number - 1}"] if number else ["group"],
            "propertyDependencies": {"id": [f"step-{number - 1}"], "name": None} if number else {},
        }
        for number in range(60)
    ]
    data: State = {"urn": "data", "type": kind, "protect": True, "dependencies": ["step-59"]}
    others: list[State] = [{"urn": "logs", "type": kind, "dependencies": ["data"]}, {"urn": "urn::other"}]
    first: list[State] = [{"urn": "zone"}, {"urn": "urn::provider"}, group]
    assert stack.held([*first, *ladder, data, *others]) == [
        "zone",
        "urn::provider",
        "group",
        *(f"step-{number}" for number in range(60)),
        "data",
    ]
    assert stack.held([group, *others]) == []


def test_machines_and_networks_are_named() -> None:
    state = json.dumps({"deployment": {"resources": recorded.as_state("training")}})
    shown = CliRunner().invoke(application(), ["standing"], input=state).stdout
    assert "  training-pretrain-scale-set: 4 × Standard_ND96isr_H100_v5\n" in shown
    assert "  training-network-virtual-network: 10.40.0.0/16\n" in shown

"""What a line of docs/before-azure.md takes, and what it isn't filled from."""

import re
from datetime import date
from typing import Any

import pytest

from seen import seen

GROUP = "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-ai-dev"
LINES = "| `dev` | no | 2026-11-22 | its time |\n| `dev-two` | no | 2026-11-22 | its time |\n"


def state(*ids: str, **more: Any) -> dict[str, Any]:
    stack = {"type": "pulumi:pulumi:Stack"}
    read = {"custom": True, "external": True, "id": f"{GROUP}-of-others"}
    made = [
        {"custom": True, "id": id_, "created": f"2026-12-01T10:{7 * number:02}:00.{number}23456789Z"}
        for number, id_ in enumerate(ids)
    ]
    return {"version": 3, "deployment": {"resources": [stack, read, *made], **more}}


def test_a_line_says_how_much_came_up_when_and_of_which_commit() -> None:
    found = state(GROUP, f"{GROUP}/providers/Microsoft.Network/virtualNetworks/v", "drawn-by-lot")
    assert seen(LINES, "dev", found, date(2026, 12, 1), "v0.2.0") == (
        "| `dev` | 2 resources came up in 8 min, at v0.2.0 | 2026-12-01 | its time |\n"
        "| `dev-two` | no | 2026-11-22 | its time |\n"
    )


def test_a_stack_inside_of_a_cluster_has_a_line_too() -> None:
    """It has nothing of Azure's but what it reads."""
    found = state()
    inside = {"custom": True, "type": "kubernetes:core/v1:Namespace", "id": "serving"}
    found["deployment"]["resources"].append(inside)
    assert seen(LINES, "dev", found, date(2026, 12, 1), "v0.2.0").startswith("| `dev` | 1 resources came up,")
    cluster = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg"
    found["deployment"]["resources"].append({"external": True, "outputs": {"cluster": cluster}})
    with pytest.raises(ValueError, match=f"^{cluster} is of the simulated Azure"):
        seen(LINES, "dev", found, date(2026, 12, 1), "v0.2.0")


@pytest.mark.parametrize(
    ("stack", "found", "problem"),
    [
        (
            "dev",
            state(),
            "the state has nothing of Azure's: export stack dev after `pulumi up`",
        ),
        ("dev", {}, "the state has nothing of Azure's: export stack dev after `pulumi up`"),
        (
            "dev",
            state(GROUP, pending_operations=[{}]),
            "operations were cut off: `pulumi refresh` and `pulumi up` first",
        ),
        (
            "dev",
            state(GROUP, "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg"),
            "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg is of the simulated "
            "Azure: export what stands on the real one",
        ),
        (
            "smoke",
            state(GROUP),
            "before-azure.md has no line of stack smoke: write one, with what only Azure tells",
        ),
    ],
)
def test_what_shows_nothing_fills_no_line(stack: str, found: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        seen(LINES, stack, found, date(2026, 12, 1), "v0.2.0")

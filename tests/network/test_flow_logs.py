"""Who connected to whom is written down, of every network of the stacks that others stand on."""

from typing import Any

import pytest

from recorded import resources


def of(stack: str, kind: str) -> list[dict[str, Any]]:
    return [one for one in resources(stack) if one["urn"].partition("::")[0].endswith(f"azure-native:{kind}")]


@pytest.mark.parametrize("stack", ["hub", "prod"])
def test_connections_of_each_network_are_written_down(stack: str) -> None:
    networks = [one["id"] for one in of(stack, "network:VirtualNetwork")]
    assert [one["inputs"]["targetResourceId"] for one in of(stack, "network:FlowLog")] == networks


def test_a_new_category_of_a_security_group_s_logs_is_not_paid_for_unasked() -> None:
    settings = [one["inputs"] for one in of("prod", "monitor:DiagnosticSetting")]
    groups = [one for one in settings if "/networkSecurityGroups/" in one["resourceUri"]]
    assert groups != []
    assert [log for one in groups for log in one["logs"] if "categoryGroup" in log] == []

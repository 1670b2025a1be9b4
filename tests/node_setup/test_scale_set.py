"""What is asked of Azure about a scale set."""

from typing import Any

import pytest

from azure_ai_landing_zone.node_setup.on_node import azure
from azure_ai_landing_zone.node_setup.on_node.scale_set import Instance, ScaleSet

ID = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachineScaleSets/vmss-train"


def test_what_is_asked_of_azure(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str, Any]] = []
    answers: dict[str, Any] = {
        "/virtualMachines": {
            "value": [
                {
                    "instanceId": "10",
                    "properties": {
                        "osProfile": {"computerName": "train00000A"},
                        "latestModelApplied": True,
                        "provisioningState": "Updating",
                    },
                }
            ],
            "nextLink": "https://arm.example/next",
        },
        "": {"sku": {"name": "Standard_ND96isr_H100_v5", "tier": "Standard", "capacity": 4}},
    }

    def call(method: str, url: str, bearer: str, content: Any = None, **_: Any) -> Any:
        assert bearer == "token"
        if url.endswith("/next"):
            return {"value": []}
        place, _mark, query = url.partition("?")
        assert query == "api-version=2024-11-01"
        path = place.removeprefix(f"https://arm.example{ID}")
        if method != "GET":
            asked.append((method, path, content))
        return answers.get(path)

    monkeypatch.setattr(azure, "call", call)
    there = ScaleSet(ID, lambda: "token", management="https://arm.example")
    assert there.instances() == {"train00000A": Instance("10", True, "Updating")}
    assert there.capacity() == 4
    there.bring_to_model("10")
    there.reimage("10")
    there.delete("10")
    there.scale(5)
    sku = {"name": "Standard_ND96isr_H100_v5", "tier": "Standard", "capacity": 5}
    assert asked == [
        ("POST", "/manualupgrade", {"instanceIds": ["10"]}),
        ("POST", "/reimage", {"instanceIds": ["10"]}),
        ("POST", "/delete", {"instanceIds": ["10"]}),
        ("PATCH", "", {"sku": sku}),
    ]

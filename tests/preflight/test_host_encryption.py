"""Whether a size encrypts at host, as Azure says it of each region; what it doesn't say stays unknown."""

from typing import Any

import pytest

from azure_ai_landing_zone.preflight.planning.demand import HOST_ENCRYPTION, Demand, planned
from azure_ai_landing_zone.preflight.planning.question import Failure, Question, Reply
from azure_ai_landing_zone.preflight.preflight import run_preflight
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from helpers import preflights

H100 = "Standard_ND96isr_H100_v5"
SUBJECT = f"encryption at host of {H100} in eastus"


class Saying(preflights.Asking):
    """An Azure that says that, or nothing, of all sizes."""

    def __init__(self, *args: Any, said: str | None) -> None:
        super().__init__(*args)
        told = {"name": "EncryptionAtHostSupported", "value": said}
        self._capabilities = [{"name": "vCPUs", "value": "96"}, *([told] if said else [])]

    def _answer(self, question: Question) -> Reply:
        reply = super()._answer(question)
        if isinstance(reply, Failure) or not question.path.endswith("/skus"):
            return reply
        return [{**one, "capabilities": self._capabilities} for one in reply]


def verdicts(said: str | None, *, encrypts: bool = True) -> list[tuple[str, str, str]]:
    inputs = {
        "resourceGroupName": "rg",
        "vmScaleSetName": "nodes",
        "location": "eastus",
        "sku": {"name": H100, "capacity": 4.0},
        "virtualMachineProfile": {"securityProfile": {"encryptionAtHost": encrypts}},
    }
    one = planned("compute:VirtualMachineScaleSet", "nodes", inputs, preflights.SUBSCRIPTION)
    settings = {"providers": ["*"], "features": [HOST_ENCRYPTION]}
    whole = SubscriptionSettings.model_validate(settings, strict=False)
    with preflights.subscription(whole) as cloud:
        found = run_preflight(Demand(preflights.SUBSCRIPTION, (one,)), Saying(cloud, said=said))
    return [
        (each.verdict, each.judgement.text, each.judgement.got)
        for each in found.findings
        if each.subject == SUBJECT
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("True", ("passed", f"{H100} encrypts at host in eastus", "")),
        (
            "False",
            ("failed", f"{H100} doesn't encrypt at host in eastus", "EncryptionAtHostSupported False"),
        ),
        (None, ("unknown", f"Azure doesn't say whether {H100} encrypts at host in eastus", "")),
    ],
)
def test_a_size_that_is_to_encrypt_at_host(said: str | None, expected: tuple[str, str, str]) -> None:
    assert verdicts(said) == [expected]


def test_nobody_asks_of_other_machines() -> None:
    assert verdicts("False", encrypts=False) == []

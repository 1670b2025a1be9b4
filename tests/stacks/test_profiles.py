"""What each stack is refused in each kind of subscription."""

from __future__ import annotations

import pytest

import profile_docs
import recorded
from azure_simulator.cloud.subscription_settings import SubscriptionSettings

_TRAINING = {
    "new": [
        (f"training-{one}", "MissingSubscriptionRegistration")
        for one in (
            "network-virtual-network",
            "private-dns-zones-privatelink-blob-core-windows-net-zone",
            "private-dns-zones-privatelink-file-core-windows-net-zone",
            "private-dns-zones-privatelink-vaultcore-azure-net-zone",
            "checkpoints-account",
            "logs-workspace",
            "network-slurm-security-group",
            "network-egress-address",
            "network-pretrain-security-group",
            "network-endpoints-security-group",
            "pretrain-identity",
            "homes-account",
            "key-vault-vault",
            "slurm-identity",
            "slurm-login-identity",
            "network-bastion-address",
            "network-bastion-security-group",
        )
    ],
    "new, with its providers registered": [("training-pretrain-scale-set", "OperationNotAllowed")],
    "locked-down": [
        ("training-network-egress-address", "RequestDisallowedByPolicy"),
        ("training-checkpoints-pretrain-access", "AuthorizationFailed"),
        ("training-gates-pretrain-access", "AuthorizationFailed"),
        ("training-key-vault-pretrain-access", "AuthorizationFailed"),
        ("training-key-vault-slurm-access", "AuthorizationFailed"),
        ("training-key-vault-slurm-login-access", "AuthorizationFailed"),
        ("training-network-bastion-address", "RequestDisallowedByPolicy"),
    ],
}


def test_the_page_is_written() -> None:
    assert profile_docs.FILE.read_text(encoding="utf-8") == profile_docs.page(), "run make docs"


@pytest.mark.parametrize("subscription", _TRAINING)
def test_what_a_training_stack_is_refused(subscription: str) -> None:
    refused, _ = profile_docs.refusals("training", profile_docs.subscriptions()[subscription])
    assert [(one.resource, one.words.partition(":")[0]) for one in refused] == _TRAINING[subscription]


def test_nothing_is_refused_where_there_is_room() -> None:
    roomy = SubscriptionSettings.profile("roomy")
    assert {stack: profile_docs.refusals(stack, roomy) for stack in recorded.stacks()} == {
        stack: ([], 0) for stack in recorded.stacks()
    }

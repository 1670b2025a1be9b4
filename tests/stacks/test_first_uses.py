"""Roles, and what is made with them: Azure takes minutes to know a role everywhere."""

import re

import recorded

WAITS = "waits"
NOT_ITS_OWN = "comes after somebody's roles with what they are part of, and is made with none of them"
BOOTS = "its machines try again until they may"
EVERY_MINUTE = "it writes every minute, and so as soon as it may"

FIRST_USES = {
    "brownfield": {"brownfield-tune-scale-set": BOOTS},
    "dev": {"dev-try-scale-set": BOOTS},
    "hub": {"hub-flow-logs-hub-flow-log": EVERY_MINUTE},
    "inference": {
        "inference-serving-cluster": WAITS,
        "inference-serving-h100": NOT_ITS_OWN,
        "inference-serving-logs-rule": NOT_ITS_OWN,
        "inference-serving-metrics-rule": NOT_ITS_OWN,
        "inference-serving-spot": NOT_ITS_OWN,
        "inference-serving-t4": NOT_ITS_OWN,
    },
    "models": {
        "models-calls-audit-collection-endpoint": NOT_ITS_OWN,
        "models-calls-audit-hub": WAITS,
        "models-calls-audit-namespace": NOT_ITS_OWN,
        "models-calls-audit-store-account": NOT_ITS_OWN,
        "models-calls-audit-table": NOT_ITS_OWN,
        # It takes most of an hour, and asks models when somebody asks it.
        "models-front-gateway-service": NOT_ITS_OWN,
        "models-knowledge-search-service": NOT_ITS_OWN,
        "models-sweden-models-account": WAITS,
    },
    "prod": {
        "prod-flow-logs-network-flow-log": EVERY_MINUTE,
        "prod-gates-collection-endpoint": NOT_ITS_OWN,
        "prod-gates-table": NOT_ITS_OWN,
        "prod-pretrain-placement-group": NOT_ITS_OWN,
        "prod-slurm-login-interface": NOT_ITS_OWN,
        "prod-slurm-people": NOT_ITS_OWN,
        "prod-slurm-scheduler-interface": NOT_ITS_OWN,
        "prod-slurm-state-disk": NOT_ITS_OWN,
    },
    "research": {"research-data-file-system": WAITS, "research-ml-workspace": WAITS},
    "training": {
        "training-pretrain-placement-group": NOT_ITS_OWN,
        "training-slurm-login-interface": NOT_ITS_OWN,
        "training-slurm-people": NOT_ITS_OWN,
        "training-slurm-scheduler-interface": NOT_ITS_OWN,
        "training-slurm-state-disk": NOT_ITS_OWN,
    },
}
"""Of each stack, what comes right after role assignments. What is made with a role of its own waits."""


def test_whatever_comes_after_roles_is_known() -> None:
    """A new one belongs into the table. Where it says `waits`, its component's own test sees the hook of
    access/role_wait.py: aks/test_cluster, audit/test_audit, gateway/test_section, data/lustre/test_dataset
    and machine_learning/test_workspace."""
    found = {
        stack: sorted(
            re.sub(r"-[0-9a-f]{4}$", "", one["urn"].split("::")[-1])  # a pool's generation
            for one in recorded.resources(stack)
            if "$azure-native:" in one["urn"]
            and ":RoleAssignment::" not in one["urn"]
            and any(":RoleAssignment::" in other for other in one.get("after", []))
        )
        for stack in recorded.stacks()
    }
    known = {stack: sorted(names) for stack, names in FIRST_USES.items()}
    assert {stack: names for stack, names in found.items() if names} == known

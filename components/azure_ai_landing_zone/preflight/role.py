"""The role that a preflight needs: all that it ever asks, and nothing else."""

from typing import Any

from azure_ai_landing_zone.preflight.planning.questions import EVERY

NAME = "Azure AI landing zone preflight"


def role(subscription: str) -> dict[str, Any]:
    """As `az role definition create --role-definition` takes it."""
    return {
        "Name": NAME,
        "Description": "Reads quotas, sizes, models, names and permissions before a deployment.",
        "Actions": sorted({question.action for question in EVERY}),
        "NotActions": [],
        "AssignableScopes": [f"/subscriptions/{subscription}"],
    }

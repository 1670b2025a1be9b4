"""What the lifecycle rules of a storage account do to its blobs."""

from azure_ai_landing_zone_policies.view import View


def rules(policy: View) -> list[View]:
    """The rules of a storage ManagementPolicy that are in force."""
    return [rule for rule in policy.items("policy.rules") if rule.flag("enabled") is not False]


def days(rule: View, action: str) -> int | None:
    """After how many days a rule takes an action on base blobs, whatever it counts them from."""
    path = f"definition.actions.baseBlob.{action}"
    for condition in ("Modification", "Creation", "LastAccessTime"):
        value = rule.number(f"{path}.daysAfter{condition}GreaterThan")
        if value is not None:
            return value
    return None


def deletes(rule: View, kind: str = "baseBlob") -> bool:
    """Whether a rule deletes blobs: `baseBlob`, `version` or `snapshot`."""
    return rule.given(f"definition.actions.{kind}.delete")

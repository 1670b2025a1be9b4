"""Rule lifecycle-pays-no-tier-twice."""

from collections.abc import Iterator
from itertools import pairwise

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers import checkpoints as lifecycle

_MINIMUM = {f"tierTo{tier.title()}": days for tier, days in single_facts.pairs("earlyDeletionDays").items()}
"""Days that a blob is billed for in a tier at least."""

_ORDER = (*_MINIMUM, "delete")


def _policy(**actions: int) -> dict[str, object]:
    base = {action: {"daysAfterModificationGreaterThan": days} for action, days in actions.items()}
    return {
        "policy": {
            "rules": [
                {
                    "name": "expire",
                    "type": "Lifecycle",
                    "definition": {
                        "filters": {"blobTypes": ["blockBlob"]},
                        "actions": {"baseBlob": base},
                    },
                }
            ]
        }
    }


@rule(
    on=("storage:ManagementPolicy",),
    area="training",
    severity="low",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/storage/blobs/access-tiers-overview",),
    baseline="advisory",
    passes=_policy(tierToCool=7, delete=45),
    fails=_policy(tierToCool=7, delete=14),
)
def lifecycle_pays_no_tier_twice(props: View) -> Iterator[str | CantTell]:
    """Blobs stay in a cheaper tier long enough to be cheaper

    Cool is billed for 30 days at least, cold for 90, archive for 180, however soon the blob goes on or is
    deleted. A rule that cools after 7 days and deletes after 14 pays the move, 30 days of cool and nothing
    less. Leave the tier out, or leave the blob there for its minimum.
    """
    yield from each(lifecycle.rules(props), _check)


def _check(rule: View) -> Iterator[str]:
    taken = [(action, after) for action in _ORDER if (after := lifecycle.days(rule, action)) is not None]
    for (action, after), (following, then) in pairwise(taken):
        minimum = _MINIMUM[action]
        if then - after < minimum:
            yield (
                f"{rule.path('definition.actions.baseBlob')}: {action} after {after} days and {following} "
                f"after {then} leaves {then - after} days in a tier that is billed for {minimum}; "
                f"leave {action} out, or wait until day {after + minimum}"
            )

"""Waivers of policy.yaml as exemptions from Azure's own policies, for `azurePolicies` of a stack file."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from azure_ai_landing_zone.catalog.policy_definitions import all_definitions
from azure_ai_landing_zone_policies.engine.project import project_around
from azure_ai_landing_zone_policies.engine.waivers import Waiver, parse
from azure_ai_landing_zone_policies.program.untyped import typed
from azure_ai_landing_zone_policies.reports.deployed import NO_STATE, Deployed, of_state
from azure_ai_landing_zone_policies.reports.events import EventsError


def exemptions(text: str, folder: Path, today: date) -> list[dict[str, str]]:
    """What the waivers of the project around `folder` let pass in a state, as `pulumi stack export` writes
    it, and Azure would refuse: items of `azurePolicies.exemptions`.

    Raises EventsError if it is no state, and where rules or policy.yaml can't be read.
    """
    own = project_around(folder)
    if own.problems:
        raise EventsError("\n".join(own.problems))
    deployed = of_state(text)
    if deployed is None:
        raise EventsError(NO_STATE)
    waivers = {
        rule: [one for one in parse(setting.values.get("waivers", []), rule)[0] if one.holds(today)]
        for rule, setting in own.levels.items()
    }
    return [found for one in deployed if one.id for found in _of(one, waivers)]


def _of(resource: Deployed, waivers: dict[str, list[Waiver]]) -> Iterator[dict[str, str]]:
    type_ = typed(resource.token, resource.inputs).type
    for definition in all_definitions().values():
        if type_ not in definition.types:
            continue
        covering = (
            waiver
            for rule in definition.rules
            for waiver in waivers.get(rule, [])
            if waiver.covers(resource.urn.rpartition("::")[2], resource.urn)
        )
        for waiver in sorted(covering, key=lambda one: one.until, reverse=True)[:1]:
            yield {
                "definition": definition.name,
                "exemptResourceId": resource.id,
                "owner": waiver.owner,
                "approver": waiver.approver,
                "reason": waiver.reason,
                "until": waiver.until.isoformat(),
            }

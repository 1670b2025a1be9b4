"""Which losses of a plan may happen, by the waivers of the project."""

from dataclasses import dataclass
from datetime import date

from azure_ai_landing_zone_policies.engine.waivers import Register, Waiver
from azure_ai_landing_zone_policies.guard.losses import Loss, losses
from azure_ai_landing_zone_policies.preview.read import Plan

_LEFT_OUT = (
    "guard: the plan leaves out {} resources that stay the same, and Azure may delete some along with what "
    "is lost; to see those too, give pulumi --show-sames, or PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1"
)
_NOT_WHOLE = "guard: the plan isn't whole, and what it doesn't show may be lost as well: {}"


@dataclass(frozen=True)
class Judgement:
    """What the guard says of a plan."""

    blocking: tuple[Loss, ...]
    waived: tuple[Loss, ...]
    notes: tuple[str, ...]
    """What the plan leaves out, and what became of the waivers."""


def judge(plan: Plan, waivers: tuple[Waiver, ...], today: date) -> Judgement:
    """The losses of a plan, apart by whether a waiver of `guard` in policy.yaml lets them happen."""
    register = Register()
    register.expect("guard", waivers)
    blocking: list[Loss] = []
    waived: list[Loss] = []
    for loss in losses(plan, today):
        covering = [waiver for waiver in waivers if waiver.covers(loss.name, loss.urn)]
        for waiver in covering:
            register.used("guard", waiver, loss.name)
        (waived if any(waiver.holds(today) for waiver in covering) else blocking).append(loss)
    goes = any(loss.how != "moved" for loss in (*blocking, *waived))
    notes = [_NOT_WHOLE.format(_failure(plan))] if plan.failure is not None else []
    notes += [_LEFT_OUT.format(plan.left_out)] if plan.left_out and goes else []
    return Judgement(tuple(blocking), tuple(waived), (*notes, *register.report(today)))


def _failure(plan: Plan) -> str:
    names = [urn.rpartition("::")[2] for urn in plan.protected]
    if not names:
        return plan.failure or ""
    are = "is" if len(names) == 1 else "are"
    return (
        f"{', '.join(names)} {are} protected, and pulumi stops there; to see all that would go, give --state "
        "what 'pulumi stack export' writes"
    )

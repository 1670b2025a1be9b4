"""What the guard says, for a terminal and for a pull request."""

from azure_ai_landing_zone_policies.guard.judgement import Judgement
from azure_ai_landing_zone_policies.guard.losses import Loss
from azure_ai_landing_zone_policies.reports.markdown import escape

_WAIVE = """To let it happen, say so in policy.yaml, beside Pulumi.yaml:

guard:
  waivers:
    - resource: {name}
      owner: who answers for it
      approver: who else agreed
      reason: why it may go
      until: the last day, such as 2027-01-31
"""


def text(judgement: Judgement) -> str:
    """Lines for a terminal."""
    parts = [_headline(judgement)]
    for loss in judgement.blocking:
        parts.append(
            f"{loss.name}: {loss.kind.noun}, would be {_how(loss)}\n"
            f"  why      {loss.why}\n"
            f"  lost     {loss.kind.lost}\n"
            f"  instead  {loss.instead}"
        )
    if judgement.blocking:
        parts.append(_WAIVE.format(name=judgement.blocking[0].name).rstrip())
    if judgement.notes:
        parts.append("\n".join(judgement.notes))
    return "\n\n".join(parts) + "\n"


def markdown(judgement: Judgement) -> str:
    """A section of the summary of a pull request."""
    lines = [f"### {_headline(judgement)}"]
    if judgement.blocking:
        lines += [
            "",
            "| resource | what happens | why | what is lost | instead |",
            "| --- | --- | --- | --- | --- |",
        ]
        lines += [
            f"| `{loss.name}` | {loss.kind.noun} {_how(loss)} | {escape(loss.why)} "
            f"| {escape(loss.kind.lost)} | {escape(loss.instead)} |"
            for loss in judgement.blocking
        ]
    if judgement.notes:
        lines += ["", "**Notes**", "", *(f"- {escape(note)}" for note in judgement.notes)]
    return "\n".join(lines) + "\n"


def _headline(judgement: Judgement) -> str:
    count = len(judgement.blocking)
    if count:
        return f"Guard: {count} {'loss' if count == 1 else 'losses'} that no waiver covers"
    if judgement.waived:
        names = ", ".join(loss.name for loss in judgement.waived)
        return f"Guard: only what waivers let go is lost ({names})"
    return "Guard: the plan loses nothing that is guarded"


_HOW = {
    "deleted along": "deleted with what it is in",
    "replaced": "replaced: deleted and made anew",
    "moved": "moved to other addresses",
    "changed": "changed in place",
}


def _how(loss: Loss) -> str:
    return _HOW.get(loss.how, loss.how)

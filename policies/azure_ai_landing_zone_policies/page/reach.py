"""Who reaches whom, asked of the model of reachability."""

from azure_ai_landing_zone_policies.page.model import Reach, Target, Way
from azure_ai_landing_zone_policies.reachability import matrix
from azure_ai_landing_zone_policies.reachability.ask import Answer, ask
from azure_ai_landing_zone_policies.reachability.land import Land


def reach(land: Land) -> Reach:
    """From every subnet that isn't Azure's own: to names of the land and on the internet, and into others."""
    origins = matrix.origins(land)
    if not origins:
        return Reach()
    targets = tuple(
        Target(name, port, tuple(_way(ask(land, one, name, port)) for one in origins))
        for name, port in matrix.targets(land)
    )
    inward = tuple(f"{name}: {', '.join(into)}" for name, into in matrix.inward(land) if into)
    return Reach(tuple(one.name for one in origins), targets, inward)


def _way(answer: Answer) -> Way:
    if answer.verdict == "reached":
        others = bool(answer.others)
        return Way("reached", answer.way + (", everybody's too" if others else ""), others)
    return Way(answer.verdict, answer.why)

"""What a check ends with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from azure_ai_landing_zone.preflight.planning.answers import Answers
from azure_ai_landing_zone.preflight.planning.question import Question

Verdict = Literal["failed", "unknown", "warning", "passed"]
"""In the order in which people want to read them."""

VERDICTS: tuple[Verdict, ...] = ("failed", "unknown", "warning", "passed")

Topic = Literal[
    "offered",
    "restricted",
    "quota",
    "models",
    "providers",
    "features",
    "names",
    "networks",
    "permissions",
    "versions",
]

TOPICS: dict[Topic, str] = {
    "offered": "Regions offer what is asked of them",
    "restricted": "The subscription may have the sizes",
    "quota": "The quota left is enough",
    "models": "Models are there, and their quota is enough",
    "providers": "Resource providers are registered",
    "features": "Features are registered",
    "names": "Names are free",
    "networks": "Networks, zones and other things of others are there and fit",
    "permissions": "Who deploys may do so",
    "versions": "Images and Kubernetes versions are there",
}
"""In the order in which they are looked at."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Of one subject."""

    verdict: Verdict
    text: str
    """What is so, in a sentence without its end."""
    got: str = ""
    """The figure that Azure said."""
    needed: str = ""
    """The figure that the stack needs."""
    ask: str = ""
    """Whom to ask, or what to do."""
    request: str = ""
    """A text to send to them."""


@dataclass(frozen=True, slots=True)
class Check:
    """Something to find out of one subject."""

    topic: Topic
    subject: str
    judge: Callable[[Answers], Judgement]
    """Raises what Answers does where Azure has said nothing."""
    resources: tuple[str, ...] = ()
    """Logical names of what needs it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of a check."""

    topic: Topic
    subject: str
    judgement: Judgement
    resources: tuple[str, ...]
    asked: tuple[Question, ...]
    """Whose answers the verdict rests on."""

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

"""Days of the week and times of the day, as settings have them."""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from azure_ai_landing_zone.core.problem import Problem

Day = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

TimeOfDay = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
"""Such as 19:00."""

_WEEK: tuple[Day, ...] = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
"""As cron numbers days."""


def cron(time: TimeOfDay, days: Collection[Day]) -> str:
    """That time on those days, in the five fields of cron."""
    hour, _, minute = time.partition(":")
    numbers = ",".join(str(number) for number, day in enumerate(_WEEK) if day in days)
    return f"{int(minute)} {int(hour)} * * {numbers}"


def hours_problems(from_time: TimeOfDay, to_time: TimeOfDay, days: Sequence[Day]) -> Iterator[Problem]:
    """What is wrong with hours of some days, by the names of their settings."""
    if from_time >= to_time:
        text = f"must be later on the day than `from_time`, {from_time}, got {to_time}"
        yield Problem(("to_time",), text)
    for number, day in enumerate(days):
        if day in days[:number]:
            yield Problem(("days", number), f"{day} is [{days.index(day)}] already")

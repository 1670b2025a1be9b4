"""Days of the week and times of the day, as settings have them."""

from collections.abc import Collection
from typing import Annotated, Literal

from pydantic import Field

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

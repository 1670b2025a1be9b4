"""The seed of everything that tests draw by lot."""

import os
import random
from typing import Final

SEED: Final = int(os.environ.get("SOAK_SEED", "0"))
"""`make soak` draws one and prints it; 0 in all other runs, which so try the same cases every time."""


def lot(*of: object) -> random.Random:
    """What is drawn for a case: the same in every run with that seed."""
    return random.Random(f"{SEED} {of}")  # noqa: S311 - to be repeated

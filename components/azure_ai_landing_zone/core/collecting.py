"""Less work for the garbage collector."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Pauses the collector while much is made that stays, and leaves that out of later collections.

    azure-native's modules and models are hundreds of thousands of objects that nothing ever drops; walking
    them again and again takes a fifth of what a program with a zone computes (benchmarks/preview.py,
    2026-11-21).
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()

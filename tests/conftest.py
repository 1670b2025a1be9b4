"""How tests are spread over processes."""

import gc

import hypothesis
import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# A slow moment of the machine is no failure: what is fast is measured in benchmarks/.
hypothesis.settings.register_profile("project", deadline=None)
hypothesis.settings.load_profile("project")

# azure-native's modules are hundreds of thousands of objects that stay: looking through them again and
# again took a twelfth of the time.
gc.set_threshold(50_000, 20, 50)


_SWEEPS = ("test_bad_days.py", "test_random_zones.py", "test_random_zones_engine.py")
"""Of many long cases that share nothing."""


class _ByFile(LoadScopeScheduling):  # type: ignore[misc]  # xdist carries no types
    """A file's tests share what they set up, so they run in one process; those of preflights share what
    stacks are told; a stack's life is one by itself, with those that need it."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        if file.endswith(_SWEEPS):
            return nodeid
        if file.startswith("tests/preflight/"):
            return "tests/preflight/"
        return f"{file}[{test.partition('[')[2].partition('+')[0]}" if file.endswith("test_life.py") else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> _ByFile:
    """xdist's hook (pytest-xdist.readthedocs.io/en/stable/distribution.html, 3.8)."""
    return _ByFile(config, log)


def pytest_collection_finish() -> None:
    """What is there by then stays until the end."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sweeps only where they are asked for (`make soak`).

    The slow ones first: what comes last should be short, or one process works on while the other waits.
    """
    if "soak" not in config.getoption("markexpr"):
        items[:] = [item for item in items if item.get_closest_marker("soak") is None]
    items.sort(key=lambda item: item.get_closest_marker("engine") is None)

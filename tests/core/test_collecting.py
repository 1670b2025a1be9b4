"""The collector is as it was afterwards, whatever happened."""

import gc
from collections.abc import Iterator

import pytest

from azure_ai_landing_zone.core.collecting import nothing_collected


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    was_enabled = gc.isenabled()
    yield
    (gc.enable if was_enabled else gc.disable)()


@pytest.mark.parametrize("enabled", [True, False])
def test_it_pauses_and_goes_on(*, enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()
    with nothing_collected():
        assert not gc.isenabled()
    assert gc.isenabled() is enabled


def test_it_goes_on_after_an_error() -> None:
    gc.enable()
    with pytest.raises(ValueError, match="wrong"), nothing_collected():
        raise ValueError("wrong")
    assert gc.isenabled()

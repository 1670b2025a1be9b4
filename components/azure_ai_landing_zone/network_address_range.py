"""Private address ranges in settings."""

from typing import Annotated

from pydantic import AfterValidator

from azure_ai_landing_zone.planning.ranges import parse


def _range(value: str) -> str:
    if parse(value) is None:
        raise ValueError(f"must be an IPv4 range such as 10.40.0.0/16, got {value!r}: correct it")
    return value


AddressRange = Annotated[str, AfterValidator(_range)]
"""An IPv4 range in CIDR notation, without host bits."""

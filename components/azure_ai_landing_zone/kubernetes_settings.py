"""Pieces of settings that components inside a cluster share."""

from typing import Annotated

from pydantic import AfterValidator

from azure_ai_landing_zone.matching import matching


def _pinned(value: str) -> str:
    tag = value.rpartition("/")[2].partition(":")[2]
    if "@sha256:" not in value and tag in ("", "latest"):
        raise ValueError(
            f"must name a version or a digest, got {value!r}: nodes would pull whatever is there"
        )
    return value


Image = Annotated[str, AfterValidator(_pinned)]
"""A container image with a version or a digest."""

_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"

NamespaceName = Annotated[
    str, matching(_LABEL, "1 to 63 lower-case letters, digits and hyphens, such as inference")
]
"""Of a Kubernetes namespace."""

ObjectName = Annotated[
    str, matching(r"[a-z]([a-z0-9-]{0,38}[a-z0-9])?", "1 to 40 lower-case letters, digits and hyphens")
]
"""Of something inside a cluster: it is part of the names of its objects, which end at 63 characters."""

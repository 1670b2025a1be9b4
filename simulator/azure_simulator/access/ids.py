"""Resource ids as rights are given on them."""

from __future__ import annotations


def type_of(id_: str) -> str:
    """Its type in lower case; that of a resource group has none."""
    _, providers, inner = id_.lower().rpartition("/providers/")
    parts = inner.split("/")
    return "/".join([parts[0], *parts[1::2]]) if providers else ""


def name_of(id_: str) -> str:
    return id_.rpartition("/")[2]


def top_of(id_: str) -> str:
    """The resource that it is part of, or itself."""
    place, _, inner = id_.rpartition("/providers/")
    return f"{place}/providers/{'/'.join(inner.split('/')[:3])}"

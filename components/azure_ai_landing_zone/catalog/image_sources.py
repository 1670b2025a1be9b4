"""Registries whose images a container registry of Azure's keeps copies of (artifact cache), and where in it.

Rows are in image_sources.csv. Google's other registries (pkg.dev) have none: they are cached with a key of
the caller's own only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import data_file, keyed

DOCKER_HUB = "docker.io"

MICROSOFT = "mcr.microsoft.com"

_OF_AKS = "aks-managed-repository"
"""Where AKS looks for Microsoft's images in a registry. Source:
MicrosoftDocs/azure-aks-docs@fb060ab:articles/aks/network-isolated.md, 2026-08-21."""


@dataclass(frozen=True, slots=True)
class ImageSource:
    """A registry that can be cached."""

    host: str
    signs_in: bool
    """Whether it is cached with an account there only."""
    source: str
    as_of: date


def load(text: str, file: str = "image_sources.csv") -> Mapping[str, ImageSource]:
    """By host. Raises CatalogError with every problem in the file."""
    return keyed(ImageSource, file, text, "one")


@cache
def image_sources() -> Mapping[str, ImageSource]:
    """By host."""
    return load(data_file("image_sources.csv"))


def with_host(image: str) -> str:
    """An image as Kubernetes reads it: one without a registry is Docker Hub's, and one of that without a
    publisher is below library, as cache rules have to say. What is before the first slash is a registry if it
    has a dot or a port. Source: MicrosoftDocs/azure-docs:articles/container-registry/
    troubleshoot-artifact-cache.md, 2023-10-31."""
    first, slash, rest = image.partition("/")
    host, path = (first, rest) if slash and ("." in first or ":" in first) else (DOCKER_HUB, image)
    folder = "library/" if host == DOCKER_HUB and "/" not in path else ""
    return f"{host}/{folder}{path}"


def host_of(image: str) -> str:
    """The registry that an image comes from."""
    return with_host(image).partition("/")[0]


def kept_as(image: str) -> str:
    """What an image, a repository or a folder of them is called in a registry with our cache rules: what it
    is called outside, with its host; Microsoft's are where AKS looks for them."""
    host, _, path = with_host(image).partition("/")
    return f"{_OF_AKS if host == MICROSOFT else host}/{path}"

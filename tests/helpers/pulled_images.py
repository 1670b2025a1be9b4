"""Images that pods are told to pull, and whether their nodes get them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog.image_sources import host_of
from azure_ai_landing_zone_policies.reachability.ask import Answer, ask
from azure_ai_landing_zone_policies.reachability.land import Land, Subnet


def images_of(resources: Iterable[Mapping[str, Any]]) -> list[str]:
    """Of all containers and volumes in Kubernetes objects of a state, custom ones too; what charts bring is
    in none."""
    return sorted({image for one in resources for image in _images(one.get("inputs"))})


def _images(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key in ("container", "containers", "initContainers"):
                containers = inner if isinstance(inner, list) else [inner]
                yield from (str(one["image"]) for one in containers if "image" in one)
            if key == "volumes":
                yield from (str(one["image"]["reference"]) for one in inner if "image" in one)
            yield from _images(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _images(inner)


def pulls(land: Land, nodes: Subnet, images: Iterable[str]) -> dict[str, Answer]:
    """By image, whether nodes in that subnet reach the registry that it comes from."""
    return {image: ask(land, nodes, host_of(image), 443) for image in images}

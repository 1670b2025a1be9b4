"""ImageRegistry: everything in a cluster is pulled from one registry, under the names that it has there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from azure_ai_landing_zone.catalog.image_sources import host_of, image_sources, kept_as, with_host
from azure_ai_landing_zone.core.model import Model, matching
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.stores.image_cache import holds


class ImageRegistry(Model):
    """A container registry of Azure's that nodes may pull from, with copies of all that pods run: images of
    <host>/<repository> as <host>/<repository>, Microsoft's below aks-managed-repository. A zone's
    `containerRegistry.imageCache` has the rules for it."""

    login_server: Annotated[
        str, matching(r"[a-z0-9-]{5,80}\.azurecr\.(io|cn|us)", "a login server such as crcompany.azurecr.io")
    ]
    """Of the registry of the cluster's stack, or of one that another team keeps."""

    def pulled(self, image: str) -> str:
        """What an image, a repository or a folder of them is called there."""
        return image if host_of(image) == self.login_server else f"{self.login_server}/{kept_as(image)}"

    def problem_with(self, image: str) -> str | None:
        """Why it never has that image."""
        host = host_of(image)
        if host == self.login_server or host in image_sources():
            return None
        return (
            f"{image} comes from {host}, and all images from `image_registry`, {self.login_server}, which "
            f"keeps copies of {', '.join(image_sources())} only: import it there (az acr import), and name "
            "that one"
        )


def pulled_from(registry: ImageRegistry, manifest: Any) -> Any:
    """A manifest whose pods pull from there: images, what volumes are made of (`reference`), and folders of
    images, which NVIDIA calls repositories."""
    if isinstance(manifest, Mapping):
        folder = "repository" if isinstance(manifest.get("repository"), str) else "image"
        return {
            key: registry.pulled(value)
            if key in (folder, "reference") and isinstance(value, str)
            else pulled_from(registry, value)
            for key, value in manifest.items()
        }
    if isinstance(manifest, list):
        return [pulled_from(registry, one) for one in manifest]
    return manifest


@dataclass(frozen=True, slots=True, kw_only=True)
class WayIn:
    """What the stack of a cluster says of how images come to its nodes."""

    outbound_type: str | None
    """None of a cluster that was brought along."""
    login_server: str | None
    """Of the stack's registry."""
    sources: Sequence[str] | None
    """What that keeps copies of; None where someone else answers for it."""


def way_in_problems(
    way: WayIn, registry: ImageRegistry | None, images: Sequence[str], stack: str
) -> Iterator[Problem]:
    """What never arrives. `images`: those that aren't the library's own."""
    if registry is None:
        if way.outbound_type == "none":
            text = f"missing: nodes of stack {stack} have no way out, and pull from {way.login_server} only"
            yield Problem(("imageRegistry",), text)
        return
    path = ("imageRegistry", "loginServer")
    if way.outbound_type is None:
        return
    if way.login_server is None:
        text = f"stack {stack} has no `containerRegistry` that its nodes may pull from: give it one"
        yield Problem(path, text)
    elif registry.login_server != way.login_server:
        text = f"{way.login_server} alone, got {registry.login_server}: name that one"
        yield Problem(path, f"nodes of stack {stack} may pull from {text}")
    if registry.login_server != way.login_server or way.sources is None:
        return
    if not way.sources:
        text = (
            f"{registry.login_server} keeps no copies: give stack {stack} `containerRegistry.imageCache`, or "
            "leave this out"
        )
        yield Problem(path, text)
        return
    for image in dict.fromkeys(images):
        repository = _repository(image)
        if host_of(image) != registry.login_server and not any(
            holds(source, repository) for source in way.sources
        ):
            yield Problem(
                ("imageRegistry",),
                f"{registry.login_server} keeps no copy of {image}: add {repository} to "
                f"`containerRegistry.imageCache.furtherRepositories` of stack {stack}",
            )


def _repository(image: str) -> str:
    """With its host; without tag and digest."""
    name = with_host(image).partition("@")[0]
    folder, _, last = name.rpartition("/")
    return f"{folder}/{last.partition(':')[0]}"

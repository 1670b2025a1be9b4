"""Rule gpu-image-is-pinned."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.pods import TYPES, gpu_resources, pods_of


def _pod(image: str) -> dict[str, object]:
    return {
        "spec": {
            "containers": [{"name": "serve", "image": image, "resources": {"limits": {"nvidia.com/gpu": 1}}}]
        }
    }


@rule(
    on=TYPES,
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("DS-6",),
    links=("https://learn.microsoft.com/azure/container-registry/container-registry-image-tag-version",),
    baseline="advisory",
    passes=_pod("contoso.azurecr.io/serve:1.4"),
    fails=_pod("contoso.azurecr.io/serve:latest"),
)
def gpu_image_is_pinned(props: View) -> Iterator[str | CantTell]:
    """Images on GPU nodes have a version

    A node that joins pulls what latest means that day: another CUDA than the driver's, another model than
    the one that was approved, and replicas that answer differently. Name a version, or better a digest.
    """
    pod = pods_of(props)
    for container in pod.containers():
        yield from each([container], _check if gpu_resources(container) or pod.is_gpu_runtime() else _nothing)
    if pod.gpus():
        yield from each(pod.volume_image_places(), _unpinned)


def _check(container: View) -> Iterator[str]:
    return _unpinned((container, "image"))


def _unpinned(place: tuple[View, str]) -> Iterator[str]:
    view, path = place
    image = view.text(path)
    if image and "@sha256:" not in image:
        tag = image.rpartition("/")[2].partition(":")[2]
        if tag in ("", "latest"):
            yield f"{view.path(path)} is {image}; name a version, or a digest"


def _nothing(_: View) -> Iterator[str]:
    yield from ()

"""Rule image-has-a-digest."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers import pods


def _pod(image: str) -> dict[str, object]:
    return {"spec": {"containers": [{"name": "serve", "image": image}]}}


@rule(
    on=pods.TYPES,
    area="kubernetes",
    severity="low",
    since="2026.4",
    pillar="Security",
    controls=("DS-6",),
    links=("https://learn.microsoft.com/azure/container-registry/container-registry-image-tag-version",),
    baseline="disabled",
    strict="advisory",
    passes=_pod(f"contoso.azurecr.io/serve:1.4@sha256:{'0' * 64}"),
    fails=_pod("contoso.azurecr.io/serve:1.4"),
)
def image_has_a_digest(props: View) -> Iterator[str | CantTell]:
    """Images are named by what is in them

    Whoever may push to a registry can put another image behind a version, and the next pod runs it. A digest
    is of the image itself: add it to the version. The command that a finding names prints it, as
    Digest; trust what you looked at, not what a page says.
    """
    yield from each(pods.pods_of(props).image_places(), _check)


def _check(place: tuple[View, str]) -> Iterator[str]:
    view, path = place
    image = view.text(path)
    if image and "@sha256:" not in image:
        # docs.docker.com/reference/cli/docker/buildx/imagetools/inspect, 2026-11-23.
        command = f"docker buildx imagetools inspect {image}"
        yield f"{view.path(path)} is {image}; add the digest that `{command}` prints"

"""Rule image-registry-is-allowed."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import partial

from azure_ai_landing_zone.catalog.image_sources import with_host
from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers import pods


def _pod(image: str) -> dict[str, object]:
    return {"spec": {"containers": [{"name": "serve", "image": image}]}}


@rule(
    on=pods.TYPES,
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("DS-6",),
    links=("https://learn.microsoft.com/azure/aks/use-azure-policy",),
    parameters=(
        Parameter(
            "allowed",
            "texts",
            None,
            "registries and repositories, as globs of an image's name",
            ["contoso.azurecr.io/*", "mcr.microsoft.com/*"],
        ),
    ),
    passes=_pod("contoso.azurecr.io/serve:1.4"),
    fails=_pod("vllm/vllm-openai:v0.19.0"),
)
def image_registry_is_allowed(props: View) -> Iterator[str | CantTell]:
    """Images come from registries that the company allows

    An image from anywhere runs with the pod's identity beside the weights. Copy it into a registry of
    your own, where it is scanned and stays; give that registry in `allowed`. Without it the rule is
    silent. A name without a registry is Docker Hub's, docker.io/…, and one without a publisher either is
    docker.io/library/….
    """
    allowed = props.parameter("allowed")
    if allowed is None:
        return
    yield from each(pods.pods_of(props).image_places(), partial(_check, allowed))


def _check(allowed: list[str], place: tuple[View, str]) -> Iterator[str]:
    view, path = place
    image = view.text(path)
    if image and not any(fnmatchcase(with_host(image), glob) for glob in allowed):
        yield f"{view.path(path)} is {image}; allowed are {', '.join(allowed)}"

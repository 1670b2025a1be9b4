"""Rule gpu-containers-have-limits."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.pods import TYPES, gpu_resources, pods_of


def _pod(resources: dict[str, object]) -> dict[str, object]:
    return {
        "spec": {
            "containers": [{"name": "serve", "image": "contoso.azurecr.io/serve:1.4", "resources": resources}]
        }
    }


@rule(
    on=TYPES,
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/use-nvidia-gpu",),
    passes=_pod({"limits": {"nvidia.com/gpu": 1, "memory": "64Gi"}}),
    fails=_pod({"requests": {"nvidia.com/gpu": 1}}),
)
def gpu_containers_have_limits(props: View) -> Iterator[str | CantTell]:
    """GPUs are asked for as limits

    Kubernetes refuses a pod that requests GPUs without a limit, since GPUs can't be overcommitted: the
    object is created and its pods never are. Put the GPUs into resources.limits; requests may be left out.
    """

    def check(container: View) -> Iterator[str]:
        limits = container.keys("resources.limits")
        for name in gpu_resources(container):
            if name not in limits:
                yield f"{container.path('resources.limits')} has no {name}; move it there from requests"

    yield from each(pods_of(props).containers(), check)

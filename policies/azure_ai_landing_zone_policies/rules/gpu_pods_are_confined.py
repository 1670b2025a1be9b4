"""Rule gpu-pods-are-confined."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers import pods


def _pod(**spec: object) -> dict[str, object]:
    container = {
        "name": "serve",
        "image": "contoso.azurecr.io/serve:1.4",
        "resources": {"limits": {"nvidia.com/gpu": 1}},
    }
    return {"spec": {"containers": [container], **spec}}


@rule(
    on=pods.TYPES,
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("PV-3", "PA-7"),
    links=("https://learn.microsoft.com/azure/aks/developer-best-practices-pod-security",),
    baseline="advisory",
    passes=_pod(),
    fails=_pod(hostNetwork=True, volumes=[{"name": "host", "hostPath": {"path": "/"}}]),
)
def gpu_pods_are_confined(props: View) -> Iterator[str | CantTell]:
    """Pods that serve or train can't reach their node

    A model's server runs what strangers send it, and libraries by the hundred. With privileges, the
    host's network or its files it is the node: its kubelet's identity, every other pod's memory and GPUs.
    Leave privileged, hostNetwork, hostPID, hostIPC and hostPath out, and run as another user than root.
    Device plugins and exporters, which need the node, are left alone.
    """
    pod = pods.pods_of(props)
    if not pod.gpus() or pod.is_gpu_runtime():
        return
    for name in ("hostNetwork", "hostPID", "hostIPC"):
        if props.flag(f"{pod.spec}.{name}") is True:
            yield f"{pod.spec}.{name} is true, which shares the node's with its pods; leave it out"
    for volume in props.items(f"{pod.spec}.volumes"):
        if volume.given("hostPath"):
            yield f"{volume.path('hostPath')} opens files of the node; use a claim or an emptyDir"
    yield from each(pod.containers(), _container)


def _container(container: View) -> Iterator[str]:
    path = "securityContext.privileged"
    if container.flag(path) is True:
        yield f"{container.path(path)} is true, which is root on the node; leave it out"
    path = "securityContext.runAsUser"
    if container.number(path) == 0:
        yield f"{container.path(path)} is 0, which is root; take another user"

"""Pods, in whatever kind of Kubernetes object a program declares them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.gpu_pools import Taint

_SPECS = {
    "kubernetes/core:Pod": "spec",
    "kubernetes/apps:DaemonSet": "spec.template.spec",
    "kubernetes/apps:Deployment": "spec.template.spec",
    "kubernetes/apps:ReplicaSet": "spec.template.spec",
    "kubernetes/apps:StatefulSet": "spec.template.spec",
    "kubernetes/batch:Job": "spec.template.spec",
    "kubernetes/batch:CronJob": "spec.jobTemplate.spec.template.spec",
}

TYPES = tuple(_SPECS)
"""The kinds of objects that hold pods, as `type_name` gives them."""

NVIDIA_GPU = single_facts.text("gpuResource")

_GPU_PREFIXES = ("nvidia.com/", "amd.com/gpu")

_RUNTIMES = ("k8s-device-plugin", "dcgm-exporter", "gpu-feature-discovery", "amdgpu-device-plugin")
"""Parts of image names of what has to run on every GPU node."""


@dataclass(frozen=True)
class Pod:
    """The pods that one object makes."""

    object: View
    spec: str
    """The path of their spec."""

    def containers(self) -> list[View]:
        return self.object.items(f"{self.spec}.containers")

    def gpus(self) -> dict[str, int]:
        """GPUs that its containers ask for together, by resource name."""
        asked: dict[str, int] = {}
        for container in self.containers():
            for name in gpu_resources(container):
                asked[name] = asked.get(name, 0) + (amount(container, name) or 0)
        return asked

    def tolerates(self, taint: Taint) -> bool:
        """Whether it runs in spite of the taint.

        A pod that asks for a resource with the taint's key tolerates it by itself: AKS has the admission
        plugin ExtendedResourceToleration. Source: learn.microsoft.com/azure/aks/faq, 2026-08.
        """
        if taint.key in self.gpus() and taint.effect == "NoSchedule":
            return True
        return any(_tolerates(each, taint) for each in self.object.items(f"{self.spec}.tolerations"))

    def image_places(self) -> list[tuple[View, str]]:
        """Where it names images: a view, and the path in it."""
        paths = ("initContainers", "containers")
        found = [(one, "image") for path in paths for one in self.object.items(f"{self.spec}.{path}")]
        return found + self.volume_image_places()

    def volume_image_places(self) -> list[tuple[View, str]]:
        """Those that volumes are made of. Source: kubernetes.io/docs/concepts/storage/volumes, image,
        2026-11."""
        return [(one, "image.reference") for one in self.object.items(f"{self.spec}.volumes")]

    def images(self) -> Iterator[str]:
        for view, path in self.image_places():
            image = view.text(path)
            if image:
                yield image

    def is_gpu_runtime(self) -> bool:
        """Whether it is part of what makes GPUs usable or visible, such as the device plugin."""
        return any(part in image for image in self.images() for part in _RUNTIMES)


def _tolerates(toleration: View, taint: Taint) -> bool:
    if (toleration.text("effect") or taint.effect) != taint.effect:
        return False
    key = toleration.text("key")
    if not key:
        return toleration.text("operator") == "Exists"
    if key != taint.key:
        return False
    return toleration.text("operator") == "Exists" or (toleration.text("value") or "") == taint.value


def gpu_resources(container: View) -> list[str]:
    """Names of the GPU resources that a container asks for, in its requests or limits."""
    names = [
        name
        for part in ("limits", "requests")
        for name in container.keys(f"resources.{part}")
        if name.startswith(_GPU_PREFIXES)
    ]
    return list(dict.fromkeys(names))


def amount(container: View, resource: str) -> int | None:
    """How many of a resource a container may use: its limit or, without one, its request."""
    for part in ("limits", "requests"):
        value = container.quantity(f"resources.{part}", resource)
        if value is not None:
            return value
    return None


def pods_of(props: View) -> Pod:
    """The pods of an object of one of TYPES."""
    return Pod(props, _SPECS[props.resource.type])


def pods(stack: Stack) -> list[Pod]:
    """The pods of all objects in the program."""
    return [pods_of(view) for view in stack.of(*TYPES)]


@lru_cache(maxsize=8)
def gpu_pods(stack: Stack) -> list[Pod]:
    """Those known to ask for GPUs."""
    found = []
    for pod in pods(stack):
        try:
            if pod.gpus():
                found.append(pod)
        except CantTell:
            continue
    return found


def helm_releases(stack: Stack, *names: str) -> list[View]:
    """Helm releases and charts of the program whose chart has one of these names."""
    found = []
    for release in stack.of("kubernetes/helm.sh:Release", "kubernetes/helm.sh:Chart"):
        chart = release.text("chart") if release.known("chart") else ""
        if any(name in (chart or "") for name in names):
            found.append(release)
    return found


def has_image(stack: Stack, *names: str) -> bool:
    """Whether any pod of the program runs an image with one of these words in its name."""
    for pod in pods(stack):
        try:
            if any(name in image for image in pod.images() for name in names):
                return True
        except CantTell:
            continue
    return False

"""Texts of a resource that whoever may read the resource, its state or its log reads too."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers import pods


@dataclass(frozen=True)
class Text:
    """A text, with the name under which it stands."""

    path: str
    name: str
    value: str


def texts(props: View) -> Iterator[Text | CantTell]:
    """The plain texts of a resource of one of TYPES, and why one can't be read."""
    for find in _FINDERS[props.resource.type]:
        try:
            yield from find(props)
        except CantTell as reason:
            yield reason


def _pairs(path: str, name: str = "name", value: str = "value") -> Callable[[View], Iterator[Text]]:
    """Of a list of objects with a name and a value."""

    def find(props: View) -> Iterator[Text]:
        for item in props.items(path):
            if item.known(name) and item.known(value):
                yield Text(item.path(value), item.text(name) or "", item.text(value) or "")

    return find


def _map(path: str) -> Callable[[View], Iterator[Text]]:
    """Of a map."""

    def find(props: View) -> Iterator[Text]:
        for key in props.keys(path):
            try:
                yield Text(f"{path}.{key}", key, props.entry(path, key) or "")
            except CantTell:
                continue  # not known, or not a text: a list or a number is no secret

    return find


def _inside(path: str, *inner: Callable[[View], Iterator[Text]]) -> Callable[[View], Iterator[Text]]:
    """Of each object of a list."""

    def find(props: View) -> Iterator[Text]:
        for item in props.items(path):
            for each in inner:
                yield from each(item)

    return find


def _script(path: str) -> Callable[[View], Iterator[Text]]:
    """A script as a whole, which has no name."""

    def find(props: View) -> Iterator[Text]:
        if props.known(path):
            yield Text(path, "", props.text(path) or "")

    return find


def _named_value(props: View) -> Iterator[Text]:
    if props.flag("secret") is not True and not props.given("keyVault") and props.known("value"):
        yield Text("value", props.text("displayName") or "", props.text("value") or "")


def _pods(props: View) -> Iterator[Text]:
    pod = pods.pods_of(props)
    for part in ("initContainers", "containers"):
        yield from _inside(f"{pod.spec}.{part}", _pairs("env"))(props)


_EXTENSION = (_map("settings"),)

_FINDERS: dict[str, tuple[Callable[[View], Iterator[Text]], ...]] = {
    "apimanagement:NamedValue": (_named_value,),
    "app:ContainerApp": (
        _inside("template.containers", _pairs("env")),
        _inside("template.initContainers", _pairs("env")),
    ),
    "compute:VirtualMachine": (_script("osProfile.customData"), _script("userData")),
    "compute:VirtualMachineExtension": _EXTENSION,
    "compute:VirtualMachineScaleSet": (
        _script("virtualMachineProfile.osProfile.customData"),
        _script("virtualMachineProfile.userData"),
        _inside("virtualMachineProfile.extensionProfile.extensions", *_EXTENSION),
    ),
    "compute:VirtualMachineScaleSetExtension": _EXTENSION,
    "containerinstance:ContainerGroup": (_inside("containers", _pairs("environmentVariables")),),
    "machinelearningservices:OnlineDeployment": (_map("properties.environmentVariables"),),
    "web:WebApp": (_pairs("siteConfig.appSettings"),),
    "kubernetes/core:ConfigMap": (_map("data"),),
    **dict.fromkeys(pods.TYPES, (_pods,)),
}

TYPES = tuple(_FINDERS)
"""The types that hold such texts, as `type_name` gives them."""

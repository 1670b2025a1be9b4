"""The base of every simulated ARM type, and the registry of them.

A type is one class in `types/`: what ARM declares about it (path, what replaces, name rule, defaults) as
attributes, what the resource provider does as methods. Adding a file there is all it takes.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, Protocol

from azure_simulator.cloud.arm import LOGS, OURS, ArmError, Path, name_of, parent_of, type_of
from azure_simulator.cloud.store import Resource, Store
from azure_simulator.cloud.subscription_settings import SubscriptionSettings

_IN_GROUP = "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers"


@dataclass(frozen=True)
class NameRule:
    """What Azure allows as a name; `text` says it to the user."""

    pattern: str
    text: str

    def allows(self, name: str) -> bool:
        return re.fullmatch(self.pattern, name) is not None


def given(answers: dict[str, Any]) -> Mapping[str, Any]:
    """Defaults of a type, safe to share."""
    return MappingProxyType(answers)


@dataclass(frozen=True)
class InUse:
    """Azure's refusal to delete what others refer to; `{id}`, `{name}`, `{user}`, `{users}` are filled in."""

    status: int
    code: str
    message: str
    seen: str
    """As in ArmError."""

    def refusal(self, id_: str, users: Sequence[str]) -> ArmError:
        text = self.message.format(id=id_, name=name_of(id_), user=users[0], users=", ".join(users))
        return ArmError(self.status, self.code, text, seen=self.seen)


USED: Final = InUse(409, "ResourceInUse", "{id} cannot be deleted because it is used by {users}.", OURS)
"""Of types that are documented to be kept while others use them, without the words of it."""


class Cloud(Protocol):
    """What a type sees of the subscription that it is in."""

    store: Store
    id: str

    def get(self, id_: str) -> Resource | None: ...
    def exists(self, id_: str) -> bool: ...
    def has_feature(self, feature: str) -> bool: ...
    def children(self, id_: str, token: str) -> list[Resource]: ...
    def users(self, id_: str) -> list[str]: ...
    def demand(self, action: str, scope: str, who: str) -> None: ...
    def put(
        self, unit: ResourceType, id_: str, inputs: dict[str, Any], *, locked: bool = False
    ) -> Resource: ...
    def delete(self, id_: str, *, locked: bool = False) -> None: ...


@dataclass(frozen=True)
class Put:
    """One write of `props` to `id`, over `old` if it is an update. Changes to `props` reach the answer."""

    cloud: Cloud
    id: str
    props: dict[str, Any]
    old: Resource | None


@dataclass(frozen=True)
class OverQuota:
    """More than a subscription may have of something in a region."""

    name: str
    """As Azure's usages have it."""
    region: str
    limit: int
    used: int
    required: int
    """Beyond what is used."""


_CORES: Mapping[str, tuple[str, str]] = {
    "cores": ("Total Regional Cores", "regional-quota-requests"),
    "lowPriorityCores": ("LowPriorityCores", "low-priority-quota"),
}
"""What Azure's words call them, and the page that they name."""


@dataclass(frozen=True)
class Machines:
    """Machines that a resource has, all of one size."""

    size: str
    count: int
    zones: tuple[str, ...] = ()
    spot: bool = False


class ResourceType:
    registry: ClassVar[dict[str, ResourceType]] = {}

    pulumi_type: ClassVar[str]
    """Pulumi type, without an API version."""
    path: ClassVar[str]
    """ARM path in Azure's own casing; a leading `…` stands for the resource group's providers."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other tokens of the same ARM type."""
    source: ClassVar[str] = ""
    """Where the behaviour is written down. A date is that of the page or thread as it was read; a page of
    learn.microsoft.com/rest has its API version; a page without a date has not been read again."""
    replaces: ClassVar[frozenset[str]] = frozenset()
    """Properties, beside the path, for which pulumi-azure-native makes a replacement; `a.b` and `a[].b` are
    possible. They are few: what its forceNewMap lists (provider/pkg/gen/replacement.go, read 2026-11-21), and
    top-level properties whose `x-ms-mutability` in the API's specification lacks `update`."""
    fixed: ClassVar[tuple[str, ...]] = ()
    """Properties that Azure refuses to change although the provider tries, `a.b`. `location` always is."""
    auto_name: ClassVar[Literal["random", "uuid", "copy"] | None] = None
    """How pulumi-azure-native names it when the program doesn't. None: a random suffix at the top level, the
    logical name as it is for what lives inside another resource."""
    name_rule: ClassVar[NameRule | None] = None
    globally_unique: ClassVar[bool] = False
    soft_delete: ClassVar[bool] = False
    """The name stays taken after a delete, until it is purged."""
    defaults: ClassVar[Mapping[str, Any]] = given({})
    """What Azure answers where the request said nothing, in the shape of the SDK's outputs."""
    always_there: ClassVar[bool] = False
    """It exists with its defaults as soon as its parent does (`blobServices/default`)."""
    sub_resources: ClassVar[frozenset[str]] = frozenset()
    """Properties that are resources of their own too: left alone unless the program sets them."""
    ignored_references: ClassVar[frozenset[str]] = frozenset()
    """Top-level properties that may hold ids of what doesn't exist."""
    in_use: ClassVar[InUse | None] = None
    """Set where Azure refuses to delete what other resources refer to."""

    generic: ClassVar[bool] = False
    """Its path fits ids of other types."""

    arm: ClassVar[Path]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "pulumi_type" in vars(cls):
            cls.arm = Path(cls.path.replace("…", _IN_GROUP, 1))
            unit = cls()
            for token in (cls.pulumi_type, *cls.aliases):
                ResourceType.registry[token] = unit

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:  # noqa: ARG002
        """(property path, text) of all that ARM refuses whatever else exists; unknowns are `UNKNOWN`.

        Azure refuses it when it is created; here it is a problem of the inputs, in words of ours, so that a
        preview tells."""
        yield from ()

    def limits(
        self,
        props: Mapping[str, Any],  # noqa: ARG002
        settings: SubscriptionSettings,  # noqa: ARG002
    ) -> Iterator[tuple[str, str]]:
        """Like `problems`, of what one subscription may have and another may not."""
        yield from ()

    def create(self, put: Put) -> Mapping[str, Any]:  # noqa: ARG002
        """Outputs beyond inputs and defaults; raises ArmError where Azure refuses. Updates come here too."""
        return {}

    def machines(self, put: Put) -> Iterator[Machines]:  # noqa: ARG002
        """What takes of a subscription's cores, and of Azure's machines."""
        yield from ()

    def quota(self, put: Put) -> tuple[str, int] | None:  # noqa: ARG002
        """(name of another quota, what the resource takes of it)"""
        return None

    def sku(self, put: Put) -> str | None:
        """What a subscription may be kept from having in a region."""
        sku = put.props.get("sku")
        name = sku.get("name") if isinstance(sku, Mapping) else None
        return name if isinstance(name, str) else None

    def sku_refused(self, put: Put, sku: str, region: str, zones: tuple[str, ...]) -> ArmError:  # noqa: ARG002
        """Where the subscription can't have `sku` in the region, or in the zones."""
        return ArmError(
            400,
            "SkuNotAvailable",
            f"The requested tier for resource '{put.id}' is currently not available in location '{region}' "
            f"for subscription '{put.cloud.id}'. Please try another tier or deploy to a different location.",
            seen="learn.microsoft.com/azure/azure-resource-manager/templates/error-sku-not-available (2022), "
            "read 2026-11-22",
        )

    def quota_exceeded(self, put: Put, over: OverQuota) -> ArmError:  # noqa: ARG002
        """The words are the compute provider's."""
        what, page = _CORES.get(over.name, (f"{over.name} Cores", "per-vm-quota-requests"))
        return ArmError(
            409,
            "OperationNotAllowed",
            f"Operation could not be completed as it results in exceeding approved {what} quota. Additional "
            f"details - Deployment Model: Resource Manager, Location: {over.region}, Current Limit: "
            f"{over.limit}, Current Usage: {over.used}, Additional Required: {over.required}, (Minimum) New "
            f"Limit Required: {over.used + over.required}. Setup Alerts when Quota reaches threshold. Learn "
            "more at https://aka.ms/quotamonitoringalerting . Submit a request for Quota increase at "
            "https://aka.ms/ProdportalCRP/#blade/Microsoft_Azure_Capacity/UsageAndQuota.ReactView by "
            "specifying parameters listed in the ‘Details’ section for deployment to succeed. Please read "
            f"more about quota limits at https://docs.microsoft.com/en-us/azure/azure-supportability/{page}",
            seen="cloud-barista/cb-spider#1558, Azure/karpenter-provider-azure#192 (2024-03-09), "
            "scylladb/scylla-cluster-tests#4994 (2022-07-12); the link's parameters are left out",
        )

    def made_by_azure(self, cloud: Cloud, id_: str) -> bool:
        """Whether it exists although nobody made it."""
        return self.always_there and cloud.store.get(parent_of(id_) or "") is not None

    def created(self, cloud: Cloud, resource: Resource) -> None:
        """Runs after a create or update is stored: makes what Azure makes along with it."""

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:  # noqa: ARG002
        """Outputs that follow from other resources, computed at every read."""
        return {}

    def delete(self, cloud: Cloud, resource: Resource) -> None:
        """Raises ArmError where Azure refuses to delete it now."""

    def serial_with(self, id_: str) -> str | None:  # noqa: ARG002
        """The id of what Azure locks while it writes this resource."""
        return None

    def serial_by(self, inputs: Mapping[str, Any]) -> str | None:  # noqa: ARG002
        """The id of what Azure locks beside that, where the id of the resource doesn't tell it."""
        return None

    def busy(self, scope: str) -> ArmError | None:  # noqa: ARG002
        """The refusal while `scope` is locked; None: that of the network and compute providers."""
        return None

    def parameters_of(self, id_: str) -> dict[str, str]:
        """The inputs that are in an id of this type."""
        return self.arm.parse(id_) or {}

    @property
    def naming(self) -> Literal["random", "uuid", "copy"]:
        nested = self.arm.arm_type.count("/") > 1
        return self.auto_name or ("copy" if nested else "random")

    @property
    def kind_word(self) -> str:
        """What pulumi-azure-native calls it in `cannot create already existing …`."""
        return "subresource" if self.always_there else "resource"

    def name_taken(self, name: str) -> ArmError:
        return ArmError(409, "NameAlreadyTaken", f"The name {name} is already taken.", seen=OURS)

    def change_refused(self, id_: str, path: str, before: Any, after: Any) -> ArmError:  # noqa: ARG002
        """Where one of `fixed` changes; the words are the compute provider's."""
        compute = self.arm.arm_type.startswith("Microsoft.Compute/")
        seen = "Azure/aks-engine#1530 (2019-06-26), MicrosoftDocs/azure-docs#108952 (2023-05-01)"
        text = f"Changing property '{path}' is not allowed."
        return ArmError(409, "PropertyChangeNotAllowed", text, seen=seen if compute else OURS)

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return ArmError(
            404,
            "ParentResourceNotFound",
            f"Failed to perform 'write' on resource(s) of type '{self.arm.arm_type.split('/', 1)[-1]}', "
            f"because the parent resource '{parent}' could not be found.",
            seen=LOGS,
        )

    def reference_missing(self, id_: str, path: str, reference: str) -> ArmError:  # noqa: ARG002
        """Where `path` names what doesn't exist; the words are the network and compute providers'."""
        return ArmError(
            400,
            "InvalidResourceReference",
            f"Resource {reference} referenced by resource {id_} was not found. Please make sure that the "
            "referenced resource exists, and that both resources are in the same region.",
            seen="alan-turing-institute/data-safe-haven#2022 (2024-07-17)",
        )

    def refuse_in_use(self, id_: str, users: list[str]) -> None:
        if self.in_use and users:
            raise self.in_use.refusal(id_, users)


def plain_token(token: str) -> str:
    """`azure-native:compute/v20240301:X` → `azure-native:compute:X`: one ARM type, whatever the version."""
    return re.sub(r"^(azure-native:\w+)/v\w+:", r"\1:", token)


def find(token: str) -> ResourceType | None:
    _load()
    return ResourceType.registry.get(plain_token(token))


def all_types() -> list[ResourceType]:
    """Every simulated type once, by token."""
    _load()
    return sorted(set(ResourceType.registry.values()), key=lambda unit: unit.pulumi_type)


def of_id(id_: str) -> ResourceType | None:
    """The type whose path an id has."""
    units = _of_arm_type().get(type_of(id_).lower() or "microsoft.resources/resourcegroups", ())
    return next((unit for unit in units if unit.arm.parse(id_)), None)


@cache
def _of_arm_type() -> Mapping[str, tuple[ResourceType, ...]]:
    """By ARM type in lower case."""
    found: dict[str, tuple[ResourceType, ...]] = {}
    for unit in all_types():
        if not unit.generic:
            kind = unit.arm.arm_type.lower()
            found[kind] = (*found.get(kind, ()), unit)
    return found


_loaded = False


def _load() -> None:
    global _loaded
    if _loaded:
        return
    package = importlib.import_module("azure_simulator.types")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"azure_simulator.types.{module.name}")
    _loaded = True

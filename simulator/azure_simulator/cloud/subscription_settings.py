"""What is said of a simulated subscription beforehand: what it has, may have, and who may do what in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from azure_simulator.access import conditions, role_definitions
from azure_simulator.cloud import policies
from azure_simulator.cloud.arm import DEPLOYER_OBJECT_ID, GUID

PLACEMENT_GROUP_INSTANCES: Final = 100
"""Of a scale set in one placement group, where nothing is granted.
Source: learn.microsoft.com/azure/virtual-machines/setup-infiniband, 2026-09-25."""
MOST_GRANTED_INSTANCES: Final = 300
"""The most that Azure's support grants for HPC sizes, from the same page."""

PROFILES: Final = ("roomy", "new", "locked-down")
"""Ready-made subscriptions, each a file in profiles/."""


ALWAYS_REGISTERED: Final = (
    "Microsoft.ADHybridHealthService",
    "Microsoft.Authorization",
    "Microsoft.Billing",
    "Microsoft.ClassicSubscription",
    "Microsoft.Commerce",
    "Microsoft.Consumption",
    "Microsoft.CostManagement",
    "Microsoft.Features",
    "Microsoft.MarketplaceOrdering",
    "Microsoft.Portal",
    "Microsoft.ResourceGraph",
    "Microsoft.Resources",
    "Microsoft.SerialConsole",
    "Microsoft.Support",
    "Microsoft.WorkloadMonitor",
)
"""MicrosoftDocs/azure-docs@004ec53:articles/azure-resource-manager/management/
azure-services-resource-providers.md, "registered by default"."""


class _Data(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel, extra="forbid", frozen=True, populate_by_name=True, strict=True
    )


def content_of(file: Path) -> Any:
    """What is in a YAML or JSON file. Raises ValueError with its name."""
    try:
        return yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise ValueError(f"{file}: {problem.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as problem:
        raise ValueError(f"{file}: no YAML: {problem}") from None


def _tuple(value: object) -> object:
    if not isinstance(value, list | tuple):
        raise ValueError("expected a list")  # noqa: TRY004 - pydantic wants this kind
    return tuple(value)


def _placement_limit(value: object) -> object:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not PLACEMENT_GROUP_INSTANCES <= int(str(value)) <= MOST_GRANTED_INSTANCES:
        raise ValueError(
            f"expected a whole number from {PLACEMENT_GROUP_INSTANCES}, which every subscription has, to "
            f"{MOST_GRANTED_INSTANCES}"
        )
    return value


def _id(value: str) -> str:
    if not value.startswith("/"):
        raise ValueError("expected a resource id, which begins with a slash")
    return value


def _object_id(value: str) -> str:
    if not re.fullmatch(GUID, value):
        raise ValueError("expected an object id, such as 00000000-0000-0000-0000-000000000003")
    return value


def _role(value: str) -> str:
    if not value.startswith("/") and role_definitions.find(value) is None:
        known = ", ".join(role_definitions.names())
        raise ValueError(f"expected the id of a role definition, or one of {known}")
    return value


def _condition(value: str | None) -> str | None:
    if value is not None:
        conditions.holds(value, "", {})
    return value


PlacementLimit = Annotated[int, BeforeValidator(_placement_limit)]
ResourceId = Annotated[str, AfterValidator(_id)]
ObjectId = Annotated[str, AfterValidator(_object_id)]
T = TypeVar("T")
Many = Annotated[tuple[T, ...], BeforeValidator(_tuple)]
Globs = Many[str]
"""Texts with `*` for any text in them."""


class Quota(_Data):
    """How much of something a subscription may have in a region; the first that fits holds.

    name: as Azure's usages have it, with `*` for any text: a family of sizes (standardNDSH100v5Family), cores
    (all of a region), lowPriorityCores (spot), OpenAI.GlobalStandard.gpt-5.1 (thousands of tokens a minute).
    """

    name: str
    region: str = "*"
    limit: Annotated[int, Field(ge=0)]


class Restriction(_Data):
    """A SKU that Azure doesn't let a subscription have, in a region or in some of its zones.

    Of sizes of machines `az vm list-skus` tells it beforehand: NotAvailableForSubscription.
    """

    sku: str
    resource_type: str = "Microsoft.Compute/virtualMachines"
    """What the SKU is of. Machines of every kind are virtualMachines."""
    region: str = "*"
    zones: Globs = ()
    """Only in these; none: in the whole region."""

    def fits(self, resource_type: str, sku: str, region: str, zones: tuple[str, ...]) -> bool:
        return (
            resource_type.lower() == self.resource_type.lower()
            and _fits(self.sku, sku)
            and _fits(self.region, region)
            and (not self.zones or bool({*self.zones} & {*zones}))
        )


class Capacity(_Data):
    """How many machines of a size Azure has in a region, or in one of its zones, for everybody here."""

    size: str
    region: str = "*"
    zone: str | None = None
    instances: Annotated[int, Field(ge=0)]

    def fits(self, size: str, region: str, zones: tuple[str, ...]) -> bool:
        here = self.zone is None or self.zone in zones
        return here and _fits(self.size, size) and _fits(self.region, region)


class RoleHeld(_Data):
    """A role that somebody has from the start."""

    role: Annotated[str, AfterValidator(_role)]
    """A built-in role by its name, or the id of a role definition."""
    scope: ResourceId
    """`/`: everywhere."""
    principal_id: str = DEPLOYER_OBJECT_ID
    """Who deploys, if nobody else is named."""
    condition: Annotated[str | None, AfterValidator(_condition)] = None
    """As Azure writes it; conditions.py says which parts it may have."""


LockLevel = Literal["CanNotDelete", "ReadOnly"]


class Lock(_Data):
    scope: ResourceId
    level: LockLevel


class PolicyAssignment(_Data):
    """An Azure Policy that denies what its rule describes.

    rule: the `if` of a policy's rule, as Azure Policy writes it; policies.py says which parts it may have.
    """

    name: str
    scope: ResourceId = "/"
    rule: Annotated[dict[str, Any], AfterValidator(policies.checked)] = Field(alias="if")


class ExistingResource(_Data):
    """Something that is there already, as `az resource show` tells it."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True)

    id: ResourceId


class SubscriptionSettings(_Data):
    """Settings that hold for every subscription of a simulated Azure. Those left out leave room for all."""

    single_placement_group_limit: PlacementLimit = PLACEMENT_GROUP_INSTANCES
    """Instances that a scale set of an HPC size may have in one placement group."""
    regions: Globs = ("*",)
    """Where it may have resources."""
    regions_without_zones: Globs = ()
    quotas: Many[Quota] = ()
    restrictions: Many[Restriction] = ()
    capacity: Many[Capacity] = ()
    providers: Globs = ("*",)
    """Namespaces that are registered, beside those that always are."""
    features: Globs = ("*",)
    """Of preview features, as Microsoft.ContainerService/AKSInfinibandSupport."""
    role_assignments: Many[RoleHeld] = (RoleHeld(role="Owner", scope="/"),)
    groups: dict[ObjectId, Many[ObjectId]] = {}
    """Object ids of the members of groups of the directory, by those of the groups."""
    locks: Many[Lock] = ()
    policy_assignments: Annotated[
        tuple[PolicyAssignment, ...], BeforeValidator(lambda value: _tuple(value))
    ] = ()
    soft_deleted: Many[ExistingResource] = ()
    existing: Many[ExistingResource] = ()

    @classmethod
    def read(cls, file: Path) -> SubscriptionSettings:
        """Reads YAML or JSON: docs/subscription.md. What it says of a key stands instead of what its
        `profile` says.

        Raises ValueError with a line for each thing that is wrong, and where it is."""
        content = content_of(file)
        if not isinstance(content, dict):
            raise ValueError(f"{file}: expected an object, got {content!r}")  # noqa: TRY004 - one kind of error
        return cls._parsed(file, content)

    @classmethod
    def read_existing(cls, file: Path) -> SubscriptionSettings:
        """Reads a file as `read` does, or a list of resources that exist. Raises ValueError likewise."""
        content = content_of(file)
        return cls._parsed(file, content if isinstance(content, dict) else {"existing": content})

    @classmethod
    def _parsed(cls, file: Path, content: dict[str, Any]) -> SubscriptionSettings:
        profile = content.pop("profile", "roomy")
        if profile not in PROFILES:
            raise ValueError(f"{file}: profile: {profile!r} is none of {', '.join(PROFILES)}")
        try:
            return cls(**{**_profile(profile), **content})
        except ValidationError as problem:
            wrong = [f"{file}: {text}" for text in _problems(problem)]
            raise ValueError("\n".join(wrong)) from None

    @classmethod
    def profile(cls, name: str) -> SubscriptionSettings:
        """One of PROFILES."""
        return cls(**_profile(name))

    def has_region(self, region: str) -> bool:
        return any(_fits(one, region) for one in self.regions)

    def has_zones(self, region: str) -> bool:
        return not any(_fits(one, region) for one in self.regions_without_zones)

    def has_provider(self, namespace: str) -> bool:
        return any(_fits(one, namespace) for one in (*ALWAYS_REGISTERED, *self.providers))

    def has_feature(self, feature: str) -> bool:
        """Of `Microsoft.Compute/EncryptionAtHost`."""
        return any(_fits(one, feature) for one in self.features)

    def limit(self, quota: str, region: str) -> int | None:
        """None: no limit."""
        return self.limits(region)(quota)

    def limits(self, region: str) -> Callable[[str], int | None]:
        """`limit` of many quotas of a region: listings have hundreds, and so does what a preflight saved."""
        there = [(_quota(one.name), one.limit) for one in self.quotas if _fits(one.region, region)]
        first = {name: place for place, (name, _) in reversed(list(enumerate(there)))}
        patterns = [(place, name) for name, place in first.items() if any(sign in name for sign in "*?[")]

        def limit(quota: str) -> int | None:
            name = _quota(quota)
            places = [place for place, pattern in patterns if fnmatchcase(name, pattern)]
            if name in first:
                places.append(first[name])
            return there[min(places)][1] if places else None

        return limit


def _quota(name: str) -> str:
    return name.replace(" ", "").lower()


def _fits(pattern: str, text: str) -> bool:
    return fnmatchcase(text.lower(), pattern.lower())


def _profile(name: str) -> dict[str, Any]:
    text = (files("azure_simulator.cloud") / "profiles" / f"{name}.yaml").read_text(encoding="utf-8")
    content: dict[str, Any] = yaml.safe_load(text)
    return content


def _problems(error: ValidationError) -> Iterator[str]:
    """What is wrong, each behind its path: unknown keys first."""
    known = ["profile", *(to_camel(name) for name in SubscriptionSettings.model_fields)]
    unknown = [one for one in error.errors() if one["type"] == "extra_forbidden" and len(one["loc"]) == 1]
    for one in unknown:
        yield f"unknown key {one['loc'][0]!r}; known are {', '.join(known)}"
    for one in error.errors():
        if one in unknown:
            continue
        path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in one["loc"])
        text = one["msg"].removeprefix("Value error, ")
        yield f"{path[1:]}: {text[0].lower()}{text[1:]}, got {one['input']!r}"

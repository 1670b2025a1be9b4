"""What every settings and argument model is made of."""

import re
import sys
import sysconfig
from collections.abc import Awaitable, Iterator, Sequence
from pathlib import Path
from traceback import walk_stack
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args

import pulumi
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import InitErrorDetails, PydanticCustomError

from azure_ai_landing_zone.catalog.roles import PRIVILEGED, BuiltInRole
from azure_ai_landing_zone.core.errors import settings_error
from azure_ai_landing_zone.core.problem import CONTROL, Problem

T = TypeVar("T")

Input = Union[T, Awaitable[T], pulumi.Output[T]]  # noqa: UP007 (pydantic needs the generic alias as a Union)
"""A value, or the promise of one. pydantic can't resolve pulumi.Input; this means the same."""

Protection = Literal["on", "off", "locked"]
"""Whether the engine refuses to delete or replace what holds data, and with `locked` Azure to delete what
deploying again wouldn't bring back."""

Zone = Literal["1", "2", "3"]
"""A logical availability zone; the same number is another datacenter in another subscription."""

ZONES: tuple[Zone, ...] = get_args(Zone)
"""All of them; Azure's regions have three or none."""


class Model(BaseModel):
    """Closed and frozen. Python uses the fields' own names, stack files the same names in camelCase.

    Whole numbers and truth values are declared strict (StrictInt, StrictBool): "8" and true are not 8 and 1.
    Raises SettingsError with all problems at once.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
        defer_build=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=False,
    )

    refused: ClassVar[dict[str, str]] = {}
    """Settings that Azure knows and this model doesn't take, with the sentence that says why."""

    own_names: ClassVar[str] = ""
    """What else to say to a name that isn't a setting, where one of the user's own may have been meant."""

    several_lines: ClassVar[tuple[str, ...]] = ()
    """Fields that may have line breaks."""

    @model_validator(mode="after")
    def _check_characters(self) -> "Model":
        refuse(
            type(self),
            [
                problem
                for name, value in self.__dict__.items()
                if name not in self.several_lines
                for problem in _controls((name,), value)
            ],
        )
        return self

    def __init__(self, /, **data: Any) -> None:
        try:
            super().__init__(**data)
        except ValidationError as error:
            subject = f"the arguments of {type(self).__name__}{_program_line()}"
            raise settings_error(type(self), error, subject, stack_file=False) from None

    # Without this mark pydantic would validate nested models by calling __init__, and lose their paths.
    setattr(__init__, "__pydantic_base_init__", True)  # noqa: B010


def _controls(path: tuple[str | int, ...], value: Any) -> Iterator[Problem]:
    """Control characters in texts, also in those of lists and mappings, but not in other models."""
    if isinstance(value, str):
        if found := CONTROL.search(value):
            text = f"has a control character, {found[0]!r}, which no setting of Azure takes: take it out"
            yield Problem(path, text)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _controls((*path, number), item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _controls((*path, key), key)
            yield from _controls((*path, key), item)


def _program_line() -> str:
    """Where the program is, with its file and line; arguments don't know yet whose they will be."""
    installed = (sysconfig.get_path("purelib"), sysconfig.get_path("scripts"))
    for frame, line in walk_stack(sys._getframe()):
        file = Path(frame.f_code.co_filename)
        is_program = frame.f_globals.get("__name__") == "__main__" and file.is_file()
        if is_program and not any(file.is_relative_to(folder) for folder in installed):
            return f" ({file.name}, line {line})"
    return ""


def fields_of(settings: Model, model: type[Model]) -> dict[str, Any]:
    """The values of those fields that a component's arguments inherit from `model`."""
    return {name: getattr(settings, name) for name in model.model_fields}


def refuse(model: type[BaseModel], problems: Sequence[Problem]) -> None:
    """Inside a validator: make one error of each problem, at its own path. Does nothing without problems."""
    if problems:
        raise ValidationError.from_exception_data(
            model.__name__,
            [
                InitErrorDetails(
                    type=PydanticCustomError("problem", "{message}", {"message": problem.message}),
                    loc=problem.path,
                    input=None,
                )
                for problem in problems
            ],
        )


def resource_id_of(resource_type: str) -> AfterValidator:
    """Checks that a string is the full ARM id of a resource of that type, such as
    Microsoft.Network/virtualNetworks."""
    provider, *types = resource_type.split("/")
    path = "/".join(f"{name}/<name>" for name in types)
    form = f"/subscriptions/<id>/resourceGroups/<name>/providers/{provider}/{path}"
    # Ids stand in queries and in commands that people run: names are no more than Azure's rules for the types
    # that anything here refers to. Source: learn.microsoft.com/azure/azure-resource-manager/management/
    # resource-name-rules, 2026-11-22.
    escaped = re.escape(form.replace("<id>", "0").replace("<name>", "1"))
    pattern = re.compile(escaped.replace("/0/", r"/[\w-]+/").replace("/1", r"/[\w.()-]+"), re.I)

    def check(value: str) -> str:
        if not pattern.fullmatch(value):
            raise ValueError(f"must be a full resource id like {form}, got {value!r}")
        return value

    return AfterValidator(check)


def _region(value: str) -> str:
    name = re.sub(r"[^a-z0-9]", "", value.lower())
    if value != name or not name:
        raise ValueError(
            f"must be a region's name such as southcentralus, got {value!r}: write {name or 'one'}"
        )
    return value


Region = Annotated[str, AfterValidator(_region)]
"""An Azure region's name, such as southcentralus (not its display name)."""

VirtualNetworkId = Annotated[str, resource_id_of("Microsoft.Network/virtualNetworks")]
SubnetId = Annotated[str, resource_id_of("Microsoft.Network/virtualNetworks/subnets")]
DnsForwardingRulesetId = Annotated[str, resource_id_of("Microsoft.Network/dnsForwardingRulesets")]
VirtualHubId = Annotated[str, resource_id_of("Microsoft.Network/virtualHubs")]
PrivateDnsZoneId = Annotated[str, resource_id_of("Microsoft.Network/privateDnsZones")]

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,14}$")]
"""A short plain name within a zone: lower-case letters, digits and hyphens, at most 15. It is part of the
names of resources, so changing it replaces them."""


class Named(Model):
    """What has a name in a stack file, by which others name it there."""

    name: Key
    """Unique within its list."""
    former_name: Key | None = None
    """What it was called when it was made, once `name` says something else. Everything that it has in Azure
    and in the state stays under that name; only this file and the stack's outputs have the new one."""

    @property
    def key(self) -> str:
        """What it is called in Azure and in the state, for as long as it lives."""
        return self.former_name or self.name


IdentityName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
"""Of an identity within a zone: a key, or a key with what the identity is for, such as slurm-login."""

_TAG_VALUE = Field(min_length=1, max_length=256)


class Tags(Model):
    """Tags of every resource that takes tags. Cost reports and policy rely on the first three."""

    own_names = ": a tag of your own goes under `extra`"

    owner: Annotated[str, _TAG_VALUE]
    """Who answers for the cost: a team's address rather than a person's."""
    cost_center: Annotated[str, _TAG_VALUE]
    """What the cost is booked on."""
    environment: Annotated[str, _TAG_VALUE]
    """Such as dev, training or prod."""
    extra: dict[
        Annotated[str, Field(max_length=128, pattern=r"^[^<>%&\\?/]+$")],
        Annotated[str, Field(max_length=256)],
    ] = Field(default={}, max_length=44)
    """Further tags, as they are. Limits:
    learn.microsoft.com/azure/azure-resource-manager/management/tag-resources (storage accounts take keys of
    128 characters only)."""

    def as_azure(self) -> dict[str, str]:
        """The tags with the keys that Azure shows."""
        own = {"owner": self.owner, "costCenter": self.cost_center, "environment": self.environment}
        return own | self.extra


GUID = r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
"""A pattern: subscriptions, tenants, and what a directory has are called by one."""


def matching(pattern: str, allowed: str) -> AfterValidator:
    """Checks that all of a text matches; `allowed` completes "must be …, got …"."""

    def check(value: str) -> str:
        if not re.fullmatch(pattern, value, re.ASCII):
            raise ValueError(f"must be {allowed}, got {value!r}")
        return value

    return AfterValidator(check)


def _gives_no_roles(value: str) -> str:
    name = value.rpartition("/")[2].lower()
    for role in PRIVILEGED:
        if role.guid == name:
            raise ValueError(f"is {role}, which can give away roles: name a narrower one, got {value!r}")
    return value


RoleDefinitionId = Annotated[
    str,
    matching(
        rf"/subscriptions/{GUID}/providers/Microsoft\.Authorization/roleDefinitions/{GUID}",
        "/subscriptions/<id>/providers/Microsoft.Authorization/roleDefinitions/<id>",
    ),
    AfterValidator(_gives_no_roles),
]


class OwnRole(Model):
    """A role that a company defines, where one of Azure's may be."""

    role_definition_id: RoleDefinitionId
    """Full id of its definition."""

    @property
    def guid(self) -> str:
        return self.role_definition_id.rpartition("/")[2]

    def definition_id(self, subscription_id: str) -> str:
        """As a role assignment in that subscription names it."""
        return (
            f"/subscriptions/{subscription_id}/providers/Microsoft.Authorization/roleDefinitions/{self.guid}"
        )


class AccessGrant(Model):
    """Access of one identity to the resource that takes the grant. The resource's owner makes
    the assignment."""

    key: IdentityName
    """For the logical name of the assignment; doesn't change when the identity does."""
    principal_id: Input[str]
    """The object id of the identity (not its client id)."""
    role: BuiltInRole | OwnRole
    """By the name that the portal shows."""
    principal_type: Literal["ServicePrincipal", "User", "Group"] = "ServicePrincipal"
    """Managed identities are ServicePrincipal. Azure needs it to find an identity made a moment ago."""


class PrivateEndpointPlace(Model):
    """Where a private endpoint stands, and who answers for its name."""

    subnet_resource_id: Input[str]
    """A subnet in the region of the component."""
    private_dns_zone_resource_ids: list[Input[str]] = []
    """Zones that get its record. Empty: the hub or Azure Policy writes the records."""


ObjectName = Annotated[
    str, matching(r"[a-z]([a-z0-9-]{0,38}[a-z0-9])?", "1 to 40 lower-case letters, digits and hyphens")
]
"""Of something inside a cluster: it is part of the names of its objects, which end at 63 characters."""


ResourceGroupName = Annotated[
    str,
    matching(
        r"[\w().-]{0,89}[\w()-]", "1 to 90 letters, digits, _ . - and parentheses, with no period at the end"
    ),
]
"""Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules, 2026-11-22; Azure
takes letters of other alphabets too, which nothing here needs."""

SubscriptionId = Annotated[
    str,
    matching(
        GUID,
        "the id of a subscription, such as 00000000-0000-0000-0000-000000000000",
    ),
]

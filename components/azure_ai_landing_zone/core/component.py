"""What every component is made of: its place in the tree, names, tags, and aliases that cost nothing."""

import functools
from collections.abc import Callable, Mapping, Sequence
from inspect import get_annotations
from typing import Any

import pulumi
from pulumi.runtime.settings import get_monitor
from pulumi_azure_native import authorization, network, resources

from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.core.errors import SettingsError, in_camel_case
from azure_ai_landing_zone.core.grants import grant_access
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Model,
    PrivateEndpointPlace,
    Protection,
    Region,
    Tags,
)
from azure_ai_landing_zone.core.naming import Kind, Names, Naming, default_suffix, name_problems
from azure_ai_landing_zone.core.private_endpoint import private_endpoint
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.retiring_apis import warn_of_retiring_apis
from azure_ai_landing_zone.core.template_deployment import template_deployment

PACKAGE = "azure-ai-landing-zone"
"""The first part of every component's type, and the namespace of our stack configuration."""


class ComponentArgs(Model):
    """What every component takes."""

    location: Region
    """Azure region, such as southcentralus."""
    resource_group_name: Input[str]
    """Of the group that everything goes into."""
    naming: Naming = Naming()
    """How its Azure resources are named."""
    label: str | None = None
    """What {name} stands for in Azure names. Left out, it is the component's logical name."""
    tags: Tags | None = None
    """Tags of every resource that takes tags."""


class Component(pulumi.ComponentResource):
    """A component whose children drop azure-native's API-version aliases and wait for what it depends on."""

    _from_stack_file = False
    """Whether a stack file says what it is, so that whoever reads of it knows names in camelCase. What stands
    in such a component has it of that one."""

    def __init__(
        self,
        name: str,
        opts: pulumi.ResourceOptions | None,
        args: ComponentArgs | None = None,
        azure_names: Callable[[str], Sequence[tuple[Kind, str]]] | None = None,
    ) -> None:
        """`azure_names`: what a component with a label names. Raises SettingsError, before anything is
        registered, where Azure refuses one."""
        if args is not None and azure_names is not None:
            check_names(type(self), args.naming, azure_names(args.label or name))
        aliases = [] if _keeps_aliases() else [drop_version_aliases]
        ours = pulumi.ResourceOptions(transformations=[warn_of_retiring_apis, *aliases])
        super().__init__(
            f"{PACKAGE}:index:{type(self).__name__}", name, {}, pulumi.ResourceOptions.merge(opts, ours)
        )
        self._depends_on = opts.depends_on if opts is not None else None
        parent = opts.parent if opts is not None else None
        if isinstance(parent, Component):
            self._from_stack_file = self._from_stack_file or parent._from_stack_file

    def warn(self, text: str) -> None:
        """Says something to who deploys, beside the component; names in backticks are spelled as theirs."""
        pulumi.log.warn(self.spelled(text), self)

    def spelled(self, text: str) -> str:
        """A text with names in backticks as whoever wrote the settings spells them."""
        return in_camel_case(text) if self._from_stack_file else text

    def _child(self, **options: Any) -> pulumi.ResourceOptions:
        """Options of a child. What the component depends on, its children do: Pulumi doesn't pass that on."""
        own = pulumi.ResourceOptions(parent=self, **options)
        return pulumi.ResourceOptions.merge(pulumi.ResourceOptions(depends_on=self._depends_on), own)

    def _end(self) -> None:
        """Puts out what the class declares as its outputs."""
        classes = [kind for kind in reversed(type(self).__mro__) if issubclass(kind, Component)]
        declared = [name for kind in classes for name in get_annotations(kind) if not name.startswith("_")]
        self.register_outputs({name: getattr(self, name) for name in declared})

    def _subscription_id(self) -> str:
        """Of the provider that the component's resources are made with."""
        return self._client_config().subscription_id

    def _client_config(self) -> "authorization.GetClientConfigResult":
        """Who deploys, and where to: asked once for each provider, since an answer takes the engine 0.1 s."""
        return _client_config(get_monitor(), self.get_provider("azure-native:authorization:getClientConfig"))

    def _names(self, naming: Naming) -> Names:
        suffix = naming.suffix
        if suffix is None:
            suffix = default_suffix(self._subscription_id(), pulumi.get_project(), pulumi.get_stack())
        return Names(naming, suffix)


class Making:
    """A component in Azure while it is made: names, tags, place, and what resources get beside themselves.

    Roles are what logical names end in, after the component's own; a component's main resource has none.
    """

    def __init__(
        self,
        component: Component,
        name: str,
        args: ComponentArgs,
        *,
        diagnostics: Diagnostics | None = None,
        protection: Protection | None = None,
        more_tags: dict[str, str] | None = None,
    ) -> None:
        """`diagnostics` and `protection`: those of `args`, where it has them. `more_tags`: beside those."""
        self.name = name
        """Logical, of the component."""
        self.label = args.label or name
        """What {name} stands for in Azure names."""
        self.child = component._child
        """Options of a child."""
        self.tags = ((args.tags.as_azure() if args.tags else {}) | (more_tags or {})) or None
        self.group: dict[str, Any] = {"resource_group_name": args.resource_group_name}
        """For resources inside others."""
        self.place: dict[str, Any] = {**self.group, "location": args.location, "tags": self.tags}
        """For resources that take tags."""
        deployer = component._client_config()
        self.subscription_id = deployer.subscription_id
        """Of everything that the component makes."""
        self.tenant_id = deployer.tenant_id
        """Of the same subscription."""
        self.names = component._names(args.naming)
        """For what isn't called after the component."""
        self.common: dict[str, Any] = {
            **self.group,
            "location": args.location,
            "tags": args.tags,
            "naming": args.naming.model_copy(update={"suffix": self.names.suffix}),
        }
        """The arguments of components inside this one."""
        self.diagnostics = diagnostics or DiagnosticsOff(mode="off")
        self._protects = None if protection is None else protection != "off"
        self._locks = protection == "locked"

    def azure_name(self, kind: Kind, role: str = "") -> str:
        """Of a resource: after the component's label, and its role."""
        return self.names.of(kind, f"{self.label}-{role}" if role else self.label)

    def keeper(self, **options: Any) -> pulumi.ResourceOptions:
        """Options of a child that holds data."""
        return self.child(protect=self._protects, **options)

    def lock(self, resource_id: Input[str], role: str) -> None:
        """Azure deletes nothing of that `keeper`, whoever asks, until the lock is gone: neither itself, nor
        what lies in it, nor roles on it. All of it can still be changed, and data deleted by its own API. A
        lock isn't protected: it goes as soon as a stack file wants no locks, if who deploys may. Source:
        learn.microsoft.com/azure/azure-resource-manager/management/lock-resources, 2024-03-08."""
        if self._locks:
            authorization.ManagementLockByScope(
                f"{self._logical(role)}-lock",
                lock_name="keeps-data",
                scope=resource_id,
                level=authorization.LockLevel.CAN_NOT_DELETE,
                notes="It holds data. Its Pulumi program made this lock; `protection` there says more.",
                opts=self.child(),
            )

    def watch(self, resource_id: Input[str], resource_type: str, role: str = "") -> None:
        """Its logs and metrics go where the component's go."""
        diagnose(
            self._logical(role),
            self.diagnostics,
            resource_id=resource_id,
            resource_type=resource_type,
            opts=self.child(),
        )

    def grant(
        self,
        access: Sequence[AccessGrant],
        scope: Input[str],
        role: str = "",
        **options: Any,
    ) -> "list[authorization.RoleAssignment]":
        """Role assignments on a resource; `scope` of one that someone else made is the id as it was given."""
        return grant_access(
            self._logical(role),
            access,
            scope=scope,
            subscription_id=scope.split("/")[2] if isinstance(scope, str) else self.subscription_id,
            opts=self.child(**options),
        )

    def grant_parts(
        self, access: Mapping[str, Sequence[AccessGrant]], scope: Input[str], kind: str
    ) -> "list[authorization.RoleAssignment]":
        """The same on parts of it that are scopes of their own: what is below `kind`, such as secrets, by
        name."""
        found = []
        for part, grants in access.items():
            within = f"/{kind}/{part}"
            below = f"{scope}{within}" if isinstance(scope, str) else pulumi.Output.concat(scope, within)
            found += self.grant(grants, below, f"{kind}-{part}")
        return found

    def endpoint(
        self,
        place: PrivateEndpointPlace | None,
        target_resource_id: Input[str],
        group_id: str,
        *,
        role: str = "",
        label: str | None = None,
        **options: Any,
    ) -> "list[network.PrivateEndpoint]":
        """The private endpoint of a resource, called after `label`, else its group id. None without a place:
        something else makes it."""
        if place is None:
            return []
        made = private_endpoint(
            self._logical(role),
            azure_name=self.azure_name("privateEndpoint", label or group_id),
            subnet_resource_id=place.subnet_resource_id,
            target_resource_id=target_resource_id,
            group_id=group_id,
            private_dns_zone_resource_ids=place.private_dns_zone_resource_ids,
            opts=self.child(**options),
            **self.place,
        )
        return [made]

    def deployment(
        self,
        role: str,
        kind: Kind,
        template_resources: Sequence[Mapping[str, Any]],
        *,
        template_outputs: Mapping[str, Input[str]] | None = None,
        secure_values: Mapping[str, Input[str]] | None = None,
        **options: Any,
    ) -> "resources.Deployment":
        """A deployment of what lies inside the component's `kind`, and that the provider can't make; or of
        nothing, for what it answers with."""
        return template_deployment(
            self._logical(role),
            azure_name=f"{role}-of-{self.azure_name(kind)}",
            template_resources=template_resources,
            template_outputs=template_outputs,
            secure_values=secure_values,
            tags=self.tags,
            opts=self.child(**options),
            **self.group,
        )

    def _logical(self, role: str) -> str:
        return f"{self.name}-{role}" if role else self.name


@functools.lru_cache(maxsize=16)
def _client_config(
    _monitor: object, provider: pulumi.ProviderResource | None
) -> "authorization.GetClientConfigResult":
    return authorization.get_client_config(pulumi.InvokeOptions(provider=provider))


def check_names(component: type[Component], naming: Naming, wanted: Sequence[tuple[Kind, str]]) -> None:
    """Refuse names that Azure would, before any resource is registered. Raises SettingsError."""
    problems = [Problem(("naming",), text) for text in name_problems(naming, list(wanted))]
    if problems:
        raise SettingsError(f"the arguments of {component.__name__}", problems)


def _keeps_aliases() -> bool:
    """`pulumi config set azure-ai-landing-zone:keepApiVersionAliases true`: for resources that a program with
    azure-native's versioned modules (azure_native.network.v20240501…) made and this one takes over."""
    return pulumi.Config(PACKAGE).get_bool("keepApiVersionAliases") or False


def drop_version_aliases(
    args: pulumi.ResourceTransformationArgs,
) -> pulumi.ResourceTransformationResult | None:
    """Drop the aliases that only say that the same type existed in another API version.

    azure-native gives each resource 40 to 120 of them, and the Python SDK takes 45 to 75 ms to turn them into
    URNs. Aliases of types that changed their module or name stay, and so does every alias that anyone else
    gave.
    """
    aliases = args.opts.aliases
    if not aliases or not args.type_.startswith("azure-native:"):
        return None
    module, _, name = args.type_.rpartition(":")
    kept = [alias for alias in aliases if not _is_version_of(alias, f"{module}/v", f":{name}")]
    args.opts.aliases = kept
    return pulumi.ResourceTransformationResult(args.props, args.opts)


_UNSET: Any = pulumi.Alias().name
"""What an alias holds for what it doesn't say (not None, which means something else)."""


def _is_version_of(alias: Any, start: str, end: str) -> bool:
    if not isinstance(alias, pulumi.Alias) or not isinstance(alias.type_, str):
        return False
    says_more = any(part is not _UNSET for part in (alias.name, alias.parent, alias.stack, alias.project))
    return not says_more and alias.type_.startswith(start) and alias.type_.endswith(end)

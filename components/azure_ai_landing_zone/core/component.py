"""What every component is made of: its place in the tree, names, tags, and aliases that cost nothing."""

import functools
from collections.abc import Sequence
from typing import Any

import pulumi
from pulumi.runtime.settings import get_monitor
from pulumi_azure_native import authorization

from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.model import Input, Model, Region, Tags
from azure_ai_landing_zone.core.naming import Kind, Names, Naming, default_suffix, name_problems
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.retiring_apis import warn_of_retiring_apis

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

    def __init__(self, name: str, opts: pulumi.ResourceOptions | None) -> None:
        aliases = [] if _keeps_aliases() else [drop_version_aliases]
        ours = pulumi.ResourceOptions(transformations=[warn_of_retiring_apis, *aliases])
        super().__init__(
            f"{PACKAGE}:index:{type(self).__name__}", name, {}, pulumi.ResourceOptions.merge(opts, ours)
        )
        self._depends_on = opts.depends_on if opts is not None else None

    def _child(self, **options: Any) -> pulumi.ResourceOptions:
        """Options of a child. What the component depends on, its children do: Pulumi doesn't pass that on."""
        own = pulumi.ResourceOptions(parent=self, **options)
        return pulumi.ResourceOptions.merge(pulumi.ResourceOptions(depends_on=self._depends_on), own)

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

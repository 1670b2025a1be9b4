"""The container registry of a landing zone."""

from typing import Annotated, ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.roles_on import Grantor
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.sections.site import ONE
from azure_ai_landing_zone.stores import container_registry
from azure_ai_landing_zone.stores.container_registry import (
    ContainerRegistry,
    ContainerRegistryArgs,
    ContainerRegistryCreate,
    ContainerRegistryExisting,
)


class ContainerRegistryItem(Section):
    """A registry for images of workloads."""

    makes: ClassVar[type[object]] = ContainerRegistry
    grantor: ClassVar[Grantor | None] = "containerRegistry"

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("registry", "containerRegistry", "registry")]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return container_registry.azure_names(ONE)

    def make(self, made: Made) -> Part:
        assert isinstance(self, ContainerRegistryCreate | ContainerRegistryExisting)  # noqa: S101
        site = made.site
        component = ContainerRegistry(
            f"{site.name}-registry",
            ContainerRegistryArgs(
                **site.common,
                label=ONE,
                registry=self,
                private_endpoint=made.place(self, "registry"),
                access=[*made.grants_on("containerRegistry"), *site.people.access("containerRegistry")],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        return Part(component=component, outputs={"container_registry_login_server": component.login_server})


class ContainerRegistryCreateItem(ContainerRegistryCreate, ContainerRegistryItem):
    """A registry of the zone's own."""


class ContainerRegistryExistingItem(ContainerRegistryExisting, ContainerRegistryItem):
    """A registry that someone else answers for."""


ContainerRegistryItemChoice = Annotated[
    ContainerRegistryCreateItem | ContainerRegistryExistingItem, Field(discriminator="mode")
]

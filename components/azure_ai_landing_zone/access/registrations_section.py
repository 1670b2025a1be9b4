"""What a subscription has to have registered before the stacks of its deployers are brought up."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from azure_ai_landing_zone.core.feature_registration import feature_registration
from azure_ai_landing_zone.core.model import matching
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Section

_PROVIDER = r"[A-Za-z]+\.[A-Za-z]+"


@dataclass(frozen=True, slots=True)
class Registrations:
    """What is registered."""


class RegistrationsItem(Section):
    """Resource providers and features that the stacks of deployers need. Registering takes rights on all of a
    subscription, which no deployer has: a person brings a stack with this up."""

    makes: ClassVar[type[object]] = Registrations

    resource_providers: list[
        Annotated[str, matching(_PROVIDER, "the name of a resource provider, such as Microsoft.Compute")]
    ] = Field(default=[])
    """docs/reference/rights.md has those of each stack of this repository. They are no resources of Azure:
    the output `registrations` has the commands to run once."""
    features: list[
        Annotated[
            str,
            matching(rf"{_PROVIDER}/[A-Za-z0-9]+", "a feature, such as Microsoft.Compute/EncryptionAtHost"),
        ]
    ] = Field(default=[])
    """Registered by this stack, and left so when it goes. A feature takes effect with the commands, once
    Azure says that it is registered."""

    def problems(self, others: Others) -> list[Problem]:  # noqa: ARG002
        given = {name: getattr(self, name) for name in ("resource_providers", "features")}
        return [
            Problem((setting, number), f"{one} is given twice")
            for setting, names in given.items()
            for number, one in enumerate(names)
            if one.lower() in map(str.lower, names[:number])
        ]

    def make(self, made: Made) -> Part:
        site = made.site
        for one in self.features:
            namespace, _, feature = one.partition("/")
            feature_registration(
                f"{site.name}-{one.replace('.', '-').replace('/', '-').lower()}",
                namespace=namespace,
                feature=feature,
                opts=site.child(),
            )
        namespaces = dict.fromkeys(
            [*self.resource_providers, *(one.partition("/")[0] for one in self.features)]
        )
        commands = [
            f"az provider register --wait --namespace {one} --subscription {site.subscription_id}"
            for one in namespaces
        ]
        return Part(component=Registrations(), outputs={"registrations": {"commands": commands}})

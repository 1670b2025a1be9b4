"""ManagedIdentity: a user-assigned identity, and who may sign in as it."""

import pulumi
from pulumi_azure_native import managedidentity
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.trust import AUDIENCE, FederatedTrustChoice, subject_problems
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Input, Model, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem


class ManagedIdentitySettings(Model):
    """Who may sign in as an identity, beside the machines that it is attached to."""

    trusts: list[FederatedTrustChoice] = Field(default=[])
    """At most twenty subjects in all; there are no wildcards."""

    @model_validator(mode="after")
    def _check_trusts(self) -> "ManagedIdentitySettings":
        refuse(ManagedIdentitySettings, subject_problems(self.trusts))
        return self


class ExistingIdentity(Model):
    """A user-assigned identity that someone else made and answers for."""

    identity_resource_id: Input[str]
    """Its full id."""
    principal_id: Input[str]
    """Its object id, which roles are given to."""
    client_id: Input[str]
    """Its application id, which programs sign in with."""


class ManagedIdentityArgs(ComponentArgs, ManagedIdentitySettings):
    """What a ManagedIdentity is made of."""

    existing: ExistingIdentity | None = None
    """Used instead of one of its own; nothing of it is changed."""

    @model_validator(mode="after")
    def _check_existing(self) -> "ManagedIdentityArgs":
        if self.existing is not None and self.trusts:
            text = "an identity that others answer for trusts whom they say: leave it out"
            refuse(ManagedIdentityArgs, [Problem(("trusts",), text)])
        return self


class ManagedIdentity(Component):
    """A user-assigned identity. What it may do, the owners of resources say: pass `principal_id` to them."""

    identity_name: pulumi.Output[str]
    identity_resource_id: pulumi.Output[str]
    principal_id: pulumi.Output[str]
    """The object id, for access grants."""
    client_id: pulumi.Output[str]
    """The application id, for AZURE_CLIENT_ID and the annotation of a service account."""

    def __init__(
        self, name: str, args: ManagedIdentityArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        if args.existing is None:
            self._make(Making(self, name, args), args.trusts)
        else:
            existing = pulumi.Output.from_input(args.existing.identity_resource_id)
            self.identity_name = existing.apply(lambda id_: id_.rpartition("/")[2])
            self.identity_resource_id = existing
            self.principal_id = pulumi.Output.from_input(args.existing.principal_id)
            self.client_id = pulumi.Output.from_input(args.existing.client_id)
        self._end()

    def _make(self, making: Making, trusts: list[FederatedTrustChoice]) -> None:
        identity = managedidentity.UserAssignedIdentity(
            f"{making.name}-identity",
            resource_name_=making.azure_name("userAssignedIdentity"),
            opts=making.child(),
            **making.place,
        )
        # One after another: Azure refuses a second write to the same identity meanwhile.
        previous: list[pulumi.Resource] = []
        for subject in (subject for trust in trusts for subject in trust.subjects()):
            previous = [
                managedidentity.FederatedIdentityCredential(
                    f"{making.name}-{subject.key}-credential",
                    federated_identity_credential_resource_name=subject.key,
                    resource_name_=identity.name,
                    issuer=subject.issuer,
                    subject=subject.subject,
                    audiences=[AUDIENCE],
                    opts=making.child(depends_on=previous),
                    **making.group,
                )
            ]

        self.identity_name = identity.name
        self.identity_resource_id = identity.id
        self.principal_id = identity.principal_id
        self.client_id = identity.client_id


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a ManagedIdentity called so names."""
    return [("userAssignedIdentity", label)]

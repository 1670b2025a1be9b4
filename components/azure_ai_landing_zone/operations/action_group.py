"""Action groups: who hears of an alert or a budget."""

import re
from typing import Annotated, ClassVar

import pulumi
from pulumi_azure_native import monitor
from pydantic import AfterValidator, Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.entra import ObjectId
from azure_ai_landing_zone.core.model import Key, Model, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem

_SIGNED_ADDRESS = (
    "its address carries a signature, which would lie in the state for everyone to use: give a webhook that "
    "accepts tokens of Microsoft Entra ID, under `webhooks`"
)


def _email(value: str) -> str:
    if not re.fullmatch(r"[^@\s,;]+@[^@\s,;]+\.[^@\s,;]+", value):
        raise ValueError(f"must be one e-mail address, got {value!r}")
    return value


def _no_secret(value: str) -> str:
    if not re.fullmatch(r"https://[^/@\s?#]+(/[^\s?#]*)?", value):
        raise ValueError(
            f"must be an https address without user, query or fragment, got {value.split('?')[0]!r}: what "
            "follows them is a secret, and the webhook is called with a token of Microsoft Entra ID instead"
        )
    return value


EmailAddress = Annotated[str, AfterValidator(_email)]
"""One e-mail address; a team's, since people leave."""


class SecureWebhook(Model):
    """A webhook that checks a token of Microsoft Entra ID, so that its address needs to hold no secret.

    Source: learn.microsoft.com/azure/azure-monitor/alerts/action-groups (2025-08-01), secure webhook.
    """

    key: Key
    """What Azure shows it as."""
    url: Annotated[str, AfterValidator(_no_secret)]
    """An https address."""
    application_object_id: ObjectId
    """Of the Entra application that answers for the webhook. The action groups' own service principal
    (AzNS AAD Webhook) needs its role `ActionGroupsSecureWebhook`."""
    application_id_uri: Annotated[str, Field(min_length=1)]
    """Such as api://alerts; the audience of the token."""


class AlertRecipients(Model):
    """Who hears of alerts, as far as plain values say."""

    refused: ClassVar[dict[str, str]] = {
        "logic_app_receivers": _SIGNED_ADDRESS,
        "automation_runbook_receivers": _SIGNED_ADDRESS,
        "azure_function_receivers": _SIGNED_ADDRESS,
        "webhook_receivers": _SIGNED_ADDRESS,
    }

    short_name: Annotated[str, Field(pattern=r"^[A-Za-z0-9 _-]{1,12}$")]
    """How messages begin: at most 12 characters."""
    emails: list[EmailAddress] = Field(default=[])
    """Addresses that get every alert in the common schema."""
    webhooks: list[SecureWebhook] = Field(default=[])
    """What else is called, such as a pager."""

    @model_validator(mode="after")
    def _check_recipients(self) -> "AlertRecipients":
        problems = []
        if not self.emails and not self.webhooks:
            problems.append(
                Problem(("emails",), "nobody would hear of an alert: give `emails` or `webhooks`")
            )
        for field, names in (
            ("emails", [email.lower() for email in self.emails]),
            ("webhooks", [webhook.key for webhook in self.webhooks]),
        ):
            for number, name in enumerate(names):
                if name in names[:number]:
                    text = f"{name} is [{names.index(name)}] already: take one of them out"
                    problems.append(Problem((field, number), text))
        refuse(AlertRecipients, problems)
        return self


class ActionGroupArgs(ComponentArgs, AlertRecipients):
    """What an ActionGroup is made of."""


class ActionGroup(Component):
    """Whom Azure tells. It is made in every region at once, so that a region's outage doesn't silence it."""

    action_group_resource_id: pulumi.Output[str]
    """For alert rules and budgets."""

    def __init__(self, name: str, args: ActionGroupArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args)
        group = monitor.ActionGroup(
            f"{name}-action-group",
            action_group_name=making.azure_name("actionGroup"),
            location="Global",
            enabled=True,
            group_short_name=args.short_name,
            email_receivers=[
                monitor.MicrosoftCommonEmailReceiverArgs(
                    name=email, email_address=email, use_common_alert_schema=True
                )
                for email in args.emails
            ],
            webhook_receivers=[
                monitor.WebhookReceiverArgs(
                    name=webhook.key,
                    service_uri=webhook.url,
                    use_aad_auth=True,
                    object_id=webhook.application_object_id,
                    identifier_uri=webhook.application_id_uri,
                    use_common_alert_schema=True,
                )
                for webhook in args.webhooks
            ],
            tags=making.tags,
            opts=making.child(),
            **making.group,
        )
        self.action_group_resource_id = group.id
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What an ActionGroup called so names."""
    return [("actionGroup", label)]

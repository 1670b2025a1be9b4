"""What a gateway needs to write calls down: a logger, and policies/audit.xml in its policy."""

import copy
from importlib.resources import files
from xml.etree import ElementTree

from pulumi_azure_native import apimanagement

from azure_ai_landing_zone.audit.plan import BODY_CHARACTERS, RECORD_VERSION
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Model

LOGGER = "audit"

AUDIT_NAMES = {"ingestion_url": "audit-ingestion-url", "bodies": "audit-bodies"}
"""What the policy calls fields of GatewayAudit that Azure tells."""


class GatewayAudit(Model):
    """Where a gateway writes calls down: outputs of an InferenceAudit that its identity is a sender of."""

    event_hub_name: Input[str]
    """Of the hub."""
    event_hub_host: Input[str]
    """Of the hub's namespace, such as <namespace>.servicebus.windows.net."""
    ingestion_url: Input[str]
    """Of the table's rule."""
    bodies: Input[str]
    """hash or full."""


def make_audit_logger(
    making: Making, service: "apimanagement.ApiManagementService", audit: GatewayAudit, client_id: Input[str]
) -> "apimanagement.Logger":
    """Source: learn.microsoft.com/azure/api-management/api-management-howto-log-event-hubs, 2023-03-31."""
    return apimanagement.Logger(
        f"{making.name}-audit-logger",
        service_name=service.name,
        logger_id=LOGGER,
        logger_type=apimanagement.LoggerType.AZURE_EVENT_HUB,
        credentials={
            "name": audit.event_hub_name,
            "endpointAddress": audit.event_hub_host,
            "identityClientId": client_id,
        },
        opts=making.child(),
        **making.group,
    )


def add_audit(policies: ElementTree.Element, *, bodies: str, ingestion_url: str, client_id: str) -> None:
    """Puts the statements into a policy: the request is kept before `choose` tells teams apart, the record is
    written at the end of outbound, and wherever the gateway itself answers the caller, before it does.

    `client_id`: of the gateway's identity.
    """
    own = ElementTree.fromstring(_text("audit.xml"))  # noqa: S314 (a file of this package)
    inbound, record = _find(own, "inbound"), _find(own, "record")
    _find(inbound, "set-variable").set("value", bodies)
    _find(inbound, "authentication-managed-identity").set("client-id", client_id)
    expression = _text("audit_record.cs")
    for name, value in {"BODY_CHARACTERS": BODY_CHARACTERS, "RECORD_VERSION": RECORD_VERSION}.items():
        expression = expression.replace(name, str(value))
    _find(record, "set-variable").set("value", " ".join(expression.split()))
    _find(record, "send-one-way-request/set-url").text = ingestion_url
    _insert(_find(policies, "inbound"), inbound, before="choose")
    _find(policies, "outbound").extend(copy.deepcopy(record))
    for section in (*policies.findall("inbound/choose/when[return-response]"), _find(policies, "on-error")):
        _insert(section, copy.deepcopy(record), before="return-response")


def _insert(section: ElementTree.Element, statements: ElementTree.Element, *, before: str) -> None:
    tags = [one.tag for one in section]
    place = tags.index(before) if before in tags else len(tags)
    for number, statement in enumerate(statements):
        section.insert(place + number, statement)


def _text(name: str) -> str:
    return files(__package__).joinpath(f"policies/{name}").read_text("utf-8")


def _find(element: ElementTree.Element, path: str) -> ElementTree.Element:
    found = element.find(path)
    if found is None:
        raise ValueError(f"there is no {path} in {element.tag}")
    return found

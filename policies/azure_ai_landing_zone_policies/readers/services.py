"""Services that Azure ends."""

from azure_ai_landing_zone.catalog.retired_services import ServiceRetirement, all_services
from azure_ai_landing_zone_policies.program.view import View

TYPES = tuple(dict.fromkeys(type_ for type_, _ in all_services()))
"""The types of the services that the catalogue has, as `type_name` gives them."""


def retirement(props: View) -> ServiceRetirement | None:
    """Of the service that a resource of one of TYPES is."""
    kinds = {kind for type_, kind in all_services() if type_ == props.resource.type}
    kind = "" if kinds == {""} else (props.text("kind") or "").lower()
    return all_services().get((props.resource.type, kind))


def shown(props: View, known: ServiceRetirement) -> str:
    """What says so: the beginning of a sentence."""
    return f"kind is {props.text('kind')}" if known.kind else f"it is {known.service}"

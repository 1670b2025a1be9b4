"""The policy of the gateway's API: policies/models.xml, filled in from settings."""

import copy
from collections.abc import Mapping, Sequence
from importlib.resources import files
from xml.etree import ElementTree

from azure_ai_landing_zone.gateway.audit import add_audit
from azure_ai_landing_zone.gateway.settings import GatewayTeam, ModelGatewaySettings

_SEVERITIES = {"Low": 2, "Medium": 4, "High": 6}
"""Of four levels, 0, 2, 4 and 6.
Source: learn.microsoft.com/azure/ai-services/content-safety/concepts/harm-categories."""
_CATEGORIES = {"Hate": "hate", "SelfHarm": "self_harm", "Sexual": "sexual", "Violence": "violence"}


def models_policy(
    plan: ModelGatewaySettings,
    *,
    tenant_id: str,
    gateway_client_id: str,
    callers: Mapping[str, Sequence[str]],
    backend_count: int,
    has_telemetry: bool,
    audit: Mapping[str, str] | None = None,
) -> str:
    """As XML. `callers`: client ids of each team's identities. A request is sent once to each backend.
    `audit`: ingestion_url and bodies of what calls are written down for; empty without."""
    own = files(__package__).joinpath("policies/models.xml").read_text("utf-8")
    root = ElementTree.fromstring(own)  # noqa: S314 (a file of this package)
    inbound = _find(root, "inbound")
    token = _find(inbound, "validate-azure-ad-token")
    token.set("tenant-id", tenant_id)
    for client_id in dict.fromkeys(one for team in plan.teams for one in callers[team.name]):
        ElementTree.SubElement(_find(token, "client-application-ids"), "application-id").text = client_id
    for audience in plan.audiences:
        ElementTree.SubElement(_find(token, "audiences"), "audience").text = audience
    choose = _find(inbound, "choose")
    sample = _find(choose, "when")
    choose.remove(sample)
    for team in plan.teams:
        choose.append(_of_team(sample, team, callers[team.name]))
    if not has_telemetry:
        inbound.remove(_find(inbound, "llm-emit-token-metric"))
    _find(inbound, "authentication-managed-identity").set("client-id", gateway_client_id)
    _set_retries(_find(root, "backend"), backend_count - 1)
    if audit:
        add_audit(root, client_id=gateway_client_id, **audit)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode")


def _set_retries(backend: ElementTree.Element, others: int) -> None:
    """Once to each of the others; the answer of a backend without others is the caller's."""
    retry = _find(backend, "retry")
    if others > 0:
        retry.set("count", str(others))
        return
    backend.remove(retry)
    backend.append(_find(retry, "forward-request"))


def _of_team(sample: ElementTree.Element, team: GatewayTeam, callers: Sequence[str]) -> ElementTree.Element:
    when = copy.deepcopy(sample)
    known = ", ".join(f'"{client_id}"' for client_id in callers)
    when.set("condition", f'@(new [] {{ {known} }}.Contains((string)context.Variables["caller"]))')
    _find(when, "set-variable").set("value", team.name)
    limit = _find(when, "llm-token-limit")
    limit.set("counter-key", team.name)
    if team.tokens_per_minute is not None:
        limit.set("tokens-per-minute", str(team.tokens_per_minute))
    if team.token_quota is not None and team.quota_period is not None:
        limit.set("token-quota", str(team.token_quota))
        limit.set("token-quota-period", team.quota_period)
    safety = _find(when, "llm-content-safety")
    if team.prompt_screening is None:
        when.remove(safety)
        return when
    safety.set("shield-prompt", "true" if team.prompt_screening.shield_prompts else "false")
    for category, field in _CATEGORIES.items():
        threshold = str(_SEVERITIES[getattr(team.prompt_screening.harm_thresholds, field)])
        ElementTree.SubElement(_find(safety, "categories"), "category", name=category, threshold=threshold)
    return when


def _find(element: ElementTree.Element, path: str) -> ElementTree.Element:
    found = element.find(path)
    if found is None:
        raise ValueError(f"policies/models.xml has no {path} in {element.tag}")
    return found

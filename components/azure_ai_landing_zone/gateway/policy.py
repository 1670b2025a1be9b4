"""The policy of the gateway's API: policies/models.xml, filled in from settings."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from xml.etree import ElementTree

from azure_ai_landing_zone.gateway.audit import add_audit
from azure_ai_landing_zone.gateway.settings import GatewayTeam, ModelGatewaySettings, own_models

_SEVERITIES = {"Low": 2, "Medium": 4, "High": 6}
"""Of four levels, 0, 2, 4 and 6.
Source: learn.microsoft.com/azure/ai-services/content-safety/concepts/harm-categories."""
_CATEGORIES = {"Hate": "hate", "SelfHarm": "self_harm", "Sexual": "sexual", "Violence": "violence"}

QUOTA_NOTICE = 0.8
"""Of a team's quota: from there on its calls are counted as such, which an alert waits for."""

_LIMITS = ("azure-openai-token-limit", "llm-token-limit")
_METRICS = ("azure-openai-emit-token-metric", "llm-emit-token-metric")


def models_policy(
    plan: ModelGatewaySettings,
    *,
    tenant_id: str,
    gateway_client_id: str,
    callers: Mapping[str, Sequence[str]],
    backend_names: Sequence[str],
    deployments: Sequence[str],
    quotas: Mapping[str, int],
    has_telemetry: bool,
    audit: Mapping[str, str] | None = None,
) -> str:
    """As XML. `callers`: client ids of each team's identities. `backend_names`: in the order of their
    priorities. `deployments`: those that callers may name. `quotas`: tokens in a period, by team.
    `audit`: ingestion_url and bodies of what calls are written down for; empty without."""
    root = ElementTree.fromstring(_text("models.xml"))  # noqa: S314 (a file of this package)
    _put_code(root)
    inbound = _find(root, "inbound")
    token = _find(inbound, "validate-azure-ad-token")
    token.set("tenant-id", tenant_id)
    known = [one for team in plan.teams for one in _applications(team, callers)]
    people = (one.lower() for one in plan.people_application_ids)
    for client_id in dict.fromkeys([*known, *people]):
        ElementTree.SubElement(_find(token, "client-application-ids"), "application-id").text = client_id
    for audience in plan.audiences:
        ElementTree.SubElement(_find(token, "audiences"), "audience").text = audience
    choose = _find(inbound, "choose")
    sample = _find(choose, "when")
    choose.remove(sample)
    own = own_models(plan.model_clusters)
    for number, team in enumerate(plan.teams):
        signs, models = _applications(team, callers), [*deployments, *own]
        quota = quotas.get(team.name)
        when = _of_team(sample, team, signs, models, own, quota=quota, has_telemetry=has_telemetry)
        choose.insert(number, when)
    identity = _find(inbound, "authentication-managed-identity")
    identity.set("client-id", gateway_client_id)
    if plan.model_clusters:
        azure = identity.get("resource")
        audiences = (f'{_asked_for(one.model_names)} ? "{one.audience}" : ' for one in plan.model_clusters)
        identity.set("resource", f'@({"".join(audiences)}"{azure}")')
    _set_retries(_find(root, "backend"), backend_names, own)
    if audit:
        add_audit(root, client_id=gateway_client_id, **audit)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode")


def _put_code(root: ElementTree.Element) -> None:
    """Where the name of a .cs file stands, what is in it."""
    for element in root.iter():
        for name, value in element.attrib.items():
            if value.endswith(".cs"):
                element.set(name, " ".join(_text(value).split()))
        if (element.text or "").endswith(".cs"):
            element.text = " ".join(_text(element.text or "").split())


def _asked_for(models: Sequence[str]) -> str:
    """Whether a request is for one of them, as an expression."""
    return f'new [] {{ {_texts(models)} }}.Contains((string)context.Variables["deployment"])'


def _set_retries(backend: ElementTree.Element, names: Sequence[str], own: Sequence[str]) -> None:
    """Once to each of the others; the answer of a backend without others is the caller's, as that of models
    of one's `own` is."""
    retry = _find(backend, "retry")
    if len(names) == 1:
        backend.remove(retry)
        backend.append(_find(retry, "forward-request"))
        return
    # One more than there are others: with equal priorities, any of them may have answered first.
    retry.set("count", str(len(names)))
    again = (
        'context.Response == null || context.Response.StatusCode == 429 && (int)context.Variables["tries"] '
        f"< {len(names)} || context.Response.StatusCode >= 500 && "
        '!(context.Response.StatusReason ?? "").Contains("Backend pool")'
    )
    retry.set("condition", f"@(!{_asked_for(own)} && ({again}))" if own else f"@({again})")
    rest = ", ".join(f'"{name}"' for name in (*names[1:], names[0]))
    chosen = f'(new [] {{ {rest} }})[(int)context.Variables["tries"] - 2]'
    by_name = _find(retry, "choose/when[2]/set-backend-service")
    by_name.set("backend-id", f'@({chosen} + "-" + (string)context.Variables["deployment"])')


def _of_team(
    sample: ElementTree.Element,
    team: GatewayTeam,
    callers: Sequence[str],
    models: Sequence[str],
    own: Sequence[str],
    *,
    quota: int | None,
    has_telemetry: bool,
) -> ElementTree.Element:
    when = copy.deepcopy(sample)
    when.set("condition", f"@({' || '.join(_signs(team, callers))})")
    _find(when, "set-variable[@name='team']").set("value", team.name)
    _find(when, "set-variable[@name='models']").set("value", ",".join(team.models or models))
    if team.stored_responses:
        _find(when, "set-variable[@name='stored']").set("value", "as asked")
    embeddings, rest = _find(when, "choose/when[5]"), _find(when, "choose/otherwise")
    elsewhere = _find(when, "choose/when[3]")
    if own:
        paths = 'new [] { "chat-completions", "responses" }.Contains(context.Operation.Id)'
        elsewhere.set("condition", f"@({_asked_for(own)} && !{paths})")
    else:
        _find(when, "choose").remove(elsewhere)
    for branch, limit, metric in zip((embeddings, rest), _LIMITS, _METRICS, strict=True):
        _limit(_find(branch, limit), team, quota)
        if not has_telemetry:
            branch.remove(_find(branch, metric))
        elif quota is not None:
            place = [one.tag for one in branch].index(limit) + 1
            branch.insert(place, _quota_notice(_find(branch, limit), quota))
    if has_telemetry:
        _find(embeddings, _METRICS[0]).extend(copy.deepcopy(_find(rest, _METRICS[1])[:]))
    safety = _find(rest, "llm-content-safety")
    if team.prompt_screening is None:
        rest.remove(safety)
        return when
    safety.set("shield-prompt", "true" if team.prompt_screening.shield_prompts else "false")
    for category, field in _CATEGORIES.items():
        threshold = str(_SEVERITIES[getattr(team.prompt_screening.harm_thresholds, field)])
        ElementTree.SubElement(_find(safety, "categories"), "category", name=category, threshold=threshold)
    return when


def _applications(team: GatewayTeam, callers: Mapping[str, Sequence[str]]) -> list[str]:
    return [*callers.get(team.name, ()), *(one.lower() for one in team.application_ids)]


def _signs(team: GatewayTeam, applications: Sequence[str]) -> Iterator[str]:
    """By what a caller is known to be of the team: the application, or claims of the token."""
    if applications:
        yield f'new [] {{ {_texts(applications)} }}.Contains((string)context.Variables["caller"])'
    groups = [one.lower() for one in team.group_ids]  # as tokens have them
    for claim, values in (("groups", groups), ("roles", team.app_roles)):
        if values:
            claims = '((Jwt)context.Variables["token"]).Claims'
            yield (
                f'{claims}.ContainsKey("{claim}") && '
                f'{claims}["{claim}"].Intersect(new [] {{ {_texts(values)} }}).Any()'
            )


def _texts(values: Sequence[str]) -> str:
    return ", ".join(f'"{value}"' for value in values)


def _limit(limit: ElementTree.Element, team: GatewayTeam, quota: int | None) -> None:
    kind = "-embeddings" if limit.tag == _LIMITS[0] else ""
    limit.set("counter-key", f"{team.name}{kind}")
    if team.tokens_per_minute is not None:
        limit.set("tokens-per-minute", str(team.tokens_per_minute))
    if quota is not None and team.quota_period is not None:
        limit.set("token-quota", str(quota))
        limit.set("token-quota-period", team.quota_period)


def _quota_notice(limit: ElementTree.Element, quota: int) -> ElementTree.Element:
    """Counts calls of a team that has used most of its quota."""
    limit.set("remaining-quota-tokens-variable-name", "quota-left")
    notice = ElementTree.fromstring(_text("quota_notice.xml"))  # noqa: S314 (a file of this package)
    left = round(quota * (1 - QUOTA_NOTICE))
    known = 'context.Variables.ContainsKey("quota-left")'
    told = f'@({known} && Convert.ToDouble(context.Variables["quota-left"]) < {left})'
    _find(notice, "when").set("condition", told)
    return notice


def _text(name: str) -> str:
    return files(__package__).joinpath(f"policies/{name}").read_text("utf-8")


def _find(element: ElementTree.Element, path: str) -> ElementTree.Element:
    found = element.find(path)
    if found is None:
        raise ValueError(f"policies/models.xml has no {path} in {element.tag}")
    return found

"""Who changed what Azure has since the last `pulumi up`: an autoscaler, Azure itself, or people."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from azure_ai_landing_zone_policies.preview.read import Inputs, Plan, PlanError, Step

Who = Literal["people", "platform", "autoscaler"]

_UPGRADES = ("OnceNewDefaultVersionAvailable", "OnceCurrentVersionExpired")
"""Azure moves deployments with one of these to another version of their model. Source:
learn.microsoft.com/azure/ai-foundry/openai/how-to/working-with-models, 2026-11-22."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that Azure has otherwise than the state."""

    who: Who
    name: str
    """Of the resource."""
    path: str
    """Empty where the resource is gone."""
    was: str
    now: str
    why: str
    """Why it is taken for somebody's; empty of people."""


def drift(plan: Plan) -> list[Difference]:
    """The differences that `pulumi refresh --preview-only` found, those of people first.

    Raises PlanError for the preview of something else.
    """
    other = next((step for step in plan.steps if step.operation not in ("refresh", "update", "delete")), None)
    if other is not None:
        raise PlanError(
            f"this is a preview of changes ({other.name}: {other.operation}), not of a refresh; give what "
            "'pulumi refresh --preview-only --json' wrote"
        )
    found = [each for step in plan.steps for each in _of(step, plan.steps)]
    order: Sequence[Who] = ("people", "platform", "autoscaler")
    return sorted(found, key=lambda each: (order.index(each.who), each.name, each.path))


def text(differences: Sequence[Difference]) -> str:
    """Lines for a terminal."""
    if not differences:
        return "Azure is as the state says.\n"
    lines: list[str] = []
    titles: dict[Who, str] = {
        "people": "People changed",
        "platform": "Azure itself changed",
        "autoscaler": "Autoscalers changed",
    }
    for who, title in titles.items():
        own = [each for each in differences if each.who == who]
        lines += [f"{title}: {len(own) or 'nothing'}", *(f"  {_line(each)}" for each in own)]
    if any(each.who == "people" for each in differences):
        lines.append(
            "`pulumi up --refresh` undoes what people changed; what is to stay goes into the stack file."
        )
    return "\n".join(lines) + "\n"


def _line(each: Difference) -> str:
    what = f"{each.path}: {each.was} → {each.now}" if each.path else "is gone"
    return f"{each.name} {what}" + (f" ({each.why})" if each.why else "")


def _of(step: Step, steps: Sequence[Step]) -> Iterator[Difference]:
    if step.operation == "delete":
        if not step.type.startswith("pulumi:") and step.id:
            yield Difference("people", step.name, "", "", "", "")
        return
    for path, was, now in _differing("", step.old or {}, step.new or {}):
        who, why = _who(step, path, was, now, steps)
        yield Difference(who, step.name, path, _shown(was), _shown(now), why)


def _differing(path: str, was: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    """Paths of values that differ, each with both."""
    if was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted({*was, *now}):
            yield from _differing(f"{path}.{key}" if path else key, was.get(key), now.get(key))
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for number, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _differing(f"{path}[{number}]", one, other)
    else:
        yield path, was, now


def _shown(value: Any) -> str:
    shown = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 80 else f"{shown[:79]}…"


def _who(step: Step, path: str, was: Any, now: Any, steps: Sequence[Step]) -> tuple[Who, str]:
    old = step.old or {}
    match step.type:
        case "compute:VirtualMachineScaleSet" if path == "sku.capacity":
            if _is_autoscaled(step, steps):
                return "autoscaler", "an autoscale setting decides it"
            if _at(old, "virtualMachineProfile", "priority") == "Spot" and now < was:
                return "platform", "Azure took spot machines"
        case "containerservice:AgentPool" if path == "count" and old.get("enableAutoScaling"):
            return "autoscaler", "the cluster autoscaler decides it"
        case "containerservice:AgentPool" if path == "orchestratorVersion" and _upgrades(steps):
            return "platform", "the upgrade channel moves it"
        case "containerservice:ManagedCluster":
            return _of_cluster(old, path, now)
        case "cognitiveservices:Deployment" if path == "properties.model.version":
            option = _at(old, "properties", "versionUpgradeOption")
            if option in _UPGRADES:
                return "platform", f"versionUpgradeOption is {option}"
    return "people", ""


def _of_cluster(old: Inputs, path: str, now: Any) -> tuple[Who, str]:
    """Azure lists all pools in a cluster, also those that are resources of their own."""
    if path == "agentPoolProfiles" and _lists_more(old.get("agentPoolProfiles"), now):
        return "platform", "a cluster lists pools that are resources of their own"
    number = re.fullmatch(r"agentPoolProfiles\[(\d+)\]\.(count|orchestratorVersion)", path)
    if number is not None and number[2] == "count":
        pool = old["agentPoolProfiles"][int(number[1])]
        if pool.get("enableAutoScaling"):
            return "autoscaler", "the cluster autoscaler decides it"
    elif (number is not None or path == "kubernetesVersion") and _channel(old):
        return "platform", "the upgrade channel moves it"
    return "people", ""


def _lists_more(was: Any, now: Any) -> bool:
    """Whether only pools have come."""
    if not isinstance(was, list) or not isinstance(now, list):
        return False
    there = {one.get("name"): one for one in now}
    return len(now) > len(was) and all(one.get("name") in there for one in was)


def _is_autoscaled(step: Step, steps: Sequence[Step]) -> bool:
    return any(
        one.type == "monitor:AutoscaleSetting"
        and str((one.old or {}).get("targetResourceUri", "")).lower() == step.id.lower()
        for one in steps
    )


def _upgrades(steps: Sequence[Step]) -> bool:
    return any(one.type == "containerservice:ManagedCluster" and _channel(one.old or {}) for one in steps)


def _channel(cluster: Inputs) -> bool:
    """Whether Azure upgrades Kubernetes; node-image moves images alone. Source:
    learn.microsoft.com/azure/aks/auto-upgrade-cluster, 2026-11-22."""
    return _at(cluster, "autoUpgradeProfile", "upgradeChannel") in ("patch", "stable", "rapid")


def _at(inputs: Any, *path: str) -> Any:
    for name in path:
        inputs = inputs.get(name) if isinstance(inputs, dict) else None
    return inputs

"""Subnets stay where they are, whatever a stack file gets or loses, without anybody writing down where."""

import copy
from typing import Any, get_origin

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_simulator.testing.answers import Answers
from helpers.registered import Registered, register
from helpers.settings import stack

SEARCH = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Search/searchServices"


def full() -> dict[str, Any]:
    """A zone with something in every list."""
    settings: dict[str, Any] = {}
    for name in ("bootstrap", "dev", "inference", "models", "research", "prod"):
        settings |= copy.deepcopy(stack(name))
    models = stack("models")
    settings |= {key: copy.deepcopy(models[key]) for key in ("people", "keyVault", "identities")}
    settings["network"] = {"mode": "create", "addressSpace": "10.50.0.0/16"}
    (cluster,) = settings["trainingClusters"]
    cluster["rolesOn"]["keyVault"] = ["Key Vault Secrets User"]
    given = {key: cluster[key] for key in ("imageVersion", "sshPublicKey")}
    settings["slurmSchedulers"] = [{"name": "slurm", "clusters": ["pretrain"], **given}]
    settings["fabricGateLogs"] = [{"name": "gates", "clusters": ["pretrain"]}]
    settings["privateAiEndpoints"] = [
        {"name": "others", "service": "aiSearch", "targetResourceId": f"{SEARCH}/others"}
    ]
    (workspace,) = settings["machineLearningWorkspaces"]
    for item in (*settings["devMachines"], *workspace["computeClusters"]):
        item["project"] = "foundation"
    families = ("ND_H100_v5", "NC_A100_v4", "NCasT4_v3", "NCads_H100_v5")
    settings["gpuQuota"] = {
        "projects": {name: dict.fromkeys(families, 1000) for name in ("foundation", "serving")}
    }
    return settings


RENAMED = ("checkpoints", "pretrain", "front-gateway", "calls", "shields", "sweden", "germany", "others")


def second(section: str, item: dict[str, Any]) -> dict[str, Any]:
    """Another item like this one, which works with the others that are added."""

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: renamed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [renamed(inner) for inner in value]
        if value in RENAMED:
            return value.replace("-gateway", "") + "-b" + ("-gateway" if "-" in value else "")
        return value

    other: dict[str, Any] = renamed(item)
    other["name"] = f"{item['name'][:11]}-b"
    if section == "privateAiEndpoints":
        other["targetResourceId"] += "-b"
    if section == "inferenceClusters":
        other["managedCluster"]["podAddressRange"] = "10.245.0.0/16"
        other["workloadIdentities"] = []
    return other


def lists(settings: dict[str, Any]) -> list[str]:
    return [name for name, value in settings.items() if isinstance(value, list)]


def up(settings: dict[str, Any], before: Registered | None = None) -> Registered:
    """What a zone makes, in a stack that is as `before` has left it."""
    loaded = LandingZoneSettings.load(settings, "settings")
    state = before.made if before is not None else {}
    # Two logs of gates, and two audits, would make the same table of one workspace, which Azure refuses.
    answers = Answers(refuses=False)
    return register(lambda: LandingZone("zone", loaded), id_format=None, state=state, answers=answers)


def prefixes(made: Registered) -> dict[str, str]:
    return {
        name.removeprefix("zone-network-").removesuffix("-subnet"): made.inputs[name]["addressPrefix"]
        for name, type_ in made.types.items()
        if type_ == "azure-native:network:Subnet"
    }


def test_what_is_added_to_any_list_moves_no_subnet() -> None:
    settings = full()
    fields = LandingZoneSettings.model_fields.values()
    there = {field.alias for field in fields if get_origin(field.annotation) is list}
    assert set(lists(settings)) == there, "a list that this zone has nothing in"
    first = up(settings)
    assert prefixes(first) == {
        "endpoints": "10.50.0.0/26",
        "pretrain": "10.50.1.0/25",
        "data": "10.50.2.0/27",
        "slurm": "10.50.2.32/29",
        "front": "10.50.4.0/24",
        "workbench": "10.50.2.48/29",
        "serving": "10.50.2.64/27",
    }
    more = {
        name: [*settings[name], *(second(name, item) for item in settings[name])] for name in lists(settings)
    }
    then = up(settings | more, first)
    assert {name: prefixes(then)[name] for name in prefixes(first)} == prefixes(first)
    assert len(prefixes(then)) == 2 * len(prefixes(first)) - 1

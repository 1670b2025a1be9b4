"""Sections of a stack file that don't fit together: each has its sentence, at its path."""

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings, SettingsError
from helpers.registered import SUBSCRIPTION, register
from helpers.settings import problems_of, stack

Change = Callable[[dict[str, Any]], object]

OTHER = "/subscriptions/00000000-0000-0000-0000-00000000000f/resourceGroups/rg/providers/Microsoft.Network"
HUB = "00000000-0000-0000-0000-000000000009"
STORAGE = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Storage"
SEARCH = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Search"
BLOB = "privatelink.blob.core.windows.net"


def whole(**changes: Any) -> Change:
    return lambda settings: settings.update(changes)


def without(*sections: str) -> Change:
    return lambda settings: [settings.pop(section) for section in sections]


def network(**changes: Any) -> Change:
    return lambda settings: settings["network"].update(changes)


def cluster(**changes: Any) -> Change:
    return lambda settings: settings["trainingClusters"][0].update(changes)


def observability(**changes: Any) -> Change:
    return lambda settings: settings["observability"].update(changes)


NO_SCOPE = (
    "observability.monitorPrivateLink.scopeResourceId: missing, since `network.hubConnection` names no stack "
    "of a hub that has one"
)

PROD: list[tuple[Change, list[str]]] = [
    (
        without("logAnalytics"),
        [
            "logAnalytics: missing: `flowLogs` are summed up into a workspace, and `observability` is about "
            "what is in a workspace",
            "fabricGateLogs[0]: needs `logAnalytics`: its table is in that workspace",
        ],
    ),
    (
        without("observability"),
        [
            "observability: missing: `alerts` go to its `recipients`",
            "trainingClusters[0].rolesOn.telemetry: this zone has none: those that give out roles are "
            "containerRegistry, keyVault",
            "dashboards: metrics come in privately only: give `observability.monitorPrivateLink` as well",
            "costLimits.budgets[0].emails: nobody would hear of this budget: give it e-mail addresses, "
            "or add `observability`",
            "fabricGateLogs[0].ingestion: needs `observability.monitorPrivateLink` of mode create: no result "
            "would come in",
        ],
    ),
    (
        observability(monitorPrivateLink={"mode": "disabled"}),
        [
            "observability.telemetry: is taken in privately only: give `monitorPrivateLink` as well",
            "dashboards: metrics come in privately only: give `observability.monitorPrivateLink` as well",
            "fabricGateLogs[0].ingestion: needs `observability.monitorPrivateLink` of mode create: no result "
            "would come in",
        ],
    ),
    (
        whole(people={}),
        ["people.administrators: missing: nobody could add data sources or people to `dashboards`"],
    ),
    (
        whole(gpuQuota={"projects": {"foundation": {"ND_H100_v5": 56}}}),
        [
            "trainingClusters[0]: 8 × Standard_ND96isr_H100_v5 takes 64 GPUs of ND_H100_v5; the quota of "
            "foundation is 56, with 0 GPUs taken: have fewer nodes, or raise the quota"
        ],
    ),
    (
        lambda settings: settings["trainingClusters"][0].pop("project"),
        [
            "trainingClusters[0].project: missing: `gpuQuota` gives GPUs to projects only, which are "
            "foundation"
        ],
    ),
    (
        without("gpuQuota"),
        ["trainingClusters[0].project: goes with `gpuQuota`: add that, or leave this out"],
    ),
    (
        cluster(workingHours={"nodeCount": 101}),
        ["trainingClusters[0].workingHours.nodeCount: must be at most `nodeLimit`, 100, got 101"],
    ),
    (
        cluster(rolesOn={"keyVault": ["AcrPull", "Owner"]}),
        [
            "trainingClusters[0].rolesOn.keyVault[0]: AcrPull is a role on "
            "Microsoft.ContainerRegistry/registries, and means nothing here",
            "trainingClusters[0].rolesOn.keyVault[1]: Owner can give away roles: choose a narrower one",
            "slurmSchedulers[0].clusters[0]: pretrain needs `rolesOn` keyVault: [Key Vault Secrets User], so "
            "that its nodes can join",
        ],
    ),
    (
        cluster(rolesOn={"keyVualt": ["AcrPull"]}),
        [
            "trainingClusters[0].rolesOn.keyVualt: must be 'containerRegistry', 'keyVault' or 'telemetry', "
            'got "keyVualt"'
        ],
    ),
    (
        whole(identities=[{"name": "pretrain"}]),
        [
            "trainingClusters[0].name: pretrain is the name of an identity of `identities` already: give "
            "each its own"
        ],
    ),
    (
        whole(deployers=[{"name": "deployer", "rightTo": "preview", "deploysTo": {"mode": "create"}}]),
        [
            "deployers[0].stateContainerResourceId: missing: this stack has no `pulumiState`, which would "
            "have it",
            "deployers[0].secretsKeyResourceId: missing: this stack has no `pulumiState`, which would "
            "have it",
        ],
    ),
    (
        without("network"),
        [
            "network: missing: `flowLogs`, `dashboards`, `keyVault`, `containerRegistry`, "
            "`trainingClusters`, `checkpointStores`, `sharedHomes` and `slurmSchedulers` need "
            "one, created or existing",
            NO_SCOPE,
        ],
    ),
    (
        network(addressSpace="10.100.2.0/16"),
        [
            "network.addressSpace: must be an IPv4 range such as 10.40.0.0/16, got '10.100.2.0/16' "
            "(10.100.2.0/16 has host bits set): correct it"
        ],
    ),
    (
        network(hubConnection={"mode": "stack", "stack": "hub", "addressRanges": ["10.100.0.0/22"]}),
        [
            'network.hubConnection.stack: must match ^[\\w.-]+/[\\w.-]+/[\\w.-]+$, got "hub": Full name: '
            "organisation, project and stack; the organisation is `organization` where state is in a blob "
            "container"
        ],
    ),
    (
        network(hubConnection={"mode": "create"}),
        [
            NO_SCOPE,
            "hubNetwork: missing: `network.hubConnection` is to the hub of this stack; add it, or name "
            "another hub",
        ],
    ),
    (
        lambda settings: settings["network"].pop("hubConnection"),
        [
            NO_SCOPE,
            "network.egress: needs a hub with `firewallPrivateIpAddress`: give them, or take `natGateway`",
        ],
    ),
    (
        whole(
            hubSubscriptionId=HUB,
            privateDnsZones={
                "dnsZones": {
                    BLOB: {
                        "mode": "existing",
                        "resourceId": f"{OTHER}/privateDnsZones/{BLOB}",
                        "linkNetworks": True,
                    }
                }
            },
        ),
        [
            f"privateDnsZones.dnsZones.{BLOB}.resourceId: is in subscription "
            "00000000-0000-0000-0000-00000000000f, not in `hubSubscriptionId`: correct one of them",
            "fabricGateLogs[0].ingestion: the scope is the hub's: its team has to add the data collection "
            "endpoint, so take public",
        ],
    ),
    (
        whole(hubSubscriptionId="hub"),
        [
            "hubSubscriptionId: must be the id of a subscription, such as "
            "00000000-0000-0000-0000-000000000000, got 'hub'"
        ],
    ),
    (
        whole(privateDnsZones={"dnsZones": {"privatelink.blob.core.windws.net": {"mode": "create"}}}),
        [
            "privateDnsZones.dnsZones.privatelink.blob.core.windws.net: no service has a zone of this name: "
            f"did you mean {BLOB}?"
        ],
    ),
    (
        whole(
            privateAiEndpoints=[
                {
                    "name": "models",
                    "service": "fondry",
                    "targetResourceId": f"{SEARCH}/a/b",
                }
            ]
        ),
        ["privateAiEndpoints[0].service: no service is called fondry: did you mean foundry?"],
    ),
    (
        whole(
            privateAiEndpoints=[
                {
                    "name": "checkpoints",
                    "service": "storage",
                    "subresources": ["blob"],
                    "targetResourceId": f"{STORAGE}/storageAccounts/lake",
                }
            ]
        ),
        [
            "checkpointStores[0].name: its privateEndpoint would have the name of that of "
            "`privateAiEndpoints` checkpoints, checkpoints-blob: take another name"
        ],
    ),
]

HUB_STACK: list[tuple[Change, list[str]]] = [
    (
        lambda settings: settings["hubNetwork"].update(
            dnsZoneNames=[
                "privatelink.blob.core.windows.net",
                "privatelink.blob.core.windows.net",
                "a.example",
            ]
        ),
        [
            f"hubNetwork.dnsZoneNames[1]: {BLOB} is there already",
            "hubNetwork.dnsZoneNames[2]: no service has a zone of this name, got 'a.example'",
        ],
    ),
    (
        lambda settings: settings["hubNetwork"].update(addressSpace="10.104.0.0/22"),
        [
            "hubNetwork.addressSpace: 10.104.0.0/22 overlaps 10.104.0.0/13, used by a spoke: take another "
            "range"
        ],
    ),
    (
        whole(
            privateDnsZones={
                "dnsZones": {BLOB: {"mode": "existing", "resourceId": f"{OTHER}/privateDnsZones/{BLOB}"}},
                "otherDnsZones": {"mode": "create"},
            }
        ),
        [
            f"privateDnsZones.dnsZones.{BLOB}: `hubNetwork` makes this zone, and there is one of a name "
            "only: leave it out"
        ],
    ),
]


@pytest.mark.parametrize(("change", "expected"), PROD)
def test_prod(change: Change, expected: list[str]) -> None:
    _check("prod", change, expected)


@pytest.mark.parametrize(("change", "expected"), HUB_STACK)
def test_hub(change: Change, expected: list[str]) -> None:
    _check("hub", change, expected)


def _check(name: str, change: Change, expected: list[str]) -> None:
    settings = copy.deepcopy(stack(name))
    change(settings)
    assert problems_of(settings) == expected


def test_a_cluster_without_gpus_takes_nothing_of_their_quota() -> None:
    settings = copy.deepcopy(stack("prod"))
    first = settings["trainingClusters"][0]
    without_gpus = {
        name: value for name, value in first.items() if name not in ("project", "encryptionAtHost")
    }
    settings["trainingClusters"].append(without_gpus | {"name": "fluids", "size": "Standard_HB176rs_v4"})
    LandingZoneSettings.load(settings, "prod")


def test_rights_elsewhere_are_checked_where_they_are_written() -> None:
    settings = stack("bootstrap")
    settings["deployers"][1]["rightsElsewhere"] = [
        {"key": "hub", "actions": ["*"]},
        {"key": "hub", "actions": ["Microsoft.Network/virtualNetworks/peer/action"]},
        {"key": "state", "actions": ["Microsoft.Network/virtualNetworks/peer/action"]},
    ]
    assert problems_of(settings) == [
        "deployers[1].rightsElsewhere[0].actions[0]: * can give away roles: a deployer has that only under a "
        "condition",
        "deployers[1].rightsElsewhere[1].key: hub is taken: give each its own",
        "deployers[1].rightsElsewhere[2].key: state is taken: give each its own",
    ]


def test_roles_are_given_on_one_scope_by_one_right_of_a_deployer() -> None:
    """However the scope is written."""
    settings = stack("bootstrap")
    group = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-research"
    settings["deployers"][0]["deploysTo"] = {"mode": "existing", "resourceGroupResourceId": group}
    settings["deployers"][1]["rightsElsewhere"] = [
        {"key": "registries", "givesRoles": True, "scopeOf": "hub"},
        {"key": "stores", "givesRoles": True, "scope": group.upper()},
        {"key": "budgets", "givesRoles": True},
        {"key": "exports", "givesRoles": True},
    ]
    assert problems_of(settings) == [
        "deployers[1].rightsElsewhere[1].givesRoles: registries gives roles on "
        f"{group.upper()} already, and one right to is enough: leave it out here",
        "deployers[1].rightsElsewhere[3].givesRoles: budgets gives roles on the stack's subscription "
        "already, and one right to is enough: leave it out here",
    ]


def test_a_preview_knows_the_stacks_subscription_by_its_id() -> None:
    """A stack file doesn't, and Azure is asked for nothing before."""
    settings = stack("bootstrap")
    scope = f"/subscriptions/{SUBSCRIPTION}"
    settings["deployers"][1]["rightsElsewhere"] = [
        {"key": "budgets", "givesRoles": True},
        {"key": "exports", "givesRoles": True, "scope": scope},
    ]
    asked = LandingZoneSettings.load(settings, "bootstrap")
    text = f"budgets gives roles on {scope} already, and one right to is enough: leave it out here"
    with pytest.raises(SettingsError, match=re.escape(text)):
        register(lambda: LandingZone("bootstrap", asked), stack="bootstrap", id_format=None)

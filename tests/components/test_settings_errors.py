"""A wrong stack file gives all its problems at once, each at its path, in words that say what to change."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZoneSettings, SettingsError

STACKS = Path(__file__).parents[2] / "stacks"
SUBJECT = "azure-ai-landing-zone:landingZone of stack training"
NETWORK_ID = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub"


def stack(name: str = "training") -> dict[str, Any]:
    text = (STACKS / f"Pulumi.{name}.yaml").read_text(encoding="utf-8")
    settings: dict[str, Any] = yaml.safe_load(text)["config"]["azure-ai-landing-zone:landingZone"]
    return settings


def problems_of(settings: Any) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        LandingZoneSettings.load(settings, SUBJECT)
    head, *problems = str(raised.value).split("\n")
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    assert head == f"{count} in {SUBJECT}:"
    assert len(raised.value.problems) == len(problems)
    return [problem.removeprefix("  ") for problem in problems]


@pytest.mark.parametrize("name", ["dev", "training"])
def test_stack_files_are_right(name: str) -> None:
    settings = LandingZoneSettings.load(stack(name), SUBJECT)
    assert settings.tags.as_azure() == {
        "owner": "ml-platform@example.com",
        "costCenter": "research-4711",
        "environment": name,
    }


def test_everything_wrong_at_once() -> None:
    settings = stack()
    del settings["tags"]["costCenter"]
    settings["protection"] = True
    settings["locaton"] = "eastus"
    settings["network"]["addressSpace"] = "172.16.4.0/22"
    settings["trainingClusters"][0] |= {
        "nodeCount": "8",
        "nodCount": 8,
        "size": "Standard_ND24rs",
        "orchestrationMode": "Flexible",
        "zones": ["1", "2"],
        "capacityReservationGroupResourceId": "/x",
    }
    settings["trainingClusters"].append(copy.deepcopy(stack()["trainingClusters"][0]) | {"name": "second"})
    settings["trainingClusters"][1] |= {"size": "Standard_ND96isr_H200_v5", "sshPublicKey": "ssh-rsa nothing"}
    settings["checkpointStores"][0] |= {
        "retentionDays": True,
        "accountSku": "Premium",
        "account_sku": "Premium_LRS",
    }
    assert problems_of(settings) == [
        "tags.costCenter: missing, and required: What the cost is booked on",
        "protection: must be 'on' or 'off', got true",
        "trainingClusters[0].size: Standard_ND24rs is retired since 2023-09-06: take "
        "Standard_ND96amsr_A100_v4",
        'trainingClusters[0].nodeCount: must be a whole number, got "8": write it without quotes',
        "trainingClusters[0].nodCount: unknown setting: did you mean `nodeCount`?",
        "trainingClusters[0].orchestrationMode: the scale set is always Uniform: Flexible scale sets have no "
        "InfiniBand, whatever their size. Leave it out",
        "trainingClusters[0].zones: an InfiniBand fabric doesn't span zones: give one zone as `zone`, or "
        "leave it out "
        "for a region without zones",
        "trainingClusters[0].capacityReservationGroupResourceId: capacity reservations exclude ND sizes, "
        "proximity "
        "placement groups and single placement groups, and so InfiniBand: leave it out, and ask Azure for "
        "capacity by "
        "quota and support",
        "trainingClusters[1].sshPublicKey: must be one line of a public key file, ssh-ed25519 or ssh-rsa",
        "checkpointStores[0].retentionDays: must be a whole number, got true",
        "checkpointStores[0].accountSku: must be 'Standard_LRS', 'Standard_ZRS', 'Standard_GRS', "
        "'Standard_GZRS', "
        "'Standard_RAGRS', 'Standard_RAGZRS', 'Premium_LRS' or 'Premium_ZRS', got \"Premium\"",
        "checkpointStores[0].account_sku: unknown setting: did you mean `accountSku`?",
        "locaton: unknown setting: did you mean `location`?",
        "trainingClusters[1].size: Standard_ND96isr_H200_v5 is not offered in eastus: take another size, "
        "or one of "
        "australiaeast, australiasoutheast, brazilsouth, centralus, eastus2, francecentral, "
        "germanywestcentral, "
        "indonesiacentral, italynorth, japaneast, japanwest, koreasouth, malaysiawest, mexicocentral, "
        "northcentralus, northeurope, norwayeast, polandcentral, southafricanorth, southeastasia, "
        "spaincentral, "
        "swedencentral, uaenorth, uksouth, ukwest, westus, westus2, westus3",
        "network.addressSpace: 172.16.4.0/22 overlaps 172.16.0.0/16, which InfiniBand uses on the hosts: "
        "take another "
        "range",
    ]


Change = Callable[[dict[str, Any]], object]


def cluster(**changes: Any) -> Change:
    return lambda settings: settings["trainingClusters"][0].update(changes)


def whole(**changes: Any) -> Change:
    return lambda settings: settings.update(changes)


def second(section: str, **changes: Any) -> Change:
    return lambda settings: settings[section].append(settings[section][0] | changes)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            cluster(size="Standard_NC96ads_A100_v4"),
            [
                "trainingClusters[0].size: Standard_NC96ads_A100_v4 has no InfiniBand, and 4 nodes would "
                "train over "
                "Ethernet, 26 to 57 times slower: take an RDMA size such as Standard_ND96isr_H100_v5, or "
                "`nodeCount` 1"
            ],
        ),
        (
            cluster(nodeCount=101),
            [
                "trainingClusters[0].nodeCount: 101 nodes don't fit into one placement group of 100, and "
                "nodes in "
                "several have no InfiniBand between them: Azure's support grants up to 300 for HPC sizes: "
                "once it has, "
                "set `nodeLimit`"
            ],
        ),
        (cluster(nodeLimit=301), ["trainingClusters[0].nodeLimit: must be at most 300, got 301"]),
        (cluster(nodeCount=-1), ["trainingClusters[0].nodeCount: must be at least 0, got -1"]),
        (cluster(nodeCount=4.0), ["trainingClusters[0].nodeCount: must be a whole number, got 4.0"]),
        (
            cluster(encryptionAtHost="yes"),
            ['trainingClusters[0].encryptionAtHost: must be true or false, got "yes"'],
        ),
        (
            cluster(faultDomainCount=2),
            [
                "trainingClusters[0].faultDomainCount: must be 1 or 5, got 2: Azure has no other count for "
                "a zone"
            ],
        ),
        (cluster(zone=1), ["trainingClusters[0].zone: must be '1', '2' or '3', got 1"]),
        (
            cluster(sshPublicKey="-----BEGIN OPENSSH PRIVATE KEY-----\nabc"),
            [
                "trainingClusters[0].sshPublicKey: is a private key: give the public one, and take this "
                "one out of "
                "the file's history"
            ],
        ),
        (
            cluster(checkpointStore="chekpoints"),
            [
                "trainingClusters[0].checkpointStore: no checkpoint store is called chekpoints: did you "
                "mean checkpoints?"
            ],
        ),
        (
            cluster(checkpointStore="elsewhere"),
            [
                "trainingClusters[0].checkpointStore: no checkpoint store is called elsewhere: there are "
                "checkpoints"
            ],
        ),
        (
            cluster(name="endpoints"),
            [
                "trainingClusters[0].name: endpoints is the name of the private endpoints' subnet: take "
                "another"
            ],
        ),
        (
            cluster(name="Pretrain"),
            [
                'trainingClusters[0].name: must match ^[a-z][a-z0-9-]{0,14}$, got "Pretrain": Of the '
                "cluster within the zone"
            ],
        ),
        (
            second("trainingClusters"),
            ["trainingClusters[1].name: pretrain is the name of [0] already: give each its own"],
        ),
        (
            second("checkpointStores"),
            ["checkpointStores[1].name: checkpoints is the name of [0] already: give each its own"],
        ),
        (
            second("checkpointStores", name="more", archiveAfterDays=1),
            [
                "checkpointStores[1].archiveAfterDays: Standard_ZRS has no archive tier: leave it out, or "
                "take `accountSku` Standard_LRS or Standard_GRS"
            ],
        ),
        (
            lambda settings: settings.pop("network"),
            [
                "network: missing: training clusters and checkpoint stores stand in a network, created or "
                "existing"
            ],
        ),
        (
            whole(network={"addressSpace": "10.0.0.0/16"}),
            ["network.mode: missing, and required: one of 'create', 'existing'"],
        ),
        (
            whole(network={"mode": "creat"}),
            ["network.mode: must be one of 'create', 'existing', got \"creat\""],
        ),
        (whole(network="10.0.0.0/16"), ['network: must be a mapping, got "10.0.0.0/16"']),
        (
            whole(network={"mode": "create", "addressSpace": "10.0.0.0/26"}),
            [
                "network.addressSpace: 10.0.0.0/26 has no room for subnet pretrain: it needs a /25 (100 "
                "addresses and "
                "Azure's 5) and 0 addresses are left: take a larger range"
            ],
        ),
        (
            whole(
                network={
                    "mode": "existing",
                    "virtualNetworkResourceId": "hub",
                    "endpointSubnetResourceId": f"{NETWORK_ID}/subnets/endpoints",
                }
            ),
            [
                "network.virtualNetworkResourceId: must be a full resource id like "
                "/subscriptions/<id>/resourceGroups/"
                "<name>/providers/Microsoft.Network/virtualNetworks/<name>, got 'hub'"
            ],
        ),
        (
            whole(
                network={
                    "mode": "existing",
                    "virtualNetworkResourceId": NETWORK_ID,
                    "endpointSubnetResourceId": f"{NETWORK_ID}/subnets/endpoints",
                    "clusterSubnetResourceIds": {"pretrian": f"{NETWORK_ID}/subnets/nodes"},
                }
            ),
            [
                "network.clusterSubnetResourceIds.pretrain: missing: the subnet of training cluster pretrain",
                "network.clusterSubnetResourceIds.pretrian: no training cluster is called pretrian: there "
                "are pretrain",
            ],
        ),
        (
            whole(privateDnsZones={"mode": "existing", "zoneResourceIds": {}}),
            [
                "privateDnsZones.zoneResourceIds: has no privatelink.blob.core.windows.net, which "
                "checkpoint stores "
                "need: add it, or set mode to disabled"
            ],
        ),
        (
            whole(location="East US"),
            ["location: must be a region's name such as southcentralus, got 'East US': write eastus"],
        ),
        (
            whole(naming={"prefix": "contosoai"}),
            [
                "checkpointStores[0].name: the storageAccount of checkpoints would be named "
                "stcontosoaicheckpoints000000, "
                "with 28 characters; Azure allows 3 to 24: shorten `naming.prefix`, `naming.pattern` or "
                "the name"
            ],
        ),
        (
            whole(naming={"pattern": "{kind}-{name}"}),
            [
                "naming.pattern: must be made of {type}, {prefix}, {name}, {suffix} and plain characters, "
                "with {name} in "
                "it, got '{kind}-{name}'"
            ],
        ),
        (whole(trainingClusters={"pretrain": {}}), ["trainingClusters: must be a list, got a mapping"]),
        (whole(trainingClusters=["pretrain"]), ['trainingClusters[0]: must be a mapping, got "pretrain"']),
        (
            whole(tags={"owner": 1, "costCenter": "1", "environment": "x", "team": "y"}),
            [
                "tags.owner: must be text, got 1: write it in quotes",
                "tags.team: unknown setting: allowed are `costCenter`, `environment`, `extra`, `owner`",
            ],
        ),
    ],
)
def test_one_thing_wrong(change: Change, expected: list[str]) -> None:
    settings = copy.deepcopy(stack())
    change(settings)
    assert problems_of(settings) == expected


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ([], ["must be a mapping, got a list"]),
        ("eastus", ['must be a mapping, got "eastus"']),
        (
            {},
            [
                "location: missing, and required: Azure region, such as southcentralus",
                "tags: missing, and required: Tags of every resource that takes tags",
            ],
        ),
    ],
)
def test_not_settings_at_all(settings: Any, expected: list[str]) -> None:
    assert problems_of(settings) == expected


def test_python_names_are_not_for_stack_files() -> None:
    settings = stack()
    settings["training_clusters"] = settings.pop("trainingClusters")
    assert problems_of(settings) == ["training_clusters: unknown setting: did you mean `trainingClusters`?"]

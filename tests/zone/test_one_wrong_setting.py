"""Each thing that can be wrong in a stack file has its sentence, at its path."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from helpers.settings import problems_of, stack

NETWORK_ID = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub"

OFF = ": YAML takes off, on, no and yes for false and true: write it in quotes"

Change = Callable[[dict[str, Any]], object]


def cluster(**changes: Any) -> Change:
    return lambda settings: settings["trainingClusters"][0].update(changes)


def whole(**changes: Any) -> Change:
    return lambda settings: settings.update(changes)


def second(section: str, **changes: Any) -> Change:
    return lambda settings: settings[section].append(settings[section][0] | changes)


def existing_network(**subnets: str) -> dict[str, Any]:
    return {
        "mode": "existing",
        "virtualNetworkResourceId": NETWORK_ID,
        "endpointSubnetResourceId": f"{NETWORK_ID}/subnets/endpoints",
        "subnetResourceIds": {of: f"{NETWORK_ID}/subnets/{name}" for of, name in subnets.items()},
    }


def machine(name: str) -> dict[str, Any]:
    first: dict[str, Any] = stack("dev")["devMachines"][0]
    return first | {"name": name}


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
        (cluster(zone=1), ["trainingClusters[0].zone: must be '1', '2' or '3', got 1: write it in quotes"]),
        (whole(protection=False), [f"protection: must be 'on', 'off' or 'locked', got false{OFF}"]),
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
                "trainingClusters[0].name: a subnet of private endpoints is called endpoints already: take "
                "another name"
            ],
        ),
        (
            cluster(name="Pretrain"),
            [
                'trainingClusters[0].name: must match ^[a-z][a-z0-9-]{0,14}$, got "Pretrain": Unique '
                "within its list"
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
            ["network: missing: `trainingClusters` and `checkpointStores` need one, created or existing"],
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
                    "subnetResourceIds": {"pretrian": f"{NETWORK_ID}/subnets/nodes"},
                }
            ),
            [
                "network.subnetResourceIds.pretrain: missing: the subnet of `trainingClusters` pretrain",
                "network.subnetResourceIds.pretrian: nothing called pretrian has a subnet to itself: there "
                "are pretrain",
            ],
        ),
        (
            lambda settings: settings.update(
                trainingClusters=[
                    settings["trainingClusters"][0] | {"name": name} for name in ("pretrain", "tune", "third")
                ],
                devMachines=[machine("ann"), machine("bob")],
                network=existing_network(
                    pretrain="nodes", tune="Nodes", third="endpoints", ann="people", bob="people"
                ),
            ),
            [
                "network.subnetResourceIds.tune: is the subnet of `trainingClusters` pretrain already: give "
                "each its own",
                "network.subnetResourceIds.third: is the subnet of `endpointSubnetResourceId` already: give "
                "each its own",
            ],
        ),
        (
            whole(privateDnsZones={"dnsZones": {"privatelink.blob.core.windows.net": {"mode": "existing"}}}),
            [
                "privateDnsZones.dnsZones.privatelink.blob.core.windows.net.resourceId: missing, and "
                "required: Full id; the zone may be in another subscription"
            ],
        ),
        (
            lambda settings: settings["checkpointStores"][0].update(parameters="13B"),
            [
                'checkpointStores[0].parameters: must be a whole number, got "13B": write 13000000000',
            ],
        ),
        (
            lambda settings: settings.update(
                network=existing_network(pretrain="nodes"),
                trainingCluster=settings.pop("trainingClusters"),
            ),
            ["trainingCluster: unknown setting: did you mean `trainingClusters`?"],
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
        (
            whole(trainingClusters=["pretrain"]),
            [
                'trainingClusters[0]: must be a mapping, got "pretrain": it has at least `name`, '
                "`sshPublicKey`, `size`, `nodeCount`"
            ],
        ),
        (
            whole(tags={"owner": 1, "costCenter": "1", "environment": "x", "team": "y"}),
            [
                "tags.owner: must be text, got 1: write it in quotes",
                "tags.team: unknown setting: allowed are `costCenter`, `environment`, `extra`, `owner`: a "
                "tag of your own goes under `extra`",
            ],
        ),
    ],
)
def test_one_thing_wrong(change: Change, expected: list[str]) -> None:
    settings = copy.deepcopy(stack())
    change(settings)
    assert problems_of(settings) == expected


def test_a_mode_that_yaml_takes_for_false_is_quoted() -> None:
    settings = stack("research")
    settings["lustreDatasets"][0]["rootSquash"] = {"mode": False}
    assert problems_of(settings) == [
        f"lustreDatasets[0].rootSquash.mode: must be one of 'off', 'rootOnly', 'all', got false{OFF}"
    ]

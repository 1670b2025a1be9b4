"""Thirty mistakes that a first user made or could: what a stack file with one of them is told, all of it."""

import pytest

from azure_ai_landing_zone.stack_files.check import check
from helpers.offline import ROOT

TRAINING = (ROOT / "stacks" / "Pulumi.training.yaml").read_text(encoding="utf-8")

MISTAKES: tuple[tuple[str, str, list[str]], ...] = (
    (
        "trainingClusters:",
        "traningClusters:",
        ["traningClusters: unknown setting: did you mean `trainingClusters`?"],
    ),
    (
        "nodeCount:",
        "node_count:",
        [
            "trainingClusters[0].nodeCount: missing, and required: Changed in place; 0 keeps the "
            "cluster without nodes",
            "trainingClusters[0].node_count: unknown setting: did you mean `nodeCount`?",
        ],
    ),
    (
        "    sharedHomes:\n      - name: homes\n        clusters:\n          - pretrain\n",
        "    sharedHomes:\n      name: homes\n      clusters: [pretrain]\n",
        ["sharedHomes: must be a list, got a mapping"],
    ),
    (
        "nodeCount: 4",
        'nodeCount: "4"',
        ['trainingClusters[0].nodeCount: must be a whole number, got "4": write it without quotes'],
    ),
    (
        'zone: "1"\n        # NVIDIA',
        "zone: 1\n        # NVIDIA",
        ["trainingClusters[0].zone: must be '1', '2' or '3', got 1: write it in quotes"],
    ),
    (
        "imageVersion: 24.04.2026072901\n        # Nobody",
        "imageVersion: 24.04\n        # Nobody",
        ["trainingClusters[0].imageVersion: must be text, got 24.04: write it in quotes"],
    ),
    (
        "size: Standard_ND96isr_H100_v5",
        "size: Standard_ND96isr_H300_v5",
        [
            "trainingClusters[0].size: Standard_ND96isr_H300_v5 is not a size of the catalogue: "
            "did you mean Standard_ND96isr_H200_v5 or Standard_ND96isr_H100_v5 or "
            "Standard_ND96isrf_H200_v5?"
        ],
    ),
    (
        "size: Standard_ND96isr_H100_v5",
        "size: Standard_NC24ads_A100_v4",
        [
            "trainingClusters[0].size: Standard_NC24ads_A100_v4 has no InfiniBand, and 4 nodes "
            "would train over Ethernet, 26 to 57 times slower: take an RDMA size such as "
            "Standard_ND96isr_H100_v5, or `nodeCount` 1"
        ],
    ),
    (
        "nodeCount: 4",
        "nodeCount: 500",
        [
            "trainingClusters[0].nodeCount: 500 nodes don't fit into one placement group of 100, "
            "and nodes in several have no InfiniBand between them: Azure grants no more than 300: take "
            "several clusters, each its own fabric"
        ],
    ),
    (
        "nodeCount: 4\n",
        "nodeCount: 4\n        spot: {maxPricePerHour: 40}\n",
        ["trainingClusters[0].spot: must be true or false, got a mapping"],
    ),
    (
        "checkpointStore: checkpoints",
        "checkpointStore: checkpoint",
        [
            "trainingClusters[0].checkpointStore: no checkpoint store is called checkpoint: did "
            "you mean checkpoints?"
        ],
    ),
    (
        "- name: checkpoints",
        "- name: Check_Points",
        [
            (
                'checkpointStores[0].name: must match ^[a-z][a-z0-9-]{0,14}$, got "Check_Points": '
                "Unique within its list"
            )
        ],
    ),
    (
        "sshPublicKey: ssh-ed25519",
        "sshPublicKey: -----BEGIN OPENSSH PRIVATE KEY-----",
        [
            "trainingClusters[0].sshPublicKey: is a private key: give the public one, and take "
            "this one out of the file's history"
        ],
    ),
    (
        "location: eastus",
        "location: Sweden Central",
        [
            "location: must be a region's name such as southcentralus, got 'Sweden Central': write "
            "swedencentral"
        ],
    ),
    (
        "addressSpace: 10.40.0.0/16",
        "addressSpace: 172.16.0.0/16",
        [
            "network.addressSpace: 172.16.0.0/16 overlaps 172.16.0.0/16, which InfiniBand uses on "
            "the hosts: take another range"
        ],
    ),
    (
        "logAnalytics:\n      mode: create\n      retentionDays: 30\n",
        "logAnalytics:\n      mode: existing\n      workspaceResourceId: log-corp\n",
        [
            "logAnalytics.workspaceResourceId: must be a full resource id like "
            "/subscriptions/<id>/resourceGroups/<name>/providers/Microsoft.OperationalInsights/workspaces"
            "/<name>, got 'log-corp'",
            "logAnalytics.query: unknown setting: allowed are `mode`, `workspaceResourceId`",
        ],
    ),
    ("amount: 300000", "amount: -5", ["costLimits.budgets[0].amount: must be at least 1, got -5"]),
    (
        "          emails:\n            - ml-platform@example.com",
        "          emails:\n            - nobody",
        ["costLimits.budgets[0].emails[0]: must be one e-mail address, got 'nobody'"],
    ),
    (
        "parameters: 7000000000",
        "parameters: 13B",
        ['checkpointStores[0].parameters: must be a whole number, got "13B": write 13000000000'],
    ),
    (
        "          amount: 300000\n",
        "",
        [
            "costLimits.budgets[0].amount: missing, and required: For each period, in the "
            "currency of the billing account"
        ],
    ),
    (
        "      costCenter:",
        "      team: llm\n      costCenter:",
        [
            "tags.team: unknown setting: allowed are `costCenter`, `environment`, `extra`, "
            "`owner`: a tag of your own goes under `extra`"
        ],
    ),
    ("config:", "cfg:", ["unknown key `cfg`: did you mean `config`?"]),
    (
        "  azure-ai-landing-zone:landingZone",
        "  ai-landing-zone:landingZone",
        ["nobody reads `ai-landing-zone:landingZone`: did you mean `azure-ai-landing-zone:landingZone`?"],
    ),
    (
        "    location: eastus",
        "   location: eastus",
        ["mapping values are not allowed here: look at the indentation, colons and quotes here"],
    ),
    (
        "    location: eastus",
        "\tlocation: eastus",
        ["a tab, which YAML doesn't indent with: write spaces"],
    ),
    (
        "    location: eastus\n",
        "    location: eastus\n    location: westus\n",
        ["location is there already, on line 7: keep one of the two"],
    ),
    (
        "costCenter: research-4711",
        "costCenter: {secure: AAAB}",
        [
            "tags.costCenter: a `secure:` value, and settings are read as plain text, which would "
            "show it: put the secret into a Key Vault and its name here"
        ],
    ),
    (
        "encryptionsalt:",
        "notes: mine\nencryptionsalt:",
        [
            "unknown key `notes`: Pulumi takes config, encryptedkey, encryptionsalt, environment, "
            "secretsprovider"
        ],
    ),
    (
        "      addressSpace: 10.40.0.0/16",
        "      addressSpace: 10.40.0.0/30",
        [
            "network.bastion: needs an address space of /23 or larger, got 10.40.0.0/30: take a "
            "larger one, or the hub's Bastion"
        ],
    ),
    (
        "      - name: pretrain\n        size",
        "      - name: pretrain\n        subnetName: pretrain\n        size",
        [
            "trainingClusters[0].subnetName: unknown setting: allowed are `adminUsername`, "
            "`checkpointStore`, `dataDisks`, `encryptionAtHost`, `encryptionKeyName`, `evictionPolicy`, "
            "`existingPlacementGroup`, `faultDomainCount`, `formerName`, `imageSku`, `imageVersion`, "
            "`jobRolesOn`, `name`, `nodeCount`, `nodeLimit`, `osDiskSizeGib`, `ownImage`, `placement`, "
            "`project`, `rolesOn`, `runsAs`, `securityType`, `size`, `spot`, `sshPublicKey`, "
            "`terminationNoticeMinutes`, `workingHours`, `zone`"
        ],
    ),
)
"""What stands in the file, what somebody wrote instead, and what they are told."""


@pytest.mark.parametrize(
    ("right", "wrong", "told"), MISTAKES, ids=[wrong.strip()[:40] for _, wrong, _ in MISTAKES]
)
def test_it_is_told_and_nothing_that_only_follows(right: str, wrong: str, told: list[str]) -> None:
    assert right in TRAINING
    assert [one.message for one in check(TRAINING.replace(right, wrong, 1))] == told

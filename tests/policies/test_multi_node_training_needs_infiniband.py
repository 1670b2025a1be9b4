"""The rule multi-node-training-needs-infiniband."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import (
    UNKNOWN_BOOLEAN_VALUE,
    UNKNOWN_NUMBER_VALUE,
    UNKNOWN_OBJECT_VALUE,
    UNKNOWN_STRING_VALUE,
)

from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, unsure

TODAY = date(2026, 11, 21)

SCALE_SET = "compute:VirtualMachineScaleSet"
AGENT_POOL = "containerservice:AgentPool"
CLUSTER = "containerservice:ManagedCluster"
ML_COMPUTE = "machinelearningservices:Compute"
ML_JOB = "machinelearningservices:Job"

Inputs = dict[str, Any]


def ethernet(path: str, name: str, nodes: int, because: str, *use: str) -> Verdict:
    return fails(
        f"{path} is {name}, which has no InfiniBand, for {nodes} nodes of training ({because}); "
        f"use {' or '.join(use)}, or one node; "
        "if the nodes don't train together, set the tag workload to inference"
    )


NC96 = "Standard_NC96ads_A100_v4"
A100 = ("Standard_ND96asr_v4", "Standard_ND96amsr_A100_v4")
H100 = ("Standard_ND96isr_H100_v5",)
TRAINING = {"workload": "training"}
NC96_SET: Inputs = {"sku": {"name": NC96, "capacity": 4.0}}
HPC_IMAGE = {
    "storageProfile": {
        "imageReference": {"publisher": "microsoft-dsvm", "offer": "ubuntu-hpc", "sku": "2204"}
    }
}
IB_EXTENSION = {
    "extensionProfile": {"extensions": [{"type": "CustomScript"}, {"type": "InfiniBandDriverLinux"}]}
}
UNSAID = unsure("nothing says whether this scale set trains; tag it workload = training or inference")
PPG = {"proximityPlacementGroup": {"id": UNKNOWN_STRING_VALUE}}


@pytest.mark.parametrize(
    ("type_", "inputs", "verdict"),
    [
        (
            SCALE_SET,
            NC96_SET | {"tags": TRAINING},
            ethernet("sku.name", NC96, 4, "tags.workload is training", *A100),
        ),
        (
            SCALE_SET,
            NC96_SET | {"tags": {"Workload": "Training"}},
            ethernet("sku.name", NC96, 4, "tags.workload is Training", *A100),
        ),
        (
            SCALE_SET,
            {"sku": {"name": "standard_nc96ADS_a100_v4", "capacity": 2.0}, "tags": TRAINING},
            ethernet("sku.name", "standard_nc96ADS_a100_v4", 2, "tags.workload is training", *A100),
        ),
        (
            SCALE_SET,
            {"sku": {"name": "Standard_NC40ads_H100_v5", "capacity": 2.0}, "tags": TRAINING},
            ethernet("sku.name", "Standard_NC40ads_H100_v5", 2, "tags.workload is training", *H100),
        ),
        (
            SCALE_SET,
            {"sku": {"name": "Standard_ND96is_H100_v5", "capacity": 2.0}, "tags": TRAINING},
            ethernet("sku.name", "Standard_ND96is_H100_v5", 2, "tags.workload is training", *H100),
        ),
        (
            SCALE_SET,
            {"sku": {"name": "Standard_NC64as_T4_v3", "capacity": 2.0}, "tags": TRAINING},
            ethernet(
                "sku.name",
                "Standard_NC64as_T4_v3",
                2,
                "tags.workload is training",
                "Standard_ND96amsr_A100_v4",
                "Standard_ND96isr_H100_v5",
            ),
        ),
        (
            SCALE_SET,
            {"sku": {"name": "Standard_ND96is_B300_v7", "capacity": 2.0}, "tags": TRAINING},
            ethernet(
                "sku.name",
                "Standard_ND96is_B300_v7",
                2,
                "tags.workload is training",
                "Standard_ND96amsr_A100_v4",
                "Standard_ND96isr_H100_v5",
            ),
        ),
        (SCALE_SET, NC96_SET | PPG, ethernet("sku.name", NC96, 4, "proximityPlacementGroup is set", *A100)),
        (
            SCALE_SET,
            NC96_SET | {"singlePlacementGroup": True},
            ethernet("sku.name", NC96, 4, "singlePlacementGroup is true", *A100),
        ),
        (
            SCALE_SET,
            NC96_SET | {"virtualMachineProfile": HPC_IMAGE},
            ethernet("sku.name", NC96, 4, "its image is Azure's HPC image", *A100),
        ),
        (
            SCALE_SET,
            NC96_SET | {"virtualMachineProfile": IB_EXTENSION},
            ethernet("sku.name", NC96, 4, "it installs InfiniBandDriverLinux", *A100),
        ),
        (SCALE_SET, NC96_SET | PPG | {"tags": {"workload": "inference"}}, PASSES),
        (SCALE_SET, NC96_SET, UNSAID),
        (SCALE_SET, NC96_SET | {"tags": {"team": "vision"}, "singlePlacementGroup": False}, UNSAID),
        (SCALE_SET, {"sku": {"name": "Standard_NC24ads_A100_v4", "capacity": 4.0}}, PASSES),
        (SCALE_SET, {"sku": {"name": "Standard_NV6ads_A10_v5", "capacity": 40.0}}, PASSES),
        (SCALE_SET, {"sku": {"name": NC96, "capacity": 1.0}, "tags": TRAINING}, PASSES),
        (SCALE_SET, {"sku": {"name": NC96}, "tags": TRAINING}, PASSES),
        (SCALE_SET, {"sku": {"name": "Standard_ND24rs", "capacity": 8.0}, "tags": TRAINING}, PASSES),
        (SCALE_SET, {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 8.0}, "tags": TRAINING}, PASSES),
        (SCALE_SET, {"sku": {"name": "Standard_ND96isr_B300_v7", "capacity": 8.0}, "tags": TRAINING}, PASSES),
        (SCALE_SET, {"sku": {"name": "Standard_D16s_v5", "capacity": 8.0}, "tags": TRAINING}, PASSES),
        (SCALE_SET, {"sku": {"name": "Standard_HB176rs_v4", "capacity": 8.0}, "tags": TRAINING}, PASSES),
        (
            SCALE_SET,
            {"sku": {"name": NC96, "capacity": UNKNOWN_NUMBER_VALUE}, "tags": TRAINING},
            unsure("sku.capacity isn't known before deployment"),
        ),
        (
            SCALE_SET,
            {"sku": {"name": UNKNOWN_STRING_VALUE, "capacity": 4.0}, "tags": TRAINING},
            unsure("sku.name isn't known before deployment"),
        ),
        (
            SCALE_SET,
            {"sku": {"name": UNKNOWN_STRING_VALUE, "capacity": 4.0}, "tags": {"workload": "inference"}},
            PASSES,
        ),
        (SCALE_SET, {"sku": {"name": UNKNOWN_STRING_VALUE, "capacity": 1.0}, "tags": TRAINING}, PASSES),
        (SCALE_SET, NC96_SET | {"tags": UNKNOWN_OBJECT_VALUE}, unsure("tags isn't known before deployment")),
        (
            SCALE_SET,
            NC96_SET | {"tags": {"workload": UNKNOWN_STRING_VALUE}},
            unsure("tags.workload isn't known before deployment"),
        ),
        (
            SCALE_SET,
            NC96_SET | {"tags": {"team": UNKNOWN_STRING_VALUE, "workload": "training"}},
            ethernet("sku.name", NC96, 4, "tags.workload is training", *A100),
        ),
        (
            SCALE_SET,
            NC96_SET | {"singlePlacementGroup": UNKNOWN_BOOLEAN_VALUE},
            unsure("singlePlacementGroup isn't known before deployment"),
        ),
        (
            SCALE_SET,
            NC96_SET | PPG | {"singlePlacementGroup": UNKNOWN_BOOLEAN_VALUE},
            ethernet("sku.name", NC96, 4, "proximityPlacementGroup is set", *A100),
        ),
        (
            SCALE_SET,
            {"sku": {"name": NC96, "capacity": "4"}, "tags": TRAINING},
            ethernet("sku.name", NC96, 4, "tags.workload is training", *A100),
        ),
        (
            SCALE_SET,
            {"sku": {"name": NC96, "capacity": "four"}, "tags": TRAINING},
            unsure('sku.capacity is "four"; a whole number is expected'),
        ),
        (
            SCALE_SET,
            {"sku": {"name": NC96, "capacity": True}, "tags": TRAINING},
            unsure("sku.capacity is true; a whole number is expected"),
        ),
        (SCALE_SET, NC96_SET | {"tags": ["training"]}, unsure("tags is a list; an object is expected")),
        (SCALE_SET, NC96_SET | {"tags": {"workload": 3.0}}, unsure("tags.workload is 3; text is expected")),
        (
            AGENT_POOL,
            {"vmSize": NC96, "count": 4.0, "tags": TRAINING},
            ethernet("vmSize", NC96, 4, "tags.workload is training", *A100),
        ),
        (
            AGENT_POOL,
            {"vmSize": NC96, "count": 4.0, "nodeLabels": TRAINING},
            ethernet("vmSize", NC96, 4, "nodeLabels.workload is training", *A100),
        ),
        (
            AGENT_POOL,
            {"vmSize": NC96, "count": 4.0, "proximityPlacementGroupID": UNKNOWN_STRING_VALUE},
            ethernet("vmSize", NC96, 4, "proximityPlacementGroupID is set", *A100),
        ),
        (
            AGENT_POOL,
            {
                "vmSize": NC96,
                "enableAutoScaling": True,
                "minCount": 0.0,
                "maxCount": 6.0,
                "count": 0.0,
                "tags": TRAINING,
            },
            ethernet("vmSize", NC96, 6, "tags.workload is training", *A100),
        ),
        (
            AGENT_POOL,
            {"vmSize": NC96, "enableAutoScaling": False, "maxCount": 6.0, "count": 1.0, "tags": TRAINING},
            PASSES,
        ),
        (AGENT_POOL, {"vmSize": NC96, "count": 4.0}, PASSES),
        (AGENT_POOL, {"vmSize": NC96, "tags": TRAINING}, PASSES),
        (
            CLUSTER,
            {"agentPoolProfiles": [{"vmSize": NC96, "count": 4.0, "nodeLabels": TRAINING}]},
            ethernet(
                "agentPoolProfiles[0].vmSize",
                NC96,
                4,
                "agentPoolProfiles[0].nodeLabels.workload is training",
                *A100,
            ),
        ),
        (
            ML_COMPUTE,
            {
                "tags": TRAINING,
                "properties": {
                    "properties": {
                        "vmSize": "STANDARD_NC96ADS_A100_V4",
                        "scaleSettings": {"maxNodeCount": 4.0},
                    }
                },
            },
            ethernet(
                "properties.properties.vmSize",
                "STANDARD_NC96ADS_A100_V4",
                4,
                "tags.workload is training",
                *A100,
            ),
        ),
        (
            ML_COMPUTE,
            {"properties": {"properties": {"vmSize": NC96, "scaleSettings": {"maxNodeCount": 4.0}}}},
            PASSES,
        ),
        (
            ML_JOB,
            {
                "properties": {
                    "distribution": {"distributionType": "PyTorch"},
                    "resources": {"instanceType": NC96, "instanceCount": 4.0},
                }
            },
            ethernet("properties.resources.instanceType", NC96, 4, "properties.distribution is set", *A100),
        ),
        (ML_JOB, {"properties": {"resources": {"instanceType": NC96, "instanceCount": 4.0}}}, PASSES),
    ],
)
def test_multi_node_training_needs_infiniband(type_: str, inputs: Inputs, verdict: Verdict) -> None:
    assert judge("multi-node-training-needs-infiniband", type_, inputs, TODAY) == verdict

"""The rule training-stays-in-one-zone."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_ARRAY_VALUE, UNKNOWN_BOOLEAN_VALUE, UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, unsure

TODAY = date(2026, 11, 21)

SCALE_SET = "compute:VirtualMachineScaleSet"
AGENT_POOL = "containerservice:AgentPool"
CLUSTER = "containerservice:ManagedCluster"

Inputs = dict[str, Any]


TRAINING = {"workload": "training"}
NC96_SET: Inputs = {"sku": {"name": "Standard_NC96ads_A100_v4", "capacity": 4.0}}
PPG = {"proximityPlacementGroup": {"id": UNKNOWN_STRING_VALUE}}


def h100(**more: Any) -> Inputs:
    return {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4.0}, **more}


def apart(path: str, zones: str, because: str) -> Verdict:
    return fails(
        f"{path} is {zones}, which parts nodes that train together ({because}); "
        'give one zone, such as ["1"], or set the tag workload to inference if the nodes work alone'
    )


HAS_IB = "its size has InfiniBand"


@pytest.mark.parametrize(
    ("type_", "inputs", "verdict"),
    [
        (SCALE_SET, h100(zones=["1", "2"]), apart("zones", '["1", "2"]', HAS_IB)),
        (
            SCALE_SET,
            h100(zones=["1", "2", "3"], tags=TRAINING),
            apart("zones", '["1", "2", "3"]', "tags.workload is training"),
        ),
        (
            SCALE_SET,
            NC96_SET | {"zones": ["1", "2"], "tags": TRAINING},
            apart("zones", '["1", "2"]', "tags.workload is training"),
        ),
        (
            SCALE_SET,
            NC96_SET | {"zones": ["1", "2"]} | PPG,
            apart("zones", '["1", "2"]', "proximityPlacementGroup is set"),
        ),
        (
            SCALE_SET,
            {"sku": {"name": "Standard_ND96isr_H100_v5"}, "zones": ["1", "2"]},
            apart("zones", '["1", "2"]', HAS_IB),
        ),
        (
            SCALE_SET,
            h100(zones=["1", "2"], singlePlacementGroup=UNKNOWN_BOOLEAN_VALUE),
            apart("zones", '["1", "2"]', HAS_IB),
        ),
        (SCALE_SET, h100(zones=["1"]), PASSES),
        (SCALE_SET, h100(zones=["1", "1"]), PASSES),
        (SCALE_SET, h100(zones=[]), PASSES),
        (SCALE_SET, h100(), PASSES),
        (SCALE_SET, h100(zones=["1", "2"], tags={"workload": "inference"}), PASSES),
        (SCALE_SET, NC96_SET | {"zones": ["1", "2"]}, PASSES),
        (
            SCALE_SET,
            {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 1.0}, "zones": ["1", "2"]},
            PASSES,
        ),
        (SCALE_SET, h100(zones=UNKNOWN_ARRAY_VALUE), unsure("zones isn't known before deployment")),
        (
            SCALE_SET,
            h100(zones=["1", UNKNOWN_STRING_VALUE]),
            unsure("zones[1] isn't known before deployment"),
        ),
        (SCALE_SET, h100(zones=[1.0, 2.0]), unsure("zones[0] is 1; text is expected")),
        (SCALE_SET, h100(zones="1"), unsure('zones is "1"; a list is expected')),
        (
            AGENT_POOL,
            {"vmSize": "Standard_ND96isr_H100_v5", "count": 2.0, "availabilityZones": ["1", "2"]},
            apart("availabilityZones", '["1", "2"]', HAS_IB),
        ),
        (
            AGENT_POOL,
            {"vmSize": "Standard_NC24ads_A100_v4", "count": 2.0, "availabilityZones": ["1", "2"]},
            PASSES,
        ),
        (
            AGENT_POOL,
            {
                "vmSize": "Standard_NC24ads_A100_v4",
                "count": 2.0,
                "availabilityZones": ["1", "2"],
                "nodeLabels": TRAINING,
            },
            apart("availabilityZones", '["1", "2"]', "nodeLabels.workload is training"),
        ),
        (
            AGENT_POOL,
            {
                "vmSize": "Standard_ND96isr_H100_v5",
                "enableAutoScaling": True,
                "maxCount": 4.0,
                "availabilityZones": ["1", "3"],
            },
            apart("availabilityZones", '["1", "3"]', HAS_IB),
        ),
        (
            CLUSTER,
            {
                "agentPoolProfiles": [
                    {"vmSize": "Standard_D4s_v5", "count": 3.0, "availabilityZones": ["1", "2", "3"]},
                    {"vmSize": "Standard_ND96isr_H100_v5", "count": 2.0, "availabilityZones": ["1", "2"]},
                ]
            },
            apart("agentPoolProfiles[1].availabilityZones", '["1", "2"]', HAS_IB),
        ),
    ],
)
def test_training_stays_in_one_zone(type_: str, inputs: Inputs, verdict: Verdict) -> None:
    assert judge("training-stays-in-one-zone", type_, inputs, TODAY) == verdict

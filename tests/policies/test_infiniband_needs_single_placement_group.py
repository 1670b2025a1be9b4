"""The rule infiniband-needs-single-placement-group."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_BOOLEAN_VALUE, UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, unsure

TODAY = date(2026, 11, 21)

SCALE_SET = "compute:VirtualMachineScaleSet"

Inputs = dict[str, Any]


def h100(**more: Any) -> Inputs:
    return {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4.0}, **more}


FLEXIBLE = (
    "orchestrationMode is Flexible, which has no InfiniBand between its nodes; set it to Uniform "
    "(that replaces the scale set), or set the tag workload to inference if the nodes work alone"
)
NOT_SINGLE = (
    "singlePlacementGroup is false, so that InfiniBand ends between placement groups; set it to true "
    "(Azure doesn't change it on an existing scale set: replace it)"
)
UNSET = "singlePlacementGroup isn't set: a new scale set gets true, an old one keeps false; set it"


@pytest.mark.parametrize(
    ("inputs", "verdict"),
    [
        (h100(orchestrationMode="Uniform", singlePlacementGroup=True), PASSES),
        (h100(singlePlacementGroup=True), PASSES),
        (h100(orchestrationMode="uniform", singlePlacementGroup="True"), PASSES),
        (h100(orchestrationMode="Flexible"), fails(FLEXIBLE)),
        (
            h100(orchestrationMode="flexible", singlePlacementGroup=True),
            fails(FLEXIBLE.replace("Flexible", "flexible")),
        ),
        (h100(orchestrationMode="Flexible", singlePlacementGroup=False), fails(FLEXIBLE, NOT_SINGLE)),
        (h100(orchestrationMode="Uniform", singlePlacementGroup=False), fails(NOT_SINGLE)),
        (h100(singlePlacementGroup=False), fails(NOT_SINGLE)),
        (h100(), unsure(UNSET)),
        (h100(orchestrationMode="Uniform", singlePlacementGroup=None), unsure(UNSET)),
        (
            h100(orchestrationMode=UNKNOWN_STRING_VALUE, singlePlacementGroup=False),
            Verdict((NOT_SINGLE,), ("orchestrationMode isn't known before deployment",)),
        ),
        (
            h100(orchestrationMode="Flexible", singlePlacementGroup=UNKNOWN_BOOLEAN_VALUE),
            Verdict((FLEXIBLE,), ("singlePlacementGroup isn't known before deployment",)),
        ),
        (
            h100(orchestrationMode=UNKNOWN_STRING_VALUE),
            unsure("orchestrationMode isn't known before deployment"),
        ),
        (h100(orchestrationMode="Flexible", tags={"workload": "inference"}), PASSES),
        (h100(orchestrationMode="Flexible", tags={"workload": "training"}), fails(FLEXIBLE)),
        (
            h100(orchestrationMode=3.0, singlePlacementGroup=True),
            unsure("orchestrationMode is 3; text is expected"),
        ),
        (
            h100(singlePlacementGroup="maybe"),
            unsure('singlePlacementGroup is "maybe"; true or false is expected'),
        ),
        (
            {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 1.0}, "orchestrationMode": "Flexible"},
            PASSES,
        ),
        (
            {"sku": {"name": "Standard_NC96ads_A100_v4", "capacity": 4.0}, "orchestrationMode": "Flexible"},
            PASSES,
        ),
        (
            {"sku": {"name": "standard_hb176RS_v4", "capacity": 4.0}, "singlePlacementGroup": False},
            fails(NOT_SINGLE),
        ),
        (
            {"sku": {"name": "Standard_ND96isr_B300_v7", "capacity": 4.0}, "singlePlacementGroup": False},
            fails(NOT_SINGLE),
        ),
        (
            {
                "sku": {"name": "Mix", "capacity": 4.0},
                "orchestrationMode": "Flexible",
                "skuProfile": {"vmSizes": [{"name": "Standard_ND96isr_H100_v5"}]},
            },
            fails(FLEXIBLE),
        ),
    ],
)
def test_infiniband_needs_single_placement_group(inputs: Inputs, verdict: Verdict) -> None:
    assert judge("infiniband-needs-single-placement-group", SCALE_SET, inputs, TODAY) == verdict

"""What becomes of a training cluster that nothing speaks against, and what the data can't tell."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.catalog.sizes import VM_SIZES
from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.training.planning.placement import (
    SINGLE_PLACEMENT_GROUP_NODES,
    PlacementRequest,
    placement_problems,
    plan_training_cluster,
)

TODAY = date(2026, 11, 21)
PUBLISHER = "`az vm image list --publisher microsoft-dsvm --offer ubuntu-hpc --sku"


def request(**changes: Any) -> PlacementRequest:
    values: dict[str, Any] = {
        "size": "Standard_ND96isr_H100_v5",
        "node_count": 4,
        "node_limit": 100,
        "image_sku": None,
        "image_version": "24.04.2026072901",
        "own_image_architecture": None,
        "security_type": "Standard",
    }
    return PlacementRequest(**(values | changes))


@pytest.mark.parametrize(
    ("changes", "image_sku", "accelerated_networking", "warnings"),
    [
        ({}, "2404", True, ()),
        ({"node_count": 0}, "2404", True, ()),
        ({"node_count": 100}, "2404", True, ()),
        ({"size": "standard_nd96isr_h100_v5"}, "2404", True, ()),
        ({"image_sku": "2204", "image_version": "22.04.2026082801"}, "2204", True, ()),
        ({"size": "Standard_ND40rs_v2", "image_version": "22.04.2024102301"}, "2204-v100", True, ()),
        ({"size": "Standard_ND96isr_MI300X_v5"}, "2404-rocm", True, ()),
        ({"size": "Standard_NC96ads_A100_v4", "node_count": 1}, "2404", True, ()),
        ({"data_disks": 32}, "2404", True, ()),
        (
            {"image_version": None, "own_image_architecture": "x64"},
            None,
            True,
            (
                "Standard_ND96isr_H100_v5 starts from an image of your own: it has to be of generation 2, "
                "with the drivers of GPUs and InfiniBand that Azure's HPC images have",
            ),
        ),
        (
            {"size": "Standard_ND96isrf_H200_v5"},
            "2404",
            False,
            (
                "Standard_ND96isrf_H200_v5: no data tells whether it has accelerated networking; it is "
                "left off",
            ),
        ),
        ({"size": "Standard_HB120rs_v2"}, "2404", True, ()),
        (
            {"image_version": "latest", "node_limit": 300, "node_count": 101},
            "2404",
            True,
            (
                "`image_version` is latest: nodes started at different times differ; give a version that "
                f"{PUBLISHER} 2404 --all` lists",
                "`node_limit` 300 holds only if Azure's support has granted it to this subscription; "
                "otherwise "
                "creating more than 100 nodes fails",
            ),
        ),
    ],
)
def test_plans(
    changes: dict[str, Any], image_sku: str | None, accelerated_networking: bool, warnings: tuple[str, ...]
) -> None:
    plan = plan_training_cluster(request(**changes), TODAY)
    assert plan.size.size.lower() == request(**changes).size.lower()
    assert (plan.image_sku, plan.accelerated_networking, plan.warnings) == (
        image_sku,
        accelerated_networking,
        warnings,
    )


def test_the_day_decides_what_is_retired() -> None:
    wanted = request(size="Standard_HB120rs_v2")
    assert placement_problems(wanted, date(2027, 5, 30)) == []
    assert [problem.message for problem in placement_problems(wanted, date(2027, 5, 31))] == [
        "Standard_HB120rs_v2 is retired since 2027-05-31: take Standard_HB368rs_v5 or Standard_HX176rs or "
        "Standard_HB176rs_v4 or Standard_HB120rs_v3"
    ]


@given(
    st.sampled_from(sorted(VM_SIZES)),
    st.integers(0, 320),
    st.integers(1, 300),
    st.sampled_from([None, "2204", "2404", "2404-rocm", "2204-v100"]),
    st.sampled_from([None, "x64", "Arm64"]),
)
def test_every_cluster_that_gets_a_plan_can_train(
    size: str, nodes: int, limit: int, sku: str | None, own: Any
) -> None:
    version = None if own else f"{(sku or '2404')[:2]}.04.2026072901"
    wanted = request(
        size=size,
        node_count=nodes,
        node_limit=limit,
        image_sku=None if own else sku,
        image_version=version,
        own_image_architecture=own,
    )
    problems = placement_problems(wanted, TODAY)
    if problems:
        with pytest.raises(PlanRefused) as refused:
            plan_training_cluster(wanted, TODAY)
        assert list(refused.value.problems) == problems
        return
    plan = plan_training_cluster(wanted, TODAY)
    assert nodes <= max(limit, SINGLE_PLACEMENT_GROUP_NODES)
    assert plan.size.has_rdma or nodes <= 1
    assert not plan.size.retired_on(TODAY)
    assert (own or "x64") == plan.size.architecture
    assert (plan.image_sku is None) == (own is not None)
    assert ("rocm" in (plan.image_sku or "")) == ((plan.size.traits.gpu_vendor == "amd") and own is None)

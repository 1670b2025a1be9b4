"""The rule retired-gpu-size."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_ARRAY_VALUE, UNKNOWN_OBJECT_VALUE, UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, unsure

TODAY = date(2026, 11, 21)

SCALE_SET = "compute:VirtualMachineScaleSet"
AGENT_POOL = "containerservice:AgentPool"
CLUSTER = "containerservice:ManagedCluster"
ML_COMPUTE = "machinelearningservices:Compute"
ML_JOB = "machinelearningservices:Job"

Inputs = dict[str, Any]


def retired(path: str, name: str, day: str, *use: str) -> Verdict:
    return fails(f"{path} is {name}, which Azure retired on {day}; use {' or '.join(use)}")


ND24RS = ("Standard_ND24rs", "2023-09-06", "Standard_ND96amsr_A100_v4")
NC6S_V3 = ("Standard_NC6s_v3", "2025-09-30", "Standard_NC40ads_H100_v5")


@pytest.mark.parametrize(
    ("type_", "inputs", "verdict"),
    [
        (SCALE_SET, {"sku": {"name": "Standard_ND24rs", "capacity": 8.0}}, retired("sku.name", *ND24RS)),
        (
            SCALE_SET,
            {"sku": {"name": "standard_nd24RS"}},
            retired("sku.name", "standard_nd24RS", *ND24RS[1:]),
        ),
        (
            SCALE_SET,
            {"sku": {"name": "Standard_NV48s_v3"}},
            retired(
                "sku.name",
                "Standard_NV48s_v3",
                "2026-09-30",
                "Standard_NV72ads_A10_v5",
                "Standard_NC72ds_xl_RTXPRO6000BSE_v6",
                "Standard_NC64as_T4_v3",
                "Standard_NV28adms_V710_v5",
            ),
        ),
        (
            SCALE_SET,
            {"sku": {"name": "Standard_NC128ds_xl_RTXPRO6000BSE_v6"}},
            fails(
                "sku.name is Standard_NC128ds_xl_RTXPRO6000BSE_v6, a preview name that "
                "Azure no longer deploys; use Standard_NC144ds_xl_RTXPRO6000BSE_v6"
            ),
        ),
        (
            SCALE_SET,
            {
                "sku": {"name": "Mix"},
                "skuProfile": {"vmSizes": [{"name": "Standard_D8s_v5"}, {"name": "Standard_NC6s_v3"}]},
            },
            retired("skuProfile.vmSizes[1].name", *NC6S_V3),
        ),
        (SCALE_SET, {"sku": {"name": "Standard_ND96isr_H100_v5"}}, PASSES),
        (SCALE_SET, {"sku": {"name": "Standard_Banana"}}, PASSES),
        (SCALE_SET, {"sku": {"name": "Standard_NP10s"}}, PASSES),
        (
            SCALE_SET,
            {"sku": {"name": UNKNOWN_STRING_VALUE}},
            unsure("sku.name isn't known before deployment"),
        ),
        (SCALE_SET, {"sku": UNKNOWN_OBJECT_VALUE}, unsure("sku isn't known before deployment")),
        (SCALE_SET, {"sku": {"name": 5.0}}, unsure("sku.name is 5; text is expected")),
        (SCALE_SET, {"sku": "Standard_ND24rs"}, unsure('sku is "Standard_ND24rs"; an object is expected')),
        (SCALE_SET, {"sku": None}, PASSES),
        (
            SCALE_SET,
            {"skuProfile": {"vmSizes": "Standard_ND24rs"}},
            unsure('skuProfile.vmSizes is "Standard_ND24rs"; a list is expected'),
        ),
        (
            "compute:VirtualMachine",
            {"hardwareProfile": {"vmSize": "Standard_NC6s_v3"}},
            retired("hardwareProfile.vmSize", *NC6S_V3),
        ),
        ("batch:Pool", {"vmSize": "STANDARD_NC6S_V3"}, retired("vmSize", "STANDARD_NC6S_V3", *NC6S_V3[1:])),
        (AGENT_POOL, {"vmSize": "Standard_NC6s_v3"}, retired("vmSize", *NC6S_V3)),
        (
            AGENT_POOL,
            {"virtualMachinesProfile": {"scale": {"manual": [{"size": "Standard_NC6s_v3", "count": 1.0}]}}},
            retired("virtualMachinesProfile.scale.manual[0].size", *NC6S_V3),
        ),
        (
            CLUSTER,
            {
                "agentPoolProfiles": [
                    {"name": "system", "vmSize": "Standard_D4s_v5"},
                    {"name": "gpu", "vmSize": "Standard_NC6s_v3"},
                ]
            },
            retired("agentPoolProfiles[1].vmSize", *NC6S_V3),
        ),
        (
            CLUSTER,
            {"agentPoolProfiles": [{"vmSize": UNKNOWN_STRING_VALUE}, {"vmSize": "Standard_NC6s_v3"}]},
            Verdict(
                retired("agentPoolProfiles[1].vmSize", *NC6S_V3).problems,
                ("agentPoolProfiles[0].vmSize isn't known before deployment",),
            ),
        ),
        (
            CLUSTER,
            {"agentPoolProfiles": [UNKNOWN_OBJECT_VALUE, "pool", {"vmSize": "Standard_NC6s_v3"}]},
            Verdict(
                (),
                ("agentPoolProfiles[0] isn't known before deployment",),
            ),
        ),
        (
            CLUSTER,
            {"agentPoolProfiles": UNKNOWN_ARRAY_VALUE},
            unsure("agentPoolProfiles isn't known before deployment"),
        ),
        (
            ML_COMPUTE,
            {"properties": {"computeType": "AmlCompute", "properties": {"vmSize": "STANDARD_NC6S_V3"}}},
            retired("properties.properties.vmSize", "STANDARD_NC6S_V3", *NC6S_V3[1:]),
        ),
        (
            ML_COMPUTE,
            {"properties": {"computeType": "AKS", "properties": {"agentVmSize": "Standard_NC6s_v3"}}},
            retired("properties.properties.agentVmSize", *NC6S_V3),
        ),
        (
            ML_COMPUTE,
            {
                "properties": {
                    "computeType": "VirtualMachine",
                    "properties": {"virtualMachineSize": "Standard_NC6s_v3"},
                }
            },
            retired("properties.properties.virtualMachineSize", *NC6S_V3),
        ),
        (
            ML_COMPUTE,
            {"properties": {"computeType": "AmlCompute", "properties": UNKNOWN_OBJECT_VALUE}},
            unsure("properties.properties isn't known before deployment"),
        ),
        (
            ML_JOB,
            {"properties": {"resources": {"instanceType": "Standard_NC6s_v3"}}},
            retired("properties.resources.instanceType", *NC6S_V3),
        ),
        (
            ML_JOB,
            {"jobBaseProperties": {"resources": {"instanceType": "Standard_NC6s_v3"}}},
            retired("jobBaseProperties.resources.instanceType", *NC6S_V3),
        ),
        (
            "machinelearningservices:OnlineDeployment",
            {"properties": {"instanceType": "Standard_NC6s_v3"}},
            retired("properties.instanceType", *NC6S_V3),
        ),
        (
            "machinelearningservices:OnlineDeployment",
            {"onlineDeploymentProperties": {"instanceType": "Standard_NC6s_v3"}},
            retired("onlineDeploymentProperties.instanceType", *NC6S_V3),
        ),
        (
            "machinelearningservices:BatchDeployment",
            {"properties": {"resources": {"instanceType": "Standard_NC6s_v3"}}},
            retired("properties.resources.instanceType", *NC6S_V3),
        ),
    ],
)
def test_retired_gpu_size(type_: str, inputs: Inputs, verdict: Verdict) -> None:
    assert judge("retired-gpu-size", type_, inputs, TODAY) == verdict


@pytest.mark.parametrize(
    ("name", "last_day_in_service"),
    [
        ("Standard_NV12s_v3", date(2026, 9, 29)),
        ("Standard_NV4as_v4", date(2026, 9, 29)),
        ("Standard_NP40s", date(2027, 5, 30)),
        ("Standard_HC44rs", date(2027, 5, 30)),
    ],
)
def test_retired_gpu_size_bites_from_the_announced_day(name: str, last_day_in_service: date) -> None:
    def problems(day: date) -> int:
        return len(judge("retired-gpu-size", SCALE_SET, {"sku": {"name": name}}, day).problems)

    assert [
        problems(last_day_in_service),
        problems(date.fromordinal(last_day_in_service.toordinal() + 1)),
    ] == [0, 1]

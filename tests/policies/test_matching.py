"""Every way to write an azure-native type."""

import re
from importlib.resources import files

import pytest

from azure_ai_landing_zone_policies.program.type_names import api_version, type_name
from azure_ai_landing_zone_policies.readers.node_pools import TYPES


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("azure-native:compute:VirtualMachineScaleSet", "compute:VirtualMachineScaleSet"),
        ("azure-native:compute/v20240301:VirtualMachineScaleSet", "compute:VirtualMachineScaleSet"),
        ("azure-native:containerservice/v20240302preview:AgentPool", "containerservice:AgentPool"),
        ("azure-native_compute_v20240301:compute:VirtualMachineScaleSet", "compute:VirtualMachineScaleSet"),
        (
            "azure-native_containerservice_v20260502preview:containerservice:AgentPool",
            "containerservice:AgentPool",
        ),
        (
            "azure-native_compute_v20240301:compute/v20240301:VirtualMachine",
            "compute:VirtualMachine",
        ),
        (
            "azure-native:machinelearningservices/v20210101:MachineLearningCompute",
            "machinelearningservices:Compute",
        ),
        ("azure-native:machinelearningservices:Compute", "machinelearningservices:Compute"),
        ("azure:compute/linuxVirtualMachineScaleSet:LinuxVirtualMachineScaleSet", "other/azure/compute"),
        ("azapi:index:Resource", "other/azapi/index"),
        ("azuread:index/application:Application", "other/azuread/index"),
        ("kubernetes:apps/v1:Deployment", "kubernetes/apps:Deployment"),
        ("kubernetes:core/v1:Pod", "kubernetes/core:Pod"),
        ("kubernetes:azmonitoring.coreos.com/v1:PodMonitor", "kubernetes/azmonitoring.coreos.com:PodMonitor"),
        ("kubernetes:yaml:ConfigFile", None),
        ("pulumi:pulumi:Stack", "pulumi:Stack"),
        ("pulumi:providers:azure-native", None),
        ("azure-ai-landing-zone:index:TrainingCluster", None),
        ("azure-nativelike:compute:VirtualMachine", None),
        ("", None),
    ],
)
def test_type_name(token: str, name: str | None) -> None:
    assert type_name(token) == name


@pytest.mark.parametrize(
    ("token", "version"),
    [
        ("azure-native:compute:VirtualMachineScaleSet", None),
        ("azure-native:compute/v20240301:VirtualMachineScaleSet", "2024-03-01"),
        ("azure-native:containerservice/v20240302preview:AgentPool", "2024-03-02-preview"),
        ("azure-native_compute_v20240301:compute:VirtualMachineScaleSet", "2024-03-01"),
        ("azure-native_keyvault_v20260401preview:keyvault:Vault", "2026-04-01-preview"),
        ("kubernetes:apps/v1:Deployment", None),
        ("pulumi:pulumi:Stack", None),
    ],
)
def test_the_api_version_of_a_token(token: str, version: str | None) -> None:
    assert api_version(token) == version


@pytest.mark.parametrize("name", TYPES)
def test_every_name_that_a_type_ever_had_is_known(name: str) -> None:
    module, type_ = name.split(":")
    file = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type_).lower()
    source = (files("pulumi_azure_native") / module / f"{file}.py").read_text(encoding="utf-8")
    aliases = set(re.findall(r'Alias\(type_="([^"]+)"\)', source))
    assert aliases
    assert {type_name(alias) for alias in aliases} == {name}

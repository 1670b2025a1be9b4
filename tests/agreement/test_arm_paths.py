"""Where ARM has a type: the rules' table against the simulated types' own paths."""

from azure_ai_landing_zone_policies.program.arm_paths import ARM_PATHS
from azure_simulator.cloud import resource_type

NOT_SIMULATED = [
    "apimanagement:ApiOperationPolicy",
    "apimanagement:Policy",
    "apimanagement:PolicyFragment",
    "apimanagement:ProductPolicy",
    "batch:Pool",
    "compute:CapacityReservation",
    "keyvault:ManagedHsm",
    "machinelearningservices:BatchDeployment",
    "machinelearningservices:Job",
    "storage:FileShare",
]
"""Of types that no component makes: rules hold for any program."""


def test_rules_and_simulated_types_agree() -> None:
    simulated = {
        type_.pulumi_type.removeprefix("azure-native:"): type_.path.rpartition("/providers/")[2]
        for type_ in resource_type.all_types()
    }
    assert [name for name in ARM_PATHS if name not in simulated] == NOT_SIMULATED
    ours = {name: path for name, path in ARM_PATHS.items() if name in simulated}
    assert ours == {name: simulated[name].removeprefix("…/") for name in ours}

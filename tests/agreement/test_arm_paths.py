"""Where ARM has a type: the rules' table against the simulated types' own paths."""

from azure_ai_landing_zone_policies.program.arm_paths import ARM_PATHS
from azure_simulator.cloud import resource_type

NOT_SIMULATED = [
    "apimanagement:ApiOperationPolicy",
    "apimanagement:Policy",
    "apimanagement:PolicyFragment",
    "apimanagement:Product",
    "apimanagement:ProductPolicy",
    "azurefleet:Fleet",
    "batch:BatchAccount",
    "batch:Pool",
    "compute:CapacityReservation",
    "compute:VirtualMachineScaleSetVM",
    "computebulkactions:BulkAction",
    "containerinstance:ContainerGroup",
    "containerservice:Fleet",
    "costmanagement:Budget",
    "cosmosdb:MongoClusterFirewallRule",
    "dbformysql:FirewallRule",
    "dbforpostgresql:FirewallRule",
    "discovery:NodePool",
    "eventgrid:Domain",
    "eventgrid:Topic",
    "eventhub:NamespaceNetworkRuleSet",
    "hdinsight:Cluster",
    "keyvault:ManagedHsm",
    "kusto:Cluster",
    "machinelearningservices:BatchDeployment",
    "machinelearningservices:FeaturesetVersion",
    "machinelearningservices:Job",
    "machinelearningservices:Schedule",
    "machinelearningservices:ServerlessEndpoint",
    "mongocluster:FirewallRule",
    "network:InboundNatRule",
    "redhatopenshift:OpenShiftCluster",
    "redis:FirewallRule",
    "security:Pricing",
    "servicebus:NamespaceNetworkRuleSet",
    "servicefabric:NodeType",
    "sql:FirewallRule",
    "storagecache:Cache",
    "synapse:IpFirewallRule",
    "virtualmachineimages:VirtualMachineImageTemplate",
    "web:WebApp",
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

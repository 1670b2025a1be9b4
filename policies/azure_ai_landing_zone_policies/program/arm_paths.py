"""Where ARM has the resources of azure-native's types, for programs that write them as ARM does.

Of types that rules or the guard know. The names in braces are azure-native's own (3.29.0).
"""

from azure_ai_landing_zone.catalog import arm_types

_MADE_BY_COMPONENTS = (
    "apimanagement:Api",
    "apimanagement:ApiDiagnostic",
    "apimanagement:ApiManagementService",
    "apimanagement:ApiPolicy",
    "apimanagement:Backend",
    "apimanagement:NamedValue",
    "applicationinsights:Component",
    "authorization:RoleAssignment",
    "authorization:RoleDefinition",
    "cognitiveservices:Account",
    "cognitiveservices:Deployment",
    "cognitiveservices:RaiPolicy",
    "compute:Disk",
    "compute:VirtualMachine",
    "compute:VirtualMachineExtension",
    "compute:VirtualMachineScaleSet",
    "consumption:Budget",
    "containerregistry:Registry",
    "containerservice:AgentPool",
    "containerservice:ManagedCluster",
    "devtestlab:GlobalSchedule",
    "eventhub:Namespace",
    "machinelearningservices:Compute",
    "machinelearningservices:Workspace",
    "managedidentity:FederatedIdentityCredential",
    "monitor:AzureMonitorWorkspace",
    "network:AzureFirewall",
    "network:BastionHost",
    "network:FirewallPolicyRuleCollectionGroup",
    "network:HubVirtualNetworkConnection",
    "network:NetworkInterface",
    "network:NetworkSecurityGroup",
    "network:PrivateDnsZoneGroup",
    "network:PrivateEndpoint",
    "network:RouteTable",
    "network:Subnet",
    "network:VirtualNetwork",
    "network:VirtualNetworkPeering",
    "operationalinsights:Table",
    "operationalinsights:Workspace",
    "privatedns:PrivateZone",
    "resources:Deployment",
    "resources:DeploymentAtSubscriptionScope",
    "search:Service",
    "storage:BlobContainer",
    "storage:BlobContainerImmutabilityPolicy",
    "storage:BlobServiceProperties",
    "storage:FileServiceProperties",
    "storage:FileShare",
    "storage:ManagementPolicy",
    "storage:StorageAccount",
    "storagecache:AmlFilesystem",
)
"""The catalogue knows where they are."""

ARM_PATHS = {name: arm_types.all_types()[name].path for name in _MADE_BY_COMPONENTS} | {
    "apimanagement:ApiOperationPolicy": (
        "Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/operations/{operationId}"
        "/policies/{policyId}"
    ),
    "apimanagement:Policy": "Microsoft.ApiManagement/service/{serviceName}/policies/{policyId}",
    "apimanagement:PolicyFragment": "Microsoft.ApiManagement/service/{serviceName}/policyFragments/{id}",
    "apimanagement:Product": "Microsoft.ApiManagement/service/{serviceName}/products/{productId}",
    "apimanagement:ProductPolicy": (
        "Microsoft.ApiManagement/service/{serviceName}/products/{productId}/policies/{policyId}"
    ),
    "app:ContainerApp": "Microsoft.App/containerApps/{containerAppName}",
    "azurefleet:Fleet": "Microsoft.AzureFleet/fleets/{fleetName}",
    "batch:BatchAccount": "Microsoft.Batch/batchAccounts/{accountName}",
    "batch:Pool": "Microsoft.Batch/batchAccounts/{accountName}/pools/{poolName}",
    "compute:CapacityReservation": (
        "Microsoft.Compute/capacityReservationGroups/{capacityReservationGroupName}"
        "/capacityReservations/{capacityReservationName}"
    ),
    "compute:VirtualMachineScaleSetExtension": (
        "Microsoft.Compute/virtualMachineScaleSets/{vmScaleSetName}/extensions/{vmssExtensionName}"
    ),
    "compute:VirtualMachineScaleSetVM": (
        "Microsoft.Compute/virtualMachineScaleSets/{vmScaleSetName}/virtualMachines/{instanceId}"
    ),
    "computebulkactions:BulkAction": (
        "Microsoft.ComputeBulkActions/locations/{location}/launchBulkInstancesOperations/{name}"
    ),
    "containerinstance:ContainerGroup": "Microsoft.ContainerInstance/containerGroups/{containerGroupName}",
    "containerservice:Fleet": "Microsoft.ContainerService/fleets/{fleetName}",
    "cosmosdb:DatabaseAccount": "Microsoft.DocumentDB/databaseAccounts/{accountName}",
    "costmanagement:Budget": "Microsoft.CostManagement/budgets/{budgetName}",
    "cosmosdb:MongoClusterFirewallRule": (
        "Microsoft.DocumentDB/mongoClusters/{mongoClusterName}/firewallRules/{firewallRuleName}"
    ),
    "dbformysql:FirewallRule": (
        "Microsoft.DBforMySQL/flexibleServers/{serverName}/firewallRules/{firewallRuleName}"
    ),
    "dbforpostgresql:FirewallRule": (
        "Microsoft.DBforPostgreSQL/flexibleServers/{serverName}/firewallRules/{firewallRuleName}"
    ),
    "dbforpostgresql:Server": "Microsoft.DBforPostgreSQL/flexibleServers/{serverName}",
    "discovery:NodePool": "Microsoft.Discovery/supercomputers/{supercomputerName}/nodePools/{nodePoolName}",
    "eventgrid:Domain": "Microsoft.EventGrid/domains/{domainName}",
    "eventgrid:Topic": "Microsoft.EventGrid/topics/{topicName}",
    "eventhub:NamespaceNetworkRuleSet": (
        "Microsoft.EventHub/namespaces/{namespaceName}/networkRuleSets/default"
    ),
    "hdinsight:Cluster": "Microsoft.HDInsight/clusters/{clusterName}",
    "keyvault:Key": "Microsoft.KeyVault/vaults/{vaultName}/keys/{keyName}",
    "keyvault:ManagedHsm": "Microsoft.KeyVault/managedHSMs/{name}",
    "keyvault:Secret": "Microsoft.KeyVault/vaults/{vaultName}/secrets/{secretName}",
    "keyvault:Vault": "Microsoft.KeyVault/vaults/{vaultName}",
    "kusto:Cluster": "Microsoft.Kusto/clusters/{clusterName}",
    "machinelearningservices:BatchDeployment": (
        "Microsoft.MachineLearningServices/workspaces/{workspaceName}/batchEndpoints"
        "/{endpointName}/deployments/{deploymentName}"
    ),
    "machinelearningservices:FeaturesetVersion": (
        "Microsoft.MachineLearningServices/workspaces/{workspaceName}/featuresets/{name}/versions/{version}"
    ),
    "machinelearningservices:Job": "Microsoft.MachineLearningServices/workspaces/{workspaceName}/jobs/{id}",
    "machinelearningservices:OnlineDeployment": (
        "Microsoft.MachineLearningServices/workspaces/{workspaceName}/onlineEndpoints"
        "/{endpointName}/deployments/{deploymentName}"
    ),
    "machinelearningservices:OnlineEndpoint": (
        "Microsoft.MachineLearningServices/workspaces/{workspaceName}/onlineEndpoints/{endpointName}"
    ),
    "machinelearningservices:Schedule": (
        "Microsoft.MachineLearningServices/workspaces/{workspaceName}/schedules/{name}"
    ),
    "machinelearningservices:ServerlessEndpoint": (
        "Microsoft.MachineLearningServices/workspaces/{workspaceName}/serverlessEndpoints/{name}"
    ),
    "mongocluster:FirewallRule": (
        "Microsoft.DocumentDB/mongoClusters/{mongoClusterName}/firewallRules/{firewallRuleName}"
    ),
    "network:ExpressRouteCircuit": "Microsoft.Network/expressRouteCircuits/{circuitName}",
    "network:InboundNatRule": (
        "Microsoft.Network/loadBalancers/{loadBalancerName}/inboundNatRules/{inboundNatRuleName}"
    ),
    "network:LoadBalancer": "Microsoft.Network/loadBalancers/{loadBalancerName}",
    "network:SecurityRule": (
        "Microsoft.Network/networkSecurityGroups/{networkSecurityGroupName}/securityRules/{securityRuleName}"
    ),
    "network:VirtualNetworkGateway": "Microsoft.Network/virtualNetworkGateways/{virtualNetworkGatewayName}",
    "redhatopenshift:OpenShiftCluster": "Microsoft.RedHatOpenShift/openShiftClusters/{resourceName}",
    "redis:FirewallRule": "Microsoft.Cache/redis/{cacheName}/firewallRules/{ruleName}",
    "redis:Redis": "Microsoft.Cache/redis/{name}",
    "redisenterprise:RedisEnterprise": "Microsoft.Cache/redisEnterprise/{clusterName}",
    "security:Pricing": "Microsoft.Security/pricings/{pricingName}",
    "servicebus:NamespaceNetworkRuleSet": (
        "Microsoft.ServiceBus/namespaces/{namespaceName}/networkRuleSets/default"
    ),
    "servicefabric:NodeType": (
        "Microsoft.ServiceFabric/managedClusters/{clusterName}/nodeTypes/{nodeTypeName}"
    ),
    "sql:FirewallRule": "Microsoft.Sql/servers/{serverName}/firewallRules/{firewallRuleName}",
    "storagecache:Cache": "Microsoft.StorageCache/caches/{cacheName}",
    "synapse:IpFirewallRule": "Microsoft.Synapse/workspaces/{workspaceName}/firewallRules/{ruleName}",
    "virtualmachineimages:VirtualMachineImageTemplate": (
        "Microsoft.VirtualMachineImages/imageTemplates/{imageTemplateName}"
    ),
    "web:WebApp": "Microsoft.Web/sites/{name}",
}

KEEPS_PROPERTIES = frozenset(
    {
        "cognitiveservices:Account",
        "cognitiveservices:Deployment",
        "cognitiveservices:RaiPolicy",
        "computebulkactions:BulkAction",
        "discovery:NodePool",
        "hdinsight:Cluster",
        "keyvault:Key",
        "keyvault:ManagedHsm",
        "keyvault:Secret",
        "keyvault:Vault",
        "machinelearningservices:BatchDeployment",
        "machinelearningservices:Compute",
        "machinelearningservices:FeaturesetVersion",
        "machinelearningservices:Job",
        "machinelearningservices:OnlineDeployment",
        "machinelearningservices:OnlineEndpoint",
        "machinelearningservices:Schedule",
        "machinelearningservices:ServerlessEndpoint",
        "mongocluster:FirewallRule",
        "resources:Deployment",
        "resources:DeploymentAtSubscriptionScope",
    }
)
"""The types in which ARM's `properties` is one input; all others have what is in it beside the name."""

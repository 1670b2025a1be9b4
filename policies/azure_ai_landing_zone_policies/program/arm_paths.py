"""Where ARM has the resources of azure-native's types, for programs that write them as ARM does.

Of types that rules or the guard know. The names in braces are azure-native's own (3.29.0).
"""

ARM_PATHS = {
    "apimanagement:Api": "Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}",
    "apimanagement:ApiDiagnostic": (
        "Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}"
    ),
    "apimanagement:ApiManagementService": "Microsoft.ApiManagement/service/{serviceName}",
    "apimanagement:ApiOperationPolicy": (
        "Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/operations/{operationId}"
        "/policies/{policyId}"
    ),
    "apimanagement:ApiPolicy": (
        "Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/policies/{policyId}"
    ),
    "apimanagement:Backend": "Microsoft.ApiManagement/service/{serviceName}/backends/{backendId}",
    "apimanagement:NamedValue": "Microsoft.ApiManagement/service/{serviceName}/namedValues/{namedValueId}",
    "apimanagement:Policy": "Microsoft.ApiManagement/service/{serviceName}/policies/{policyId}",
    "apimanagement:PolicyFragment": "Microsoft.ApiManagement/service/{serviceName}/policyFragments/{id}",
    "apimanagement:Product": "Microsoft.ApiManagement/service/{serviceName}/products/{productId}",
    "apimanagement:ProductPolicy": (
        "Microsoft.ApiManagement/service/{serviceName}/products/{productId}/policies/{policyId}"
    ),
    "app:ContainerApp": "Microsoft.App/containerApps/{containerAppName}",
    "authorization:RoleAssignment": "Microsoft.Authorization/roleAssignments/{roleAssignmentName}",
    "authorization:RoleDefinition": "Microsoft.Authorization/roleDefinitions/{roleDefinitionId}",
    "azurefleet:Fleet": "Microsoft.AzureFleet/fleets/{fleetName}",
    "batch:BatchAccount": "Microsoft.Batch/batchAccounts/{accountName}",
    "batch:Pool": "Microsoft.Batch/batchAccounts/{accountName}/pools/{poolName}",
    "cognitiveservices:Account": "Microsoft.CognitiveServices/accounts/{accountName}",
    "cognitiveservices:Deployment": (
        "Microsoft.CognitiveServices/accounts/{accountName}/deployments/{deploymentName}"
    ),
    "cognitiveservices:RaiPolicy": (
        "Microsoft.CognitiveServices/accounts/{accountName}/raiPolicies/{raiPolicyName}"
    ),
    "compute:CapacityReservation": (
        "Microsoft.Compute/capacityReservationGroups/{capacityReservationGroupName}"
        "/capacityReservations/{capacityReservationName}"
    ),
    "compute:Disk": "Microsoft.Compute/disks/{diskName}",
    "compute:VirtualMachine": "Microsoft.Compute/virtualMachines/{vmName}",
    "compute:VirtualMachineExtension": (
        "Microsoft.Compute/virtualMachines/{vmName}/extensions/{vmExtensionName}"
    ),
    "compute:VirtualMachineScaleSet": "Microsoft.Compute/virtualMachineScaleSets/{vmScaleSetName}",
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
    "consumption:Budget": "Microsoft.Consumption/budgets/{budgetName}",
    "containerregistry:Registry": "Microsoft.ContainerRegistry/registries/{registryName}",
    "containerservice:AgentPool": (
        "Microsoft.ContainerService/managedClusters/{resourceName}/agentPools/{agentPoolName}"
    ),
    "containerservice:Fleet": "Microsoft.ContainerService/fleets/{fleetName}",
    "containerservice:ManagedCluster": "Microsoft.ContainerService/managedClusters/{resourceName}",
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
    "devtestlab:GlobalSchedule": "Microsoft.DevTestLab/schedules/{name}",
    "discovery:NodePool": "Microsoft.Discovery/supercomputers/{supercomputerName}/nodePools/{nodePoolName}",
    "eventgrid:Domain": "Microsoft.EventGrid/domains/{domainName}",
    "eventgrid:Topic": "Microsoft.EventGrid/topics/{topicName}",
    "eventhub:Namespace": "Microsoft.EventHub/namespaces/{namespaceName}",
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
    "machinelearningservices:Compute": (
        "Microsoft.MachineLearningServices/workspaces/{workspaceName}/computes/{computeName}"
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
    "machinelearningservices:Workspace": "Microsoft.MachineLearningServices/workspaces/{workspaceName}",
    "managedidentity:FederatedIdentityCredential": (
        "Microsoft.ManagedIdentity/userAssignedIdentities/{resourceName}"
        "/federatedIdentityCredentials/{federatedIdentityCredentialResourceName}"
    ),
    "mongocluster:FirewallRule": (
        "Microsoft.DocumentDB/mongoClusters/{mongoClusterName}/firewallRules/{firewallRuleName}"
    ),
    "monitor:AzureMonitorWorkspace": "Microsoft.Monitor/accounts/{azureMonitorWorkspaceName}",
    "network:AzureFirewall": "Microsoft.Network/azureFirewalls/{azureFirewallName}",
    "network:BastionHost": "Microsoft.Network/bastionHosts/{bastionHostName}",
    "network:ExpressRouteCircuit": "Microsoft.Network/expressRouteCircuits/{circuitName}",
    "network:FirewallPolicyRuleCollectionGroup": (
        "Microsoft.Network/firewallPolicies/{firewallPolicyName}/ruleCollectionGroups"
        "/{ruleCollectionGroupName}"
    ),
    "network:NetworkInterface": "Microsoft.Network/networkInterfaces/{networkInterfaceName}",
    "network:NetworkSecurityGroup": "Microsoft.Network/networkSecurityGroups/{networkSecurityGroupName}",
    "network:PrivateDnsZoneGroup": (
        "Microsoft.Network/privateEndpoints/{privateEndpointName}/privateDnsZoneGroups"
        "/{privateDnsZoneGroupName}"
    ),
    "network:PrivateEndpoint": "Microsoft.Network/privateEndpoints/{privateEndpointName}",
    "network:RouteTable": "Microsoft.Network/routeTables/{routeTableName}",
    "network:SecurityRule": (
        "Microsoft.Network/networkSecurityGroups/{networkSecurityGroupName}/securityRules/{securityRuleName}"
    ),
    "network:Subnet": "Microsoft.Network/virtualNetworks/{virtualNetworkName}/subnets/{subnetName}",
    "network:VirtualNetwork": "Microsoft.Network/virtualNetworks/{virtualNetworkName}",
    "network:VirtualNetworkGateway": "Microsoft.Network/virtualNetworkGateways/{virtualNetworkGatewayName}",
    "network:VirtualNetworkPeering": (
        "Microsoft.Network/virtualNetworks/{virtualNetworkName}/virtualNetworkPeerings"
        "/{virtualNetworkPeeringName}"
    ),
    "operationalinsights:Table": (
        "Microsoft.OperationalInsights/workspaces/{workspaceName}/tables/{tableName}"
    ),
    "operationalinsights:Workspace": "Microsoft.OperationalInsights/workspaces/{workspaceName}",
    "privatedns:PrivateZone": "Microsoft.Network/privateDnsZones/{privateZoneName}",
    "redhatopenshift:OpenShiftCluster": "Microsoft.RedHatOpenShift/openShiftClusters/{resourceName}",
    "redis:FirewallRule": "Microsoft.Cache/redis/{cacheName}/firewallRules/{ruleName}",
    "redis:Redis": "Microsoft.Cache/redis/{name}",
    "redisenterprise:RedisEnterprise": "Microsoft.Cache/redisEnterprise/{clusterName}",
    "resources:Deployment": "Microsoft.Resources/deployments/{deploymentName}",
    "search:Service": "Microsoft.Search/searchServices/{searchServiceName}",
    "security:Pricing": "Microsoft.Security/pricings/{pricingName}",
    "servicebus:NamespaceNetworkRuleSet": (
        "Microsoft.ServiceBus/namespaces/{namespaceName}/networkRuleSets/default"
    ),
    "servicefabric:NodeType": (
        "Microsoft.ServiceFabric/managedClusters/{clusterName}/nodeTypes/{nodeTypeName}"
    ),
    "sql:FirewallRule": "Microsoft.Sql/servers/{serverName}/firewallRules/{firewallRuleName}",
    "storage:BlobContainer": (
        "Microsoft.Storage/storageAccounts/{accountName}/blobServices/default/containers/{containerName}"
    ),
    "storage:BlobContainerImmutabilityPolicy": (
        "Microsoft.Storage/storageAccounts/{accountName}/blobServices/default/containers"
        "/{containerName}/immutabilityPolicies/{immutabilityPolicyName}"
    ),
    "storage:BlobServiceProperties": (
        "Microsoft.Storage/storageAccounts/{accountName}/blobServices/{blobServicesName}"
    ),
    "storage:FileShare": (
        "Microsoft.Storage/storageAccounts/{accountName}/fileServices/default/shares/{shareName}"
    ),
    "storage:ManagementPolicy": (
        "Microsoft.Storage/storageAccounts/{accountName}/managementPolicies/{managementPolicyName}"
    ),
    "storage:StorageAccount": "Microsoft.Storage/storageAccounts/{accountName}",
    "storagecache:AmlFilesystem": "Microsoft.StorageCache/amlFilesystems/{amlFilesystemName}",
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
    }
)
"""The types in which ARM's `properties` is one input; all others have what is in it beside the name."""

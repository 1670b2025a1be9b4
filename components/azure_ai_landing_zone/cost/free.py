"""Types of azure-native that cost nothing of themselves, or that are billed with another resource.

What isn't here may cost something. Source: azure.microsoft.com/pricing, the page of each service, 2026-11.
"""

FREE = frozenset(
    {
        "authorization:ManagementLockAtResourceLevel",
        "authorization:ManagementLockByScope",
        "authorization:RoleAssignment",
        "authorization:RoleDefinition",
        "cognitiveservices:RaiPolicy",
        "compute:ProximityPlacementGroup",
        "compute:SshPublicKey",
        "compute:VirtualMachineExtension",
        "compute:VirtualMachineScaleSetExtension",
        "consumption:Budget",
        "costmanagement:Budget",
        "devtestlab:GlobalSchedule",
        "keyvault:Secret",
        "managedidentity:FederatedIdentityCredential",
        "managedidentity:UserAssignedIdentity",
        "monitor:ActionGroup",
        "monitor:ActivityLogAlert",
        "monitor:AutoscaleSetting",
        "monitor:DataCollectionEndpoint",
        "monitor:DataCollectionRule",
        "monitor:DataCollectionRuleAssociation",
        "monitor:DiagnosticSetting",
        "monitor:PrivateLinkScope",
        "monitor:PrivateLinkScopedResource",
        "network:FirewallPolicyRuleCollectionGroup",
        "network:NetworkInterface",
        "network:NetworkSecurityGroup",
        "network:PrivateDnsZoneGroup",
        "network:Route",
        "network:RouteTable",
        "network:SecurityRule",
        "network:Subnet",
        "network:VirtualNetwork",
        "privatedns:VirtualNetworkLink",
        "resources:Deployment",
        "resources:ResourceGroup",
        "storage:BlobContainer",
        "storage:BlobContainerImmutabilityPolicy",
        "storage:BlobServiceProperties",
        "storage:FileShare",
        "storage:ManagementPolicy",
    }
)
"""Without provider and version."""

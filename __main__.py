"""The landing zone of the selected stack: its settings from the stack file, its resources, what others need
of it."""

import pulumi

from azure_ai_landing_zone import LandingZone, LandingZoneSettings

zone = LandingZone(pulumi.get_stack(), LandingZoneSettings.from_stack())

pulumi.export("resourceGroupName", zone.resource_group_name)
pulumi.export("virtualNetworkResourceId", zone.virtual_network_resource_id)
pulumi.export("egressIpAddress", zone.egress_ip_address)
pulumi.export("trainingClusters", zone.training_clusters)
pulumi.export("checkpointStores", zone.checkpoint_stores)

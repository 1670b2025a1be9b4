"""A zone of about 300 resources from our components."""

from azure_ai_landing_zone import LandingZone, LandingZoneSettings

CLUSTERS = 24
SSH_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGTyPAnkuKe5C2vfI5z08gHfAkKEvbtLzI3sw6CypEna"
SETTINGS = {
    "location": "eastus",
    "tags": {"owner": "ml-platform@example.com", "costCenter": "research-4711", "environment": "benchmark"},
    "network": {"mode": "create", "addressSpace": "10.40.0.0/16"},
    "trainingClusters": [
        {
            "name": f"cluster-{number}",
            "size": "Standard_ND96isr_H100_v5",
            "nodeCount": 4,
            "zone": "1",
            "imageVersion": "24.04.2026072901",
            "sshPublicKey": SSH_KEY,
            "checkpointStore": f"store-{number}",
        }
        for number in range(CLUSTERS)
    ],
    "checkpointStores": [
        {"name": f"store-{number}", "parameters": 7_000_000_000, "retentionDays": 14}
        for number in range(CLUSTERS)
    ],
}

LandingZone("zone", LandingZoneSettings.load(SETTINGS, "the benchmark"))

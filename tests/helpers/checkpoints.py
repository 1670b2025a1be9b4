"""A checkpoint store to start from, for tests that change one thing."""

from typing import Any

from azure_ai_landing_zone import AccessGrant, BuiltInRole, Naming, PrivateEndpointPlace

PLACE = PrivateEndpointPlace(subnet_resource_id="/subnet", private_dns_zone_resource_ids=["/zone"])
BASE: dict[str, Any] = {
    "location": "eastus",
    "naming": Naming(suffix="x1"),
    "resource_group_name": "rg",
    "parameters": 7_000_000_000,
    "retention_days": 14,
    "private_endpoint": PLACE,
    "access": [
        AccessGrant(key="nodes", principal_id="p1", role=BuiltInRole.STORAGE_BLOB_DATA_OWNER),
        AccessGrant(
            key="people",
            principal_id="p2",
            role=BuiltInRole.STORAGE_BLOB_DATA_READER,
            principal_type="Group",
        ),
    ],
}

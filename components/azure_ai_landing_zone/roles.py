"""Azure's built-in roles that components assign, by the name that the portal shows."""

from enum import StrEnum


class BuiltInRole(StrEnum):
    """A built-in role. Its GUID is the same in every tenant.

    Source: learn.microsoft.com/azure/role-based-access-control/built-in-roles and the role maps of
    github.com/Azure/bicep-registry-modules, 2026-08-07.
    """

    STORAGE_BLOB_DATA_OWNER = "Storage Blob Data Owner"
    STORAGE_BLOB_DATA_CONTRIBUTOR = "Storage Blob Data Contributor"
    STORAGE_BLOB_DATA_READER = "Storage Blob Data Reader"

    @property
    def guid(self) -> str:
        return _GUIDS[self]

    def definition_id(self, subscription_id: str) -> str:
        """The role's ARM id, as a role assignment in that subscription names it."""
        return (
            f"/subscriptions/{subscription_id}/providers/Microsoft.Authorization/roleDefinitions/{self.guid}"
        )


_GUIDS = {
    BuiltInRole.STORAGE_BLOB_DATA_OWNER: "b7e6dc6d-f1e8-4753-8033-0f276bb0955b",
    BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR: "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
    BuiltInRole.STORAGE_BLOB_DATA_READER: "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
}

"""What Microsoft Entra ID calls things by, as stack files give them."""

from typing import Annotated

from azure_ai_landing_zone.core.model import GUID, matching

ObjectId = Annotated[str, matching(GUID, "an object id, such as 00000000-0000-0000-0000-000000000000")]
GroupId = Annotated[
    str,
    matching(GUID, "the object id of an Entra group, such as 00000000-0000-0000-0000-000000000000"),
]
UserId = Annotated[
    str,
    matching(GUID, "the object id of an Entra user, such as 00000000-0000-0000-0000-000000000000"),
]
TenantId = Annotated[str, matching(GUID, "the id of a tenant, a GUID")]
ApplicationId = Annotated[
    str,
    matching(
        GUID,
        "the client id of an application, such as 00000000-0000-0000-0000-000000000000",
    ),
]
Audience = Annotated[
    str,
    matching(
        rf"(https|api)://[A-Za-z0-9][A-Za-z0-9._~/-]*|{GUID}",
        "what tokens are for, an address such as https://ai.azure.com or api://models, or the client id of "
        "an application",
    ),
]
"""API Management's policies take what begins with @( for code. Source:
learn.microsoft.com/azure/api-management/api-management-policy-expressions."""
AppRole = Annotated[str, matching(r"[\w.:-]{1,120}", "the value of an app role, such as Models.Use")]

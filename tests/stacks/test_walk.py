"""What the walk over a stack's resources is for, it finds."""

from typing import Any

import pytest

from helpers import walk
from helpers.walk import Resource

GROUP = "/subscriptions/s/resourceGroups/rg"
TAGS = {"owner": "o", "costCenter": "c", "environment": "e"}


def resource(type_: str, path: str, **inputs: Any) -> Resource:
    name = path.rsplit("/", 1)[-1]
    urn = f"urn:pulumi:prod::zone::azure-native:{type_}::{name}"
    return {"urn": urn, "type": f"azure-native:{type_}", "id": f"{GROUP}{path}", "inputs": inputs}


VAULT = "/providers/Microsoft.KeyVault/vaults/kv"
CLOSED = {"publicNetworkAccess": "disabled"}


def vault(**inputs: Any) -> Resource:
    return resource("keyvault:Vault", VAULT, **({"tags": TAGS, "properties": CLOSED} | inputs))


def as_arm(**inputs: Any) -> Resource:
    """A vault as components write it."""
    kind = {
        "resourceProviderNamespace": "Microsoft.KeyVault",
        "parentResourcePath": "",
        "resourceType": "vaults",
    }
    return resource("resources:Resource", VAULT, **(kind | {"tags": TAGS, "properties": CLOSED} | inputs))


def test_a_vault_that_is_written_as_arm_does_is_looked_at_as_one() -> None:
    assert walk.without_diagnostics([as_arm()]) == ["kv: microsoft.keyvault/vaults sends nothing"]
    assert walk.without_tags([as_arm(), as_arm(tags={"owner": "o", "environment": "e"})]) == [
        "kv: no tag costCenter"
    ]
    assert walk.public(
        [as_arm(), as_arm(properties={}), as_arm(properties={"publicNetworkAccess": "enabled"})]
    ) == [
        "kv: nothing says that public access is off",
        "kv: properties.publicNetworkAccess is enabled",
    ]


def test_what_sends_nothing() -> None:
    setting = resource(
        "monitor:DiagnosticSetting",
        f"{VAULT}/providers/microsoft.insights/diagnosticSettings/ours",
        resourceUri=f"{GROUP}{VAULT}".upper(),
    )
    assert walk.without_diagnostics([vault(), setting]) == []
    assert walk.without_diagnostics([vault()]) == ["kv: microsoft.keyvault/vaults sends nothing"]


def test_what_has_no_tags() -> None:
    subnet = resource("network:Subnet", "/providers/Microsoft.Network/virtualNetworks/v/subnets/one")
    assert walk.without_tags([vault(), subnet, resource("resources:ResourceGroup", "", tags=TAGS)]) == []
    inside = resource("resources:Resource", f"{VAULT}/things/one", parentResourcePath="vaults/kv")
    assert walk.without_tags([inside]) == []
    assert walk.without_tags([vault(tags={"owner": "o", "costCenter": ""})]) == [
        "kv: no tag costCenter",
        "kv: no tag environment",
    ]


def address(user: str) -> list[Resource]:
    ip = resource("network:PublicIPAddress", "/providers/Microsoft.Network/publicIPAddresses/ip")
    return [ip, resource(user, "/providers/Microsoft.Network/things/user", addresses=[{"id": ip["id"]}])]


@pytest.mark.parametrize(
    ("resources", "found"),
    [
        ([vault()], []),
        ([vault(properties={}, virtualNetworkType="Internal")], []),
        ([vault(properties={})], ["kv: nothing says that public access is off"]),
        (
            [vault(properties={"publicNetworkAccess": "enabled"})],
            ["kv: properties.publicNetworkAccess is enabled"],
        ),
        (address("network:NatGateway"), []),
        (address("network:NetworkInterface"), ["ip: is the address of a network:NetworkInterface"]),
        (
            [resource("storage:BlobContainer", "/c", publicAccess="Blob")],
            ["c: publicAccess is Blob"],
        ),
    ],
)
def test_what_is_public(resources: list[Resource], found: list[str]) -> None:
    assert walk.public(resources) == found


@pytest.mark.parametrize(
    ("inputs", "found"),
    [
        ({"allowSharedKeyAccess": False, "sshPublicKey": "ssh-ed25519 AAAA"}, []),
        ({"profile": {"adminPassword": "hunter2"}}, ["kv: inputs.profile.adminPassword"]),
        ({"url": "https://a/b?sv=1&sig=abc"}, ["kv: inputs.url"]),
        ({"connection": "DefaultEndpointsProtocol=https;AccountKey=abc"}, ["kv: inputs.connection"]),
        (
            {"value": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270"}},
            ["kv: inputs.value.4dabf18193072939515e22adb298388d"],
        ),
    ],
)
def test_what_is_secret(inputs: Resource, found: list[str]) -> None:
    assert walk.secrets([vault(**inputs)]) == found


@pytest.mark.parametrize(
    ("scope", "role", "is_wide"),
    [
        ("/subscriptions/s", "21090545-7ca7-4776-b22c-e363652d74d2", True),
        (GROUP, "21090545-7ca7-4776-b22c-e363652d74d2", True),
        (f"{GROUP}{VAULT}", "21090545-7ca7-4776-b22c-e363652d74d2", False),
        (
            f"{GROUP}/providers/Microsoft.Storage/storageAccounts/st",
            BLOB := "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
            True,
        ),
        (
            f"{GROUP}/providers/Microsoft.Storage/storageAccounts/st/blobServices/default/containers/c",
            BLOB,
            False,
        ),
    ],
)
def test_what_is_wide(scope: str, role: str, *, is_wide: bool) -> None:
    assignment = resource("authorization:RoleAssignment", "/a", scope=scope, roleDefinitionId=f"/x/{role}")
    assert walk.wide_access([assignment]) == (["a"] if is_wide else [])


def test_what_stays_for_nothing() -> None:
    account = {**vault(), "protect": True, "dependencies": ["urn:group"]}
    group = {"urn": "urn:group", "parent": "urn:zone"}
    others = [{"urn": "urn:zone"}, {"urn": "urn:subnet", "parent": "urn:zone"}]
    assert walk.kept([account, group, *others]) == ["urn:subnet"]

"""Microsoft.Network/privateEndpoints"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from azure_ai_landing_zone.catalog import private_link
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges
from azure_simulator.types.subnet import check_room, check_subnet_region

CONNECTIONS = ("privateLinkServiceConnections", "manualPrivateLinkServiceConnections")


@cache
def _groups() -> Mapping[str, tuple[str, ...]]:
    """Group ids by ARM type in lower case, from the catalogue."""
    found: dict[str, dict[str, None]] = {}
    for service in private_link.services():
        for link in private_link.of_service(service):
            found.setdefault(link.resource_type.lower(), {}).update(dict.fromkeys(link.group_ids))
    return {kind: tuple(ids) for kind, ids in found.items()}


class PrivateEndpoint(ResourceType):
    pulumi_type = "azure-native:network:PrivateEndpoint"
    path = "…/Microsoft.Network/privateEndpoints/{privateEndpointName}"
    source = "learn.microsoft.com/azure/private-link/private-endpoint-overview"
    replaces = frozenset({"subnet"})
    fixed = ("customNetworkInterfaceName",)
    name_rule = NameRule(
        r"[A-Za-z0-9][\w.-]{0,62}\w", "2-64 letters, digits, underscores, periods and hyphens"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "subnet" not in props:
            yield "subnet", "a private endpoint needs a subnet"
        if not any(props.get(name) or name in props for name in CONNECTIONS):
            yield CONNECTIONS[0], "a private endpoint needs exactly one connection"
        for name in CONNECTIONS:
            for path, connection in each(props, name):
                yield from _connection_problems(path, connection)

    def create(self, put: Put) -> Mapping[str, Any]:
        subnet = str(dig(put.props, "subnet.id"))
        check_subnet_region(self, put, subnet)
        check_room(put, subnet, 1)
        _check_subnet(put, subnet)
        _check_groups(put)
        address = ranges.address(put.cloud, subnet, put.id)
        answer: dict[str, Any] = {
            "networkInterfaces": [
                {"id": f"{_group(put.id)}/providers/Microsoft.Network/networkInterfaces/{_nic(put)}"}
            ],
            "customDnsConfigs": [{"fqdn": name, "ipAddresses": [address]} for name in _names(put.props)],
        }
        for name in CONNECTIONS:
            status = "Approved" if name == CONNECTIONS[0] else "Pending"
            answer[name] = [
                {
                    "privateLinkServiceConnectionState": {"status": status, "actionsRequired": "None"},
                    **connection,
                    "id": f"{put.id}/{name}/{connection.get('name')}",
                    "provisioningState": "Succeeded",
                    "type": f"{self.arm.arm_type}/{name}",
                }
                for _, connection in each(put.props, name)
            ]
        return answer


def _check_subnet(put: Put, subnet_id: str) -> None:
    subnet = put.cloud.store.get(subnet_id)
    if subnet is not None and dig(subnet.body, "delegations"):
        raise ArmError(
            400,
            "PrivateEndpointCreationNotAllowedAsSubnetIsDelegated",
            f"Private endpoint {put.id} cannot be created as subnet {subnet_id} is delegated.",
            seen=LOGS,
        )


def _check_groups(put: Put) -> None:
    for name in CONNECTIONS:
        for _, connection in each(put.props, name):
            groups = [group for _, group in each(connection, "groupIds")]
            if len(groups) > 1:
                raise ArmError(
                    400,
                    "OnlyOneGroupIdPermitted",
                    f"Private link service connection {put.id}/{name}/{dig(connection, 'name')} has the "
                    f"following group Ids: {', '.join(groups)}. Only one group Id is permitted when "
                    f"connecting to a first-party resource ({dig(connection, 'privateLinkServiceId')}).",
                    seen="DFE-Digital/terraform-azurerm-container-apps-hosting#352 (2024-04-09)",
                )


def _connection_problems(path: str, connection: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    target = dig(connection, "privateLinkServiceId")
    unit = arm.type_of(target) if target else ""
    allowed = _groups().get(unit.lower())
    groups = [group for _, group in each(connection, "groupIds")]
    if allowed and not groups and "groupIds" not in connection:
        yield f"{path}.groupIds", f"a connection to {unit} needs one of the group ids {', '.join(allowed)}"
    for index, group in enumerate(groups):
        if allowed and group.lower() not in {name.lower() for name in allowed}:
            yield f"{path}.groupIds[{index}]", f"'{group}' is no group id of {unit}: {', '.join(allowed)}"


def _group(id_: str) -> str:
    return id_[: id_.lower().index("/providers/")]


def _nic(put: Put) -> str:
    return str(
        put.props.get("customNetworkInterfaceName")
        or f"{arm.name_of(put.id)}.nic.{arm.stable_guid(put.id, 'nic')}"
    )


def _names(props: Mapping[str, Any]) -> list[str]:
    """Host names that the target answers to."""
    suffixes = {
        "microsoft.storage/storageaccounts": "{group}.core.windows.net",
        "microsoft.keyvault/vaults": "vault.azure.net",
    }
    found = []
    for name in CONNECTIONS:
        for _, connection in each(props, name):
            target = str(dig(connection, "privateLinkServiceId"))
            suffix = suffixes.get(arm.type_of(target).lower())
            for group in dig(connection, "groupIds") or []:
                if suffix:
                    found.append(f"{arm.name_of(target)}.{suffix.format(group=group)}")
    return found

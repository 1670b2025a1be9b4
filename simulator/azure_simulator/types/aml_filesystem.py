"""Microsoft.StorageCache/amlFilesystems: Azure Managed Lustre"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog import lustre_subnets
from azure_ai_landing_zone.catalog.lustre import all_skus
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges
from azure_simulator.types.subnet import check_subnet_region

_HSM = "hsm.settings"
_QUOTA = 4
_NEEDED_ROLES = {
    role.guid: role.value
    for role in (BuiltInRole.STORAGE_ACCOUNT_CONTRIBUTOR, BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR)
}
"""Of the service principal `HPC Cache Resource Provider`, whose object id is another in every tenant: here
whoever has both."""


class AmlFilesystem(ResourceType):
    pulumi_type = "azure-native:storagecache:AmlFilesystem"
    path = "…/Microsoft.StorageCache/amlFilesystems/{amlFilesystemName}"
    source = "learn.microsoft.com/azure/azure-managed-lustre/create-file-system-portal (2024-05-14)"
    replaces = frozenset({"location", "storageCapacityTiB", "filesystemSubnet", "identity"})
    fixed = (
        "sku.name",
        "zones",
        f"{_HSM}.container",
        f"{_HSM}.loggingContainer",
        f"{_HSM}.importPrefix",
        f"{_HSM}.importPrefixesInitial",
    )
    name_rule = NameRule(
        r"[0-9a-zA-Z][-0-9a-zA-Z_]{0,78}[0-9a-zA-Z]",
        "2-80 letters, digits, underscores and hyphens, starting and ending with a letter or digit",
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        sku = dig(props, "sku.name")
        if sku is not None and sku not in all_skus():
            yield "sku.name", f"'{sku}' is none of {', '.join(all_skus())}"
        zones = props.get("zones")
        if isinstance(zones, list) and len(zones) > 1:
            yield "zones", f"a file system is in one zone, not in {len(zones)}"
        data, logs = dig(props, f"{_HSM}.container"), dig(props, f"{_HSM}.loggingContainer")
        if data is not None and logs is not None:
            if arm.same_id(data, logs):
                yield f"{_HSM}.loggingContainer", "the same container as for data; it has to be another"
            elif not arm.same_id(_account(data), _account(logs)):
                yield f"{_HSM}.loggingContainer", "in another account than the container for data"
        if dig(props, "rootSquashSettings.mode") in ("RootOnly", "All"):
            for name in ("noSquashNidLists", "squashUID", "squashGID"):
                if name not in props["rootSquashSettings"]:
                    yield f"rootSquashSettings.{name}", "root squash needs it"
        if "encryptionSettings" in props and dig(props, "identity.type") in (None, "None"):
            yield "identity", "a key of one's own needs a user-assigned identity that reaches it"

    def create(self, put: Put) -> Mapping[str, Any]:
        place, subnet_id = arm.location(str(put.props["location"])), str(put.props["filesystemSubnet"])
        capacity = _rounded_up(dig(put.props, "sku.name"), put.props["storageCapacityTiB"])
        if put.old is None:
            check_subnet_region(self, put, subnet_id)
            self._check_subnet(put, subnet_id, capacity)
            self._check_quota(put, place)
            _check_containers(put)
        mgs = ranges.address(put.cloud, subnet_id, put.id)
        sku = all_skus().get(str(dig(put.props, "sku.name")))
        return {
            "clientInfo": {
                "mgsAddress": mgs,
                "mountCommand": f"mount -t lustre -o noatime,flock {mgs}@tcp:/lustrefs /lustre",
                "lustreVersion": "2.15",
                "containerStorageInterface": {
                    "persistentVolume": "",
                    "persistentVolumeClaim": "",
                    "storageClass": "",
                },
            },
            "health": {"state": "Available"},
            "provisioningState": "Succeeded",
            "storageCapacityTiB": capacity,
            "throughputProvisionedMBps": round(capacity * (sku.mbps_per_tib if sku else 0)),
        }

    def _check_subnet(self, put: Put, subnet_id: str, capacity: float) -> None:
        subnet = put.cloud.store.get(subnet_id)
        if subnet is None:
            return
        name, prefix = arm.name_of(subnet_id), ranges.prefixes(subnet.body)[0]
        wanted = (lustre_subnets.find(capacity) or lustre_subnets.largest()).prefix
        if any(True for _ in each(subnet.body, "delegations")):
            raise _bad_request(f"Subnet {name} is delegated; a file system needs one without delegation.")
        for other in put.cloud.store.of_token(self.pulumi_type):
            if not arm.same_id(other.id, put.id) and arm.same_id(
                str(other.body.get("filesystemSubnet")), subnet_id
            ):
                text = f"Subnet {name} has the file system {arm.name_of(other.id)} already."
                raise _bad_request(text)
        length = int(prefix.rpartition("/")[2])
        if length > wanted:
            text = f"Subnet {name} with address prefix {prefix} is too small for {capacity:g} TiB: /{wanted}."
            raise _bad_request(text)

    def _check_quota(self, put: Put, place: str) -> None:
        there = [
            one
            for one in put.cloud.store.of_token(self.pulumi_type)
            if one.body.get("location") == place and arm.subscription_of(one.id) == put.cloud.id
        ]
        if len(there) >= _QUOTA:
            raise ArmError(
                409,
                "OperationNotAllowed",
                "Operation results in exceeding quota limits of resource type AmlFilesystem. Maximum "
                f"allowed: {_QUOTA}, Current in use: {len(there)}, Additional requested: 1.",
                seen="microsoft/mcp#1165",
            )

    def serial_with(self, id_: str) -> str | None:
        return id_


def _account(container_id: str) -> str:
    return container_id.lower().partition("/blobservices/")[0]


def _rounded_up(sku_name: str | None, capacity: float) -> float:
    sku = all_skus().get(str(sku_name))
    if sku is None or not sku.step_tib:
        return capacity
    return -(-capacity // sku.step_tib) * sku.step_tib


def _check_containers(put: Put) -> None:
    container_id = dig(put.props, f"{_HSM}.container")
    if container_id is None:
        return
    account_id = _account(container_id)
    account = put.cloud.store.get(account_id)
    if account is None:
        return
    if account.body.get("allowSharedKeyAccess") is False:
        raise _bad_request(
            f"The storage account {arm.name_of(account_id)} takes no account keys, which the file system "
            "makes SAS tokens with: allowSharedKeyAccess has to be true."
        )
    held: dict[str, set[str]] = {}
    for one in put.cloud.store.of_token("azure-native:authorization:RoleAssignment"):
        scope = str(one.body.get("scope", "")).lower()
        if account_id == scope or account_id.startswith(f"{scope}/"):
            role = arm.name_of(str(one.body.get("roleDefinitionId"))).lower()
            held.setdefault(str(one.body.get("principalId")), set()).add(role)
    if not any(roles >= _NEEDED_ROLES.keys() for roles in held.values()):
        raise _bad_request(
            f"The file system can't reach the container {arm.name_of(container_id)}: HPC Cache Resource "
            f"Provider needs {' and '.join(_NEEDED_ROLES.values())} on {arm.name_of(account_id)}."
        )


def _bad_request(text: str) -> ArmError:
    return ArmError(400, "BadRequest", text, seen=OURS)

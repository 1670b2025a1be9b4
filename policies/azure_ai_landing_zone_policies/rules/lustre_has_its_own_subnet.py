"""Rule lustre-has-its-own-subnet."""

from collections.abc import Iterator
from ipaddress import ip_network

from azure_ai_landing_zone.catalog import lustre_subnets
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.subnet_users import users, users_by_id


def _program(prefix: str) -> dict[str, object]:
    return {
        "lustre": {
            "type": "azure-native:network:Subnet",
            "properties": {"addressPrefix": prefix},
        },
        "files": {
            "type": "azure-native:storagecache:AmlFilesystem",
            "properties": {
                "sku": {"name": "AMLFS-Durable-Premium-250"},
                "storageCapacityTiB": 48,
                "filesystemSubnet": "${lustre.id}",
            },
        },
    }


@stack_rule(
    on=("storagecache:AmlFilesystem",),
    area="data",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/azure-managed-lustre/amlfs-prerequisites",),
    passes=_program("10.40.8.0/25"),
    fails=_program("10.40.8.0/27"),
)
def lustre_has_its_own_subnet(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """A Lustre file system has a subnet of its own that is large enough

    Every server of the file system takes an address, and Azure checks for them only after most of an hour.
    The subnet can't be changed later without deleting the files. Give each file system one subnet, without
    delegation, of the size that its capacity needs.
    """
    subnets = stack.made_from(props, "filesystemSubnet", "network:Subnet")
    if not subnets and props.known("filesystemSubnet"):
        yield from _shared(props, users_by_id(props.text("filesystemSubnet") or "", stack))
    for subnet in subnets:
        yield from _shared(props, users(subnet, stack))
        if subnet.items("delegations"):
            yield f"{subnet.seen_from(props, 'delegations')} isn't empty; Lustre's subnet has none"
        yield from _size(props, subnet)


def _shared(props: View, names: list[str]) -> Iterator[str]:
    others = [name for name in names if name != props.resource.name]
    if others:
        yield f"filesystemSubnet is that of {', '.join(others)} too; give it a subnet of its own"


def _size(props: View, subnet: View) -> Iterator[str]:
    tib, prefix = props.number("storageCapacityTiB"), subnet.text("addressPrefix")
    if tib is None or not prefix:
        return
    published, last = lustre_subnets.find(tib), lustre_subnets.largest()
    wanted = published or last
    try:
        length = ip_network(prefix, strict=False).prefixlen
    except ValueError:
        raise CantTell(f"{subnet.path('addressPrefix')} is {prefix}, which is no range") from None
    if length > wanted.prefix:
        larger = "" if published else " or larger"
        yield (
            f"{subnet.seen_from(props, 'addressPrefix')} is {prefix}, too small for {tib} TiB; "
            f"use a /{wanted.prefix}{larger}"
        )
    elif published is None:
        raise CantTell(
            f"Azure publishes no subnet for more than {last.largest_tib} TiB; ask `az amlfs get-subnets-size`"
        )

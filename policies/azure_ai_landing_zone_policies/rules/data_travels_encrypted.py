"""Rule data-travels-encrypted."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES, storage_account
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of

_OLD = ("tls1_0", "tls1_1")


@stack_rule(
    on=("storage:StorageAccount",),
    area="data",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("DP-3",),
    links=(
        "https://learn.microsoft.com/azure/storage/common/transport-layer-security-configure-minimum-version",
    ),
    only_with_ai=True,
    passes={
        "nodes": H100_NODES,
        "account": storage_account(minimumTlsVersion="TLS1_2", enableHttpsTrafficOnly=True),
    },
    fails={
        "nodes": H100_NODES,
        "account": storage_account(minimumTlsVersion="TLS1_0", enableHttpsTrafficOnly=False),
    },
)
def data_travels_encrypted(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Storage takes no old TLS and no plain HTTP

    Azure Storage ended TLS 1.0 and 1.1 in February 2026: a program that still asks for them is refused, or
    drifts. Plain HTTP shows tokens and data to everyone on the way. Set minimumTlsVersion to TLS1_2 and
    enableHttpsTrafficOnly to true; only NFS 3.0 needs the latter to be false.
    """
    version = props.text("minimumTlsVersion")
    if version and version.lower() in _OLD:
        yield f"minimumTlsVersion is {version}, which Azure has ended; set it to TLS1_2"
    if all_of(
        lambda: props.flag("enableHttpsTrafficOnly") is False, lambda: props.flag("enableNfsV3") is not True
    ):
        yield "enableHttpsTrafficOnly is false, so that plain HTTP works; set it to true"

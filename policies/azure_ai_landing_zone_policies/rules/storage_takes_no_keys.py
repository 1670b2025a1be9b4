"""Rule storage-takes-no-keys."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES, storage_account
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of


def _account(**properties: object) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "account": storage_account(**properties),
    }


@stack_rule(
    on=("storage:StorageAccount",),
    area="data",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("IM-1", "IM-3"),
    links=("https://learn.microsoft.com/azure/storage/common/shared-key-authorization-prevent",),
    baseline="advisory",
    only_with_ai=True,
    passes=_account(allowSharedKeyAccess=False),
    fails=_account(),
)
def storage_takes_no_keys(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Datasets and checkpoints are read with identities, not account keys

    An account key, and every SAS made from it, opens all data in the account to whoever has it, and no log
    says who that was. Set allowSharedKeyAccess to false and give roles such as Storage Blob Data
    Contributor. Managed Lustre needs the keys of the account that its container is in: that account alone
    is left alone, and nothing else should be in it.
    """
    if all_of(
        lambda: not _feeds_lustre(props, stack),
        lambda: props.flag("allowSharedKeyAccess") is not False,
    ):
        yield "allowSharedKeyAccess isn't false, so that account keys work; set it to false and give roles"


def _feeds_lustre(props: View, stack: Stack) -> bool:
    """Whether a file system of the program is joined to a container of the account."""
    return stack.some(stack.of("storagecache:AmlFilesystem"), lambda files: _joined(props, files, stack))


def _joined(props: View, files: View, stack: Stack) -> bool:
    containers = stack.made_from(files, "hsm", "storage:BlobContainer")
    if containers:
        return any(stack.refers(one, "accountName", props, "accountName") for one in containers)
    container = files.text("hsm.settings.container") or ""
    account = container.lower().partition("/storageaccounts/")[2].partition("/")[0]
    return bool(account) and account == (props.text("accountName") or "").lower()

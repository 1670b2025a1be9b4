"""Rule no-public-blobs."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(access: str) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "datasets": {
            "type": "azure-native:storage:BlobContainer",
            "properties": {"containerName": "datasets", "publicAccess": access},
        },
    }


@stack_rule(
    on=("storage:BlobContainer", "storage:StorageAccount"),
    area="data",
    severity="critical",
    since="2026.4",
    pillar="Security",
    controls=("NS-2", "PA-7"),
    links=("https://learn.microsoft.com/azure/storage/blobs/anonymous-read-access-prevent",),
    only_with_ai=True,
    passes=_program("None"),
    fails=_program("Blob"),
)
def no_public_blobs(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Nobody reads blobs without an identity

    A public container is found by name, and a dataset or a model that was public for an hour counts as
    published. Set publicAccess to None on containers and allowBlobPublicAccess to false on the account.
    """
    if props.resource.type == "storage:StorageAccount":
        if props.flag("allowBlobPublicAccess") is True:
            yield "allowBlobPublicAccess is true, so that containers can be made public; set it to false"
        return
    access = props.text("publicAccess")
    if access and access.lower() != "none":
        yield f"publicAccess is {access}, so that anybody reads its blobs; set it to None"

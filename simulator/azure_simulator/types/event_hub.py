"""Microsoft.EventHub/namespaces/eventhubs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig

_NAME_PARTS = [
    f"{{{part}}}"
    for part in ("Namespace", "EventHub", "PartitionId", "Year", "Month", "Day", "Hour", "Minute", "Second")
]


class EventHub(ResourceType):
    pulumi_type = "azure-native:eventhub:EventHub"
    path = "…/Microsoft.EventHub/namespaces/{namespaceName}/eventhubs/{eventHubName}"
    source = "learn.microsoft.com/azure/event-hubs/event-hubs-capture-overview"
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,254}[A-Za-z0-9])?", "1-256 letters, digits, periods, hyphens and underscores"
    )
    fixed = ("partitionCount",)
    defaults = given({"messageRetentionInDays": 7, "partitionCount": 4, "status": "Active"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        capture = "captureDescription"
        for path, least, most in (
            ("partitionCount", 1, 32),
            ("messageRetentionInDays", 1, 7),
            (f"{capture}.intervalInSeconds", 60, 900),
            (f"{capture}.sizeLimitInBytes", 10_485_760, 524_288_000),
        ):
            value = dig(props, path)
            if isinstance(value, int) and not least <= value <= most:
                yield path, f"{value} is outside {least} to {most}"
        form = dig(props, f"{capture}.destination.archiveNameFormat")
        missing = [part for part in _NAME_PARTS if form is not None and part not in form]
        if missing:
            yield f"{capture}.destination.archiveNameFormat", f"needs {', '.join(missing)}"

    def create(self, put: Put) -> Mapping[str, Any]:
        namespace = put.cloud.store.get(arm.parent_of(put.id) or "")
        sku = dig(namespace.body, "sku.name") if namespace else None
        if dig(put.props, "captureDescription.enabled") and sku == "Basic":
            text = "Capture is not available in Basic namespaces."
            raise ArmError(400, "BadRequest", text, seen=OURS)
        account, container = (
            dig(put.props, f"captureDescription.destination.{one}")
            for one in ("storageAccountResourceId", "blobContainer")
        )
        if (
            account
            and container
            and not put.cloud.exists(place := f"{account}/blobServices/default/containers/{container}")
        ):
            raise self.reference_missing(put.id, "captureDescription.destination.blobContainer", place)
        count = put.props.get("partitionCount", 4)
        return {"partitionIds": [str(number) for number in range(count)]}

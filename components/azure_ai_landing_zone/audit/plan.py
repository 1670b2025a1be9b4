"""What an audit record says of a call to a model, fixed up front, and within which limits it is kept.

Columns are only ever added, never renamed or given another type: a table can't forget one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ColumnType = Literal["datetime", "string", "int", "boolean", "dynamic"]
"""As a data collection rule spells it; tables say dateTime."""


@dataclass(frozen=True, slots=True)
class AuditColumn:
    """One thing that a record says."""

    column_type: ColumnType
    meaning: str
    is_personal: bool = False
    """Whether it may tell of a person, whatever callers were told to type in."""


RECORD: Mapping[str, AuditColumn] = {
    "TimeGenerated": AuditColumn("datetime", "when the answer was sent, in UTC"),
    "RecordVersion": AuditColumn("int", "of this list of columns"),
    "RequestId": AuditColumn("string", "of the gateway; in its logs and in the answer's x-ms-request-id"),
    "Caller": AuditColumn("string", "client id of the application that signed in"),
    "CallerObjectId": AuditColumn("string", "object id of who signed in: an identity, or a person", True),
    "Tenant": AuditColumn("string", "id of the caller's Microsoft Entra tenant"),
    "Team": AuditColumn("string", "of the gateway's teams"),
    "Operation": AuditColumn("string", "such as chat-completions"),
    "Deployment": AuditColumn("string", "what the caller asked for"),
    "Model": AuditColumn("string", "what answered, with its version, as the answer says"),
    "Backend": AuditColumn("string", "region that answered, such as Sweden Central"),
    "Spillover": AuditColumn("boolean", "whether pay-as-you-go answered for provisioned throughput"),
    "Streamed": AuditColumn("boolean", "whether the answer came in pieces: then it isn't in the record"),
    "StatusCode": AuditColumn("int", "of the answer to the caller"),
    "LatencyMs": AuditColumn("int", "from the request's arrival to the answer, or to its first piece"),
    "PromptTokens": AuditColumn("int", "as the model counted; none for streamed answers"),
    "CompletionTokens": AuditColumn("int", "as the model counted; none for streamed answers"),
    "FilterVerdicts": AuditColumn("dynamic", "of the model's content filter, for prompt and answer"),
    "PromptHash": AuditColumn("string", "SHA-256 of the whole request, in base64"),
    "Prompt": AuditColumn("string", "the request, cut off at BODY_CHARACTERS; none without bodies", True),
    "CompletionHash": AuditColumn("string", "SHA-256 of the whole answer, in base64"),
    "Completion": AuditColumn("string", "the answer, cut off at BODY_CHARACTERS; none without bodies", True),
    "BodyTruncated": AuditColumn("boolean", "whether prompt or answer was cut off"),
}
"""In this order. No name is one of Azure's reserved ones."""

RECORD_VERSION = 1

FIELD_BYTES = 65_536
"""Azure Monitor cuts a field off beyond. Source:
learn.microsoft.com/azure/azure-monitor/service-limits#logs-ingestion-api, 2026-08-13."""

CALL_BYTES = 1_000_000
"""Of one call to the Logs Ingestion API, which refuses more. Same source."""

EVENT_BYTES = 200_000
"""API Management cuts an event off beyond, in the middle of its JSON. Source:
learn.microsoft.com/azure/api-management/log-to-eventhub-policy, 2024-07-23."""

BODY_CHARACTERS = 15_000
"""Of a prompt and of an answer in a record: two of them fit into an event even if every character is written
as a JSON escape of six bytes, and each fits into a field."""

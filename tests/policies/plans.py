"""Plans as a preview writes them, for tests."""

import json
from typing import Any

GROUP = "/subscriptions/1/resourceGroups/rg"
STORE = f"{GROUP}/providers/Microsoft.Storage/storageAccounts/st"
H100 = {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}, "location": "eastus"}
VMSS = "compute:VirtualMachineScaleSet"


def state(token: str, name: str, inputs: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": token, "urn": f"urn:pulumi:prod::zone::{token}::{name}", "inputs": inputs, **more}


def step(
    operation: str,
    token: str,
    name: str,
    *,
    id: str = "",
    old: dict[str, Any] | None = None,
    new: dict[str, Any] | None = None,
    retained: bool = False,
    keys: tuple[str, ...] = (),
    changed: tuple[str, ...] = (),
) -> dict[str, Any]:
    """A step as a preview's one document has it."""
    token = f"azure-native:{token}"
    found: dict[str, Any] = {"op": operation, "urn": f"urn:pulumi:prod::zone::{token}::{name}"}
    if old is not None or operation in ("delete", "delete-replaced", "replace", "same"):
        found["oldState"] = state(token, name, old or {}, id=id, retainOnDelete=retained)
    if new is not None or operation in ("create", "replace"):
        found["newState"] = state(token, name, new or {})
    if keys:
        found["replaceReasons"] = list(keys)
    if changed:
        found["detailedDiff"] = {path: {"kind": "update-replace"} for path in changed}
    return found


ROOT = {
    "op": "same",
    "urn": "urn:pulumi:prod::zone::pulumi:pulumi:Stack::zone-prod",
    "oldState": {
        "type": "pulumi:pulumi:Stack",
        "urn": "urn:pulumi:prod::zone::pulumi:pulumi:Stack::zone-prod",
    },
    "newState": {
        "type": "pulumi:pulumi:Stack",
        "urn": "urn:pulumi:prod::zone::pulumi:pulumi:Stack::zone-prod",
    },
}
"""The stack itself, which every plan has."""


def counted(*steps: dict[str, Any]) -> dict[str, int]:
    """How many steps there are of each operation, as the engine counts: halves of a replacement aren't, nor
    are reads that find nothing new."""
    uncounted = ("-replaced", "-replacement", "read")
    operations = [each["op"] for each in steps if not each["op"].endswith(uncounted)]
    return {operation: operations.count(operation) for operation in operations}


def document(*steps: dict[str, Any], errors: tuple[str, ...] = (), left_out: int = 0) -> str:
    """The one document that `pulumi preview --json` writes."""
    diagnostics = [{"severity": "error", "message": f"error: {error}\nmore"} for error in errors]
    summary = counted(ROOT, *steps)
    summary["same"] += left_out
    whole = {"steps": [ROOT, *steps], "diagnostics": diagnostics, "changeSummary": summary}
    return json.dumps(whole, indent=4)


def events(
    *steps: dict[str, Any],
    failed: str = "",
    ended: bool = True,
    blocked_by: tuple[str, ...] = (),
    protected: tuple[str, ...] = (),
) -> str:
    """The same plan as the events that it streams."""
    lines: list[dict[str, Any]] = [{"preludeEvent": {"config": {}}}]
    for each in (ROOT, *steps):
        metadata = {"op": each["op"], "urn": each["urn"], "type": each["urn"].split("::")[2]}
        metadata |= {
            "old": each.get("oldState"),
            "new": each.get("newState"),
            "keys": each.get("replaceReasons"),
        }
        metadata["detailedDiff"] = {
            path: {"diffKind": change["kind"]} for path, change in each.get("detailedDiff", {}).items()
        }
        lines += [{"resourcePreEvent": {"metadata": metadata}}, {"resOutputsEvent": {"metadata": metadata}}]
    if failed:
        lines.append({"diagnosticEvent": {"severity": "error", "message": f"{failed}\n"}})
    for name in protected:  # in the engine's words, the URN twice
        urn = next(each["urn"] for each in steps if each["urn"].endswith(f"::{name}"))
        message = (
            f'Preview failed: resource "{urn}" cannot be deleted\nbecause it is protected. To unprotect the '
            "resource, either remove the `protect` flag from the resource in your Pulumi program and run "
            f"`pulumi up`, or use the command:\n`pulumi state unprotect '{urn}'`\n"
        )
        lines.append({"diagnosticEvent": {"severity": "error", "message": message, "urn": urn}})
    for rule in blocked_by:
        lines.append({"policyEvent": {"policyName": rule, "enforcementLevel": "mandatory"}})
    if failed or blocked_by or protected:
        lines.append({"diagnosticEvent": {"severity": "error", "message": "preview failed\n"}})
    if ended:
        result = "failed" if failed or blocked_by or protected else "succeeded"
        lines.append({"summaryEvent": {"result": result, "resourceChanges": counted(ROOT, *steps)}})
    return "\n".join(json.dumps(line) for line in lines) + "\n"


def moved(old: dict[str, Any], new: dict[str, Any], type_: str = "network:Subnet") -> dict[str, Any]:
    return step("update", type_, "nodes", old=old, new=new)


def at(prefix: str) -> dict[str, str]:
    return {"addressPrefix": prefix}

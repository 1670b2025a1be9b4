"""Resources of azure-native as a program has them."""

from typing import Any


def native(type_: str, **properties: Any) -> dict[str, Any]:
    """A resource with its type's inputs."""
    return {"type": f"azure-native:{type_}", "properties": properties}

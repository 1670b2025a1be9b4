"""The resources of the zone beside this one, registered as a plain azure-native program does."""

import importlib
import inspect
import json
import os
from pathlib import Path

import pulumi


def _arguments(kind: type, inputs: dict[str, object]) -> dict[str, object]:
    """The inputs under their Python names, which differ from Azure's in casing and underscores."""
    parameters = inspect.signature(kind._internal_init).parameters  # type: ignore[attr-defined]
    names = {parameter.replace("_", "").lower(): parameter for parameter in parameters}
    return {names[name.lower()]: value for name, value in inputs.items()}


for resource in json.loads(Path(os.environ["BENCHMARK_RESOURCES"]).read_text(encoding="utf-8")):
    _, module, name = resource["type"].split(":")
    resource_class = getattr(importlib.import_module(f"pulumi_azure_native.{module}"), name)
    options = pulumi.ResourceOptions(protect=resource["protect"])
    resource_class(resource["name"], options, **_arguments(resource_class, resource["inputs"]))

"""The resources of the zone beside this one, registered as a plain azure-native program does."""

import importlib
import json
import os
import re
from pathlib import Path

import pulumi

for resource in json.loads(Path(os.environ["BENCHMARK_RESOURCES"]).read_text(encoding="utf-8")):
    _, module, kind = resource["type"].split(":")
    inputs = {
        re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower(): value
        for name, value in resource["inputs"].items()
    }
    getattr(importlib.import_module(f"pulumi_azure_native.{module}"), kind)(
        resource["name"], pulumi.ResourceOptions(protect=resource["protect"]), **inputs
    )

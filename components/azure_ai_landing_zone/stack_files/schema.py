"""The JSON Schema of stack files: all that the fields of settings say, for editors and the reference."""

import copy
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from pydantic_core import core_schema

from azure_ai_landing_zone.core.component import PACKAGE
from azure_ai_landing_zone.core.errors import field_docs, in_camel_case
from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.core.stack_file import SECRETS
from azure_ai_landing_zone.workloads.settings import KEY as WORKLOADS
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from azure_ai_landing_zone.zone.settings import KEY as ZONE
from azure_ai_landing_zone.zone.settings import LandingZoneSettings

SECTIONS: Mapping[str, type[Model]] = {ZONE: LandingZoneSettings, WORKLOADS: InferenceWorkloadsSettings}
"""What a stack file may have in our namespace, of which it has one; by key."""

FLAG = "keepApiVersionAliases"
"""A switch in our namespace, beside those (core/component.py)."""

BESIDE = (FLAG, SECRETS)
"""All that may stand beside a section."""

PULUMI_KEYS: Mapping[str, str] = {
    "config": "Settings of programs and providers, by namespace and key.",
    "environment": "Pulumi ESC's environments.",
    "secretsprovider": "Who encrypts secrets of the stack.",
    "encryptedkey": "The key of a cloud's secrets provider, encrypted.",
    "encryptionsalt": "Of the stack's passphrase.",
}
"""What Pulumi takes at the top of a stack file.
Source: github.com/pulumi/pulumi, sdk/go/common/workspace/project.go, ProjectStack, v3.255.0."""

UNITS: Mapping[str, str] = {
    "Weeks": "weeks",
    "Days": "days",
    "Hours": "hours",
    "Minutes": "minutes",
    "Seconds": "seconds",
    "Mib": "MiB",
    "Gib": "GiB",
    "Tib": "TiB",
    "Gb": "GB",
    "MbpsPerGpu": "MB/s for each GPU",
    "Gbps": "GB/s",
    "Percent": "%",
    "Usd": "US dollars",
    "Millicores": "thousandths of a CPU core",
}
"""By what names of settings end in."""

Examples = Mapping[tuple[str, str], Any]
"""By the name of a model and of a setting of it."""


def shipped() -> str:
    """The text of the schema that is installed with the library."""
    return (files(__package__) / "stack.schema.json").read_text(encoding="utf-8")


def text(examples: Examples) -> str:
    """What `shipped` has to be."""
    return json.dumps(schema(examples), indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def schema(examples: Examples) -> dict[str, Any]:
    """Of a whole stack file. Names are those of stack files; what Python alone checks isn't in it."""
    definitions = copy.deepcopy(_definitions())
    for (model, setting), example in examples.items():
        definitions[model]["properties"][setting]["examples"] = [example]
    keys: dict[str, Any] = {
        f"{PACKAGE}:{key}": {"$ref": f"#/$defs/{model.__name__}", "description": _one_line(model.__doc__)}
        for key, model in SECTIONS.items()
    }
    keys[f"{PACKAGE}:{FLAG}"] = {"enum": [True, False, "true", "false"]}
    keys[f"{PACKAGE}:{SECRETS}"] = {
        "description": "Passwords of databases made here, by the name of their Slurm scheduler; encrypted.",
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": {"secure": {"type": "string"}},
            "required": ["secure"],
            "additionalProperties": False,
        },
    }
    top: dict[str, Any] = {key: {"description": what} for key, what in PULUMI_KEYS.items()}
    unknown = f"^{PACKAGE}:(?!({'|'.join([*SECTIONS, *BESIDE])})$)"
    top["config"] |= {"type": "object", "properties": keys, "patternProperties": {unknown: False}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Stack file of an Azure AI landing zone",
        "type": "object",
        "properties": top,
        "required": ["config"],
        "additionalProperties": False,
        "$defs": definitions,
    }


@cache
def _definitions() -> dict[str, Any]:
    _, described = models_json_schema(
        [(model, "validation") for model in SECTIONS.values()],
        by_alias=True,
        schema_generator=_Described,
    )
    definitions: dict[str, Any] = described["$defs"]
    return definitions


def unit_of(setting: str) -> str | None:
    """Of a setting, by its name in a stack file."""
    ends = [end for end in UNITS if setting.endswith(end) or setting == end.lower()]
    return UNITS[max(ends, key=len)] if ends else None


class _Described(GenerateJsonSchema):
    """With the docstring of each field, and its unit; without titles, which repeat names."""

    def model_schema(self, schema: core_schema.ModelSchema) -> dict[str, Any]:
        found = super().model_schema(schema)
        found.pop("title", None)
        kind: type[BaseModel] = schema["cls"]
        docs = field_docs(kind)
        if kind.__doc__:
            found["description"] = _one_line(kind.__doc__)
        for name, info in kind.model_fields.items():
            of_it: dict[str, Any] = found["properties"][str(info.alias)]
            of_it.pop("title", None)
            if name in docs:
                of_it["description"] = _one_line(docs[name])
            if _is_number(of_it) and (unit := unit_of(str(info.alias))):
                of_it["x-unit"] = unit
        return found


def _is_number(of_it: Mapping[str, Any]) -> bool:
    choices: Sequence[Mapping[str, Any]] = of_it.get("anyOf", ())
    return of_it.get("type") in ("integer", "number") or any(_is_number(choice) for choice in choices)


def _one_line(text: str | None) -> str:
    return in_camel_case(re.sub(r"\s+", " ", text or "").strip())

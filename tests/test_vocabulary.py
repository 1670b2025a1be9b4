"""The same idea has the same name and type everywhere, and every setting says what it is."""

import typing
from collections.abc import Awaitable
from typing import Any

import pulumi

from azure_ai_landing_zone.core import component
from azure_ai_landing_zone.core.errors import field_docs
from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.workloads import workloads as inference_workloads
from azure_ai_landing_zone.zone import settings as landing_zone_settings

assert component, (inference_workloads, landing_zone_settings)


def all_models(base: type[Model] = Model) -> list[type[Model]]:
    found = [kind for child in base.__subclasses__() for kind in (child, *all_models(child))]
    return sorted({kind for kind in found if kind.__module__.startswith("azure_ai_landing_zone")}, key=str)


MODELS = all_models()
INPUT_STR: Any = typing.Union[str, Awaitable[str], pulumi.Output[str]]  # noqa: UP007 (pydantic's spelling)
PLAIN = ["capacity_reservation_group_resource_id"]
"""Ids that have to be known before anything is made: they decide the generation in the name of a pool."""
DIFFERS = ["mode"]
"""Names whose type depends on where they stand: each section has the choices that make sense there."""


def bare(annotation: Any) -> str:
    """A type as text, without its being optional, the promise of a value as well as a value, or limits, which
    pydantic keeps elsewhere unless it is optional."""
    if typing.get_origin(annotation) is typing.Annotated:
        return bare(typing.get_args(annotation)[0])
    members = [
        kind
        for kind in typing.get_args(annotation)
        if kind is not type(None) and typing.get_origin(kind) not in (Awaitable, pulumi.Output)
    ]
    if len(members) == 1 and len(typing.get_args(annotation)) > 1:
        return bare(members[0])
    return str(annotation)


def test_the_same_name_means_the_same_type() -> None:
    types: dict[str, dict[str, list[str]]] = {}
    for kind in MODELS:
        for name, field in kind.model_fields.items():
            types.setdefault(name, {}).setdefault(bare(field.annotation), []).append(kind.__name__)
    different = {name: kinds for name, kinds in types.items() if len(kinds) > 1}
    assert sorted(different) == DIFFERS, different


def test_every_number_is_strict() -> None:
    """ "8" and true are not 8 and 1."""
    loose = [
        f"{kind.__name__}.{name}"
        for kind in MODELS
        for name, field in kind.model_fields.items()
        if {int, bool, float} & {field.annotation, *typing.get_args(field.annotation)}
        and "strict=True"
        not in f"{field.metadata}{field.annotation}".replace("Strict(strict=True)", "strict=True")
    ]
    assert loose == []


def test_every_model_and_setting_says_what_it_is() -> None:
    assert [kind.__name__ for kind in MODELS if kind.__doc__ in (None, "", Model.__doc__)] == []
    silent = [
        f"{kind.__name__}.{name}"
        for kind in MODELS
        for name in sorted(
            kind.model_fields.keys() - {name for name, text in field_docs(kind).items() if text}
        )
    ]
    assert silent == []


def test_ids_are_called_resource_ids_and_are_inputs() -> None:
    for kind in MODELS:
        for name, field in kind.model_fields.items():
            if "subnet" in name or "identity" in name or "network_resource" in name:
                known = "resource_id" in name or name in ("subnets", "subnet_names")
                assert known, f"{kind.__name__}.{name}"
            if kind.__name__.endswith("Args") and name.endswith("resource_id") and name not in PLAIN:
                assert field.annotation in (INPUT_STR, INPUT_STR | None), f"{kind.__name__}.{name}"

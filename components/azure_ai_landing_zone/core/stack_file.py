"""Settings of the stack that runs."""

from typing import Any, TypeVar

import pulumi
from pulumi.runtime.config import is_config_secret
from pydantic import ValidationError

from azure_ai_landing_zone.core.component import PACKAGE
from azure_ai_landing_zone.core.errors import SettingsError, settings_error
from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.core.problem import Problem

Settings = TypeVar("Settings", bound=Model)


def stack_settings(key: str, hint: str) -> Any:
    """What the stack file has under the key in our namespace; `hint` says what to do where there is nothing.
    Raises SettingsError."""
    if is_config_secret(f"{PACKAGE}:{key}"):
        text = (
            "has a `secure:` value, and settings are read as plain text, which would show it: put the "
            "secret into a Key Vault and its name here"
        )
        raise SettingsError(subject_of(key), [Problem((), text)])
    data = pulumi.Config(PACKAGE).get_object(key)
    if data is None:
        text = f"missing: this stack has no {PACKAGE}:{key}; {hint}"
        raise SettingsError(subject_of(key), [Problem((), text)])
    return data


def subject_of(key: str) -> str:
    """What errors are about."""
    return f"{PACKAGE}:{key} of stack {pulumi.get_stack()}"


def load_settings(model: type[Settings], data: Any, subject: str) -> Settings:
    """The settings in a stack file's value. Raises SettingsError with all problems at once."""
    try:
        return model.model_validate(data, by_alias=True, by_name=False)
    except ValidationError as error:
        raise settings_error(model, error, subject, stack_file=True) from None

"""Settings of the stack that runs."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pulumi
from pulumi.runtime.config import is_config_secret
from pydantic import ValidationError

from azure_ai_landing_zone.core.component import PACKAGE
from azure_ai_landing_zone.core.errors import SettingsError, settings_error
from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.core.problem import Problem

Settings = TypeVar("Settings", bound=Model)


PUBLISHED_SALTS = frozenset(
    {
        "0ZadiYLkObo=",
        "0fdJVCl7E4U=",
        "1MGZMvrRPXg=",
        "RkKhuuib/wk=",
        "cDWIJZ5sACE=",
        "dBXAgjRe58o=",
        "f2zoiqmJeDQ=",
        "m/gp5i1Yvgc=",
        "xrk8bZd9T7A=",
    }
)
"""Of the stack files that the library comes with. Their passphrase is `offline`, as everybody can read."""


def stack_settings(key: str, hint: str) -> Any:
    """What the stack file has under the key in our namespace; `hint` says what to do where there is nothing.
    Raises SettingsError."""
    if is_config_secret(f"{PACKAGE}:{key}"):
        text = (
            "has a `secure:` value, and settings are read as plain text, which would show it: put the "
            "secret into a Key Vault and its name here"
        )
        raise SettingsError(subject_of(key), [Problem((), text)])
    if "AZURE_SIMULATOR_FOLDER" not in os.environ and _salt() in PUBLISHED_SALTS:
        text = (
            "the stack file has the salt of a passphrase that is published with the library, so that "
            "everybody could read what this stack encrypts: delete its line `encryptionsalt`, and give the "
            "stack a secrets provider of your own with `pulumi stack change-secrets-provider`"
        )
        raise SettingsError(subject_of(key), [Problem((), text)])
    data = pulumi.Config(PACKAGE).get_object(key)
    if data is None:
        text = f"missing: this stack has no {PACKAGE}:{key}; {hint}"
        raise SettingsError(subject_of(key), [Problem((), text)])
    return data


SECRETS = "databasePasswords"
"""Passwords by name, in our namespace of the stack file, which alone are encrypted there: what needs one
can't take it from a vault that isn't made yet."""


def stack_secret(key: str, name: str) -> str:
    """The secret that the stack file keeps, encrypted, under a name in what it has under the key in our
    namespace. It is in clear here: who takes it gives it to the engine as a secret. Raises SettingsError."""
    full = f"{PACKAGE}:{key}"
    found = pulumi.Config(PACKAGE).get_object(key)
    command = f"`pulumi config set --secret --path '{full}[\"{name}\"]'`, which asks for it"
    if not isinstance(found, dict) or not isinstance(found.get(name), str) or not found[name]:
        text = f"missing: this stack has no secret of that name; set one with {command}"
        raise SettingsError(subject_of(key), [Problem((name,), text)])
    if not is_config_secret(full):
        text = f"stands in clear in the stack file: take another, and set it with {command}"
        raise SettingsError(subject_of(key), [Problem((name,), text)])
    return str(found[name])


def _salt() -> str | None:
    """In the file of the stack that runs, which lies beside Pulumi.yaml or where that says."""
    with suppress(OSError):
        folder = re.search(r"^stackConfigDir:\s*(\S+)", Path("Pulumi.yaml").read_text("utf-8"), re.MULTILINE)
        file = Path(folder[1] if folder else ".", f"Pulumi.{pulumi.get_stack()}.yaml")
        salt = re.search(r"^encryptionsalt: v1:([^:]+):", file.read_text("utf-8"), re.MULTILINE)
        return salt[1] if salt else None
    return None


def subject_of(key: str) -> str:
    """What errors are about."""
    return f"{PACKAGE}:{key} of stack {pulumi.get_stack()}"


def load_settings(model: type[Settings], data: Any, subject: str) -> Settings:
    """The settings in a stack file's value. Raises SettingsError with all problems at once."""
    try:
        return model.model_validate(data, by_alias=True, by_name=False)
    except ValidationError as error:
        raise settings_error(model, error, subject, stack_file=True) from None

"""What container apps and their jobs have in common: containers, secrets and where they run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put
from azure_simulator.cloud.values import UNKNOWN, dig, each, settled

APP_NAME: Final = NameRule(
    r"[a-z](?!.*--)[a-z0-9-]{0,30}[a-z0-9]",
    "2-32 lowercase letters, digits and single hyphens, starting with a letter and ending with a letter or "
    "digit",
)
"""Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules."""

_STEP, _MOST = 0.25, 4.0
"""Cores of an app in the Consumption profile, with 2 GiB each.
Source: learn.microsoft.com/azure/container-apps/containers."""


def template_problems(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from _size_problems(props)
    secrets = [dig(secret, "name") for _, secret in each(props, "configuration.secrets")]
    known = settled(props, "configuration.secrets")
    for path, secret in each(props, "configuration.secrets"):
        if "keyVaultUrl" in secret and "identity" not in secret:
            yield f"{path}.identity", "a secret of a vault is read with an identity"
    for kind in ("containers", "initContainers"):
        for path, container in each(props, f"template.{kind}"):
            for name in ("name", "image"):
                if name not in container:
                    yield f"{path}.{name}", f"a container needs its {name}"
            for inner, variable in each(container, "env"):
                wanted = dig(variable, "secretRef")
                if known and wanted is not None and wanted not in secrets:
                    yield f"{path}.{inner}.secretRef", f"'{wanted}' is no secret of configuration.secrets"
    for path, registry in each(props, "configuration.registries"):
        wanted = dig(registry, "passwordSecretRef")
        if known and wanted is not None and wanted not in secrets:
            yield f"{path}.passwordSecretRef", f"'{wanted}' is no secret of configuration.secrets"


def _size_problems(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Of apps without a profile of their own; each pair of sums that Azure offers is n × (0.25, 0.5Gi)."""
    sizes = [container.get("resources") or {} for _, container in each(props, "template.containers")]
    if props.get("workloadProfileName") not in (None, "Consumption") or not all(
        {"cpu", "memory"} <= set(size) and UNKNOWN not in (size["cpu"], size["memory"]) for size in sizes
    ):
        return
    memory = [re.fullmatch(r"([\d.]+)Gi", str(size["memory"])) for size in sizes]
    if not sizes or not all(memory):
        return
    cores = sum(float(size["cpu"]) for size in sizes)
    gib = sum(float(found[1]) for found in memory if found)
    if cores % _STEP or not _STEP <= cores <= _MOST or gib != 2 * cores:
        yield (
            "template.containers",
            f"{cores:g} cores with {gib:g}Gi together are no size of the Consumption profile: from 0.25 "
            "cores with 0.5Gi in steps of as much to 4 cores with 8Gi",
        )


def check_secrets(put: Put) -> None:
    """Raises ArmError where a new secret is empty. Values are never told, so an import has none."""
    for _, secret in each(put.props, "configuration.secrets"):
        if put.old is None and "value" not in secret and "keyVaultUrl" not in secret:
            raise ArmError(
                400,
                "ContainerAppSecretInvalid",
                f"Invalid Secret: '{dig(secret, 'name')}': value or keyVaultUrl and identity should be "
                "provided.",
                seen="the code in public logs; the words nearly so",
            )


def check_environment(put: Put) -> Mapping[str, Any]:
    """The environment's body; raises ArmError where the workload profile isn't one of its own."""
    place = str(dig(put.props, "environmentId") or dig(put.props, "managedEnvironmentId"))
    environment = put.cloud.store.get(place)
    body = environment.body if environment else {}
    wanted = dig(put.props, "workloadProfileName")
    profiles = [dig(profile, "name") for _, profile in each(body, "workloadProfiles")]
    if wanted is not None and wanted != "Consumption" and wanted not in profiles:
        raise ArmError(
            400,
            "WorkloadProfileNotFound",
            f"The environment {place} has no workload profile '{wanted}'; it has "
            f"{', '.join(['Consumption', *(name for name in profiles if name != 'Consumption')])}.",
            seen="the code in public logs, read 2026-11-22; the words are ours",
        )
    return body


def without_secret_values(props: dict[str, Any]) -> None:
    """Azure gives back the names of secrets, and not what they are."""
    secrets = dig(props, "configuration.secrets")
    if isinstance(secrets, list):
        props["configuration"]["secrets"] = [
            {key: value for key, value in secret.items() if key != "value"} for secret in secrets
        ]

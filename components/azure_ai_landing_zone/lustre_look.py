"""Looks at a Lustre file system that exists, and says what a change of settings would do to it."""

from collections.abc import Mapping
from typing import Any

import pulumi
from pulumi.runtime import invoke_async

from azure_ai_landing_zone.model import Input
from azure_ai_landing_zone.planning.lustre_changes import FixedProperties, consequences


def tell_consequences(
    component: pulumi.ComponentResource,
    file_system_name: str,
    resource_group_name: Input[str],
    wanted: Mapping[str, Input[str | None]],
) -> pulumi.Output[bool]:
    """Whether there is one, with a warning for each change that Azure can't make, as soon as all of `wanted`
    is known: in the preview, unless something else that is made anew hides it. False also where the deployer
    may not look."""
    where = {"amlFilesystemName": file_system_name, "resourceGroupName": resource_group_name}

    async def look(known: dict[str, Any]) -> bool:
        return await _look(component, known["where"], known["wanted"])

    both = pulumi.Output.all(where=pulumi.Output.all(**where), wanted=pulumi.Output.all(**wanted))
    found: pulumi.Output[bool] = both.apply(look)
    return found


async def _look(
    component: pulumi.ComponentResource, where: Mapping[str, str], wanted: Mapping[str, str | None]
) -> bool:
    """Whether there is one."""
    try:
        answer = await invoke_async(
            "azure-native:storagecache:getAmlFilesystem", where, pulumi.InvokeOptions(parent=component)
        )
    except Exception:  # whatever the provider refuses with: most often there is none yet
        return False
    if not answer:  # not to be known yet
        return False
    exists = FixedProperties.of_answer(answer)
    for sentence in consequences(exists, FixedProperties(wanted)):
        pulumi.log.warn(f"{where['amlFilesystemName']}: {sentence}", component)
    return True

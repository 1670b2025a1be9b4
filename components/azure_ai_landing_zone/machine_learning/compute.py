"""Machines of a Machine Learning workspace: clusters that start from zero, and machines of one person."""

from datetime import UTC, datetime
from typing import Any, ClassVar

import pulumi
from pulumi_azure_native import machinelearningservices
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.entra import UserId
from azure_ai_landing_zone.core.model import Input, Key, Model, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.week import Day, TimeOfDay, cron
from azure_ai_landing_zone.machine_learning.plan import machine_problem
from azure_ai_landing_zone.machines.auto_shutdown import WindowsTimeZone


class MachineLearningCluster(Model):
    """Nodes that exist while jobs run: none when there are none."""

    refused: ClassVar[dict[str, str]] = {
        "min_node_count": "clusters start from zero: nodes below a minimum would never stop",
        "vm_priority": "low-priority machines ended on 2026-03-31: clusters are dedicated, and spot machines "
        "exist in scale sets and AKS",
    }

    name: Key
    """Of the cluster within the workspace."""
    size: str
    """VM size, such as Standard_NC24ads_A100_v4."""
    max_node_count: StrictInt = Field(ge=1, le=300)
    """As many as it has at most; they count against Azure ML's own quota of the region."""
    idle_minutes: StrictInt = Field(default=15, ge=2, le=60)
    """Without a job, before a node goes."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""

    @model_validator(mode="after")
    def _check_size(self) -> "MachineLearningCluster":
        if problem := machine_problem(self.size, datetime.now(UTC).date()):
            refuse(MachineLearningCluster, [Problem(("size",), problem)])
        return self


class ScheduledStop(Model):
    """When a machine stops, used or not."""

    time: TimeOfDay = "20:00"
    """Of the day."""
    time_zone: WindowsTimeZone = "UTC"
    """Of that time; daylight saving time is followed."""
    days: list[Day] = Field(
        default=["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        min_length=1,
        max_length=7,
    )
    """On which."""

    def cron(self) -> str:
        """Minute, hour, any day of any month, days of the week."""
        return cron(self.time, self.days)


class MachineLearningInstance(Model):
    """A machine of one person, with notebooks. It stops when nobody uses it, and every evening."""

    name: Key
    """Of the machine within the workspace."""
    size: str
    """VM size, such as Standard_D4ds_v4."""
    user_object_id: UserId
    """Whose it is: nobody else gets in."""
    idle_minutes: StrictInt = Field(default=60, ge=15, le=4_320)
    """Without use, before it stops."""
    stop: ScheduledStop = ScheduledStop()
    """When it stops anyway."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""

    @model_validator(mode="after")
    def _check_size(self) -> "MachineLearningInstance":
        if problem := machine_problem(self.size, datetime.now(UTC).date()):
            refuse(MachineLearningInstance, [Problem(("size",), problem)])
        return self


def common_of(
    making: Making,
    workspace: "machinelearningservices.Workspace",
    identity_resource_id: Input[str],
    after: list[pulumi.Resource],
) -> dict[str, Any]:
    """What all machines of a workspace have, in its region: a managed network has machines nowhere else.
    The identity is what code runs as; it also pulls images and mounts datastores."""
    identity = machinelearningservices.ManagedServiceIdentityArgs(
        type="UserAssigned", user_assigned_identities=[identity_resource_id]
    )
    opts = making.child(depends_on=after)
    return {"workspace_name": workspace.name, "identity": identity, "opts": opts, **making.place}


def make_cluster(
    making: Making, cluster: MachineLearningCluster, common: dict[str, Any]
) -> "machinelearningservices.Compute":
    """`common`: what `common_of` says."""
    return machinelearningservices.Compute(
        f"{making.name}-{cluster.name}-cluster",
        compute_name=making.names.of("machineLearningCompute", cluster.name),
        properties=machinelearningservices.AmlComputeArgs(
            compute_type="AmlCompute",
            disable_local_auth=True,
            properties=machinelearningservices.AmlComputePropertiesArgs(
                os_type="Linux",
                vm_size=cluster.size,
                vm_priority="Dedicated",
                enable_node_public_ip=False,
                isolated_network=False,
                remote_login_port_public_access="Disabled",
                scale_settings=machinelearningservices.ScaleSettingsArgs(
                    min_node_count=0,
                    max_node_count=cluster.max_node_count,
                    node_idle_time_before_scale_down=f"PT{cluster.idle_minutes}M",
                ),
            ),
        ),
        **common,
    )


def make_instance(
    making: Making, instance: MachineLearningInstance, common: dict[str, Any]
) -> "machinelearningservices.Compute":
    """`common`: what `common_of` says."""
    stop = machinelearningservices.ComputeStartStopScheduleArgs(
        action="Stop",
        status="Enabled",
        trigger_type="Cron",
        cron=machinelearningservices.CronArgs(
            expression=instance.stop.cron(), time_zone=instance.stop.time_zone
        ),
    )
    # Azure says that a cluster's identity can be changed, and of computers nothing: one that stands keeps its
    # own. Source: the page of access.py on authentication between services, 2026-11-23.
    keeps = pulumi.ResourceOptions(ignore_changes=["identity"])
    common = {**common, "opts": pulumi.ResourceOptions.merge(common["opts"], keeps)}
    return machinelearningservices.Compute(
        f"{making.name}-{instance.name}-instance",
        compute_name=making.names.of("machineLearningCompute", instance.name),
        properties=machinelearningservices.ComputeInstanceArgs(
            compute_type="ComputeInstance",
            disable_local_auth=True,
            properties=machinelearningservices.ComputeInstancePropertiesArgs(
                vm_size=instance.size,
                application_sharing_policy="Personal",
                compute_instance_authorization_type="personal",
                enable_node_public_ip=False,
                enable_sso=True,
                idle_time_before_shutdown=f"PT{instance.idle_minutes}M",
                personal_compute_instance_settings=machinelearningservices.PersonalComputeInstanceSettingsArgs(
                    assigned_user=machinelearningservices.AssignedUserArgs(
                        object_id=instance.user_object_id, tenant_id=making.tenant_id
                    )
                ),
                schedules=machinelearningservices.ComputeSchedulesArgs(compute_start_stop=[stop]),
                ssh_settings=machinelearningservices.ComputeInstanceSshSettingsArgs(
                    ssh_public_access="Disabled"
                ),
            ),
        ),
        **common,
    )

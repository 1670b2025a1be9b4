"""TrainingCluster: GPU nodes on one InfiniBand fabric."""

import re
from datetime import UTC, datetime
from typing import Any

import pulumi
from pulumi_azure_native import compute
from pydantic import Field, StrictBool, model_validator

from azure_ai_landing_zone.access.disk_encryption import disk_encryption_set, set_names, set_of
from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.size_warnings import warn_of_size
from azure_ai_landing_zone.node_setup import SCRATCH
from azure_ai_landing_zone.node_setup.services import NodeServices, node_custom_data
from azure_ai_landing_zone.training.live_count import live_count_hook
from azure_ai_landing_zone.training.planning.node_changes import ScaleSetChange
from azure_ai_landing_zone.training.planning.placement import TrainingPlan, plan_training_cluster
from azure_ai_landing_zone.training.settings import TrainingClusterSettings

RESOURCE_TYPE = "Microsoft.Compute/virtualMachineScaleSets"

SPOT_WITHOUT_CHECKPOINTS = (
    "missing: Azure takes spot nodes back with half a minute's notice, and a job without checkpoints starts "
    "again from nothing. Give it, or leave `spot` out"
)


class TrainingClusterArgs(ComponentArgs, TrainingClusterSettings):
    """What a TrainingCluster is made of."""

    subnet_resource_id: Input[str]
    """A private subnet with a way out, large enough for `node_limit` nodes."""
    identity_resource_id: Input[str]
    """The user-assigned identity of the nodes. Its access is granted by whoever owns the data, and the
    cluster should depend on those grants: nodes ask for tokens as soon as they boot."""
    job_identity_resource_id: Input[str] | None = None
    """Another one, whose tokens jobs get; `node_services` has its client id. Left out: the nodes' own."""
    scaled_elsewhere: StrictBool = False
    """Whether something else decides how many nodes there are, such as a ScheduledScaling. `node_count` is
    then what the scale set begins with, and an update that would set another number than there are is
    refused: `pulumi up --refresh` asks Azure first."""
    node_services: NodeServices = NodeServices()
    """What its nodes mount, report to and are scheduled by."""
    access: list[AccessGrant] = Field(default=[])
    """Who else may make its nodes anew: the identity of a SlurmScheduler."""
    encryption_key: EncryptionKey | None = None
    """Of all disks of its nodes. Left out: Microsoft's key. From the first day or never: Azure changes it on
    no scale set that is there."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of the nodes' metrics as Azure's hosts see them."""

    @model_validator(mode="after")
    def _check_spot_and_access(self) -> "TrainingClusterArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        if self.spot and self.node_services.checkpoint_container_url is None:
            path = ("node_services", "checkpoint_container_url")
            problems.append(Problem(path, SPOT_WITHOUT_CHECKPOINTS))
        if (self.job_identity_resource_id is None) != (self.node_services.job_client_id is None):
            text = "goes with `node_services.job_client_id`: the same identity's, or neither"
            problems.append(Problem(("job_identity_resource_id",), text))
        refuse(TrainingClusterArgs, problems)
        return self


class TrainingCluster(Component):
    """One Uniform scale set in a single placement group and one zone: the only shape that has InfiniBand
    between all of its nodes. Whatever could lose it is refused before any resource is registered, and a
    change that Azure would refuse in the preview."""

    scale_set_name: pulumi.Output[str]
    scale_set_resource_id: pulumi.Output[str]
    scratch_path: pulumi.Output[str]
    """Where each node has its local disks."""
    update_nodes_command: pulumi.Output[str]
    """Brings running nodes to the scale set's model, one restart each: a new image, say. Drain them first."""
    reimage_nodes_command: pulumi.Output[str]
    """The same, and starts them from their image again, through their first boot: one that follows an old
    model would start as it did before. Drain them first."""

    def __init__(
        self, name: str, args: TrainingClusterArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        plan = plan_training_cluster(args.placement_request(), datetime.now(UTC).date())
        has_key = args.encryption_key is not None
        super().__init__(name, opts, args, lambda label: azure_names(label, has_key=has_key))
        making = Making(self, name, args, diagnostics=args.diagnostics, more_tags={"workload": "training"})
        warn_of_size(plan.size, args.location)
        for warning in plan.warnings:
            self.warn(warning)

        group_id = _placement_group(making, args, plan)
        encryption = disk_encryption_set(making, args.encryption_key)
        checks: list[Any] = [_change_hook(self, name)]
        if args.scaled_elsewhere:
            checks.append(live_count_hook(name, self))
        scale_set = compute.VirtualMachineScaleSet(
            f"{name}-scale-set",
            vm_scale_set_name=making.azure_name("virtualMachineScaleSet"),
            zones=[args.zone] if args.zone else None,
            sku=compute.SkuArgs(name=plan.size.size, tier="Standard", capacity=args.node_count),
            orchestration_mode="Uniform",
            single_placement_group=True,
            platform_fault_domain_count=args.fault_domain_count,
            proximity_placement_group=compute.SubResourceArgs(id=group_id) if group_id is not None else None,
            overprovision=False,
            upgrade_policy=compute.UpgradePolicyArgs(mode=compute.UpgradeMode.MANUAL),
            identity=compute.VirtualMachineScaleSetIdentityArgs(
                type=compute.ResourceIdentityType.USER_ASSIGNED,
                user_assigned_identities=[
                    args.identity_resource_id,
                    *([] if args.job_identity_resource_id is None else [args.job_identity_resource_id]),
                ],
            ),
            virtual_machine_profile=node_profile(args, plan, making.label, encryption),
            opts=making.child(
                ignore_changes=["sku.capacity"] if args.scaled_elsewhere else None,
                # Its name is taken until it is gone.
                delete_before_replace=True,
                hooks=pulumi.ResourceHookBinding(before_update=checks),
            ),
            **making.place,
        )
        making.watch(scale_set.id, RESOURCE_TYPE, "scale-set")
        making.grant(args.access, scale_set.id)

        which = pulumi.Output.format(
            "--resource-group {0} --name {1}", args.resource_group_name, scale_set.name
        )
        self.scale_set_name = scale_set.name
        self.scale_set_resource_id = scale_set.id
        self.scratch_path = pulumi.Output.from_input(SCRATCH)
        self.update_nodes_command = pulumi.Output.format(
            "az vmss update-instances {0} --instance-ids '*'", which
        )
        self.reimage_nodes_command = pulumi.Output.format(
            "{0} && az vmss reimage {1}", self.update_nodes_command, which
        )
        self._end()


def azure_names(label: str, *, has_key: bool) -> list[tuple[Kind, str]]:
    """What a TrainingCluster called so names."""
    kinds: tuple[Kind, ...] = ("virtualMachineScaleSet", "proximityPlacementGroup")
    return [*((kind, label) for kind in kinds), *set_names(label, has_key=has_key)]


def _placement_group(making: Making, args: TrainingClusterArgs, plan: TrainingPlan) -> Input[str] | None:
    if args.existing_placement_group is not None:
        return args.existing_placement_group.proximity_placement_group_resource_id
    if (args.placement or ("proximityPlacementGroup" if plan.size.has_rdma else "none")) == "none":
        return None
    group = compute.ProximityPlacementGroup(
        f"{making.name}-placement-group",
        proximity_placement_group_name=making.azure_name("proximityPlacementGroup"),
        proximity_placement_group_type="Standard",
        # Azure takes a zone only together with the sizes that are meant to go there.
        zones=[args.zone] if args.zone else None,
        intent=compute.ProximityPlacementGroupPropertiesIntentArgs(vm_sizes=[plan.size.size]),
        opts=making.child(),
        **making.place,
    )
    return group.id


def _change_hook(cluster: TrainingCluster, name: str) -> pulumi.ResourceHook:
    """Refuses what Azure would refuse, in the preview; says what running nodes don't get by themselves."""

    def judge(change: pulumi.ResourceHookArgs) -> None:
        old, new = change.old_inputs or {}, change.new_inputs or {}
        capacity = ((change.old_outputs or {}).get("sku") or {}).get("capacity") or 0
        scale_set = ScaleSetChange(old, new, nodes=int(capacity))
        refusals = scale_set.refusals()
        if refusals:
            raise pulumi.RunError(cluster.spelled("; ".join(refusals)))
        if not_yet := scale_set.not_yet():
            command = "reimage_nodes_command" if scale_set.needs_first_boot() else "update_nodes_command"
            text = (
                f"{name}: {int(capacity)} nodes run on without the change of {', '.join(not_yet)} until "
                f"someone drains them and runs the command that the output `{command}` has"
            )
            pulumi.log.warn(cluster.spelled(text))

    options = pulumi.ResourceHookOptions(on_dry_run=True)
    return pulumi.ResourceHook(f"{name}-scale-set-change", judge, options)


def node_profile(
    args: "TrainingClusterArgs",
    plan: TrainingPlan,
    label: str,
    encryption: "compute.DiskEncryptionSet | None",
) -> "compute.VirtualMachineScaleSetVMProfileArgs":
    """What every node of the cluster starts as."""
    return compute.VirtualMachineScaleSetVMProfileArgs(
        priority="Spot" if args.spot else None,
        eviction_policy=args.eviction_policy if args.spot else None,
        # Never taken back for its price alone.
        billing_profile=compute.BillingProfileArgs(max_price=-1.0) if args.spot else None,
        storage_profile=_storage(args, plan, encryption),
        os_profile=_operating_system(args, plan, label),
        network_profile=_network(args, accelerated=plan.accelerated_networking),
        # Without an address of a storage account Azure keeps the console output itself.
        diagnostics_profile=compute.DiagnosticsProfileArgs(
            boot_diagnostics=compute.BootDiagnosticsArgs(enabled=True)
        ),
        # Deletions only: a spot node that is taken back has its own event, half a minute before.
        scheduled_events_profile=None
        if args.spot
        else compute.ScheduledEventsProfileArgs(
            terminate_notification_profile=compute.TerminateNotificationProfileArgs(
                enable=True, not_before_timeout=f"PT{args.termination_notice_minutes}M"
            )
        ),
        security_profile=args.security_profile(),
    )


def _image(args: "TrainingClusterArgs", plan: TrainingPlan) -> "compute.ImageReferenceArgs":
    if args.own_image is not None or plan.image_sku is None:
        return compute.ImageReferenceArgs(id=args.own_image.image_resource_id if args.own_image else None)
    image = VM_IMAGES[plan.image_sku]
    return compute.ImageReferenceArgs(
        publisher=image.publisher, offer=image.offer, sku=image.sku, version=args.image_version
    )


def _storage(
    args: "TrainingClusterArgs", plan: TrainingPlan, encryption: "compute.DiskEncryptionSet | None"
) -> "compute.VirtualMachineScaleSetStorageProfileArgs":
    disk = compute.VirtualMachineScaleSetManagedDiskParametersArgs
    return compute.VirtualMachineScaleSetStorageProfileArgs(
        image_reference=_image(args, plan),
        disk_controller_type=plan.size.disk_controller if plan.size.disk_controller == "NVMe" else None,
        os_disk=compute.VirtualMachineScaleSetOSDiskArgs(
            create_option="FromImage",
            caching=compute.CachingTypes.READ_WRITE,
            disk_size_gb=args.os_disk_size_gib,
            managed_disk=disk(storage_account_type="Premium_LRS", disk_encryption_set=set_of(encryption)),
        ),
        data_disks=[
            compute.VirtualMachineScaleSetDataDiskArgs(
                lun=position,
                create_option="Empty",
                caching=compute.CachingTypes.NONE,
                disk_size_gb=one.size_gib,
                managed_disk=disk(storage_account_type=one.disk_sku, disk_encryption_set=set_of(encryption)),
            )
            for position, one in enumerate(args.data_disks)
        ]
        or None,
    )


def _operating_system(
    args: "TrainingClusterArgs", plan: TrainingPlan, label: str
) -> "compute.VirtualMachineScaleSetOSProfileArgs":
    return compute.VirtualMachineScaleSetOSProfileArgs(
        # Azure appends six characters to at most fifteen.
        computer_name_prefix=re.sub(r"[^A-Za-z0-9-]", "-", label)[:15],
        admin_username=args.admin_username,
        custom_data=node_custom_data(plan.size, args.node_services),
        linux_configuration=args.linux_configuration(),
    )


def _network(
    args: "TrainingClusterArgs", *, accelerated: bool
) -> "compute.VirtualMachineScaleSetNetworkProfileArgs":
    return compute.VirtualMachineScaleSetNetworkProfileArgs(
        network_interface_configurations=[
            compute.VirtualMachineScaleSetNetworkConfigurationArgs(
                name="ethernet",
                primary=True,
                enable_accelerated_networking=accelerated,
                enable_ip_forwarding=False,
                ip_configurations=[
                    compute.VirtualMachineScaleSetIPConfigurationArgs(
                        name="private",
                        primary=True,
                        private_ip_address_version="IPv4",
                        subnet=compute.ApiEntityReferenceArgs(id=args.subnet_resource_id),
                    )
                ],
            )
        ]
    )

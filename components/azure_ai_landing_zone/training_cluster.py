"""TrainingCluster: GPU nodes on one InfiniBand fabric."""

import base64
import binascii
import re
from datetime import UTC, datetime
from typing import Annotated, ClassVar, Literal

import pulumi
from pulumi_azure_native import compute
from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.model import Input, Model, Zone, refuse
from azure_ai_landing_zone.naming import Kind
from azure_ai_landing_zone.node_setup import SCRATCH
from azure_ai_landing_zone.node_setup.services import NodeServices, node_custom_data
from azure_ai_landing_zone.planning.placement import (
    REFUSED_SETTINGS,
    SINGLE_PLACEMENT_GROUP_NODES,
    SUPPORTED_BY_TICKET_NODES,
    PlacementRequest,
    placement_problems,
    plan_training_cluster,
    size_problem,
)

RESOURCE_TYPE = "Microsoft.Compute/virtualMachineScaleSets"


def _public_key(value: str) -> str:
    kind, _, rest = value.strip().partition(" ")
    if "PRIVATE KEY" in value:
        raise ValueError("is a private key: give the public one, and take this one out of the file's history")
    try:
        blob = base64.b64decode(rest.split(" ")[0], validate=True)
    except binascii.Error:
        blob = b""
    if kind not in ("ssh-rsa", "ssh-ed25519") or kind.encode() not in blob[:20]:
        raise ValueError("must be one line of a public key file, ssh-ed25519 or ssh-rsa")
    return value.strip()


def _known_size(value: str) -> str:
    if problem := size_problem(value, datetime.now(UTC).date()):
        raise ValueError(problem)
    return value


def _fault_domains(value: int) -> int:
    if value not in (1, 5):
        raise ValueError(f"must be 1 or 5, got {value}: Azure has no other count for a zone")
    return value


class TrainingNodes(Model):
    """What a training cluster consists of, as far as plain values say."""

    refused: ClassVar[dict[str, str]] = REFUSED_SETTINGS

    size: Annotated[str, AfterValidator(_known_size)]
    """Such as Standard_ND96isr_H100_v5. More than one node takes a size with RDMA."""
    node_count: StrictInt = Field(ge=0)
    """Changed in place; 0 keeps the cluster without nodes."""
    node_limit: StrictInt = Field(default=SINGLE_PLACEMENT_GROUP_NODES, ge=1, le=SUPPORTED_BY_TICKET_NODES)
    """The most nodes the placement group may have: 100, or up to 300 once Azure's support has granted it. The
    subnet is sized by it."""
    zone: Zone | None = None
    """Left out: Azure decides, which is right only in regions without zones."""
    placement: Literal["proximityPlacementGroup", "none"] | None = None
    """A proximity placement group keeps Ethernet latency low and pins one datacenter; it isn't what gives
    InfiniBand. Left out: one for sizes with RDMA."""
    fault_domain_count: Annotated[StrictInt, AfterValidator(_fault_domains)] = 1
    """1 spreads nodes freely; 5 only if Azure refuses 1 with a single placement group. Can't be changed
    later."""
    image_version: str
    """Of the Azure HPC image, such as 24.04.2026072901. `latest` makes nodes differ from each other."""
    image_sku: str | None = None
    """Left out: the newest one with drivers for the size's GPU."""
    security_type: Literal["Standard", "TrustedLaunch"] = "Standard"
    """TrustedLaunch gives a virtual TPM; Secure Boot stays off, since not every driver of the image is
    signed."""
    encryption_at_host: StrictBool = False
    """Also encrypts temporary disks and caches. Off because a subscription has to register the feature first:
    `az feature register --namespace Microsoft.Compute --name EncryptionAtHost`."""
    os_disk_size_gib: StrictInt = Field(default=256, ge=64, le=4_095)
    """Premium SSD; deleted with the node. Data belongs elsewhere."""
    admin_username: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$")] = "azureuser"
    """The user that the key lets in."""
    ssh_public_key: Annotated[str, AfterValidator(_public_key)]
    """One line, ssh-ed25519 or ssh-rsa. There are no passwords."""
    termination_notice_minutes: StrictInt = Field(default=15, ge=5, le=15)
    """How long a node that is deleted on purpose has to write a checkpoint."""

    def placement_request(self, location: str | None) -> PlacementRequest:
        """What the plan is made from; `location` None leaves out what depends on the region."""
        return PlacementRequest(
            size=self.size,
            node_count=self.node_count,
            node_limit=self.node_limit,
            image_sku=self.image_sku,
            image_version=self.image_version,
            security_type=self.security_type,
            location=location,
        )

    @model_validator(mode="after")
    def _check_placement(self) -> "TrainingNodes":
        location = getattr(self, "location", None)
        refuse(TrainingNodes, placement_problems(self.placement_request(location), datetime.now(UTC).date()))
        return self


class TrainingClusterArgs(ComponentArgs, TrainingNodes):
    """What a TrainingCluster is made of."""

    subnet_resource_id: Input[str]
    """A private subnet with a way out, large enough for `node_limit` nodes."""
    identity_resource_id: Input[str]
    """The user-assigned identity of the nodes. Its access is granted by whoever owns the data, and the
    cluster should depend on those grants: nodes ask for tokens as soon as they boot."""
    scaled_elsewhere: StrictBool = False
    """Whether something else decides how many nodes there are, such as a ScheduledScaling. `node_count` is
    then what the scale set begins with."""
    node_services: NodeServices = NodeServices()
    """What its nodes mount, report to and are scheduled by."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of the nodes' metrics as Azure's hosts see them."""


class TrainingCluster(Component):
    """One Uniform scale set in a single placement group and one zone: the only shape that has InfiniBand
    between all of its nodes. Whatever could lose it is refused before any resource is registered."""

    scale_set_name: pulumi.Output[str]
    scale_set_resource_id: pulumi.Output[str]
    scratch_path: pulumi.Output[str]
    """Where each node has its local disks."""

    def __init__(
        self, name: str, args: TrainingClusterArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        plan = plan_training_cluster(args.placement_request(args.location), datetime.now(UTC).date())
        label = args.label or name
        check_names(TrainingCluster, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        tags = (args.tags.as_azure() if args.tags else {}) | {"workload": "training"}
        for warning in plan.warnings:
            pulumi.log.warn(warning, self)

        zones = [args.zone] if args.zone else None
        placement_group: compute.ProximityPlacementGroup | None = None
        default_placement = "proximityPlacementGroup" if plan.size.has_rdma else "none"
        if (args.placement or default_placement) == "proximityPlacementGroup":
            placement_group = compute.ProximityPlacementGroup(
                f"{name}-placement-group",
                proximity_placement_group_name=names.of("proximityPlacementGroup", label),
                resource_group_name=args.resource_group_name,
                location=args.location,
                proximity_placement_group_type="Standard",
                # Azure takes a zone only together with the sizes that are meant to go there.
                zones=zones,
                intent=compute.ProximityPlacementGroupPropertiesIntentArgs(vm_sizes=[plan.size.size]),
                tags=tags,
                opts=self._child(),
            )
        scale_set = compute.VirtualMachineScaleSet(
            f"{name}-scale-set",
            vm_scale_set_name=names.of("virtualMachineScaleSet", label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            zones=zones,
            sku=compute.SkuArgs(name=plan.size.size, tier="Standard", capacity=args.node_count),
            orchestration_mode="Uniform",
            single_placement_group=True,
            platform_fault_domain_count=args.fault_domain_count,
            proximity_placement_group=compute.SubResourceArgs(id=placement_group.id)
            if placement_group is not None
            else None,
            overprovision=False,
            upgrade_policy=compute.UpgradePolicyArgs(mode=compute.UpgradeMode.MANUAL),
            identity=compute.VirtualMachineScaleSetIdentityArgs(
                type=compute.ResourceIdentityType.USER_ASSIGNED,
                user_assigned_identities=[args.identity_resource_id],
            ),
            virtual_machine_profile=compute.VirtualMachineScaleSetVMProfileArgs(
                storage_profile=_storage(args, plan.image_sku),
                os_profile=_operating_system(args, label, plan.size),
                network_profile=_network(args, accelerated=plan.accelerated_networking),
                # Without an address of a storage account Azure keeps the console output itself.
                diagnostics_profile=compute.DiagnosticsProfileArgs(
                    boot_diagnostics=compute.BootDiagnosticsArgs(enabled=True)
                ),
                scheduled_events_profile=compute.ScheduledEventsProfileArgs(
                    terminate_notification_profile=compute.TerminateNotificationProfileArgs(
                        enable=True, not_before_timeout=f"PT{args.termination_notice_minutes}M"
                    )
                ),
                security_profile=_security(args),
            ),
            tags=tags,
            opts=self._child(ignore_changes=["sku.capacity"] if args.scaled_elsewhere else None),
        )
        diagnose(
            f"{name}-scale-set",
            args.diagnostics,
            resource_id=scale_set.id,
            resource_type=RESOURCE_TYPE,
            opts=self._child(),
        )

        self.scale_set_name = scale_set.name
        self.scale_set_resource_id = scale_set.id
        self.scratch_path = pulumi.Output.from_input(SCRATCH)
        self.register_outputs(
            {
                "scale_set_name": self.scale_set_name,
                "scale_set_resource_id": self.scale_set_resource_id,
                "scratch_path": self.scratch_path,
            }
        )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a TrainingCluster called so names."""
    return [("virtualMachineScaleSet", label), ("proximityPlacementGroup", label)]


def _storage(args: TrainingClusterArgs, image_sku: str) -> "compute.VirtualMachineScaleSetStorageProfileArgs":
    return compute.VirtualMachineScaleSetStorageProfileArgs(
        image_reference=compute.ImageReferenceArgs(
            publisher="microsoft-dsvm", offer="ubuntu-hpc", sku=image_sku, version=args.image_version
        ),
        os_disk=compute.VirtualMachineScaleSetOSDiskArgs(
            create_option="FromImage",
            caching=compute.CachingTypes.READ_WRITE,
            disk_size_gb=args.os_disk_size_gib,
            managed_disk=compute.VirtualMachineScaleSetManagedDiskParametersArgs(
                storage_account_type="Premium_LRS"
            ),
        ),
    )


def _operating_system(
    args: TrainingClusterArgs, label: str, size: VmSize
) -> "compute.VirtualMachineScaleSetOSProfileArgs":
    return compute.VirtualMachineScaleSetOSProfileArgs(
        # Azure appends six characters to at most fifteen.
        computer_name_prefix=re.sub(r"[^A-Za-z0-9-]", "-", label)[:15],
        admin_username=args.admin_username,
        custom_data=node_custom_data(size, args.node_services),
        linux_configuration=compute.LinuxConfigurationArgs(
            disable_password_authentication=True,
            provision_vm_agent=True,
            ssh=compute.SshConfigurationArgs(
                public_keys=[
                    compute.SshPublicKeyArgs(
                        path=f"/home/{args.admin_username}/.ssh/authorized_keys", key_data=args.ssh_public_key
                    )
                ]
            ),
        ),
    )


def _network(
    args: TrainingClusterArgs, *, accelerated: bool
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


def _security(args: TrainingClusterArgs) -> "compute.SecurityProfileArgs | None":
    """None where nothing is asked for: API 2024-11-01 has no value for the standard security type."""
    trusted = args.security_type == "TrustedLaunch"
    if not trusted and not args.encryption_at_host:
        return None
    return compute.SecurityProfileArgs(
        encryption_at_host=args.encryption_at_host or None,
        security_type="TrustedLaunch" if trusted else None,
        uefi_settings=compute.UefiSettingsArgs(secure_boot_enabled=False, v_tpm_enabled=True)
        if trusted
        else None,
    )

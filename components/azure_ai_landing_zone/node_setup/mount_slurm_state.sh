#!/usr/bin/env bash
# Mounts the data disk with Slurm's state: jobs and nodes outlive the scheduler's machine. Only an empty disk is
# formatted.
set -euo pipefail

state=/var/spool/slurmctld
# Source: learn.microsoft.com/azure/virtual-machines/linux/azure-to-guest-disk-mapping.
for disk in /dev/disk/azure/scsi1/lun0 /dev/disk/azure/data/by-lun/0; do
    if [ -e "$disk" ]; then
        break
    fi
done
if ! mountpoint --quiet "$state"; then
    mkdir -p "$state"
    if [ -z "$(blkid --probe "$disk" || true)" ]; then
        mkfs.ext4 -q -L slurm-state "$disk"
    fi
    mount -o noatime "$disk" "$state"
fi
chown slurm:slurm "$state"
chmod 700 "$state"

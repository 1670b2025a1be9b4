#!/usr/bin/env bash
# Mounts the local NVMe disks as one striped file system on /mnt/scratch, on every boot: Azure hands out empty
# disks after each deallocation or move. A node without such disks gets a plain folder there.
set -euo pipefail

scratch=/mnt/scratch
array=/dev/md/scratch

if mountpoint --quiet "$scratch"; then
    exit 0
fi
mkdir -p "$scratch"

# Remote disks on an NVMe controller have another model ("MSFT NVMe Accelerator v1.0").
# Source: github.com/Azure/azure-vm-utils, udev/80-azure-disk.rules.
disks=()
while read -r name model; do
    case $model in
    "Microsoft NVMe Direct Disk"*) disks+=("/dev/$name") ;;
    esac
done < <(lsblk --nodeps --noheadings --output NAME,MODEL)

if [ "${#disks[@]}" -gt 0 ]; then
    mdadm --assemble --quiet "$array" "${disks[@]}" 2>/dev/null || true
    if [ ! -e "$array" ]; then
        for disk in "${disks[@]}"; do
            # The image's own set-up may use a disk already: never wipe one that holds something.
            if [ -n "$(blkid --probe "$disk" || true)" ] || [ "$(lsblk --noheadings "$disk" | wc -l)" -ne 1 ]; then
                echo "mount-scratch: $disk is in use: what is on it? Empty it, or replace the node" >&2
                exit 1
            fi
        done
        mdadm --create "$array" --run --homehost=any --level=0 --raid-devices="${#disks[@]}" "${disks[@]}"
        mkfs.xfs -f "$array"
    fi
    mount -o noatime,discard "$array" "$scratch"
fi

# As /tmp: every user may write, nobody may delete another's files.
chmod 1777 "$scratch"

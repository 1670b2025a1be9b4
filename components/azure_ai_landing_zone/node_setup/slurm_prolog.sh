#!/bin/sh
# Before a job begins on this node, as root: the node is still whole, and there is a place for the job's files.
# A failure drains the node and puts the job back into the queue.
set -eu
test -e /run/azure-ai-landing-zone/ready
# Devices may have other names than at boot.
/usr/local/sbin/node-tool environment
/usr/local/sbin/node-tool fabric_gate --quiet
mkdir -p /run/azure-ai-landing-zone/jobs
install --directory --mode=755 --owner="$SLURM_JOB_UID" "/run/azure-ai-landing-zone/jobs/$SLURM_JOB_ID"
# What the job writes aside, and its user's caches, for the local disks: the one of the system is slow and small.
if [ -d /mnt/scratch ]; then
    install --directory --mode=755 /mnt/scratch/jobs /mnt/scratch/cache
    install --directory --mode=700 --owner="$SLURM_JOB_UID" "/mnt/scratch/jobs/$SLURM_JOB_ID" \
        "/mnt/scratch/cache/$SLURM_JOB_UID"
fi
# What enroot unpacks for its containers. The folder around it is root's, made at boot where there is pyxis.
if [ -e /opt/pyxis/made-from ]; then
    install --directory --mode=700 --owner="$SLURM_JOB_UID" "/mnt/scratch/enroot/$SLURM_JOB_UID"
fi

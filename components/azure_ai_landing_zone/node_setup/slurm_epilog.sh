#!/bin/sh
# After a job has ended on this node, as root: nothing of it stays, and a node that it broke is drained.
set -eu
if command -v docker >/dev/null; then
    containers=$(timeout 60 docker ps --quiet --filter "label=slurm-job=$SLURM_JOB_ID" || true)
    # shellcheck disable=SC2086 # one word for each container
    [ -z "$containers" ] || timeout 60 docker rm --force $containers
fi
# pyxis removes a job's containers; here those of a step that was killed while it made one.
rm -rf "/mnt/scratch/enroot/$SLURM_JOB_UID/data/pyxis_${SLURM_JOB_ID}_"* \
    "/mnt/scratch/enroot/pyxis/$SLURM_JOB_UID/$SLURM_JOB_ID."*
# What a job mounted below its folder, by FUSE say, is still there when its process was killed: rm would fail at
# it, or delete what isn't the node's. Paths have octal numbers for spaces there.
while read -r _ _ _ _ path _; do
    case $path in
    "/mnt/scratch/jobs/$SLURM_JOB_ID"/*) umount --lazy "$(printf %b "$path")" || true ;;
    esac
done </proc/self/mountinfo
rm -rf --one-file-system "/run/azure-ai-landing-zone/jobs/$SLURM_JOB_ID" "/mnt/scratch/jobs/$SLURM_JOB_ID"
/usr/local/sbin/node-tool fabric_gate --quiet

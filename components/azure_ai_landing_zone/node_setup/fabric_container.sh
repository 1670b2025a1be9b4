#!/usr/bin/env bash
# Runs a container that reaches GPUs and InfiniBand as the host does: `fabric-container --rm IMAGE COMMAND`.
# It mounts what the Azure HPC image wrote for the size (topology files, /etc/nccl.conf): without them NCCL takes
# wrong paths between GPUs and adapters.
set -euo pipefail

options=(--network host --ipc host --ulimit memlock=-1 --ulimit stack=67108864)
if [ -e /dev/kfd ]; then
    options+=(--device /dev/kfd --device /dev/dri --group-add video --security-opt seccomp=unconfined)
elif [ -e /dev/nvidiactl ]; then
    options+=(--gpus all)
fi
if [ -d /dev/infiniband ]; then
    options+=(--device /dev/infiniband --cap-add IPC_LOCK)
fi
for path in /opt/microsoft /etc/nccl.conf /mnt/scratch; do
    if [ -e "$path" ]; then
        case $path in
        /mnt/*) options+=(--volume "$path:$path") ;;
        *) options+=(--volume "$path:$path:ro") ;;
        esac
    fi
done
if [ -e /etc/azure-ai-landing-zone/fabric.env ]; then
    options+=(--env-file /etc/azure-ai-landing-zone/fabric.env)
fi
# Slurm's variables and the job's rendezvous belong to the job that started it.
if [ -n "${SLURM_JOB_ID:-}" ] && [ -e "/run/azure-ai-landing-zone/jobs/$SLURM_JOB_ID/rendezvous.env" ]; then
    options+=(--env-file "/run/azure-ai-landing-zone/jobs/$SLURM_JOB_ID/rendezvous.env")
fi
exec docker run "${options[@]}" "$@"

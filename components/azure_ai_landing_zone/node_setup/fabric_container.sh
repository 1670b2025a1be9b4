#!/usr/bin/env bash
# Runs a container that reaches GPUs and InfiniBand as the host does: `fabric-container --rm IMAGE COMMAND`.
# It mounts what the Azure HPC image wrote for the size (topology files, /etc/nccl.conf): without them NCCL takes
# wrong paths between GPUs and adapters. Within a job of Slurm it has the job's GPUs, cores and memory, and ends
# with it: Docker's own daemon starts it, outside of the job's control group.
set -euo pipefail

options=(--network host --ipc host --ulimit memlock=-1 --ulimit stack=67108864)
job=${SLURM_JOB_ID:-}
gpus=${SLURM_STEP_GPUS:-${SLURM_JOB_GPUS:-}}
if [ -e /dev/kfd ]; then
    options+=(--device /dev/kfd --group-add video --security-opt seccomp=unconfined)
    if [ -n "$job" ]; then
        for gpu in ${gpus//,/ }; do
            options+=(--device "/dev/dri/renderD$((128 + gpu))")
        done
    else
        options+=(--device /dev/dri)
    fi
elif [ -e /dev/nvidiactl ]; then
    if [ -z "$job" ]; then
        options+=(--gpus all)
    elif [ -n "$gpus" ]; then
        # Docker reads the list as one of CSV: with quotes around what has commas in it.
        options+=(--gpus "\"device=$gpus\"")
    fi
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
if [ -n "$job" ]; then
    options+=(--label "slurm-job=$job")
    options+=(--cpuset-cpus "$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)")
    if [ -n "${SLURM_MEM_PER_NODE:-}" ]; then
        options+=(--memory "${SLURM_MEM_PER_NODE}m")
    fi
    # Slurm's variables and the job's rendezvous belong to the job that started it.
    if [ -e "/run/azure-ai-landing-zone/jobs/$job/rendezvous.env" ]; then
        options+=(--env-file "/run/azure-ai-landing-zone/jobs/$job/rendezvous.env")
    fi
fi
exec docker run "${options[@]}" "$@"

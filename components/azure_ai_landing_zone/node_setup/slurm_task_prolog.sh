#!/bin/sh
# Before each task, as the job's user. What it prints becomes part of the task's environment: how to find
# InfiniBand, and the job's other nodes. (A prolog isn't told of the other nodes.)
set -eu
folder=/run/azure-ai-landing-zone/jobs/$SLURM_JOB_ID
# A job over several nodes has all GPUs of each, also where it didn't ask for them; one that shares a node has
# those that it asked for.
case $SLURM_JOB_PARTITION in
*-single) gpus=${SLURM_GPUS_ON_NODE:-0} ;;
*) gpus=${SLURM_GPUS_ON_NODE:-} ;;
esac
# shellcheck disable=SC2046 # one word for each node
/usr/local/sbin/node-tool rendezvous --job "$SLURM_JOB_ID" --gpus "$gpus" \
    $(scontrol show hostnames "$SLURM_JOB_NODELIST") >"$folder/written"
sed 's/^/export /' "$folder/rendezvous.env"
echo "export DEEPSPEED_HOSTFILE=$folder/hostfile"
# Whoever says otherwise is right.
if [ -d "/mnt/scratch/jobs/$SLURM_JOB_ID" ]; then
    cache=/mnt/scratch/cache/$(id -u)
    [ -n "${TMPDIR:-}" ] || echo "export TMPDIR=/mnt/scratch/jobs/$SLURM_JOB_ID"
    [ -n "${XDG_CACHE_HOME:-}" ] || echo "export XDG_CACHE_HOME=$cache"
    [ -n "${TRITON_CACHE_DIR:-}" ] || echo "export TRITON_CACHE_DIR=$cache/triton"
fi

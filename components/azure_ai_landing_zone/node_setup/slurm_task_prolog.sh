#!/bin/sh
# Before each task, as the job's user. What it prints becomes part of the task's environment: how to find
# InfiniBand, and the job's other nodes. (A prolog isn't told of the other nodes, so the first task writes.)
set -eu
folder=/run/azure-ai-landing-zone/jobs/$SLURM_JOB_ID
if [ ! -e "$folder/rendezvous.env" ]; then
    # shellcheck disable=SC2046 # one word for each node
    /usr/local/sbin/node-tool rendezvous --job "$SLURM_JOB_ID" $(scontrol show hostnames "$SLURM_JOB_NODELIST") \
        >"$folder/written"
fi
sed 's/^/export /' "$folder/rendezvous.env"
echo "export DEEPSPEED_HOSTFILE=$folder/hostfile"

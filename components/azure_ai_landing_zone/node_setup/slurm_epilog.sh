#!/bin/sh
# After a job has ended on this node, as root: nothing of it stays, and a node that it broke is drained.
set -eu
rm -rf "/run/azure-ai-landing-zone/jobs/$SLURM_JOB_ID" "/mnt/scratch/jobs/$SLURM_JOB_ID"
/usr/local/sbin/node-tool fabric_gate --quiet

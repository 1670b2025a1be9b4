#!/bin/sh
# Runs one of the node's own tools: `node-tool fabric_gate`, `node-tool rendezvous node-a node-b`.
set -eu
# Units and Slurm's daemons start programs with short paths.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/rocm/bin
export PYTHONPATH=/usr/local/lib/azure-ai-landing-zone
tool=$1
shift
# Python looks for modules where it is started first, and others may write there.
cd "$PYTHONPATH"
exec /usr/bin/python3 -m "azure_ai_landing_zone.node_setup.on_node.$tool" "$@"

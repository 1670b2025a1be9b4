#!/bin/sh
# Runs one of the node's own tools: `node-tool fabric_gate`, `node-tool rendezvous node-a node-b`.
set -eu
export PYTHONPATH=/usr/local/lib/azure-ai-landing-zone
tool=$1
shift
exec /usr/bin/python3 -m "azure_ai_landing_zone.node_setup.on_node.$tool" "$@"

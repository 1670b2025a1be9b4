"""Which kind of storage suits a workload; pure."""

"""Preflight: what Azure says of a subscription, held against what a stack asks of it."""

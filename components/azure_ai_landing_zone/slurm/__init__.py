"""Slurm: the scheduler of training clusters."""

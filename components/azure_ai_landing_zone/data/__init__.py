"""Data for training: checkpoints, Lustre, mounted containers."""

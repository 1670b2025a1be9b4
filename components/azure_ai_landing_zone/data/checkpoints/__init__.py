"""Stores for checkpoints."""
